/** How each happening is shown: a nail drops or wanders, a card lies down. */

import type { FacirStory, Played } from "../../generated/wire";
import { centre, type Point } from "../../table/grid";
import type { Motion } from "../../table/motion";
import { sound, type SoundName } from "../../ui/sound";

const DROP = 140;
const WANDER = 320;
const LIE_DOWN = 360;
/** How long a change is pointed out: always a little, and longer when nothing shall move. */
const POINTED = 1200;

export interface FlyingNail extends Point {
  seat: number;
  /** How high it is over the bed, in units. */
  lift: number;
}

export class Show {
  nail = $state.raw<FlyingNail | null>(null);
  /** The hole whose nail is in the air. */
  lifted = $state<string | null>(null);
  /** How far the laid card has come down: 0 to 1. */
  lying = $state(1);
  /** Holes that have just changed. */
  changed = $state.raw<readonly string[]>([]);

  readonly #motion: Motion;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(motion: Motion) {
    this.#motion = motion;
  }

  /** Show the nail of a turn in its time. */
  async play({ seat, source, target }: Played): Promise<void> {
    if (target === null) return;
    const to = centre(target);
    if (source === null) {
      await this.#motion.run(DROP, (part) => (this.nail = { ...to, seat, lift: 70 * (1 - part) }));
      return this.#sound("nail");
    }
    const from = centre(source);
    this.lifted = source;
    await this.#motion.run(WANDER, (part) => {
      const x = from.x + part * (to.x - from.x);
      const y = from.y + part * (to.y - from.y);
      this.nail = { x, y, seat, lift: 45 * Math.sin(Math.PI * part) };
    });
    this.#sound("nail");
  }

  /** Let the card of the winner lie down. */
  async lieDown(): Promise<void> {
    this.#sound("fit");
    await this.#motion.run(LIE_DOWN, (part) => (this.lying = part));
  }

  /** What is skipped is not heard. */
  #sound(name: SoundName): void {
    if (!this.#motion.hurried) sound(name);
  }

  /** Outline what has changed for a moment; if nothing moves, this is all there is of it. */
  point(story: FacirStory, still = false): void {
    if (story.kind !== "play") return;
    if (still) sound(story.laid ? "fit" : "nail");
    this.changed = [story.source, story.target].filter((square) => square !== null);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.changed = []), POINTED);
  }

  clear(): void {
    this.nail = null;
    this.lifted = null;
    this.lying = 1;
  }
}
