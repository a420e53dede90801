// What happened, in words: moves by the game's own lines, the rest by the room's.

import type { GameFront } from "../../boards/front";
import type { Happening, RoomInfo } from "../../generated/wire";
import { t } from "../../i18n";
import { seatName } from "./people";

export interface LogLine {
  number: number;
  seat: number | null;
  text: string;
}

/** Give a happening in words; empty if it is not worth a line. */
export function lineOf(one: Happening, room: RoomInfo, front: GameFront | null): string {
  const name = (seat: number): string => seatName(room, seat);
  if (one.kind === "played") return front ? front.line(one, name, t) : "";
  const who = one.seat === undefined || one.seat === null ? "" : name(one.seat);
  switch (one.kind) {
    case "said":
      return t("room.says", { name: who, phrase: t(`room.phrase-${one.text}`) });
    case "answered":
      return t(one.yes ? "room.log-agreed" : "room.log-declined", { name: who });
    case "asked":
      return t(`room.log-asked-${one.offer}`, { name: who });
    case "created":
      return "";
    case "renamed":
      return t("room.log-renamed", { name: one.text ?? "" });
    default:
      return t(`room.log-${one.kind}`, { name: who });
  }
}

/** Give all lines, the newest first. */
export function linesOf(log: Happening[], room: RoomInfo, front: GameFront | null): LogLine[] {
  const lines = log.map((one) => ({
    number: one.number,
    seat: one.seat !== undefined && one.seat !== null && one.seat >= 0 ? one.seat : storySeat(one),
    text: lineOf(one, room, front),
  }));
  return lines.filter((line) => line.text).reverse();
}

/** Chance has no seat, but what it did concerns one. */
function storySeat(one: Happening): number | null {
  return one.story ? one.story.seat : null;
}
