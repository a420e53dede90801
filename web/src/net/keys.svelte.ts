// Who this browser is: a token of its own, and the keys to its seats.

import type { SeatToken } from "../generated/wire";
import { isHere } from "./transport";
import { read, readJson, write, writeJson } from "./storage";

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
