/** The end of a game: the order and its reasons; and the counting, the last place first, the winner last. */

import type { MarrakechScene, Stall, RoomInfo } from "../../generated/wire";
import { even, Motion } from "../../table/motion";
import { t } from "../../i18n.svelte";

/** Milliseconds: a square, a coin, the winner's last coin, and all of it together at most. */
const SQUARE = 60;
const COIN = 40;
const FLIGHT = 320;
const LAST_COIN = 600;
const LONGEST = 6000;
const PLUS = 1200;
/** So many coins fly one by one; more of them come by the handful. */
const HANDFULS = 8;
/** With such a lead, or less, the winner's last coin comes alone; where two share, nobody's does. */
const CLOSE = 5;

/** What has been counted of a seat. */
export interface Counted {
  squares: number;
  cash: number;
}

/** Return the squares on which a stall's rugs are seen, row by row. */
export function squaresOf(scene: MarrakechScene, stall: Stall): string[] {
  return Object.entries(scene.tops)
    .filter(([, colour]) => stall.colours.includes(colour))
    .map(([square]) => square)
    .sort((a, b) => Number(a[1]) - Number(b[1]) || a.localeCompare(b));
}

/** Return by how many points a game was won; 0 where the points have not decided. */
export function lead(scene: MarrakechScene): number {
  const [first, second] = scene.ranking.flat().map((seat) => scene.stalls[seat]);
  if (!first || !second || first.fallen || second.fallen) return 0;
  return scene.ranking[0]?.length === 1 ? Math.max(0, first.score - second.score) : 0;
}

/** The stall that is best without luck, and by how much; null if nobody is. */
export interface Verdict {
  seat: number;
  by: number;
}

/** Return who would be ahead had every roll been worth what it is worth on average. */
export function withoutLuck(scene: MarrakechScene, luck: readonly number[]): Verdict | null {
  const left = scene.stalls.filter((stall) => !stall.fallen);
  // Whoever is left alone is compared with those whom they have outlasted.
  const scores = (left.length > 1 ? left : scene.stalls)
    .map(({ seat, score }) => ({ seat, score: score - (luck[seat] ?? 0) }))
    .sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  if (!first || !second) return null;
  const by = Math.round(10 * (first.score - second.score)) / 10;
  return by > 0 ? { seat: first.seat, by } : null;
}

/** A coin on its way from the bag to its pile. */
export interface Flight {
  /** How much of the way is done. */
  part: number;
  value: 1 | 5;
}

export class Finale {
  readonly #motion = new Motion();
  /** What is shown of each seat. */
  counted = $state<Counted[]>([]);
  /** The seat that is being counted; null before and after. */
  seat = $state<number | null>(null);
  /** The coins that fly at the stall that is being counted. */
  flights = $state.raw<readonly Flight[]>([]);
  /** Whether the winner's last coin has just come down. */
  plus = $state(false);
  /** The squares that are lit, in the order of counting. */
  lit = $state.raw<readonly string[]>([]);
  done = $state(false);

  /** Show the end at once. */
  settle(scene: MarrakechScene): void {
    this.counted = scene.stalls.map(({ squares, cash }) => ({ squares, cash }));
    // Those who share the first place are all lit by their lanterns; one's squares alone would be unfair.
    const [winner, ...others] = (scene.ranking[0] ?? []).map((seat) => scene.stalls[seat]!);
    this.lit = winner && !others.length ? squaresOf(scene, winner) : [];
    this.seat = null;
    this.flights = [];
    this.done = true;
  }

  /** Count everybody, in little time. */
  async count(scene: MarrakechScene): Promise<void> {
    const order = scene.ranking.flat().reverse();
    this.counted = scene.stalls.map(() => ({ squares: 0, cash: 0 }));
    this.done = false;
    const all = scene.stalls.reduce((sum, stall) => sum + lasts(stall), 0);
    const pace = Math.min(1, (LONGEST - LAST_COIN) / all);
    for (const seat of order) await this.#seat(scene, seat, pace, seat === order.at(-1));
    this.settle(scene);
    if (!this.plus) return;
    await this.#motion.wait(PLUS);
    this.plus = false;
  }

  /** End the counting. */
  skip(): void {
    this.#motion.hurry();
  }

  /** Put the light out: something else is done. */
  darken(): void {
    this.lit = [];
  }

  async #seat(scene: MarrakechScene, seat: number, pace: number, last: boolean): Promise<void> {
    const stall = scene.stalls[seat]!;
    const squares = squaresOf(scene, stall);
    const shared = (scene.ranking[0]?.length ?? 0) > 1;
    const alone = last && stall.cash > 0 && !shared && lead(scene) <= CLOSE ? 1 : 0;
    this.seat = seat;
    for (let number = 0; number <= squares.length; number += 1) {
      this.lit = squares.slice(0, number);
      this.counted[seat] = { squares: number, cash: 0 };
      await this.#motion.wait(SQUARE * pace);
    }
    const coins = stall.cash - alone;
    await this.#fly(seat, { from: 0, coins, flight: FLIGHT * pace, apart: COIN * pace });
    if (alone) await this.#fly(seat, { from: coins, coins: 1, flight: LAST_COIN, apart: 0 });
    this.plus = alone > 0;
    this.counted[seat] = { squares: stall.squares, cash: stall.cash };
  }

  /** Let coins fly from the bag; each is counted when it comes down. */
  async #fly(seat: number, { from, coins, flight, apart }: Flying): Promise<void> {
    const many = Math.min(coins, HANDFULS);
    const lasts = flight + apart * Math.max(0, many - 1);
    const value = coins >= 5 * many ? 5 : 1;
    const squares = this.counted[seat]?.squares ?? 0;
    await this.#motion.run(
      many ? lasts : 0,
      (part) => {
        const parts = Array.from({ length: many }, (_, at) => (part * lasts - at * apart) / flight);
        const down = parts.filter((one) => one >= 1).length;
        this.flights = parts
          .filter((one) => one > 0 && one < 1)
          .map((one) => ({ part: one, value }));
        const cash = from + (many ? Math.round((coins * down) / many) : 0);
        this.counted[seat] = { squares, cash };
      },
      even,
    );
    this.flights = [];
  }
}

/** So many coins after so many, each so long in the air, and so much after the one before. */
interface Flying {
  from: number;
  coins: number;
  flight: number;
  apart: number;
}

function lasts({ squares, cash }: Stall): number {
  return (squares + 1) * SQUARE + FLIGHT + Math.min(cash, HANDFULS) * COIN;
}

export interface Row {
  stall: Stall;
  rank: number;
}

/** Return all stalls, the best first. */
export function places(scene: MarrakechScene): Row[] {
  const found: Row[] = [];
  for (const group of scene.ranking) {
    const rank = found.length + 1;
    for (const seat of group) {
      const stall = scene.stalls[seat];
      if (stall) found.push({ stall, rank });
    }
  }
  return found;
}

/** Return the rules that are needed to understand the order. */
export function tieWords(scene: MarrakechScene, room: RoomInfo): string[] {
  const rows = places(scene);
  const equal = rows.filter(({ stall }, i) => {
    const above = rows[i - 1]?.stall;
    return above && !stall.fallen && above.score === stall.score && room.forfeited === null;
  });
  const decided = equal.some(({ stall, rank }) =>
    rows.some((row) => row.rank < rank && row.stall.score === stall.score),
  );
  const shared = (scene.ranking[0]?.length ?? 0) > 1;
  return [
    ...(decided ? [t("marrakech.result-tie")] : []),
    ...(shared ? [t("marrakech.result-shared")] : []),
  ];
}
