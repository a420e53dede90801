// What is known in this browser of finished games that were reviewed: for the list of games.

import type { Review } from "../generated/wire";
import { readJson, writeJson } from "./storage";

const RESULT = "jemaa.result.";

/** One seat's game in three numbers. */
export interface KeptResult {
  seat: number;
  /** From 0 to 100; null if there was nothing to decide. */
  accuracy: number | null;
  /** The share of the win without luck, from 0 to 1, roughly. */
  withoutLuck: number;
  /** Who has the largest share without luck. */
  best: number;
}

/** Keep what a review says of a seat. */
export function keepResult(room: string, seat: number, review: Review): void {
  const found = review.seats[seat];
  if (!found) return;
  const best = review.seats.reduce((one, other) =>
    other.without_luck > one.without_luck ? other : one,
  );
  const kept: KeptResult = {
    seat,
    accuracy: found.accuracy,
    withoutLuck: found.without_luck,
    best: best.seat,
  };
  writeJson(RESULT + room, kept);
}

/** What a review has said of this browser's seat in a game; null if there was none. */
export function resultOf(room: string): KeptResult | null {
  return readJson<KeptResult | null>(RESULT + room, null);
}
