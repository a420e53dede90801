/** What Board, Seats and Turn of one room share: the drawn table, the aim, and what moves. */

import type {
  Happening,
  MarrakechChange,
  MarrakechScene,
  MarrakechStory,
  Rolled,
} from "../../generated/wire";
import type { ControllerProps } from "../../table/front";
import { Aim } from "./aim.svelte";
import { Motion } from "../../table/motion";
import { Show } from "./animate.svelte";
import { Finale } from "./finale.svelte";
import { goesOnFrom, isOurs } from "./words";

/** Milliseconds for which keys are not yet meant for what has just come up. */
const SETTLING = 400;

/** Nothing can be chosen while something is being shown. */
const NOTHING = { directions: [], places: [] };

export class MarrakechController {
  readonly aim = new Aim();
  readonly motion = new Motion();
  readonly show = new Show(this.motion);
  readonly finale = new Finale();
  /** The table as it is drawn: behind the server's while happenings are being shown. */
  scene = $state.raw<MarrakechScene>() as MarrakechScene;
  playing = $state(false);
  /** The roll of this turn, for the words beside the die. */
  rolled = $state.raw<Rolled | null>(null);
  /** The last roll by which somebody fell out, until the next turn of a person here. */
  fall = $state.raw<Rolled | null>(null);

  readonly #props: ControllerProps<MarrakechScene>;
  #current: Happening | undefined;
  #rested = -SETTLING;

  constructor(props: ControllerProps<MarrakechScene>) {
    this.#props = props;
    this.aim.asks = props.guide !== undefined;
    this.scene = props.scene;
    // What happened before this page was opened cannot be played: the table before it is unknown.
    const missed = props.queue.at(-1);
    if (missed) props.shown(missed.number);
  }

  /** Whether a person at this browser must decide now, and may. */
  get mine(): boolean {
    const { replay, held, room } = this.#props;
    const seat = this.scene.to_act;
    return (
      !replay && !this.playing && room.status === "playing" && seat !== null && held.includes(seat)
    );
  }

  /** Whether a person at this browser must type in the die or the drawn rug. */
  get asksChance(): boolean {
    const { replay, held, room } = this.#props;
    const manual = room.manual && room.status === "playing" && this.scene.to_act === -1;
    return manual && !replay && !this.playing && held.length > 0;
  }

  get helps(): boolean {
    return this.mine && this.scene.phase === "turn" && this.#props.settings.odds;
  }

  get helpsAt(): string[] {
    const landings = this.aim.direction(this.scene)?.landings ?? [];
    return [this.scene.square, ...landings.flatMap(({ path }) => path.at(-1)?.square ?? [])];
  }

  /** Whether pieces change places at once. */
  get still(): boolean {
    return this.#props.settings.still;
  }

  get busy(): boolean {
    return this.#props.busy;
  }

  /** Whether the table has only just come to rest. */
  get fresh(): boolean {
    return performance.now() - this.#rested < SETTLING;
  }

  /** Take up what is new. Called whenever the scene or the queue has changed. */
  follow(scene: MarrakechScene, queue: readonly Happening[]): void {
    if (this.playing) {
      if (this.#current && !queue.includes(this.#current)) this.motion.hurry();
    } else if (queue.length > 0) void this.#play();
    else if (scene !== this.scene) this.#settle();
  }

  /** Show everything at once. */
  skip(): void {
    if (this.playing) this.motion.hurry();
  }

  /** The move that is aimed at. Straight on is, unless a way must be chosen first. */
  get aimed(): string | null {
    if (!this.mine) return null;
    if (this.scene.phase === "turn") return this.aim.direction(this.scene)?.move ?? null;
    return this.aim.place?.move ?? null;
  }

  /** Commit what is aimed at. */
  commit(): void {
    const move = this.aimed;
    if (move === null || this.busy || this.#props.guide?.why(move)) return;
    this.#props.submit(move);
  }

  /** After an aim: commit at once if one tap shall be enough. */
  afterAim(): void {
    if (this.#props.settings.oneTap) this.commit();
  }

  aimAt(move: string): void {
    const way = this.scene.directions.find((one) => one.move === move);
    const place = this.scene.places.find((one) => one.move === move);
    if (way) this.aim.along(this.scene, way.heading);
    if (place) this.aim.at(place);
  }

  async #play(): Promise<void> {
    this.playing = true;
    this.aim.clear();
    while ((this.#current = this.#props.queue[0])) {
      const { story, number, change } = this.#current;
      if (isOurs(story) && change && goesOnFrom(this.scene, story))
        await this.#tell(story, change as MarrakechChange);
      if (this.#overtaken()) break;
      this.#props.shown(number);
    }
    this.motion.rest();
    this.playing = false;
    // Counted from when it can be seen: a slow machine draws long after.
    this.#rested = Infinity;
    requestAnimationFrame((now) => (this.#rested = now));
    this.#settle();
  }

  async #tell(story: MarrakechStory, { rug, ...change }: MarrakechChange): Promise<void> {
    const { rugs } = this.scene;
    const next = { ...this.scene, ...change, rugs: rug ? [...rugs, rug] : rugs, ...NOTHING };
    this.scene = { ...this.scene, seat: story.seat, phase: story.kind, ...NOTHING };
    if (story.kind === "draw" || story.kind === "turn") this.rolled = null;
    const arrive = (): void => {
      this.scene = next;
      if (story.kind === "roll") this.#note(story);
    };
    if (this.#props.settings.still) this.show.point(story);
    else await this.show.play(story, this.scene, arrive);
    arrive();
  }

  #note(rolled: Rolled): void {
    this.rolled = rolled;
    if (rolled.out) this.fall = rolled;
    else if (this.#props.held.includes(rolled.seat)) this.fall = null;
  }

  /** With `rotate=after` the words about the roll stay until Assam is turned. */
  #forgetRoll(): void {
    if (this.scene.phase !== "turn" || this.scene.rotate !== "after") this.rolled = null;
  }

  /** In a replay somebody has gone on, or elsewhere: then only the place they are at counts. */
  #overtaken(): boolean {
    const { queue } = this.#props;
    if (this.#current && queue.includes(this.#current)) return false;
    const last = queue.at(-1);
    if (last) this.#props.shown(last.number);
    return true;
  }

  #settle(): void {
    const before = this.scene;
    this.scene = this.#props.scene;
    this.show.clear();
    if (this.scene.phase !== "lay" && this.scene.phase !== "over") this.#forgetRoll();
    if (before.phase !== this.scene.phase || before.seat !== this.scene.seat) this.aim.clear();
    else if (this.aim.place && !this.scene.places.some(({ move }) => move === this.aim.place?.move))
      this.aim.clear();
  }
}
