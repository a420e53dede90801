/** The table of Marrakech. */

import type { MarrakechScene } from "../../generated/wire";
import type { GameFront, Say } from "../front";
import Board from "./Board.svelte";
import { line } from "./line";
import Result from "./Result.svelte";
import Seats from "./Seats.svelte";
import { MarrakechTable } from "./table.svelte";
import Turn from "./Turn.svelte";
import { goesOn, turn } from "./turns";

/** The rugs that lie, and those that will: whoever is out lays no more. */
function progress({ scene }: MarrakechTable, t: Say): string {
  const left = scene.stalls
    .filter((stall) => !stall.fallen)
    .flatMap((stall) => Object.values(stall.rugs))
    .reduce((sum, count) => sum + count, 0);
  const all = scene.rugs.length + left;
  return t("marrakech.progress", { rug: Math.min(all, scene.rugs.length + 1), all });
}

export const front: GameFront<MarrakechScene, MarrakechTable> = {
  Board,
  Seats,
  Turn,
  Result,
  statistics: () => import("./Statistics.svelte"),
  line,
  goesOn,
  turn,
  progress,
  controller: (props) => new MarrakechTable(props),
};
