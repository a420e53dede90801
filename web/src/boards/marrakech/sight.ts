/** What the board shows of a decision that is to be made here. */

import type { Direction } from "../../generated/wire";
import { beamOf, spotsOf, type Beam, type Spot } from "./beam";
import type { MarrakechTable } from "./table.svelte";

export interface Sight {
  /** Whether Assam is to be turned now, by somebody at this browser. */
  turning: boolean;
  /** Whether a rug is to be laid now, by somebody at this browser. */
  laying: boolean;
  way: Direction | null;
  beam: Beam | null;
  spots: Spot[];
  /** The area that the landing under the pointer costs, else the dearest one. */
  owed: string[];
}

export function sightOf(table: MarrakechTable): Sight {
  const { scene, aim } = table;
  const turning = table.mine && scene.phase === "turn";
  const laying = table.mine && scene.phase === "lay";
  const way = turning || table.asksChance ? aim.direction(scene) : null;
  const spots = way ? spotsOf(way) : [];
  const dear = spots.filter((spot) => spot.cost > 0).sort((a, b) => b.cost - a.cost);
  const owed = dear.find((spot) => spot.square === aim.spot) ?? dear[0];
  return {
    turning,
    laying,
    way,
    beam: way ? beamOf(scene.square, way) : null,
    spots,
    owed: owed?.area ?? [],
  };
}
