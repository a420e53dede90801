/** What the player points at before they commit, also by keys: how their card stands, what a nail does. */

import type { FacirScene, Lay, Own, Stand } from "../../generated/wire";
import { headingOf, isCommand, jump, walk } from "../../table/grid";
import type { FacirController } from "./controller.svelte";

/** Why a tap led to nothing: a key under `facir.why-`. */
export type Refusal = "not-yours" | "none-left" | "no-nail-here";

export class Aim {
  /** The quarters by which the card was turned, counted on and on so that it never spins back. */
  quarters = $state(0);
  /** The own nail that is picked up. */
  source = $state<string | null>(null);
  /** Where a nail shall go. */
  target = $state<string | null>(null);
  /** Whether a nail shall be moved; which one may still be open. */
  moving = $state(false);
  /** Whether the fakir shall be laid, if that is possible. */
  lays = $state(true);
  refusal = $state<Refusal | null>(null);

  clear(): void {
    this.source = null;
    this.target = null;
    this.moving = false;
    this.lays = true;
    this.refusal = null;
  }

  /** How the card would stand. */
  stand(own: Own): Stand | null {
    const rotation = ((this.quarters % 4) + 4) % 4;
    return own.stands.find((one) => one.rotation === rotation) ?? null;
  }

  /** Turn the card to a rotation by the shorter way. */
  standAs(rotation: number): void {
    const by = (((rotation - this.quarters) % 4) + 4) % 4;
    this.quarters += by === 3 ? -1 : by;
  }

  /** The nail move that is aimed at; null while it is not complete. */
  get nailMove(): string | null {
    if (this.target === null || (this.moving && this.source === null)) return null;
    return (this.source ?? "") + this.target;
  }

  /** The laying that is possible now: after the aimed nail, or at once when none is aimed at. */
  laying(own: Own): Lay | null {
    const nail = this.source === null && this.target === null ? "" : this.nailMove;
    return nail === null ? null : (own.lays.find(({ move }) => move === `${nail}!`) ?? null);
  }

  /** What would be played. */
  move(own: Own): string | null {
    const lay = this.lays ? this.laying(own) : null;
    return lay?.move ?? this.nailMove;
  }

  /** Choose between a new nail and one that stands already. */
  choose(own: Own, moving: boolean): void {
    this.refusal = null;
    if (!moving && !own.can_put) this.refusal = "none-left";
    else if (moving && !own.movable.length) this.refusal = "no-nail-here";
    if (this.refusal || moving === this.moving) return;
    this.moving = moving;
    this.source = null;
    this.lays = true;
  }

  /** Tap a hole; true if a nail move is complete by that. */
  tap({ own, nails }: FacirScene, square: string): boolean {
    if (!own) return false;
    this.refusal = null;
    this.lays = true;
    if (own.movable.includes(square)) return this.#pick(square);
    if (nails.some((nail) => nail.square === square)) this.refusal = "not-yours";
    else if (!own.free.includes(square)) return false;
    else if (this.moving && this.source === null) this.refusal = "no-nail-here";
    else if (!this.moving && !own.can_put) this.refusal = "none-left";
    else this.target = square;
    return this.refusal === null;
  }

  #pick(square: string): boolean {
    const again = this.source === square;
    this.source = again ? null : square;
    this.moving = !again;
    this.target = null;
    return false;
  }
}

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
