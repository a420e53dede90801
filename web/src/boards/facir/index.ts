/** The table of Façir. */

import type { FacirScene } from "../../generated/wire";
import type { GameFront } from "../front";
import Board from "./Board.svelte";
import { line, turn } from "./line";
import Result from "./Result.svelte";
import Seats from "./Seats.svelte";
import { FacirTable } from "./table.svelte";
import Turn from "./Turn.svelte";

export const front: GameFront<FacirScene, FacirTable> = {
  Board,
  Seats,
  Turn,
  Result,
  statistics: () => import("./Statistics.svelte"),
  line,
  goesOn: () => false,
  turn,
  controller: (props) => new FacirTable(props),
};
