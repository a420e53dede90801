// The puzzles that came with the page, all worked out in Python, and what of them was solved here.

import type { PuzzleCard, PuzzleList, PuzzleSheet } from "../../generated/wire";
import { readJson, writeJson } from "../../net/storage.svelte";

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

const KEY = "jemaa.puzzles";

/** How a puzzle was done with: by itself, with a hint, or by being told. */
export type Ending = "solved" | "hinted" | "shown";

interface Kept {
  /** By the id of the puzzle. */
  done: Record<string, Ending>;
  /** The days, counted from 1970, whose puzzle was solved on that day. */
  days: number[];
}

export class Progress {
  #kept = $state.raw<Kept>({ done: {}, days: [] });
  today = $state(0);

  constructor() {
    this.refresh();
  }

  /** Read what is kept, and the clock, anew: another tab may have solved one, or a day has gone. */
  refresh(): void {
    const { done = {}, days = [] } = readJson<Partial<Kept>>(KEY, {});
    this.#kept = { done, days };
    this.today = dayOf(Date.now());
  }

  endingOf(id: string): Ending | undefined {
    return this.#kept.done[id];
  }

  /** How many were solved, with hints or without. */
  get solved(): number {
    return Object.values(this.#kept.done).filter((ending) => ending !== "shown").length;
  }

  /** Whether the puzzle of a day was solved on that day. */
  isLit(day: number): boolean {
    return this.#kept.days.includes(day);
  }

  /** How many days in a row, up to today or to yesterday if today is still open. */
  get row(): number {
    const last = this.isLit(this.today) ? this.today : this.today - 1;
    let first = last;
    while (this.isLit(first)) first -= 1;
    return last - first;
  }

  /** Note how a puzzle has ended: the first time counts. `daily` for that of today. */
  note(id: string, ending: Ending, daily: boolean): void {
    this.refresh();
    const { done, days } = this.#kept;
    if (done[id]) return;
    const lights = daily && ending !== "shown" && !days.includes(this.today);
    this.#kept = {
      done: { ...done, [id]: ending },
      days: lights ? [...days, this.today] : days,
    };
    writeJson(KEY, this.#kept);
  }
}

/** One for the whole page, so that every part of it sees a lantern go on. */
export const progress = new Progress();

addEventListener("focus", () => progress.refresh());
