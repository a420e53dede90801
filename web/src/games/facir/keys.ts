/** What the keys do. */

import { ahead, centre, move, squareAt } from "../../table/grid";
import type { FacirController } from "./controller.svelte";

const ARROWS: Record<string, string> = {
  ArrowUp: "N",
  ArrowRight: "E",
  ArrowDown: "S",
  ArrowLeft: "W",
};

/** Handle a key on the hole where the cursor is; gives the new cursor, or null if it is no key of ours. */
export function pressed(
  table: FacirController,
  event: KeyboardEvent,
  cursor: string,
): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const heading = ARROWS[event.key];
  if (heading) {
    if (!event.shiftKey) return squareAt(move(centre(cursor), ahead(heading), 100)) ?? cursor;
    if (table.trying) table.ghost.shift(heading);
    return cursor;
  }
  if (event.key === "Enter" || event.key === " ") return enter(table, cursor);
  return jumps(event.key, cursor);
}

function jumps(key: string, cursor: string): string | null {
  if (key === "Home") return `a${cursor.slice(1)}`;
  if (key === "End") return `g${cursor.slice(1)}`;
  if (key === "PageUp") return `${cursor.charAt(0)}1`;
  if (key === "PageDown") return `${cursor.charAt(0)}7`;
  return null;
}

/** The first Enter picks up a nail or aims, the second on the same hole commits. */
function enter(table: FacirController, cursor: string): string {
  if (table.playing) table.skip();
  else if (table.mine && table.scene.phase === "play") {
    if (table.aim.target === cursor && table.aim.nailMove) table.commit();
    else if (table.aim.tap(table.scene, cursor)) table.aimed();
  }
  return cursor;
}

/** Keys that work wherever the focus is: R turns, L lays, Escape takes back. */
export function anywhere(table: FacirController, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || table.playing) return false;
  switch (event.key.toLowerCase()) {
    case "r":
      table.turn(event.shiftKey ? -1 : 1);
      return true;
    case "l":
      return lay(table);
    case "escape":
      table.aim.clear();
      table.aim.lays = false;
      table.ghost.carried = false;
      return true;
    default:
      return false;
  }
}

/** The first L chooses to lay, the next one does it. */
function lay(table: FacirController): boolean {
  const { own } = table.scene;
  if (!own || !table.mine || !table.aim.laying(own)) return false;
  if (table.aim.lays) table.commit();
  else table.lay(true);
  return true;
}
