// The puzzles that came with the page, and whose day it is. All of it was worked out in Python.

import type { PuzzleCard, PuzzleList, PuzzleSheet } from "../../generated/wire";

const sheets = import.meta.glob<Record<string, PuzzleSheet>>("../../generated/puzzles-*-*.json", {
  import: "default",
});
const DAY = 86_400_000;
/** The number of the first of January 1970, counted as Python counts days. */
const EPOCH = 719_163;

/** Load the list of all puzzles. */
export async function loadList(): Promise<PuzzleList> {
  const found = await import("../../generated/puzzles-list.json");
  // The compiler cannot read the types of a JSON file.
  return found.default as unknown as PuzzleList;
}

/** Load what it takes to solve a puzzle. */
export async function loadSheet({ game, level, number }: PuzzleCard): Promise<PuzzleSheet> {
  const load = sheets[`../../generated/puzzles-${game}-${level}.json`];
  const found = (await load?.())?.[number];
  if (!found) throw new Error(`no sheet of ${game} ${number}`);
  return found;
}

/** The day of a moment, counted from 1970; days change for everybody at once, by UTC. */
export function dayOf(moment: number): number {
  return Math.floor(moment / DAY);
}

/** The beginning of a day. */
export function dateOf(day: number): Date {
  return new Date(day * DAY);
}

/** Return the puzzle of a day, the same that `jemaa puzzle` shows. */
export function ofTheDay({ games, days, cards }: PuzzleList, day: number): PuzzleCard | undefined {
  const number = day + EPOCH;
  const game = games[number % games.length] ?? "";
  const order = days[game] ?? [];
  const turn = order[Math.floor(number / games.length) % order.length] ?? 0;
  return cards[game]?.[turn - 1];
}

export function addressOf({ game, number }: PuzzleCard): string {
  return `/puzzles/${game}/${number}`;
}
