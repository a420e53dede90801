/** The nine positions of a card and the squares under them. */

import type { Own } from "../../generated/wire";
import { cell, type Point } from "../../table/grid";

/** The middle of a position, in units of a card 300 wide. */
export function position(index: number): Point {
  return { x: 100 * (index % 3) + 50, y: 100 * Math.floor(index / 3) + 50 };
}

/** The square under a position of a card whose top left one is at `place`. */
export function spot(place: string, index: number): string {
  const { x, y } = cell(place);
  return String.fromCharCode(97 + x + (index % 3)) + (y + 1 + Math.floor(index / 3));
}

/** Whether a square lies right below a card whose top left position is at `place`. */
export function isBelow(place: string, square: string | null): boolean {
  return square !== null && [9, 10, 11].some((index) => spot(place, index) === square);
}

const FILLED: Record<string, string> = { p: "t", ".": "x" };
const EMPTIED: Record<string, string> = { t: "p", x: "." };

/** How the own card matches the nails, turned so, with its top left position at `place`. */
export function marksAt(own: Own | null, place: string, rotation: number): string {
  return own?.fits.find((fit) => fit.rotation === rotation)?.marks[place] ?? "";
}

/** The marks of a card with one nail gone from `source` and one more at `target`. */
export function after(
  place: string,
  marks: string,
  source: string | null,
  target: string | null,
): string {
  return [...marks]
    .map((mark, index) => {
      const square = spot(place, index);
      if (square === target) return FILLED[mark] ?? mark;
      return square === source && target !== null ? (EMPTIED[mark] ?? mark) : mark;
    })
    .join("");
}

export function count(marks: string, mark: string): number {
  return [...marks].filter((one) => one === mark).length;
}
