// What will be played at a table, in a few words: how many, how long, by which variants.

import catalog from "../../generated/catalog.json";
import type { RoomInfo } from "../../generated/wire";
import { has, t } from "../../i18n";
import { CLOCKS } from "../home/plan.svelte";
import { levelName } from "../../table/words";

/** Return what somebody wants to know before sitting down. */
export function termsOf(room: RoomInfo): string[] {
  const game = catalog.games.find((one) => one.name === room.game);
  const variants = (game?.settings ?? [])
    .filter(({ name, default: usual }) => name in room.setup && room.setup[name] !== usual)
    .map(({ name }) => variant(name, room.setup[name]));
  const players = t("room.players", { count: room.seats.length });
  const manual = room.manual ? [t("home.manual")] : [];
  return [players, clockOf(room), ...variants, ...manual, ...standInOf(room)];
}

/** Who may sit in for whom: only where people sit who could miss each other. */
function standInOf(room: RoomInfo): string[] {
  const people = room.seats.filter((one) => one.kind !== "bot").length;
  return people > 1 ? [t("room.with-stand-in", { level: levelName(room.stand_in) })] : [];
}

function clockOf({ clock }: RoomInfo): string {
  if (!clock) return t("home.clock-none");
  const [initial, increment] = [clock["initial"] ?? 0, clock["increment"] ?? 0].map(
    (ms) => ms / 1000,
  );
  const known = CLOCKS.find((one) => one.initial === initial && one.increment === increment);
  if (known) return t(`home.clock-${known.name}`);
  const minutes = Math.round((initial ?? 0) / 6) / 10;
  return t("room.clock", { minutes, seconds: increment ?? 0 });
}

function variant(name: string, value: unknown): string {
  const key = `room.with-${name}-${value === null ? "none" : String(value)}`;
  return has(key) ? t(key) : `${t(`home.set-${name}`)}: ${String(value)}`;
}
