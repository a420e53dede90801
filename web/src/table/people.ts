// The bots are people of the market: two for each level, with names and faces.

import catalog from "../generated/catalog.json";
import type { RoomInfo } from "../generated/wire";
import { t } from "../i18n.svelte";

export const LEVELS: readonly string[] = catalog.levels;

/** Who plays at a level; the names are keys of the words and of the drawings. */
const PEOPLE: Record<string, readonly [string, string]> = {
  tourist: ["mila", "tom"],
  stroller: ["samir", "zohra"],
  trader: ["idris", "salma"],
  merchant: ["yusuf", "amira"],
  amin: ["brahim", "hafsa"],
};

export function peopleOf(level: string): readonly string[] {
  return PEOPLE[level] ?? [];
}

export interface Bot {
  person: string;
  level: string;
  /** Whether somebody with the same face sits further in front. */
  again: boolean;
}

/**
 * Return who sits in each seat, given its level: empty where a person plays. The two faces of a
 * level take turns; it follows from the seats alone, so a saved game keeps its faces.
 */
export function cast(levels: readonly string[]): (Bot | null)[] {
  const seen = new Map<string, number>();
  return levels.map((level) => {
    const people = peopleOf(level);
    const before = seen.get(level) ?? 0;
    seen.set(level, before + 1);
    const person = people[before % 2];
    return person ? { person, level, again: before >= people.length } : null;
  });
}

/** Return the bot in a seat; null where a person sits, also while a bot plays for them. */
export function botAt(room: RoomInfo, seat: number): Bot | null {
  const levels = room.seats.map(({ kind, level }) => (kind === "bot" ? level : ""));
  return cast(levels)[seat] ?? null;
}

/** Return what a bot is called: `letter` tells two of the same face apart. */
export function botName({ person, again }: Bot, letter: string): string {
  const name = t(`bots.name-${person}`);
  return again ? t("bots.twice", { name, letter }) : name;
}

export function levelName(level: string): string {
  return LEVELS.includes(level) ? t(`app.level-${level}`) : level;
}
