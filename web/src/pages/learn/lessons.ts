// What can be explained at a moment of a first game. No rules here: only what the table shows.

import type { Happening, Scene } from "../../generated/wire";

/** What an explanation is about: a part of the table, the own card, or the green button. */
export type Part = "board" | "seats" | "turn" | "card" | "press" | "";

export interface Lesson {
  /** Its words are `<game>-<name>` and `<game>-<name>-title` of the catalogue. */
  name: string;
  part: Part;
}

/** A moment of the game as somebody sees it. */
export interface Moment<S = Scene> {
  scene: S;
  seat: number;
  /** What has happened and was shown. */
  told: readonly Happening[];
  /** What is being shown now. */
  next: Happening | undefined;
}

export interface Course<S = Scene> {
  /** Names of the steps, in order. */
  steps: (scene: S) => readonly string[];
  /** The steps that can be explained now, to the seat that has to move. */
  now: (moment: Moment<S>) => Lesson[];
  /** What has come up for the first time, if it ever has. */
  news: (moment: Moment<S>) => Lesson[];
  /** What is explained while something is being shown. */
  during: (moment: Moment<S>) => Lesson | null;
}

/** Give the lessons of these names, each with its part of the table. */
export function pick(parts: Record<string, Part>, names: readonly string[]): Lesson[] {
  return names.map((name) => ({ name, part: parts[name] ?? "" }));
}
