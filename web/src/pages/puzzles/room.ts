// The table that a puzzle is set on: nobody else sits there, so most of it is empty.

import type { RoomInfo, Scene, SeatInfo } from "../../generated/wire";

/** Return the room of a position. */
export function tableOf(scene: Scene): RoomInfo {
  return {
    room: "",
    game: scene.game,
    setup: {},
    status: "playing",
    seats: [],
    clock: null,
    deadline: null,
    manual: false,
    undo: [],
    offer: null,
    claims: [],
    forfeited: null,
    stand_in: "",
    closed: false,
    commitment: "",
    secret: "",
    previous: "",
    following: "",
  };
}

/** Return who sits there. */
export function seatsOf(scene: Scene, name: (seat: number) => string): SeatInfo[] {
  return Array.from({ length: scene.players }, (_, seat) => ({
    seat,
    kind: "person",
    name: name(seat),
    level: "",
    stand_in: false,
    left: false,
    arrived: true,
    time: null,
    waits: null,
  }));
}
