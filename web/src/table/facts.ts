// Why one move is better than another, in words.

import type { Fact, RoomInfo } from "../generated/wire";
import { currentLanguage, has, t } from "../i18n.svelte";
import { seatName } from "./words";

/** Why a move is better, in whole sentences. */
export function sentences(facts: readonly Fact[] | null, room: RoomInfo, mover: number): string[] {
  const known = (facts ?? []).filter(({ key }) => has(`analysis.fact-${key}`));
  if (!known.length) return [t("analysis.beyond")];
  return known.map((fact) =>
    t(`analysis.fact-${fact.key}`, {
      better: plain(fact.better ?? 0),
      chosen: plain(fact.chosen ?? 0),
      name: seatName(room, fact.seat ?? mover),
    }),
  );
}

function plain(value: number): string {
  const digits = Number.isInteger(value) ? 0 : 1;
  return value.toLocaleString(currentLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
