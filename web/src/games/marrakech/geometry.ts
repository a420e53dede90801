/**
 * The market: the die, the arrow loops around it, how rugs lie askew, and the beams of light that show
 * the ways that Assam may go.
 */

import geometry from "../../generated/geometry.json";
import type { Step, Direction } from "../../generated/wire";
import { ahead, back, centre, move, type Point, angle } from "../../table/grid";
import type { MarrakechController } from "./controller.svelte";

export const DIE: readonly { slippers: number; weight: number }[] = geometry.die;
export const FACES = DIE.reduce((sum, face) => sum + face.weight, 0);
/** How far from the edge the arrow loops begin; the arrowheads fill the gap. */
export const MOUTH = 16;

/** One of the 28 ends of the arrow loops: a square at the edge and the side it is left by. */
interface Mouth {
  square: string;
  side: string;
}

/** Where a mouth is, a given distance outside the board. */
export function mouth({ square, side }: Mouth, out: number): Point {
  return move(centre(square), ahead(side), 50 + out);
}

/** Every mouth, for the arrowheads. */
export const MOUTHS: readonly Mouth[] = geometry.loops.map((loop) => ({
  square: loop.square,
  side: loop.heading,
}));

/** Every loop once, named by the exit that comes first in the table. */
export const LOOPS = geometry.loops
  .map((loop) => ({
    exit: loop.exit,
    otherExit: loop.to + back(loop.toHeading),
    from: { square: loop.square, side: loop.heading },
    to: { square: loop.to, side: back(loop.toHeading) },
  }))
  .filter((loop) => loop.exit < loop.otherExit);

function at({ x, y }: Point): string {
  return `${x} ${y}`;
}

/** The rope of a loop from mouth to mouth, reaching `out` units from the board. */
export function loopPath(from: Mouth, to: Mouth, out: number): string {
  const start = mouth(from, MOUTH);
  const end = mouth(to, MOUTH);
  if (from.side === to.side) {
    // A cubic curve reaches three quarters of the way to its handles.
    const reach = (out - MOUTH / 4) / 0.75;
    return `M${at(start)}C${at(mouth(from, reach))} ${at(mouth(to, reach))} ${at(end)}`;
  }
  const round = Math.min(28, out - MOUTH);
  const outward = ahead(from.side);
  const inward = ahead(to.side);
  const first = mouth(from, out);
  const last = mouth(to, out);
  const corner = move(
    first,
    inward,
    Math.abs(inward.x * (last.x - first.x) + inward.y * (last.y - first.y)),
  );
  return [
    `M${at(start)}L${at(move(first, outward, -round))}Q${at(first)} ${at(move(first, inward, round))}`,
    `L${at(move(corner, inward, -round))}Q${at(corner)} ${at(move(corner, outward, -round))}`,
    `L${at(move(last, outward, round))}Q${at(last)} ${at(move(last, inward, -round))}L${at(end)}`,
  ].join("");
}

/** The way of one step from the middle of a square to the middle of the next. */
export function stepPath(from: string, step: Step, out: number): string {
  if (step.loop === null) return `M${at(centre(from))}L${at(centre(step.square))}`;
  const exit = { square: from, side: step.loop.slice(-1) };
  const entry = { square: step.square, side: back(step.heading) };
  const rope = loopPath(exit, entry, out).replace("M", "L");
  return `M${at(centre(from))}${rope}L${at(centre(step.square))}`;
}

/** A number in -1..1 that looks random and is always the same. */
function noise(number: number, salt: number): number {
  const wave = Math.sin(12.9898 * (number + 1) + 78.233 * salt) * 43758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
}

/** How a rug lies askew, by its number in the order of laying. */
export function jitter(number: number): Point & { tilt: number } {
  return { x: 1.2 * noise(number, 1), y: 1.2 * noise(number, 2), tilt: 0.9 * noise(number, 3) };
}

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
