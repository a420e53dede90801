// The clocks of a table, by the server's time.

import type { RoomStore } from "../../store/room.svelte";

const TICK = 250;

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

  /** Give the time that a seat has left as text; null without a clock. */
  text = (seat: number): string | null => {
    const left = this.#left(seat);
    return left === null ? null : written(left);
  };

  #left(seat: number): number | null {
    const { info, scene, skew } = this.#store;
    const time = info?.seats[seat]?.time ?? null;
    if (!info?.clock || time === null) return null;
    const runs = info.status === "playing" && scene?.to_act === seat && info.deadline !== null;
    return runs ? (info.deadline ?? 0) - (this.#now + skew) : time;
  }
}

/** Give a time as `h:mm:ss` or `m:ss`. */
export function written(milliseconds: number): string {
  const all = Math.max(0, Math.ceil(milliseconds / 1000));
  const seconds = String(all % 60).padStart(2, "0");
  const minutes = Math.floor(all / 60) % 60;
  const hours = Math.floor(all / 3600);
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}
