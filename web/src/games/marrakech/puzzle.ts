/** Puzzles of Marrakech: which moves there are, where, and what they are called. */

import type { Direction, MarrakechChange, MarrakechScene, Place } from "../../generated/wire";
import { t } from "../../i18n.svelte";
import type { PuzzleFront } from "../../table/front";
import { ahead, between, centre, move as shift } from "../../table/grid";
import Ask from "./Puzzle.svelte";
import type { MarrakechController } from "./controller.svelte";

function way(scene: MarrakechScene, move: string): Direction | undefined {
  return scene.directions.find((one) => one.move === move);
}

function place(scene: MarrakechScene, move: string): Place | undefined {
  return scene.places.find((one) => one.move === move);
}

export const puzzle: PuzzleFront<MarrakechScene, MarrakechController> = {
  Ask,
  moveName(scene, move) {
    const heading = way(scene, move)?.heading;
    return heading
      ? t(`marrakech.way-${heading}`)
      : (place(scene, move)?.squares.join(" – ") ?? "");
  },
  spot(scene, move) {
    const squares = place(scene, move)?.squares;
    if (squares) return between(...squares);
    return shift(centre(scene.square), ahead(way(scene, move)?.heading ?? ""), 88);
  },
  places: ({ directions, places }) => [
    ...directions.map(({ move }) => move),
    ...places.filter(({ reason }) => reason === null).map(({ move }) => move),
  ],
  placeOf: (move) => move,
  square(scene, move) {
    const first = way(scene, move)?.landings[0]?.path[0];
    return place(scene, move)?.squares[0] ?? first?.square ?? "";
  },
  without: (scene, gone) => ({
    ...scene,
    directions: scene.directions.filter(({ move }) => !gone.has(move)),
    places: scene.places.filter(({ move }) => !gone.has(move)),
  }),
  after(scene, changed) {
    const { rug, ...change } = changed as MarrakechChange;
    const rugs = rug ? [...scene.rugs, rug] : scene.rugs;
    return { ...scene, ...change, rugs, directions: [], places: [] };
  },
  takeBack(table, move) {
    const { scene, still } = table;
    const squares = place(scene, move)?.squares;
    table.aim.clear();
    if (squares && scene.colour && !still)
      void table.show.rollUp({ colour: scene.colour, squares });
  },
};
