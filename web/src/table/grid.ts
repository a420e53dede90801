/**
 * Where the squares are on a drawn board, and how pointers and arrow keys find them. One is 100 units
 * wide; a1 is at the top left.
 */

import geometry from "../generated/geometry.json";
import { tick } from "svelte";

export interface Point {
  x: number;
  y: number;
}

export const SQUARES: readonly string[] = geometry.squares;
export const ROWS: readonly (readonly string[])[] = Array.from(
  { length: geometry.size },
  (_, row) => SQUARES.slice(geometry.size * row, geometry.size * (row + 1)),
);
/** The board's edge in units. */
export const EDGE = 100 * geometry.size;

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

/** The size of the names at the edge of a board so wide, in units: small, but always readable. */
export function nameSize(width: number, margin: number): number {
  return Math.max(15, (11.5 * (EDGE + 2 * margin)) / Math.max(1, width));
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

const NAMED = new RegExp(SQUARES.join("|"), "g");

/** The squares that a move names, in its order. */
export function squaresIn(move: string): string[] {
  return move.match(NAMED) ?? [];
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

const ARROWS: Record<string, string> = {
  ArrowUp: "N",
  ArrowRight: "E",
  ArrowDown: "S",
  ArrowLeft: "W",
};

/** The point of a picture under a pointer, in the picture's own units; far outside if it has none. */
export function pointOf(picture: SVGSVGElement | undefined, event: MouseEvent): Point {
  const matrix = picture?.getScreenCTM();
  if (!matrix) return { x: -1000, y: -1000 };
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** Whether nothing has the focus: a page that was just opened, or a heading that keeps it. */
export function isNowhere(): boolean {
  return document.activeElement?.matches("body, #app, h2") ?? true;
}

/** Give the focus to a square, once the page has drawn it as the one that can have it. */
export async function focusSquare(
  picture: SVGSVGElement | undefined,
  square: string,
): Promise<void> {
  await tick();
  picture?.querySelector<SVGElement>(`#square-${square}`)?.focus();
}

/** Where an arrow key points; undefined for any other key. */
export function headingOf(key: string): string | undefined {
  return ARROWS[key];
}

/** Whether a key belongs to the browser, because another one is held down with it. */
export function isCommand({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** The next square that way; at the edge of the board, the same one. */
export function walk(cursor: string, heading: string): string {
  return neighbour(cursor, heading) ?? cursor;
}

/** The end of a row or column that a key jumps to; null for any other key. */
export function jump(cursor: string, key: string): string | null {
  const [column, row] = [cursor.charAt(0), cursor.slice(1)];
  const first = SQUARES[0] ?? cursor;
  const last = SQUARES.at(-1) ?? cursor;
  if (key === "Home") return first.charAt(0) + row;
  if (key === "End") return last.charAt(0) + row;
  if (key === "PageUp") return column + first.slice(1);
  if (key === "PageDown") return column + last.slice(1);
  return null;
}
