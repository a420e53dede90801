/** What the keys do. */

import { headingOf, isCommand, jump, walk } from "../../table/cursor";
import type { FacirController } from "./controller.svelte";

/** Handle a key on the hole where the cursor is; gives the new cursor, or null if it is no key of ours. */
export function pressed(
  table: FacirController,
  event: KeyboardEvent,
  cursor: string,
): string | null {
  if (isCommand(event) || table.standing) return null;
  const heading = headingOf(event.key);
  if (heading) {
    if (!event.shiftKey) return walk(cursor, heading);
    if (table.trying) table.ghost.shift(heading);
    return cursor;
  }
  if (event.key === "Enter" || event.key === " ") return enter(table, cursor);
  return jump(cursor, event.key);
}

/** The first Enter picks up a nail or aims, the second on the same hole commits. */
function enter(table: FacirController, cursor: string): string {
  if (table.playing) table.skip();
  else if (table.mine && table.scene.phase === "play") {
    if (table.aim.target === cursor && table.aim.nailMove) table.commit();
    else if (table.aim.tap(table.scene, cursor)) table.afterAim();
  }
  return cursor;
}

/** Keys of a card that is being stood: arrows turn it, Enter stands it where no button has the focus. */
function stand(table: FacirController, event: KeyboardEvent): boolean {
  if (event.key === "ArrowLeft" || event.key === "ArrowUp") table.turn(-1);
  else if (event.key === "ArrowRight" || event.key === "ArrowDown") table.turn(1);
  else if (event.key === "Enter" && !(event.target as Element).closest("button, a, summary")) {
    // One that is held down was meant for the curtain.
    if (!event.repeat) table.commit();
  } else return false;
  return true;
}

/** Keys that work wherever the focus is: R turns, L lays, Escape takes back. */
export function anywhere(table: FacirController, event: KeyboardEvent): boolean {
  if (isCommand(event) || table.playing) return false;
  if (table.standing && stand(table, event)) return true;
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
