/** The own card held over the bed, to see where it would fit. It tells nothing but the own card. */

import { on } from "svelte/events";
import type { Own } from "../../generated/wire";
import { ahead, cell, type Point } from "../../table/grid";
import { after, marksAt, spot } from "./geometry";

/** The last column and row, from 0, for the top left corner of a card. */
const LAST = 4;

export class Ghost {
  /** The square under its top left position. */
  place = $state("c3");
  rotation = $state(0);
  /** Whether it follows the pointer, to be put down by the next tap. */
  carried = $state(false);

  #card: string | null = null;

  /** Begin with a new card as it stands, in the middle of the bed. */
  follow(own: Own | null): void {
    const card = own?.card;
    const key = card ? `${card.printed} ${card.rotation}` : null;
    if (key === this.#card || (card && !own.fits.length)) return;
    this.#card = key;
    this.place = "c3";
    this.carried = false;
    const upright = own?.fits.find((fit) => holes(fit.marks[this.place] ?? "") === card?.pattern);
    this.rotation = upright?.rotation ?? 0;
  }

  /** Turn it to the next rotation that makes a difference. */
  turn(own: Own | null, by: number): void {
    const ways = own?.fits.map((fit) => fit.rotation) ?? [];
    const next = (ways.indexOf(this.rotation) + by + ways.length) % ways.length;
    this.rotation = ways[next] ?? this.rotation;
  }

  /** Put it where its middle is nearest to a point, whole on the bed. */
  centre({ x, y }: Point): void {
    const column = within(Math.round((x - 150) / 100));
    const row = within(Math.round((y - 150) / 100));
    this.place = `${String.fromCharCode(97 + column)}${row + 1}`;
  }

  shift(heading: string): void {
    const { x, y } = cell(this.place);
    const way = ahead(heading);
    this.centre({ x: 100 * (x + way.x) + 150, y: 100 * (y + way.y) + 150 });
  }

  /** Whether there is a card to hold here. */
  isHeld(own: Own | null): boolean {
    return marksAt(own, this.place, this.rotation) !== "";
  }

  covers({ x, y }: Point): boolean {
    const corner = cell(this.place);
    const [dx, dy] = [x - 100 * corner.x, y - 100 * corner.y];
    return dx >= 0 && dy >= 0 && dx < 300 && dy < 300;
  }

  /** The marks as they would be after the aimed nail. */
  marks(own: Own | null, source: string | null, target: string | null): string {
    return after(this.place, marksAt(own, this.place, this.rotation), source, target);
  }

  /** What the card says of a square: a mark, or nothing. */
  markAt(marks: string, square: string): string {
    const index = [...marks].findIndex((_, one) => spot(this.place, one) === square);
    return marks.charAt(index);
  }
}

/** How far the pointer must go before the card follows, in units. */
const SLACK = 24;

/** Dragging the card over the bed. A short press without a way is no drag but a tap. */
export class Drag {
  moving = $state(false);

  readonly #ghost: Ghost;
  #from: Point | null = null;
  #dragged = false;
  /** From the pointer to the middle of the card. */
  #grip: Point = { x: 0, y: 0 };

  constructor(ghost: Ghost) {
    this.#ghost = ghost;
  }

  /** While the card is held, the page does not scroll under the finger. */
  readonly holdPage = (element: Element): (() => void) =>
    on(element, "touchmove", (event) => this.#from && event.preventDefault(), { passive: false });

  start(where: Point): void {
    const corner = cell(this.#ghost.place);
    this.#from = where;
    this.#grip = { x: 100 * corner.x + 150 - where.x, y: 100 * corner.y + 150 - where.y };
  }

  /** Follow the pointer; true when the drag has just begun. */
  to(where: Point): boolean {
    if (!this.#from) return false;
    const far = Math.hypot(where.x - this.#from.x, where.y - this.#from.y);
    const begins = !this.moving && far > SLACK;
    if (begins) this.moving = true;
    if (this.moving) this.#ghost.centre({ x: where.x + this.#grip.x, y: where.y + this.#grip.y });
    return begins;
  }

  /** Let go. */
  end(): void {
    this.#dragged = this.moving;
    this.moving = false;
    this.#from = null;
  }

  /** Whether the click that comes now only ends a drag; after one by finger none comes. */
  swallows(): boolean {
    const dragged = this.#dragged;
    this.#dragged = false;
    return dragged;
  }
}

function within(line: number): number {
  return Math.min(LAST, Math.max(0, line));
}

/** The holes of a card, as they are written in patterns. */
function holes(marks: string): string {
  return marks.replace(/[tp]/g, "o").replace(/x/g, ".");
}
