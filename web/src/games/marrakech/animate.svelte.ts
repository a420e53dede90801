/** How each happening is shown: the die tumbles, Assam walks, coins fly, a rug unrolls. */

import type { Attachment } from "svelte/attachments";
import type {
  Laid,
  LaidRug,
  MarrakechScene,
  MarrakechStory,
  Payment,
  Rolled,
  Step,
} from "../../generated/wire";
import { angle, centre, type Point } from "../../table/grid";
import { stepPath } from "./geometry";
import { even, settle, soft, type Motion } from "../../table/motion";
import { sound, type SoundName } from "../../ui/sound";

const TURN = 180;
const STEP = 160;
const LOOP = 340;
const TUMBLE = 600;
const COIN = 320;
const COIN_APART = 40;
const MOST_COINS = 8;
const UNROLL = 260;
/** How long a change is pointed out when nothing shall move. */
const POINTED = 1200;

export interface ThrownDie {
  face: number;
  x: number;
  y: number;
  turn: number;
  scale: number;
}

/** A coin on its way from purse to purse, in units of the window. */
export interface Flight {
  id: number;
  x: number;
  y: number;
}

export class Show {
  /** Where Assam is while he moves; null when he stands on his square. */
  walker = $state.raw<(Point & { angle: number }) | null>(null);
  die = $state.raw<ThrownDie | null>(null);
  /** The area that is being paid for. */
  lit = $state.raw<readonly string[]>([]);
  flights = $state.raw<readonly Flight[]>([]);
  /** The rug that is being laid, and how much of it lies already. */
  laying = $state.raw<{ rug: LaidRug; part: number } | null>(null);
  /** Areas that have just changed, each with an outline of its own when nothing moves. */
  changed = $state.raw<readonly (readonly string[])[]>([]);
  /** What each seat has just paid (below zero) or got. */
  change = $state.raw<Readonly<Record<number, number>>>({});
  /** How far the arrow loops reach, which depends on the width of the board. */
  out = 53;

  readonly #motion: Motion;
  /** Where the purses are on the screen, by seat. */
  readonly #purses = new Map<number, Element>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(motion: Motion) {
    this.#motion = motion;
  }

  /** Note where the purse of a seat is drawn: coins fly there. */
  purse(seat: number): Attachment {
    return (element) => {
      this.#purses.set(seat, element);
      return () => {
        if (this.#purses.get(seat) === element) this.#purses.delete(seat);
      };
    };
  }

  /** Roll a rug up again that was not to lie there. */
  async rollUp(rug: LaidRug): Promise<void> {
    await this.#motion.run(UNROLL, (part) => (this.laying = { rug, part: 1 - part }));
    this.laying = null;
  }

  /** Show a story in its time; `arrive` is called when the table itself shall change. */
  async play(story: MarrakechStory, scene: MarrakechScene, arrive: () => void): Promise<void> {
    switch (story.kind) {
      case "draw":
        this.change = {};
        arrive();
        return this.#motion.wait(300);
      case "turn":
        this.change = {};
        return this.#turn(scene, story.heading, arrive);
      case "roll":
        await this.#tumble(story);
        await this.#walk(story);
        if (story.payment) await this.#pay(story.payment, arrive);
        else arrive();
        this.clear();
        return;
      case "lay":
        return this.#unroll(story, scene, arrive);
    }
  }

  /** Instead of moving: outline what has changed for a moment. */
  point(story: MarrakechStory): void {
    if (story.kind === "roll") sound(story.payment ? "coin" : "walk");
    if (story.kind === "lay") sound("rug");
    if (story.kind === "turn" || story.kind === "draw") this.change = {};
    if (story.kind === "roll") {
      if (story.payment) this.#count(story.payment);
      this.#mark(story.start);
      for (const { square } of story.path.slice(-1)) this.#mark(square);
    }
    if (story.kind === "lay") this.#mark(...story.squares);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.changed = []), POINTED);
  }

  #mark(...squares: string[]): void {
    this.changed = [...this.changed, squares];
  }

  clear(): void {
    this.walker = null;
    this.die = null;
    this.lit = [];
    this.flights = [];
    this.laying = null;
  }

  /** What is skipped is not heard. */
  #sound(name: SoundName): void {
    if (!this.#motion.hurried) sound(name);
  }

  async #turn(scene: MarrakechScene, heading: string, arrive: () => void): Promise<void> {
    const from = angle(scene.heading);
    const by = ((angle(heading) - from + 540) % 360) - 180;
    const place = centre(scene.square);
    await this.#motion.run(TURN, (part) => (this.walker = { ...place, angle: from + part * by }));
    arrive();
    this.walker = null;
  }

  async #tumble({ slippers, start, path }: Rolled): Promise<void> {
    this.#sound("die");
    const rest = dieRest([start, ...path.map((step) => step.square)]);
    const side = rest.x < 350 ? -1 : 1;
    await this.#motion.run(
      TUMBLE,
      (part) => {
        const fly = 1 - part;
        this.die = {
          face: part > 0.72 ? slippers : 1 + (Math.floor(part * 11) % 4),
          x: rest.x + side * 170 * fly,
          y: rest.y + 60 * fly - 130 * Math.abs(Math.sin(3 * Math.PI * part)) * fly,
          turn: side * 420 * fly,
          scale: 1 + 0.25 * Math.abs(fly),
        };
      },
      settle,
    );
    await this.#motion.wait(220);
  }

  async #walk({ start, path }: Rolled): Promise<void> {
    let from = start;
    for (const step of path) {
      await this.#step(from, step);
      from = step.square;
    }
  }

  async #step(from: string, step: Step): Promise<void> {
    this.#sound("walk");
    const way = document.createElementNS("http://www.w3.org/2000/svg", "path");
    way.setAttribute("d", stepPath(from, step, this.out));
    const length = way.getTotalLength();
    const finish = { ...centre(step.square), angle: angle(step.heading) };
    await this.#motion.run(
      step.loop === null ? STEP : LOOP,
      (part) => {
        if (part >= 1) {
          this.walker = finish;
          return;
        }
        const here = way.getPointAtLength(part * length);
        const next = way.getPointAtLength(Math.min(length, part * length + 2));
        const degrees = (Math.atan2(next.y - here.y, next.x - here.x) * 180) / Math.PI + 90;
        this.walker = { x: here.x, y: here.y, angle: degrees };
      },
      soft,
    );
  }

  #count({ payer, to, paid }: Payment): void {
    this.change = paid > 0 ? { [payer]: -paid, [to]: paid } : {};
  }

  async #pay(payment: Payment, arrive: () => void): Promise<void> {
    this.lit = payment.area;
    await this.#motion.wait(260);
    const from = middle(this.#purses.get(payment.payer));
    const to = middle(this.#purses.get(payment.to));
    const coins = Math.min(MOST_COINS, payment.paid);
    if (from && to && coins > 0) await this.#fly(from, to, coins);
    this.#count(payment);
    arrive();
    await this.#motion.wait(500);
  }

  async #fly(from: Point, to: Point, coins: number): Promise<void> {
    this.#sound("coin");
    const whole = COIN + COIN_APART * (coins - 1);
    const rise = Math.min(90, 30 + Math.hypot(to.x - from.x, to.y - from.y) / 4);
    await this.#motion.run(
      whole,
      (part) => {
        this.flights = Array.from({ length: coins }, (_, id) => {
          const own = (part * whole - COIN_APART * id) / COIN;
          return { id, own };
        })
          .filter(({ own }) => own > 0 && own < 1)
          .map(({ id, own }) => ({
            id,
            x: from.x + (to.x - from.x) * own,
            y: from.y + (to.y - from.y) * own - rise * Math.sin(Math.PI * own),
          }));
      },
      even,
    );
    this.flights = [];
  }

  async #unroll(
    { colour, squares }: Laid,
    { square }: MarrakechScene,
    arrive: () => void,
  ): Promise<void> {
    this.#sound("rug");
    const [first, second] = squares;
    const here = centre(square);
    const far = (one: string): number => distance(centre(one), here);
    // It unrolls away from Assam.
    const rug: LaidRug = {
      colour,
      squares: far(first) <= far(second) ? [first, second] : [second, first],
    };
    await this.#motion.run(UNROLL, (part) => (this.laying = { rug, part }));
    arrive();
    this.laying = null;
  }
}

/** Where the die comes to rest: near Assam, but clear of his way. */
function dieRest(way: readonly string[]): Point {
  const spots = [150, 350, 550].flatMap((x) => [150, 350, 550].map((y) => ({ x, y })));
  const clear = (spot: Point): number =>
    Math.min(...way.map((square) => distance(spot, centre(square))));
  const from = centre(way[0] ?? "d4");
  const free = spots.filter((spot) => clear(spot) >= 140);
  return free.reduce(
    (best, spot) => (distance(spot, from) < distance(best, from) ? spot : best),
    free[0] ?? { x: 350, y: 350 },
  );
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(element: Element | undefined): Point | null {
  if (!element) return null;
  const box = element.getBoundingClientRect();
  return box.width > 0 ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}
