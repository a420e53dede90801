"""A bot for any game of Jemaa, to start from: standard library only. docs/bots.md tells the rest.

It lays the fakir when it can. Otherwise it likes squares beside its own pieces, and covers others'.
    jemaa play marrakech --against 'external("python3 examples/bot.py")'
"""

import re
import sys


def pieces(board):
    """Return the letter on each square: `2rEr3/7/...` has r on c1 and d1."""
    for y, row in enumerate(board.split("/"), 1):
        x = 0
        for token in re.findall(r"\d|[a-z]", row):  # E and S only join the halves of a rug
            if token.isalpha():
                yield "abcdefg"[x] + str(y), token
            x += int(token) if token.isdigit() else 1


def worth(move, there, mine):
    """Say how much a move is liked; only the notation is known here, not the rules."""
    score = 100 * move.endswith("!")
    for square in re.findall(r"[a-g][1-7]", move):
        column, row = ord(square[0]), int(square[1])
        beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        score += sum(there.get(chr(x) + str(y)) in mine for x, y in beside)
        score += 2 * (there.get(square, mine[0]) not in mine)
    return score


view, legal = [], []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "jemaa":
        print("ready bot.py", flush=True)
    elif word == "view":
        view = rest  # @seat, game, setup, board, ...
    elif word == "legal":
        legal = rest
    elif word == "go":
        seat = int(view[0][1:])
        pair = view[1] == "marrakech" and "players=2" in view[2]
        mine = [["r", "y"], ["b", "n"]][seat] if pair else ["rybn"[seat]]
        there = dict(pieces(view[3]))
        print("move", max(legal, key=lambda move: worth(move, there, mine)), flush=True)
    elif word == "quit":
        break
