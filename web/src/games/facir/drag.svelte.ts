/** Dragging the card over the bed. A short press without a way is no drag but a tap. */

import { on } from "svelte/events";
import { cell, type Point } from "../../table/grid";
import type { Ghost } from "./ghost.svelte";

/** How far the pointer must go before the card follows, in units. */
const SLACK = 24;

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
