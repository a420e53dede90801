/** The table of Marrakech. */

import type { MarrakechScene } from "../../generated/wire";
import type { GameFront } from "../front";
import Board from "./Board.svelte";
import { line } from "./line";
import Result from "./Result.svelte";
import Seats from "./Seats.svelte";
import { MarrakechTable } from "./table.svelte";
import Turn from "./Turn.svelte";
import { goesOn, turn } from "./turns";

export const front: GameFront<MarrakechScene, MarrakechTable> = {
  Board,
  Seats,
  Turn,
  Result,
  statistics: () => import("./Statistics.svelte"),
  line,
  goesOn,
  turn,
  controller: (props) => new MarrakechTable(props),
};
