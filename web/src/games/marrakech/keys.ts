/** What the keys do on the board. */

import { headingOf, isCommand, jump, walk } from "../../table/cursor";
import type { MarrakechController } from "./controller.svelte";

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
