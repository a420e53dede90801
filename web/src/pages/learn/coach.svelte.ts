// Which explanation is shown: the first that fits the moment and was not read yet.

import type { FacirScene, MarrakechScene, Scene } from "../../generated/wire";
import type { RoomStore } from "../../net/room.svelte";
import { facir, marrakech } from "./courses";
import { type Lesson, type Moment, keepLessons, lessonsRead } from "./lessons";

/** Somebody else plays. */
export const WAIT: Lesson = { name: "wait", part: "" };
/** Everything was read. */
export const ALL: Lesson = { name: "all", part: "" };

export class Coach {
  readonly #store: RoomStore;
  #read = $state.raw<readonly string[]>([]);
  /** How many explanations one has gone back. */
  #back = $state(0);
  /** What was shown last: it stays while the own move is being shown. */
  #last: Lesson = WAIT;

  constructor(store: RoomStore) {
    this.#store = store;
    this.#read = lessonsRead(store.id);
    // From now on the way back to this game leads here, too.
    keepLessons(store.id, this.#read);
  }

  /** The explanation to be shown. */
  get lesson(): Lesson {
    const name = this.#back > 0 ? this.#read.at(-this.#back) : undefined;
    return name === undefined ? this.#live : { name, part: "" };
  }

  /** The number of a step, from 1; 0 for what only came up on the way. */
  get step(): number {
    return this.#steps.indexOf(this.lesson.name) + 1;
  }

  get steps(): number {
    return this.#steps.length;
  }

  get canGoBack(): boolean {
    return this.#back < this.#read.length;
  }

  /** Whether there is more to read now; the green button leads on from the last one. */
  get canGoOn(): boolean {
    const live = this.#live;
    if (this.#back > 0) return true;
    if (live === WAIT || live === ALL || this.#read.includes(live.name)) return false;
    return live.part !== "press" || this.#unread.length > 1;
  }

  /** What changes when the game has gone on. */
  get situation(): string {
    const { scene, next } = this.#moment;
    const shown = next ? (this.#during(this.#moment)?.name ?? "") : "";
    return [scene.phase, scene.to_act, scene.seat, shown].join();
  }

  goBack(): void {
    if (this.canGoBack) this.#back += 1;
  }

  goOn(): void {
    if (this.#back > 0) this.#back -= 1;
    else this.#note(this.#live);
  }

  /** Note what is shown, for when the game goes on. */
  see(lesson: Lesson): void {
    this.#last = lesson;
  }

  /** The game has gone on: what was shown until now is done with. */
  moved(): void {
    this.#back = 0;
    this.#note(this.#last);
  }

  get #moment(): Moment {
    const { scene, log, queue, held } = this.#store;
    const next = queue[0];
    const told = next ? log.filter(({ number }) => number < next.number) : log;
    return { scene: scene as Scene, seat: held[0] ?? 0, told, next };
  }

  get #live(): Lesson {
    const moment = this.#moment;
    const { scene, seat, next } = moment;
    if (next) return this.#during(moment) ?? (next.story?.seat === seat ? this.#last : WAIT);
    if (scene.to_act !== seat && scene.phase !== "over") return WAIT;
    const unread = this.#unread[0];
    if (unread) return unread;
    const done = this.#steps.every((name) => this.#read.includes(name));
    return done ? ALL : (this.#now(moment).at(-1) ?? ALL);
  }

  get #unread(): Lesson[] {
    const moment = this.#moment;
    const all = [...this.#news(moment), ...this.#now(moment)];
    return all.filter(({ name }) => !this.#read.includes(name));
  }

  get #steps(): readonly string[] {
    const { scene } = this.#moment;
    return scene.game === "facir" ? facir.steps(scene) : marrakech.steps(scene);
  }

  #now(moment: Moment): Lesson[] {
    return isFacir(moment) ? facir.now(moment) : marrakech.now(moment as Moment<MarrakechScene>);
  }

  #news(moment: Moment): Lesson[] {
    return isFacir(moment) ? facir.news(moment) : marrakech.news(moment as Moment<MarrakechScene>);
  }

  #during(moment: Moment): Lesson | null {
    return isFacir(moment) ? facir.during(moment) : null;
  }

  #note({ name }: Lesson): void {
    if (name === WAIT.name || name === ALL.name || this.#read.includes(name)) return;
    this.#read = [...this.#read, name];
    keepLessons(this.#store.id, this.#read);
  }
}

function isFacir(moment: Moment): moment is Moment<FacirScene> {
  return moment.scene.game === "facir";
}
