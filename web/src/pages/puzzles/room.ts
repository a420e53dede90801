// The table that a puzzle is set on: nobody else is there, so most of it is empty.

import type { RoomInfo, Scene } from "../../generated/wire";

/** Return the room of a position, with people of these names in it. */
export function tableOf(scene: Scene, name: (seat: number) => string): RoomInfo {
  return {
    room: "",
    game: scene.game,
    setup: {},
    status: "playing",
    seats: Array.from({ length: scene.players }, (_, seat) => ({
      seat,
      kind: "person",
      name: name(seat),
      level: "",
      stand_in: false,
      left: false,
      arrived: true,
      time: null,
      waits: null,
      hints: 0,
    })),
    clock: null,
    deadline: null,
    manual: false,
    undo: [],
    offer: null,
    claims: [],
    forfeited: null,
    resigned: false,
    resigns: false,
    stand_in: "",
    closed: false,
    commitment: "",
    secret: "",
    previous: "",
    following: "",
    begins: "",
    code: "",
    origin: "",
    imported: false,
    hints: false,
  };
}
