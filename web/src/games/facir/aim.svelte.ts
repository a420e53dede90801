/** What the player points at before they commit: how their card stands, or what a nail does. */

import type { FacirScene, Lay, Own, Stand } from "../../generated/wire";

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
