/* A bot for any game of Jemaa in C, to start from. docs/bots.md tells how the two talk.
 * It lays the fakir when it can, and otherwise takes a move by chance, but likes the middle.
 *     cc -O2 -o bot examples/bot.c && jemaa play facir --against 'external("./bot")'
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[65536], legal[65536];

static int worth(const char *move)
{
    int score = rand() % 6;
    if (strchr(move, '!'))
        score += 100;
    for (; *move; move++) { /* rows 1 to 7 and columns a to g: the middle is 4 and d */
        if (*move >= '1' && *move <= '7')
            score += 3 - abs(*move - '4');
        if (*move >= 'a' && *move <= 'g')
            score += 3 - abs(*move - 'd');
    }
    return score;
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "jemaa ", 6))
            puts("ready bot.c");
        else if (!strncmp(line, "legal ", 6))
            strcpy(legal, line + 6);
        else if (!strncmp(line, "go ", 3)) {
            const char *best = "";
            int most = -1;
            for (char *move = strtok(legal, " "); move; move = strtok(NULL, " ")) {
                int score = worth(move);
                if (score > most) {
                    most = score;
                    best = move;
                }
            }
            printf("move %s\n", best);
        } else if (!strcmp(line, "quit"))
            break;
        fflush(stdout);
    }
    return 0;
}
