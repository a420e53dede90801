// Who sits at a table and how far it is, in words and signs.

import catalog from "../generated/catalog.json";
import type { RoomInfo } from "../generated/wire";
import { t } from "../i18n";
import { coloursOf, type Colour } from "../art/colours";
import type { TableProps } from "./front";

/** The colours of a seat: one, or two. */
export function seatColours(room: RoomInfo, seat: number): Colour[] {
  const all = room.setup["colours"] as string | string[] | undefined;
  return coloursOf(all?.[seat] ?? "rybn"[seat] ?? "");
}

/** What to call a seat: the player's name, or the bot's level and letter. */
export function seatName(room: RoomInfo, seat: number): string {
  const found = room.seats[seat];
  if (found?.name) return found.name;
  if (found?.kind !== "bot") return t("room.someone", { number: seat + 1 });
  const colour = seatColours(room, seat)[0] ?? "r";
  const letter = t(`pieces.letter-${colour}`);
  return t("room.bot-name", { level: levelName(found.level), letter });
}

export function levelName(level: string): string {
  return (catalog.levels as string[]).includes(level) ? t(`app.level-${level}`) : level;
}

export function gameTitle(room: RoomInfo): string {
  return catalog.games.find((one) => one.name === room.game)?.title ?? room.game;
}

export function hasSecrets(room: RoomInfo): boolean {
  return catalog.games.find((one) => one.name === room.game)?.secrets ?? true;
}

/** How far a game is, in words; empty if that is not known. */
export function progressText(game: string, [at, all]: readonly number[]): string {
  if (at === undefined || all === undefined) return "";
  if (game === "marrakech") return t("marrakech.progress", { rug: at, all });
  if (at > all) return t("facir.progress-deciding");
  return t("facir.progress", { round: at, all });
}

type Seen = Pick<TableProps, "room" | "held" | "online" | "replay">;

/** Whether a seat belongs to somebody who is not there, and nobody plays for them now. */
export function isAway({ room, held, online, replay }: Seen, seat: number): boolean {
  const info = room.seats[seat];
  if (replay || info?.kind !== "person") return false;
  if (info.stand_in && info.waits === null) return false;
  return !held.includes(seat) && !online.includes(seat);
}
