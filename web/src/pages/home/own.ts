// A game of this browser in words: who plays, how far it is, and for whom the table waits.

import type { OwnGame } from "../../generated/wire";
import { t } from "../../i18n";
import { levelName } from "../../table/words";

/** Return the players: people by their names, bots counted by their level. */
export function peopleOf(game: OwnGame): string {
  const bots = new Map<string, number>();
  game.names.forEach((name, seat) => {
    const level = game.levels[seat];
    if (!name && level) bots.set(level, (bots.get(level) ?? 0) + 1);
  });
  const counted = [...bots].map(([level, count]) =>
    t("home.bots", { count, level: levelName(level) }),
  );
  return [...game.names.filter(Boolean), ...counted].join(", ");
}

/** Return the one whose move is missing; empty if nobody's is. */
export function waitedFor(game: OwnGame): string {
  if (game.to_act === null) return "";
  const level = game.levels[game.to_act];
  return game.names[game.to_act] || (level ? t("home.a-bot", { level: levelName(level) }) : "");
}
