/** The end of a round, kept in sight: who laid, which cards were shown, how the nails stood. */

import type { FacirScene, Happening, Nail, Played } from "../../generated/wire";
import { played } from "../played";
import { nailsAfter } from "./after";

export interface RoundEnd {
  story: Played;
  /** As they stood when the round ended. */
  nails: Nail[];
  /** Turns that the round had. */
  turns: number;
}

export function endOf(scene: FacirScene, story: Played): RoundEnd {
  return { story, nails: nailsAfter(scene.nails, story), turns: scene.turns + 1 };
}

/** The last round's end, if nothing has been played since. */
export function lastEnd(log: readonly Happening[]): RoundEnd | null {
  const plays = played(log).filter((story) => story?.kind === "play");
  const last = plays.at(-1);
  if (!last?.shown.length) return null;
  const before = plays.findLastIndex((story, at) => at < plays.length - 1 && story.shown.length > 0);
  const round = plays.slice(before + 1);
  return { story: last, nails: round.reduce(nailsAfter, [] as Nail[]), turns: round.length };
}
