// Where the thing is that an explanation is about, in pixels from the corner of the page's frame.

import type { Point } from "../../table/grid";
import { ahead } from "../../table/grid";

export interface Spot extends Point {
  /** The radius of a ring round it; 0 for none. */
  r: number;
}

/** How far outside the board a loop runs, and how far along, in squares. */
const LOOP = 0.42;
const LOOP_NEXT = 0.5;

/** Return the middle of a square (`d4`), or of the loop at its edge (`g2E`). */
export function spotOf(main: Element, point: string, frame: DOMRect): Spot | null {
  const square = box(main, point.slice(0, 2));
  if (!square) return null;
  const middle = { x: square.x + square.width / 2, y: square.y + square.height / 2 };
  const heading = point.slice(2);
  const way = ahead(heading);
  // A loop leads to the next row or column.
  const next = heading ? LOOP_NEXT : 0;
  const out = heading ? 0.5 + LOOP : 0;
  return {
    x: middle.x - frame.x + square.width * (out * way.x + next * Math.abs(way.y)),
    y: middle.y - frame.y + square.height * (out * way.y + next * Math.abs(way.x)),
    r: heading ? 0 : 0.56 * square.width,
  };
}

function box(main: Element, square: string): DOMRect | null {
  return main.querySelector(`#square-${square} > rect`)?.getBoundingClientRect() ?? null;
}
