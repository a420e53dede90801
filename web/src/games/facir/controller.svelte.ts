/** What Board, Seats and Turn of one room share: the drawn table, the aim, and what moves. */

import type {
  FacirChange,
  FacirScene,
  FacirStory,
  Happening,
  Own,
  Played,
} from "../../generated/wire";
import type { ControllerProps } from "../../table/front";
import { squaresIn } from "../../table/grid";
import { played } from "../../table/log";
import { Motion } from "../../table/motion";
import { Aim } from "./aim.svelte";
import { spot } from "./geometry";
import { Ghost } from "./ghost.svelte";
import { Show } from "./animate.svelte";
import { goesOnFrom, isOurs, lastEnd, pause } from "./words";

/** How long the end of a round is shown to those who have nothing to press. */
const LOOK_ON = 6000;
const LOOK_REPLAY = 1200;

type Props = ControllerProps<FacirScene>;

export class FacirController {
  readonly aim = new Aim();
  readonly ghost = new Ghost();
  readonly motion = new Motion();
  readonly show = new Show(this.motion);
  /** The table as it is drawn: behind the server's while happenings are being shown. */
  scene = $state.raw<FacirScene>() as FacirScene;
  playing = $state(false);
  /** The turn that has just ended a round; that of the last one stays. */
  end = $state.raw<Played | null>(null);

  /** How the card shall stand as soon as it is its turn: all choose at the same time. */
  promised = $state<string | null>(null);

  readonly #props: Props;
  #last = -1;
  #goOn: (() => void) | null = null;

  constructor(props: Props) {
    this.#props = props;
    this.scene = props.scene;
    this.ghost.follow(props.scene.own);
    // What happened before this page was opened cannot be played: the table before it is unknown.
    const missed = props.queue.at(-1);
    if (missed) this.#done(missed);
    this.end = this.#ended();
    if (this.end && !this.over && !props.replay) this.#lookAgain(this.end);
    if (this.mine) this.showLaying();
  }

  get over(): boolean {
    return this.#props.scene.phase === "over";
  }

  /** Whether a person at this browser must decide now, and may. */
  get mine(): boolean {
    const { replay, held, room } = this.#props;
    const { to_act: seat, own } = this.scene;
    const sees = seat !== null && own?.seat === seat && held.includes(seat);
    return sees && !replay && !this.playing && room.status === "playing";
  }

  /** Whether somebody here chooses how their card stands, perhaps before it is their turn. */
  get standing(): boolean {
    const { replay, held, room } = this.#props;
    const { phase, own } = this.scene;
    const alone = held.length === 1 && held[0] === own?.seat;
    const open = phase === "stand" && own !== null && own.stands.length > 0;
    const waits = alone && !this.playing && !replay && room.status === "playing";
    return open && (this.mine || waits);
  }

  /** What the others have done in this round since the last turn of whoever decides now. */
  get since(): Played[] {
    const { own, phase, round } = this.scene;
    if (!this.mine || phase !== "play" || !own) return [];
    const turns = played(this.#props.log).filter(
      (story): story is Played =>
        story?.kind === "play" && story.round === round && !story.shown.length,
    );
    return turns.slice(1 + turns.findLastIndex((story) => story.seat === own.seat));
  }

  /** Whether pieces change places at once. */
  get still(): boolean {
    return this.#props.settings.still;
  }

  get busy(): boolean {
    return this.#props.busy;
  }

  /** Whether the end of a round waits for somebody here to have seen it. */
  get asksToGoOn(): boolean {
    return this.end !== null && !this.over && !this.#props.replay && this.#props.held.length > 0;
  }

  /** Whether the own card is held over the bed. */
  get trying(): boolean {
    const { settings, room, replay } = this.#props;
    const plays = replay || room.status === "playing";
    return settings.odds && plays && this.end === null && this.ghost.isHeld(this.scene.own);
  }

  /** Whether the own card stands in its room, to be looked at. */
  get ownRoom(): boolean {
    const shown = this.end !== null && !this.over;
    return Boolean(this.scene.own?.card) && !this.standing && !shown && !this.#props.guide;
  }

  get helps(): boolean {
    return this.mine && this.scene.phase === "play" && this.trying;
  }

  get helpsAt(): string[] {
    return Array.from({ length: 9 }, (_, index) => spot(this.ghost.place, index));
  }

  /** How the card would fit here, with the aimed nail. */
  get marks(): string {
    return this.trying ? this.ghost.marks(this.scene.own, this.aim.source, this.aim.target) : "";
  }

  /** Take up what is new. Called whenever the scene or the queue has changed. */
  follow(scene: FacirScene, queue: readonly Happening[]): void {
    if (this.playing) return;
    if (queue.some((happening) => happening.number > this.#last)) void this.#play();
    else if (scene !== this.scene) this.#settle();
  }

  /** Show everything at once; the cards at the end of a round stay until `goOn`. */
  skip(): void {
    if (this.playing && !this.#goOn) this.motion.hurry();
  }

  /** Leave the cards of the round that has ended. */
  goOn(): void {
    this.#goOn?.();
  }

  /** The move that is aimed at; in a guided game the card must be turned first. */
  get aimed(): string | null {
    const { own, phase } = this.scene;
    if (!own || !(this.mine || this.standing)) return null;
    if (phase !== "stand") return this.aim.move(own);
    const turned = !this.#props.guide || this.aim.quarters !== 0;
    return turned ? (this.aim.stand(own)?.move ?? null) : null;
  }

  /** Commit what is aimed at. */
  commit(): void {
    const move = this.aimed;
    if (move === null || this.busy || this.#props.guide?.why(move)) return;
    if (this.mine) this.#props.submit(move);
    else this.promised = move;
  }

  /** Aim at a move, given as `^2`, `e4`, `d4e4` or `e4!`. */
  aimAt(move: string): void {
    if (move.startsWith("^")) return this.aim.standAs(Number(move.slice(1)));
    this.aim.clear();
    for (const square of squaresIn(move)) this.aim.tap(this.scene, square);
    this.showLaying();
  }

  /** After a nail was aimed: commit at once if one tap shall be enough. Laying is always asked. */
  afterAim(): void {
    this.showLaying();
    const { own } = this.scene;
    if (this.#props.settings.oneTap && own && !this.aim.laying(own)) this.commit();
  }

  /** Hold the card where it would come to lie. */
  showLaying(): void {
    const { own } = this.scene;
    const lay = own && this.aim.lays ? this.aim.laying(own) : null;
    if (!lay) return;
    this.ghost.place = lay.square;
    this.ghost.rotation = lay.rotation;
    this.ghost.carried = false;
  }

  /** Turn what can be turned: the card that is being stood, or the one over the bed. */
  turn(by: number): void {
    if (this.standing) this.aim.quarters += by;
    else if (this.trying) this.ghost.turn(this.scene.own, by);
  }

  /** Say whether the fakir shall be laid. */
  lay(wanted: boolean): void {
    this.aim.lays = wanted;
    this.showLaying();
  }

  async #play(): Promise<void> {
    this.playing = true;
    this.aim.clear();
    if (this.#props.replay) this.end = null;
    if (this.end) await this.#look();
    for (let next = this.#next(); next; next = this.#next()) {
      const { story, change, number } = next;
      if (isOurs(story) && change && goesOnFrom(this.scene, story))
        await this.#tell(story, change as FacirChange, number);
      this.#done(next);
    }
    this.motion.rest();
    this.playing = false;
    this.#settle();
  }

  async #tell(story: FacirStory, change: FacirChange, number: number): Promise<void> {
    const next = { ...this.scene, own: resting(this.scene.own), ...change };
    if (this.#props.settings.still) this.show.point(story, true);
    else if (story.kind === "play") await this.show.play(story);
    if (story.kind === "play" && story.shown.length) await this.#finish(story, number, next);
    this.scene = next;
    this.show.clear();
    if (story.kind === "play" && !story.shown.length) this.show.point(story);
  }

  /** The round is over: its cards are shown, and stay until they were looked at. */
  async #finish(story: Played, number: number, next: FacirScene): Promise<void> {
    // What was won is seen with the cards; all else of the next round comes after them.
    const rooms = this.scene.rooms.map((room, seat) => {
      const { won, score } = next.rooms[seat] ?? room;
      return { ...room, won, score };
    });
    this.scene = { ...this.scene, rooms };
    this.show.lying = this.#props.settings.still || !story.laid ? 1 : 0;
    this.end = story;
    this.show.nail = null;
    this.show.lifted = null;
    if (this.show.lying < 1) await this.show.lieDown();
    this.#props.seen(number);
    await this.#look();
  }

  async #look(): Promise<void> {
    if (this.over && !this.#next(1)) return this.motion.wait(LOOK_REPLAY);
    if (this.asksToGoOn) await new Promise<void>((resolve) => (this.#goOn = resolve));
    else await this.motion.wait(this.#props.replay ? LOOK_REPLAY : LOOK_ON);
    this.#goOn = null;
    this.end = null;
    const { scene, log } = this.#props;
    this.#props.goOn?.(pause(scene, log));
  }

  /** Show how a round has ended that is over already. */
  #lookAgain({ round }: Played): void {
    this.scene = { ...this.scene, round, progress: [round, this.scene.rounds] };
    void this.#play();
  }

  /** The end of the round before, while the next one is being dealt, until somebody goes on. */
  #ended(): Played | null {
    const { scene, log, wentOn = 0 } = this.#props;
    if (scene.phase === "play" || (wentOn && pause(scene, log) === wentOn)) return null;
    return lastEnd(log);
  }

  #next(skipped = 0): Happening | undefined {
    return this.#props.queue.filter((happening) => happening.number > this.#last)[skipped];
  }

  #done(happening: Happening): void {
    this.#last = happening.number;
    this.#props.shown(happening.number);
  }

  #settle(): void {
    const before = this.scene;
    this.scene = this.#props.scene;
    this.show.clear();
    this.ghost.follow(this.scene.own);
    this.#keepPromise();
    // A replay can be taken anywhere.
    if (this.#props.replay || !this.over) this.end = this.#props.replay ? this.#ended() : null;
    if (before.to_act === this.scene.to_act && before.turns === this.scene.turns) return;
    this.aim.clear();
    if (this.scene.phase !== "stand") this.aim.quarters = 0;
    if (this.mine) this.showLaying();
  }

  #keepPromise(): void {
    const move = this.promised;
    if (!this.standing) this.promised = null;
    if (move === null || !this.mine || this.scene.phase !== "stand") return;
    this.promised = null;
    this.#props.submit(move);
  }
}

/** Nothing can be chosen while something is being shown. */
function resting(own: Own | null): Own | null {
  return own && { ...own, stands: [], free: [], can_put: false, movable: [], lays: [] };
}
