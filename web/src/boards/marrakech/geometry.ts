/** Where things are on the drawn board. One square is 100 units wide; a1 is at the top left. */

import geometry from "../../generated/geometry.json";
import type { Step } from "../../generated/wire";

export interface Point {
  x: number;
  y: number;
}

export const SQUARES: readonly string[] = geometry.squares;
export const DIE: readonly { slippers: number; weight: number }[] = geometry.die;
export const FACES = DIE.reduce((sum, face) => sum + face.weight, 0);
/** The board's edge in units. */
export const EDGE = 100 * geometry.size;
/** How far from the edge the arrow loops begin; the arrowheads fill the gap. */
export const MOUTH = 16;

const AHEAD: Record<string, Point> = {
  N: { x: 0, y: -1 },
  E: { x: 1, y: 0 },
  S: { x: 0, y: 1 },
  W: { x: -1, y: 0 },
};
const ANGLES: Record<string, number> = { N: 0, E: 90, S: 180, W: 270 };
const BACK: Record<string, string> = { N: "S", E: "W", S: "N", W: "E" };

export function ahead(heading: string): Point {
  return AHEAD[heading] ?? { x: 0, y: 0 };
}

/** Degrees clockwise from looking up. */
export function angle(heading: string): number {
  return ANGLES[heading] ?? 0;
}

export function back(heading: string): string {
  return BACK[heading] ?? heading;
}

export function cell(square: string): Point {
  return { x: square.charCodeAt(0) - 97, y: Number(square.slice(1)) - 1 };
}

export function centre(square: string): Point {
  const { x, y } = cell(square);
  return { x: 100 * x + 50, y: 100 * y + 50 };
}

/** The point between two squares: the seam of a rug. */
export function between(first: string, second: string): Point {
  const a = centre(first);
  const b = centre(second);
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function move(from: Point, along: Point, far: number): Point {
  return { x: from.x + far * along.x, y: from.y + far * along.y };
}

/** The square at a point, or null outside the board. */
export function squareAt({ x, y }: Point): string | null {
  if (x < 0 || y < 0 || x >= EDGE || y >= EDGE) return null;
  return String.fromCharCode(97 + Math.floor(x / 100)) + (Math.floor(y / 100) + 1);
}

export function neighbour(square: string, heading: string): string | null {
  return squareAt(move(centre(square), ahead(heading), 100));
}

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

/** The sides of an area of squares that no other square of it shares. */
export function areaOutline(area: readonly string[]): string {
  const inside = new Set(area);
  return area
    .flatMap((square) => {
      const { x, y } = cell(square);
      const sides: Record<string, string> = {
        N: `M${100 * x} ${100 * y}h100`,
        E: `M${100 * x + 100} ${100 * y}v100`,
        S: `M${100 * x} ${100 * y + 100}h100`,
        W: `M${100 * x} ${100 * y}v100`,
      };
      return Object.entries(sides)
        .filter(([heading]) => !inside.has(neighbour(square, heading) ?? ""))
        .map(([, line]) => line);
    })
    .join("");
}

/** Four corner marks inside a square. */
export function corners(square: string): string {
  const { x, y } = cell(square);
  const [left, top, right, bottom] = [100 * x + 7, 100 * y + 7, 100 * x + 93, 100 * y + 93];
  return [
    `M${left} ${top + 20}V${top}H${left + 20}M${right} ${top + 20}V${top}H${right - 20}`,
    `M${left} ${bottom - 20}V${bottom}H${left + 20}M${right} ${bottom - 20}V${bottom}H${right - 20}`,
  ].join("");
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
