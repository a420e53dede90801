// A review while it is made: asked for again and again until it is whole.

import type { Review } from "../../generated/wire";
import { Refusal, wantReview } from "../../net/api";

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
