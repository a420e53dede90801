// Who sits at a table, how far it is, and why a move is better, in words and signs.

import catalog from "../generated/catalog.json";
import type { RoomInfo, Fact } from "../generated/wire";
import { has, t } from "../i18n.svelte";
import { coloursOf, type Colour } from "../art/colours";
import type { TableProps } from "./front";
import { botAt, botName, levelName } from "./people";

/** The colours of a seat: one, or two. */
export function seatColours(room: RoomInfo, seat: number): Colour[] {
  const all = room.setup["colours"] as string | string[] | undefined;
  return coloursOf(all?.[seat] ?? "rybn"[seat] ?? "");
}

/** What to call a seat: the player's name, or the bot's. */
export function seatName(room: RoomInfo, seat: number): string {
  const found = room.seats[seat];
  if (found?.name) return found.name;
  if (found?.kind !== "bot") return t("room.someone", { number: seat + 1 });
  const bot = botAt(room, seat);
  if (!bot) return levelName(found.level);
  const colour = seatColours(room, seat)[0] ?? "r";
  return botName(bot, t(`pieces.letter-${colour}`));
}

export function gameTitle(room: RoomInfo): string {
  return catalog.games.find((one) => one.name === room.game)?.title ?? room.game;
}

/** A variant of the rules in a few words, as far as it is not the usual one. */
export function variantText(name: string, value: unknown): string {
  const key = `room.with-${name}-${value === null ? "none" : String(value)}`;
  return has(key) ? t(key) : `${t(`home.set-${name}`)}: ${String(value)}`;
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

type Seated = Seen & Pick<TableProps, "thinking">;

/** Who is at a seat, and whether they act; `doing` is what the game itself calls what they do. */
export function seatStatus(props: Seated, seat: number, acts: boolean, doing = ""): string {
  const { room, held, online, thinking, replay } = props;
  const info = room.seats[seat];
  // With several seats at one device nobody is "you".
  const you = held.length === 1 && held[0] === seat;
  if (thinking === seat) return t("room.seat-thinking");
  if (acts && isAway(props, seat)) return t("room.seat-moves-away");
  if (doing) return doing;
  if (acts) return t(you ? "room.seat-you-move" : "room.seat-moves");
  if (you) return t("room.seat-you");
  if (info?.level) {
    const level = levelName(info.level);
    return info.stand_in ? t("room.seat-stand-in", { level }) : level;
  }
  if (replay) return ""; // who is there now does not matter for a game that was
  if (info?.left) return t("room.seat-left");
  return t(held.includes(seat) || online.includes(seat) ? "room.seat-here" : "room.seat-away");
}

type Seen = Pick<TableProps, "room" | "held" | "online" | "replay">;

/** Whether a seat belongs to somebody who is not there, and nobody plays for them now. */
export function isAway({ room, held, online, replay }: Seen, seat: number): boolean {
  const info = room.seats[seat];
  if (replay || info?.kind !== "person") return false;
  if (info.stand_in && info.waits === null) return false;
  return !held.includes(seat) && !online.includes(seat);
}

/** Why a move is better, in whole sentences. */
export function sentences(facts: readonly Fact[] | null, room: RoomInfo, mover: number): string[] {
  const known = (facts ?? []).filter(({ key }) => has(`analysis.fact-${key}`));
  if (!known.length) return [t("analysis.beyond")];
  return known.map((fact) =>
    t(`analysis.fact-${fact.key}`, {
      better: fact.better ?? 0,
      chosen: fact.chosen ?? 0,
      name: seatName(room, fact.seat ?? mover),
    }),
  );
}
