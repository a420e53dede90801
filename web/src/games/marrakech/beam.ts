/** What is seen of the ways that Assam may go: beams of light, and the squares at their ends. */

import type { Direction, Step } from "../../generated/wire";
import { ahead, angle, back, centre, move, type Point } from "../../table/grid";
import { mouth } from "./geometry";
import type { MarrakechController } from "./controller.svelte";

/** A straight part of the way: from a point, so many units ahead. */
export interface Ray {
  from: Point;
  heading: string;
  length: number;
  /** Whether it begins at Assam himself, as a wedge. */
  first: boolean;
  /** Where the dotted line of this part begins and ends. */
  dots: [Point, Point];
}

export interface Beam {
  rays: Ray[];
  /** The exits of the loops that are lit. */
  exits: string[];
}

/** The longest way of a direction. */
export function wayOf(direction: Direction): Step[] {
  return direction.landings.reduce<Step[]>(
    (longest, landing) => (landing.path.length > longest.length ? landing.path : longest),
    [],
  );
}

/** Cut a way into straight parts at its loops. */
export function beamOf(square: string, direction: Direction): Beam {
  const rays: Ray[] = [];
  const exits: string[] = [];
  let heading = direction.heading;
  let from = centre(square);
  let start = move(from, ahead(heading), 40);
  let last = square;
  let squares = 0;

  function close(byLoop: boolean): void {
    const first = rays.length === 0;
    const length = 100 * squares + (first ? 50 : 0);
    const end = byLoop ? move(from, ahead(heading), length - 2) : centre(last);
    if (length > 0) rays.push({ from, heading, length, first, dots: [start, end] });
  }

  for (const step of wayOf(direction)) {
    if (step.loop !== null) {
      close(true);
      exits.push(step.loop);
      heading = step.heading;
      from = mouth({ square: step.square, side: back(heading) }, 0);
      start = move(from, ahead(heading), 2);
      squares = 0;
    }
    last = step.square;
    squares += 1;
  }
  close(false);
  return { rays, exits };
}

/** The outline of a ray, drawn as if it went to the right from (0, 0). */
export function rayPath(ray: Ray): string {
  if (!ray.first) return `M0 -48H${ray.length - 2}V48H0Z`;
  const wide = Math.min(250, ray.length);
  const half = 20 + (30 * wide) / 250;
  return `M0 -20L${wide} ${-half}H${ray.length}V${half}H${wide}L0 20Z`;
}

export function rayPlace(ray: Ray): string {
  return `translate(${ray.from.x} ${ray.from.y}) rotate(${angle(ray.heading) - 90})`;
}

/** Landings that end on the same square are shown as one. */
export interface Spot {
  square: string;
  slippers: number[];
  weight: number;
  cost: number;
  area: string[];
  /** Whether whoever lands there cannot pay and falls out. */
  out: boolean;
}

export function spotsOf(direction: Direction): Spot[] {
  const spots = new Map<string, Spot>();
  for (const landing of direction.landings) {
    const square = landing.path.at(-1)?.square;
    if (square === undefined) continue;
    const spot = spots.get(square);
    if (spot) {
      spot.slippers.push(landing.slippers);
      spot.weight += landing.weight;
    } else {
      spots.set(square, {
        square,
        slippers: [landing.slippers],
        weight: landing.weight,
        cost: landing.payment?.due ?? 0,
        area: landing.payment?.area ?? [],
        out: landing.out,
      });
    }
  }
  return [...spots.values()];
}

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

export function sightOf(table: MarrakechController): Sight {
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
