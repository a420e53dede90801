// Steps through a finished game.

import type { Happening, Replay, Scene } from "../../generated/wire";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PACE = 1400;

export class Player {
  readonly game: Replay;
  ply = $state(0);
  speed = $state<number>(1);
  running = $state(false);
  /** The move that was just stepped over, for the board to show. */
  queue = $state.raw<Happening[]>([]);

  constructor(game: Replay, ply: number) {
    this.game = game;
    this.ply = this.#within(ply);
    $effect(() => {
      if (!this.running) return;
      const timer = setInterval(() => this.next(), PACE / this.speed);
      return () => clearInterval(timer);
    });
  }

  get last(): number {
    return this.game.plies.length;
  }

  get scene(): Scene {
    return this.game.plies[this.ply - 1]?.scene ?? this.game.start;
  }

  /** What has happened so far. */
  get log(): Happening[] {
    return this.game.plies.slice(0, this.ply).map((one) => one.happening);
  }

  next(): void {
    const happening = this.game.plies[this.ply]?.happening;
    if (!happening) return void (this.running = false);
    this.ply += 1;
    this.queue = [happening];
  }

  jump(ply: number): void {
    this.ply = this.#within(ply);
    this.queue = [];
  }

  shown(number: number): void {
    this.queue = this.queue.filter((one) => one.number > number);
  }

  #within(ply: number): number {
    return Number.isInteger(ply) ? Math.min(Math.max(0, ply), this.last) : 0;
  }
}
