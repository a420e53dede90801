// What is said of puzzles.

import catalog from "../../generated/catalog.json";
import type { Fact, PuzzleCard, PuzzleList } from "../../generated/wire";
import { currentLanguage, t, type Params } from "../../i18n.svelte";
import { LEVELS } from "../../table/people";
import { dateOf } from "./book.svelte";

/** Whom one plays against in a puzzle, by seat. */
const PEOPLE = ["zohra", "idris", "yusuf", "salma"];

/** What to call a seat of a puzzle. */
export function seatName(seat: number, own: number): string {
  return seat === own ? t("puzzles.you") : t(`bots.name-${PEOPLE[seat] ?? "tom"}`);
}

export function gameName(game: string): string {
  return catalog.games.find((one) => one.name === game)?.title ?? game;
}

export function themeOf({ theme }: PuzzleCard): string {
  return t(`puzzles.theme-${theme}`);
}

/** A puzzle in one line: its game and its number. */
export function placeOf({ game, number }: PuzzleCard): string {
  return t("puzzles.number", { game: gameName(game), number });
}

/** Why the best move is best, compared with another. */
export function whyBest(fact: Fact, own: number): string {
  return t(`analysis.fact-${fact.key}`, compared(fact, own));
}

/** What is wrong with another move; it does not tell which one is best. */
export function whyNot(fact: Fact | null, own: number): string {
  if (!fact) return t("puzzles.not-beyond");
  return t(`puzzles.not-${fact.key}`, compared(fact, own));
}

/** What two moves are compared by, and whom it is about. */
function compared({ better = 0, chosen = 0, seat }: Fact, own: number): Params {
  return { better, chosen, name: seatName(seat ?? own, own) };
}

const DAYS: Record<"long" | "short" | "week", Intl.DateTimeFormatOptions> = {
  long: { weekday: "long", day: "numeric", month: "long" },
  short: { weekday: "short", day: "numeric", month: "short" },
  week: { weekday: "short" },
};

/** A day in words; `week` is the day of the week alone. */
export function dayName(day: number, style: keyof typeof DAYS): string {
  const language = currentLanguage();
  // Days before months, as in all our languages.
  const form = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    timeZone: "UTC",
    ...DAYS[style],
  });
  return form.format(dateOf(day));
}

/** Return the puzzles that come after one: near it in difficulty, the other game first. */
export function following(
  { cards }: PuzzleList,
  from: PuzzleCard,
  isDone: (id: string) => boolean,
): PuzzleCard[] {
  const at = LEVELS.indexOf(from.level);
  const far = ({ level }: PuzzleCard): number => Math.abs(LEVELS.indexOf(level) - at);
  const queues = Object.entries(cards)
    .sort(([one]) => (one === from.game ? 1 : -1))
    .map(([game, all]) => {
      const start = game === from.game ? from.number : 0;
      const turned = [...all.slice(start), ...all.slice(0, start)];
      return turned.filter(({ id }) => !isDone(id)).sort((a, b) => far(a) - far(b));
    });
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, place) =>
    queues.flatMap((queue) => queue[place] ?? []),
  ).flat();
}
