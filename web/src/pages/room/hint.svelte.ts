// The best move, for somebody who asks: shown on the board, with its reason.

import type { HintGiven } from "../../generated/wire";
import { reasonText, Refusal, wantHint } from "../../net/api";
import { keys } from "../../net/storage.svelte";
import type { RoomStore } from "../../net/room.svelte";
import type { Drawn } from "../../table/front";

export class Hint {
  busy = $state(false);
  fault = $state("");
  #given = $state.raw<{ seat: number; place: number; hint: HintGiven } | null>(null);
  readonly #store: RoomStore;

  constructor(store: RoomStore) {
    this.#store = store;
  }

  /** The seat at this browser that may be helped now; null if there is none. */
  get seat(): number | null {
    const { info, scene, held, queue } = this.#store;
    const seat = scene?.to_act ?? -1;
    const open = info?.hints && info.status === "playing" && !queue.length;
    return open && held.includes(seat) && !info.seats[seat]?.level ? seat : null;
  }

  /** What was given in this position. */
  get given(): HintGiven | null {
    const given = this.#given;
    const here = given && given.seat === this.seat && given.place === this.#place;
    return here ? given.hint : null;
  }

  /** How many moves and outcomes there were: a hint is for one position. */
  get #place(): number {
    return (
      this.#store.log.findLast((one) => one.kind === "played" || one.kind === "undone")?.number ?? 0
    );
  }

  async ask(table: Drawn): Promise<void> {
    const seat = this.seat;
    const room = this.#store.info?.room ?? "";
    const key = keys(room).find((one) => one.seat === seat);
    if (seat === null || !key || this.busy) return;
    const place = this.#place;
    this.busy = true;
    this.fault = "";
    try {
      const wish = { token: key.token, version: this.#store.version };
      const hint = await wantHint(room, wish);
      this.#given = { seat, place, hint };
      if (this.given) table.aimAt(hint.move);
    } catch (error) {
      this.fault = reasonText(error instanceof Refusal ? error.reason : "other");
    }
    this.busy = false;
  }
}
