// The clocks of a table, by the server's time.

import type { RoomStore } from "../../net/room.svelte";

const TICK = 250;
/** From here on a running clock is set off. */
const LOW = 20_000;

export class Clocks {
  #store: RoomStore;
  #now = $state(Date.now());

  constructor(store: RoomStore) {
    this.#store = store;
    $effect(() => {
      if (!this.#store.info?.clock) return;
      const timer = setInterval(() => (this.#now = Date.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  /** Return the time that a seat has left as text; null without a clock. */
  text = (seat: number): string | null => {
    const left = this.#left(seat);
    return left === null ? null : written(left);
  };

  /** Whether a seat's time is running out. */
  low = (seat: number): boolean => this.#runs(seat) && (this.#left(seat) ?? LOW) < LOW;

  #left(seat: number): number | null {
    const { info, skew } = this.#store;
    const time = info?.seats[seat]?.time ?? null;
    if (!info?.clock || time === null) return null;
    return this.#runs(seat) ? (info.deadline ?? 0) - (this.#now + skew) : time;
  }

  #runs(seat: number): boolean {
    const { info, scene } = this.#store;
    return info?.status === "playing" && scene?.to_act === seat && info.deadline !== null;
  }
}

/** Return a time as `h:mm:ss` or `m:ss`. */
export function written(milliseconds: number): string {
  const all = Math.max(0, Math.ceil(milliseconds / 1000));
  const seconds = String(all % 60).padStart(2, "0");
  const minutes = Math.floor(all / 60) % 60;
  const hours = Math.floor(all / 3600);
  return hours
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
}
