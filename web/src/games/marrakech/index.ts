/** The table of Marrakech. */

import type { MarrakechScene } from "../../generated/wire";
import type { GameFront } from "../../table/front";
import Board from "./Board.svelte";
import EndScene from "./EndScene.svelte";
import { lead } from "./finale.svelte";
import { line, goesOn, moveText, turn, past, squares } from "./words";
import Result from "./Result.svelte";
import Seats from "./Seats.svelte";
import { MarrakechController } from "./controller.svelte";
import Turn from "./Turn.svelte";

export const front: GameFront<MarrakechScene, MarrakechController> = {
  Board,
  Seats,
  Turn,
  Result,
  End: EndScene,
  lead,
  statistics: () => import("./Statistics.svelte"),
  line,
  goesOn,
  turn,
  move: moveText,
  squares,
  past,
  controller: (props) => new MarrakechController(props),
};
