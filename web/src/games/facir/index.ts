/** The table of Façir. */

import type { FacirScene } from "../../generated/wire";
import type { GameFront } from "../../table/front";
import Board from "./Board.svelte";
import EndScene from "./EndScene.svelte";
import { line, moveText, turn, past, pause, squares } from "./words";
import Result from "./Result.svelte";
import Seats from "./Seats.svelte";
import OwnPanel from "./parts/OwnPanel.svelte";
import { FacirController } from "./controller.svelte";
import Turn from "./Turn.svelte";

export const front: GameFront<FacirScene, FacirController> = {
  Board,
  Seats,
  Turn,
  Own: OwnPanel,
  Result,
  End: EndScene,
  statistics: () => import("./Statistics.svelte"),
  line,
  goesOn: () => false,
  turn,
  move: moveText,
  squares,
  past,
  pause,
  controller: (props) => new FacirController(props),
};
