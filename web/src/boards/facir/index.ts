/** The table of Façir. */

import type { FacirScene } from "../../generated/wire";
import type { GameFront, Say } from "../front";
import Board from "./Board.svelte";
import { line, turn } from "./line";
import Result from "./Result.svelte";
import Seats from "./Seats.svelte";
import { FacirTable } from "./table.svelte";
import Turn from "./Turn.svelte";

function progress({ scene }: FacirTable, t: Say): string {
  if (scene.deciding) return t("facir.progress-deciding");
  return t("facir.progress", { round: scene.round, all: scene.rounds });
}

export const front: GameFront<FacirScene, FacirTable> = {
  Board,
  Seats,
  Turn,
  Result,
  statistics: () => import("./Statistics.svelte"),
  line,
  goesOn: () => false,
  turn,
  progress,
  controller: (props) => new FacirTable(props),
};
