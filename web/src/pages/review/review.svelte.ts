// A review while it is made, asked for again and again until it is whole; and what is read out of it.

import type { Review, Moment, Scene } from "../../generated/wire";
import { Refusal, wantReview } from "../../net/api";
import { t, written } from "../../i18n.svelte";
import { SQUARES } from "../../table/grid";

const PAUSE = 600;
/** When too many are made, or nobody answers. */
const LONG_PAUSE = 5000;
const PASSING = new Set(["review-busy", "limited", "unreachable", "store"]);

export class ReviewFeed {
  review = $state.raw<Review | null>(null);
  state = $state("waiting");
  progress = $state(0);
  /** How many reviews are made before this one. */
  ahead = $state(0);
  /** Why there is none: a key of the catalogue `reasons`; empty if all is well. */
  fault = $state("");
  /** Whether `fault` may pass by itself. */
  passing = $state(false);
  #stage = 0;

  constructor(room: string) {
    $effect(() => {
      let timer: ReturnType<typeof setTimeout>;
      let gone = false;
      const go = async (): Promise<void> => {
        const pause = await this.#ask(room);
        if (!gone && pause) timer = setTimeout(() => void go(), pause);
      };
      void go();
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    });
  }

  /** Ask once; return after how many milliseconds to ask again, or 0 for not again. */
  async #ask(room: string): Promise<number> {
    try {
      const news = await wantReview(room, this.#stage);
      this.state = news.state;
      this.progress = news.progress;
      this.ahead = news.ahead;
      this.#stage = news.stage;
      this.review = news.review ?? this.review;
      this.fault = "";
      return news.state === "done" ? 0 : PAUSE;
    } catch (error) {
      this.fault = error instanceof Refusal ? error.reason : "other";
      this.passing = PASSING.has(this.fault);
      return this.passing ? LONG_PAUSE : 0;
    }
  }
}

/** So many moments are shown if nobody asks for more. */
export const FEW = 3;

/** The shares of each seat: before the first turn, and after every turn. */
export function courses(review: Review): number[][] {
  const after: number[][] = [[...review.start]];
  for (const step of review.steps) after[step.turn] = step.shares;
  // A turn without an event has no place of its own.
  const told = after.filter(Boolean);
  return review.start.map((_, seat) => told.map((shares) => shares[seat] ?? 0));
}

/** The sure losses of a seat, the worst first. */
export function momentsOf(review: Review, seat: number): Moment[] {
  return review.moments.filter((moment) => moment.seat === seat);
}

/** A share as percent, in the way of the reader's language. */
export function percent(share: number, signed = false, digits = 0): string {
  return t("review.percent", { value: written(100 * share, digits, signed) });
}

/** A position in little, as `Thumb` draws it. */
export function inLittle(scene: Scene): { picture: string; assam: string } {
  if (scene.game === "marrakech") {
    const picture = SQUARES.map((square) => scene.tops[square] ?? ".").join("");
    return { picture, assam: scene.square + scene.heading };
  }
  const nails = new Map(
    scene.nails.map(({ square, seat }) => [square, scene.rooms[seat]?.colour ?? "."]),
  );
  return { picture: SQUARES.map((square) => nails.get(square) ?? ".").join(""), assam: "" };
}

/** What a moment is about: a way, a rug, or a nail. */
export function kindOf(scene: Scene): string {
  if (scene.game !== "marrakech") return t("review.kind-nail");
  return t(scene.phase === "lay" ? "review.kind-rug" : "review.kind-way");
}
