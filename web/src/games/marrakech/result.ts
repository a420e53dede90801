/** The order at the end of a game, and the words that explain it. */

import type { MarrakechScene, RoomInfo, Stall } from "../../generated/wire";
import { t } from "../../i18n.svelte";

export interface Row {
  stall: Stall;
  rank: number;
}

/** Return all stalls, the best first. */
export function places(scene: MarrakechScene): Row[] {
  const found: Row[] = [];
  for (const group of scene.ranking) {
    const rank = found.length + 1;
    for (const seat of group) {
      const stall = scene.stalls[seat];
      if (stall) found.push({ stall, rank });
    }
  }
  return found;
}

/** Return the rules that are needed to understand the order. */
export function tieWords(scene: MarrakechScene, room: RoomInfo): string[] {
  const rows = places(scene);
  const equal = rows.filter(({ stall }, i) => {
    const above = rows[i - 1]?.stall;
    return above && !stall.fallen && above.score === stall.score && room.forfeited === null;
  });
  const decided = equal.some(({ stall, rank }) =>
    rows.some((row) => row.rank < rank && row.stall.score === stall.score),
  );
  const shared = (scene.ranking[0]?.length ?? 0) > 1;
  return [
    ...(decided ? [t("marrakech.result-tie")] : []),
    ...(shared ? [t("marrakech.result-shared")] : []),
  ];
}
