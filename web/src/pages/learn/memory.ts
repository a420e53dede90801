// Which games are explained, and what was read in each: kept in this browser.

import { read, readJson, writeJson } from "../../store/storage";

const KEY = "jemaa.learn.";

/** Give the names of the explanations that were read in a room. */
export function lessonsRead(room: string): string[] {
  return readJson<string[]>(KEY + room, []);
}

export function keepLessons(room: string, names: readonly string[]): void {
  writeJson(KEY + room, names);
}

/** Tell whether somebody explains the game in a room; he does so until its end. */
export function isGuided(room: string): boolean {
  return read(KEY + room) !== null;
}
