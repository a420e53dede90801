// A guided game: which step it is at, and what happens on the table. Python has played all of it
// before; here it is only shown. See `jemaa.server.lessons`.

import type { Happening, LessonStep, Scene } from "../../generated/wire";

/** How long the outcome of a step stays: so much at least, and so much for each letter about it. */
const LEAST = 2200;
const LETTER = 48;
/** A press so soon after it still belongs to the move itself. */
const GLANCE = 300;

/** `ask`: something is to be done. `shows`: it is being shown. `told`: it was. */
export type Stage = "ask" | "shows" | "told";

export class Lesson {
  readonly all: readonly LessonStep[];
  /** The steps that everybody does. */
  readonly steps: readonly LessonStep[];
  at = $state(0);
  stage = $state<Stage>("ask");
  /** Whether all steps are done. */
  finished = $state(false);
  scene = $state.raw<Scene>() as Scene;
  log = $state.raw<Happening[]>([]);
  queue = $state.raw<Happening[]>([]);
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(all: readonly LessonStep[], first: number) {
    this.all = all;
    this.steps = all.filter((step) => !step.more);
    this.goTo(first);
  }

  get step(): LessonStep {
    return this.all[this.at]!;
  }

  /** What is offered after the lesson, if it is not what was just done. */
  get more(): number | null {
    const found = this.all.findIndex((step) => step.more);
    return found < 0 || found === this.at ? null : found;
  }

  /** Lay out the position of a step. */
  goTo(at: number): void {
    this.at = Math.min(Math.max(0, Math.trunc(at) || 0), this.all.length - 1);
    this.stage = "ask";
    this.finished = false;
    this.scene = this.step.scene;
    this.log = [];
    this.queue = [];
    clearTimeout(this.#timer);
  }

  /** Whether a move leads on. */
  leadsOn(move: string): boolean {
    return move in this.step.moves;
  }

  submit(move: string): void {
    const sequel = this.step.moves[move];
    if (!sequel || this.stage !== "ask") return;
    this.stage = "shows";
    this.log = sequel.events;
    this.queue = sequel.events;
    this.scene = sequel.scene;
  }

  /** Note that everything up to a number was shown. */
  shown(number: number): void {
    this.queue = this.queue.filter((one) => one.number > number);
    if (this.stage !== "shows" || this.queue.length) return;
    this.stage = "told";
    this.#told = performance.now();
  }

  /** Whether the outcome was there long enough that a press means to go on. */
  get wasSeen(): boolean {
    return this.stage === "told" && performance.now() - this.#told > GLANCE;
  }

  /** Go on by itself, when there was time to read so many letters. */
  goOnAfter(letters: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.goOn(), LEAST + LETTER * letters);
  }

  goOn(): void {
    clearTimeout(this.#timer);
    if (this.stage !== "told" || this.finished) return;
    if (this.at + 1 < this.steps.length) this.goTo(this.at + 1);
    else this.finished = true;
  }

  leave(): void {
    clearTimeout(this.#timer);
  }
}
