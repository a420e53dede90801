/** Movement that has a beginning and an end, and can always be cut short. */

import { settings } from "../ui/settings.svelte";

export type Ease = (part: number) => number;

/** Fast off, soft landing: for beams, steps and unrolling. */
export const soft: Ease = (part) => 1 - (1 - part) ** 3;
/** Goes a little too far and comes back: for the die. */
export const settle: Ease = (part) => 1 + 2.2 * (part - 1) ** 3 + 1.2 * (part - 1) ** 2;
export const even: Ease = (part) => part;

export class Motion {
  #hurried = false;
  #finish: (() => void) | null = null;

  /** Whether everything happens at once until `rest`. */
  get hurried(): boolean {
    return this.#hurried;
  }

  /** End the movement under way, and let those that follow take no time. */
  hurry(): void {
    this.#hurried = true;
    this.#finish?.();
  }

  /** From now on movements take their time again. */
  rest(): void {
    this.#hurried = false;
  }

  /** Call `step` with 0..1 for that long, and once with 1 at the end in any case. */
  run(ms: number, step: (part: number) => void, ease: Ease = soft): Promise<void> {
    // A page in the background gets no frames: nothing would ever end there.
    if (this.#hurried || document.hidden || ms <= 0) {
      step(1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const begin = performance.now();
      let frame = 0;
      const end = (): void => {
        cancelAnimationFrame(frame);
        document.removeEventListener("visibilitychange", end);
        this.#finish = null;
        step(1);
        resolve();
      };
      const draw = (now: number): void => {
        const part = (now - begin) / (ms * settings.pace);
        if (part >= 1) return end();
        step(ease(Math.max(0, part)));
        frame = requestAnimationFrame(draw);
      };
      this.#finish = end;
      document.addEventListener("visibilitychange", end);
      frame = requestAnimationFrame(draw);
    });
  }

  /** Let something be looked at. */
  wait(ms: number): Promise<void> {
    return this.run(ms, () => {}, even);
  }
}
