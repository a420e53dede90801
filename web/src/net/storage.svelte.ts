// What this browser remembers: who it is, the keys to its seats, and how its games went. It is kept in
// localStorage, or in memory where the browser forbids that (private windows, blocked cookies).

import type { SeatToken, Review } from "../generated/wire";
import { isHere } from "./transport";

const memory = new Map<string, string>();

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keep something; false if it is kept in memory only, which lasts as long as the page. */
export function write(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function readJson<T>(key: string, usual: T): T {
  const text = read(key);
  if (text === null) return usual;
  try {
    return JSON.parse(text) as T;
  } catch {
    return usual;
  }
}

export function writeJson(key: string, value: unknown): boolean {
  return write(key, JSON.stringify(value));
}

const DEVICE = "jemaa.device";
const SEATS = "jemaa.seats.";
const NAME = "jemaa.name";
const HERE = "jemaa.here";

/** Return the token by which the server lists this browser's games. */
export function device(): string {
  let token = read(DEVICE);
  if (!token) {
    token = randomHex();
    write(DEVICE, token);
  }
  return token;
}

/** Whether this browser has been here before, so that the server may know games of it. */
export function hasDevice(): boolean {
  return read(DEVICE) !== null;
}

/** Return the keys that this browser holds for a room. */
export function keys(room: string): SeatToken[] {
  return readJson<SeatToken[]>(SEATS + room, []);
}

export function keepKeys(room: string, seats: SeatToken[]): void {
  const others = keys(room).filter((old) => !seats.some((key) => key.seat === old.seat));
  const kept = writeJson(
    SEATS + room,
    [...others, ...seats].sort((a, b) => a.seat - b.seat),
  );
  if (!kept && seats.length) forgetful.noticed();
  if (isHere(room)) write(HERE, "1");
}

/** Whether games were ever played in this browser alone. */
export function hasPlayedHere(): boolean {
  return read(HERE) === "1";
}

export function ownName(): string {
  return read(NAME) ?? "";
}

export function keepName(name: string): void {
  write(NAME, name);
}

/** A fresh id for a command. `randomUUID` is missing where a page comes by plain http. */
export function freshId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : randomHex();
}

function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Forgetful {
  tells = $state(false);
  #told = false;

  /** A key could not be kept beyond this page. */
  noticed(): void {
    if (!this.#told) this.tells = true;
    this.#told = true;
  }

  understood(): void {
    this.tells = false;
  }
}

export const forgetful = new Forgetful();

const RESULT = "jemaa.result.";

/** One seat's game in three numbers. */
export interface KeptResult {
  seat: number;
  /** From 0 to 100; null if there was nothing to decide. */
  accuracy: number | null;
  /** The share of the win without luck, from 0 to 1, roughly. */
  withoutLuck: number;
  /** Who has the largest share without luck. */
  best: number;
}

/** Keep what a review says of a seat. */
export function keepResult(room: string, seat: number, review: Review): void {
  const found = review.seats[seat];
  if (!found) return;
  const best = review.seats.reduce((one, other) =>
    other.without_luck > one.without_luck ? other : one,
  );
  const kept: KeptResult = {
    seat,
    accuracy: found.accuracy,
    withoutLuck: found.without_luck,
    best: best.seat,
  };
  writeJson(RESULT + room, kept);
}

/** What a review has said of this browser's seat in a game; null if there was none. */
export function resultOf(room: string): KeptResult | null {
  return readJson<KeptResult | null>(RESULT + room, null);
}
