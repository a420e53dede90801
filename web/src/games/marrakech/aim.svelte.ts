/** What the player points at before they commit, also by keys: a way for Assam, a place for the rug. */

import type { Direction, MarrakechScene, Place } from "../../generated/wire";
import {
  ahead,
  between,
  centre,
  neighbour,
  squareAt,
  type Point,
  headingOf,
  isCommand,
  jump,
  walk,
} from "../../table/grid";
import type { MarrakechController } from "./controller.svelte";

/** How near to a seam a tap must be to mean its pill. */
const PILL = 29;

/** Why a tap led to nothing: a key under `marrakech.why-`. */
export type Refusal = string;

export class Aim {
  /** The heading that was chosen; null leaves Assam as he stands. */
  heading = $state<string | null>(null);
  place = $state.raw<Place | null>(null);
  /** The first of two squares, when they are tapped one after the other. */
  first = $state<string | null>(null);
  hover = $state.raw<Place | null>(null);
  /** The landing square under the pointer. */
  spot = $state<string | null>(null);
  refusal = $state<Refusal | null>(null);
  /** Whether a way must be chosen first: else Assam goes as he stands. */
  asks = false;

  clear(): void {
    this.heading = null;
    this.place = null;
    this.first = null;
    this.hover = null;
    this.spot = null;
    this.refusal = null;
  }

  /** The direction that would be committed. */
  direction(scene: MarrakechScene): Direction | null {
    const ways = scene.directions;
    const chosen = ways.find((way) => way.heading === this.heading);
    if (!chosen && this.asks) return null;
    return chosen ?? ways.find((way) => way.heading === scene.heading) ?? ways[0] ?? null;
  }

  /** Aim along a heading; false if Assam cannot be turned so. */
  along(scene: MarrakechScene, heading: string): boolean {
    const possible = scene.directions.some((way) => way.heading === heading);
    this.refusal = possible ? null : "turns-back";
    if (possible) this.heading = heading;
    return possible;
  }

  /** Aim at a place, or say why it is none. */
  at(place: Place): boolean {
    this.first = null;
    this.refusal = place.reason;
    this.place = place.reason === null ? place : null;
    return place.reason === null;
  }

  /** Go to the next or the previous possible place. */
  step(scene: MarrakechScene, by: number): void {
    const open = scene.places.filter((place) => place.reason === null);
    const now = open.findIndex((place) => place.move === this.place?.move);
    const next = now < 0 ? (by > 0 ? 0 : open.length - 1) : (now + by + open.length) % open.length;
    const place = open[next];
    if (place) this.at(place);
  }

  /** Tap a square while a rug is to be laid: the first tap picks it, the second its partner. */
  tap(scene: MarrakechScene, square: string): boolean {
    const pair = scene.places.find(
      ({ squares }) =>
        this.first !== null && squares.includes(this.first) && squares.includes(square),
    );
    if (pair && square !== this.first) return this.at(pair);
    const here = scene.places.filter(({ squares }) => squares.includes(square));
    const open = here.filter((place) => place.reason === null);
    this.place = null;
    if (open.length === 1 && open[0] && here.length === 1) return this.at(open[0]);
    this.first = here.length > 0 && square !== this.first ? square : null;
    this.refusal =
      here.length > 0 ? null : square === scene.square ? "on-assam" : "not-beside-assam";
    return false;
  }
}

/** The squares that still make sense to tap. */
export function candidates(scene: MarrakechScene, first: string | null): string[] {
  const open = scene.places.filter(
    ({ reason, squares }) => reason === null && (first === null || squares.includes(first)),
  );
  return [...new Set(open.flatMap(({ squares }) => squares))];
}

/** The pill at a point of the board. */
export function placeAt(scene: MarrakechScene, point: Point): Place | null {
  const near = scene.places.find(({ squares }) => {
    const seam = between(squares[0], squares[1]);
    return Math.hypot(seam.x - point.x, seam.y - point.y) <= PILL;
  });
  return near ?? null;
}

/** The heading whose arrow is at a point: the whole next square, or the frame beyond the edge. */
export function headingAt(scene: MarrakechScene, point: Point): string | null {
  const from = centre(scene.square);
  const dx = point.x - from.x;
  const dy = point.y - from.y;
  for (const heading of ["N", "E", "S", "W"]) {
    const way = ahead(heading);
    const far = dx * way.x + dy * way.y;
    const side = Math.abs(dx * way.y - dy * way.x);
    if (far > 44 && far <= 150 && side <= 50) {
      const inside = neighbour(scene.square, heading) !== null;
      if (!inside || squareAt(point) !== null) return heading;
    }
  }
  return null;
}

const SKIPS = new Set(["Enter", " ", "Escape"]);

/** Handle a key on the square where the cursor is; gives the new cursor, or null if it is no key of ours. */
export function pressed(
  table: MarrakechController,
  event: KeyboardEvent,
  cursor: string,
): string | null {
  if (isCommand(event)) return null;
  if (table.playing && SKIPS.has(event.key)) {
    table.skip();
    return cursor;
  }
  const heading = headingOf(event.key);
  if (heading) return arrow(table, heading, event.shiftKey, cursor);
  const end = jump(cursor, event.key);
  if (end) return end;
  if (!table.mine) return null;
  switch (event.key) {
    case "Enter":
    case " ":
      return enter(table, cursor, event.repeat);
    case "Escape":
      table.aim.clear();
      return cursor;
    case "<":
    case ",":
      return step(table, -1, cursor);
    case ">":
    case ".":
      return step(table, 1, cursor);
    default:
      return null;
  }
}

/** Arrows turn Assam while that is asked, else they walk over the board; with Shift always so. */
function arrow(
  table: MarrakechController,
  heading: string,
  shift: boolean,
  cursor: string,
): string {
  if (table.mine && table.scene.phase === "turn" && !shift) {
    table.aim.along(table.scene, heading);
    return cursor;
  }
  return walk(cursor, heading);
}

/** The first Enter aims, the second commits. Straight on is aimed at from the beginning. */
function enter(table: MarrakechController, cursor: string, again: boolean): string {
  const { aim, scene } = table;
  if (scene.phase === "turn") {
    // One Enter too many after a rug, or to skip a movement, must not roll for the next player.
    if (aim.heading !== null || !(again || table.fresh)) table.commit();
  } else if (aim.place?.squares.includes(cursor)) table.commit();
  else if (aim.tap(scene, cursor)) table.afterAim();
  return cursor;
}

function step(table: MarrakechController, by: number, cursor: string): string {
  const { aim, scene } = table;
  if (scene.phase === "lay") {
    aim.step(scene, by);
    return aim.place?.squares[0] ?? cursor;
  }
  const ways = scene.directions;
  const now = ways.findIndex((way) => way.heading === aim.direction(scene)?.heading);
  const next = ways[(now + by + ways.length) % ways.length];
  if (next) aim.along(scene, next.heading);
  return cursor;
}
