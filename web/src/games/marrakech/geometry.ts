/** The market: the die, the arrow loops around it, and how rugs lie askew. */

import geometry from "../../generated/geometry.json";
import type { Step } from "../../generated/wire";
import { ahead, back, centre, move, type Point } from "../../table/grid";

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
