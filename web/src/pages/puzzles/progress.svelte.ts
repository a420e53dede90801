// What somebody has solved, kept on this device.

import { readJson, writeJson } from "../../net/storage";
import { dayOf } from "./book";

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
