// What can be explained at a moment of a first game. No rules here: only what the table shows.

import type { Happening, Scene } from "../../generated/wire";
import { read, readJson, writeJson } from "../../net/storage";

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

/** Return the lessons of these names, each with its part of the table. */
export function pick(parts: Record<string, Part>, names: readonly string[]): Lesson[] {
  return names.map((name) => ({ name, part: parts[name] ?? "" }));
}

const KEY = "jemaa.learn.";

/** Return the names of the explanations that were read in a room. */
export function lessonsRead(room: string): string[] {
  return readJson<string[]>(KEY + room, []);
}

export function keepLessons(room: string, names: readonly string[]): void {
  writeJson(KEY + room, names);
}

/** Whether somebody explains the game in a room; they do so until its end. */
export function isGuided(room: string): boolean {
  return read(KEY + room) !== null;
}
