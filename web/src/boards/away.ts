import type { TableProps } from "./front";

type Seen = Pick<TableProps, "room" | "held" | "online" | "replay">;

/** Whether a seat belongs to somebody who is not there, and nobody plays for them now. */
export function isAway({ room, held, online, replay }: Seen, seat: number): boolean {
  const info = room.seats[seat];
  if (replay || info?.kind !== "person") return false;
  if (info.stand_in && info.waits === null) return false;
  return !held.includes(seat) && !online.includes(seat);
}
