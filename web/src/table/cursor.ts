/** Where a pointer is on a drawn board, and how the arrow keys walk over its squares. */

import { tick } from "svelte";
import { SQUARES, neighbour, type Point } from "./grid";

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
