// What the parts of a table share, read anew at every use.

import type { ControllerProps } from "../../table/front";
import type { RoomStore } from "../../net/room.svelte";
import { settings } from "../../ui/settings.svelte";
import type { Clocks } from "./clock.svelte";
import { seatName } from "../../table/words";

/** Return a table's properties as live getters: a component that reads one follows it. */
export function tableView(store: RoomStore, clocks: Clocks): ControllerProps {
  return {
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
