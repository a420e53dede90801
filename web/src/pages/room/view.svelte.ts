// What the parts of a table share, read anew at every use; its clocks go by the server's time. And
// looking back: the turn that is pointed at, and the one whose table is shown.

import type { ControllerProps } from "../../table/front";
import type { RoomStore } from "../../net/room.svelte";
import { settings } from "../../ui/settings.svelte";
import { seatName } from "../../table/words";
import type { Happening, Story } from "../../generated/wire";
import { played, type LogLine } from "../../table/log";

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
    // More than they have is never shown: until their time begins to count it stands still.
    return this.#runs(seat) ? Math.min(time, (info.deadline ?? 0) - (this.#now + skew)) : time;
  }

  /** When the time of the seat to act begins to count, as text; empty if it does or none runs. */
  get start(): string {
    const { info, scene, skew } = this.#store;
    const time = info?.seats[scene?.to_act ?? -1]?.time ?? null;
    if (info?.status !== "playing" || info.deadline === null || time === null) return "";
    const left = info.deadline - time - (this.#now + skew);
    return left > 0 ? written(left) : "";
  }

  #runs(seat: number): boolean {
    const { info, scene } = this.#store;
    return info?.status === "playing" && scene?.to_act === seat && info.deadline !== null;
  }
}

/** Return a time as `h:mm:ss` or `m:ss`. */
function written(milliseconds: number): string {
  const all = Math.max(0, Math.ceil(milliseconds / 1000));
  const seconds = String(all % 60).padStart(2, "0");
  const minutes = Math.floor(all / 60) % 60;
  const hours = Math.floor(all / 3600);
  return hours
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
}

/** Return a table's properties as live getters: a component that reads one follows it. */
export function tableView(store: RoomStore, clocks: Clocks, waits: () => boolean): ControllerProps {
  return {
    get waits() {
      return waits();
    },
    get scene() {
      return store.scene!;
    },
    get room() {
      return store.info!;
    },
    get eye() {
      return store.eye;
    },
    get held() {
      return store.held;
    },
    get log() {
      return store.log;
    },
    get queue() {
      return store.queue;
    },
    get busy() {
      return store.pending > 0;
    },
    get online() {
      return store.online;
    },
    get thinking() {
      return store.thinking;
    },
    get wentOn() {
      return store.wentOn;
    },
    goOn: (number) => (store.wentOn = number),
    shown: (number) => store.shown(number),
    seen: (number) => (store.seen = number),
    submit: (move) => store.send({ type: "submit", move }),
    chance: (outcome) => store.send({ type: "chance", outcome }, store.held[0]),
    name: (seat) => seatName(store.info!, seat),
    clock: clocks.text,
    hurry: clocks.low,
    settings,
    replay: false,
  };
}

export class Past {
  /** The line under the pointer, or with the focus. */
  pointed = $state<string | null>(null);
  /** The line after which the table is shown; null for now. */
  shown = $state<string | null>(null);

  readonly point = (line: LogLine | null): void => {
    this.pointed = line?.id ?? null;
  };

  readonly look = (line: LogLine | null): void => {
    this.shown = line?.id ?? null;
    this.pointed = null;
  };
}

/** Whether the table can be shown as it was after a line. */
export function isTurn({ turn, taken }: LogLine): boolean {
  return turn !== null && !taken;
}

/** Return what a line tells, story by story. */
export function storiesOf(log: readonly Happening[], { first, last }: LogLine): Story[] {
  return played(log.filter(({ number }) => first <= number && number <= last)).filter(
    (story) => story !== null,
  );
}

/** Return what had happened when a line was told. */
export function logUntil(log: readonly Happening[], { last }: LogLine): Happening[] {
  return log.filter(({ number }) => number <= last);
}
