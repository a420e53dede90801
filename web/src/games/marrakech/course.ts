/** How a finished game went: the scores from turn to turn, and what stood out. */

import type { MarrakechScene, Replay, Rolled, Stall } from "../../generated/wire";
import { isOurs } from "./words";

export const MEASURES = ["score", "cash", "squares"] as const;
export type Measure = (typeof MEASURES)[number];

/** Return the stalls before the first turn and after each one. */
export function stallsByTurn(game: Replay): Stall[][] {
  const scenes = game.plies
    .filter(({ happening }, at) => happening.story?.kind === "lay" || at === game.plies.length - 1)
    .map(({ scene }) => scene);
  return [game.start, ...scenes].map((scene) => (scene as MarrakechScene).stalls);
}

/** Return one line of numbers for each seat. */
export function seriesOf(turns: Stall[][], measure: Measure): number[][] {
  return (turns[0] ?? []).map((_, seat) => turns.map((stalls) => stalls[seat]?.[measure] ?? 0));
}

export interface Biggest {
  story: Rolled;
  /** The move after which it is seen. */
  ply: number;
}

/** Return the walk that cost the most, the first of its kind. */
export function biggestPayment(game: Replay): Biggest | null {
  let found: Biggest | null = null;
  game.plies.forEach(({ happening: { story } }, at) => {
    if (!isOurs(story) || story.kind !== "roll") return;
    const paid = story.payment?.paid ?? 0;
    if (paid > (found?.story.payment?.paid ?? 0)) found = { story, ply: at + 1 };
  });
  return found;
}

/** Count how often somebody else takes the lead; a tie leaves it where it was. */
export function changesOfLead(turns: Stall[][]): number {
  let leader = -1;
  let changes = 0;
  for (const stalls of turns) {
    const most = Math.max(...stalls.map((stall) => stall.score));
    const first = stalls.filter((stall) => stall.score === most);
    const ahead = first.length === 1 ? first[0]!.seat : leader;
    if (leader >= 0 && ahead !== leader) changes += 1;
    leader = ahead;
  }
  return changes;
}
