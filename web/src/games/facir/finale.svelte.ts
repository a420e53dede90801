/** The end of a game: the cards that were won are counted, the last place first, the winner last. */

import type { FacirScene, PlayerRoom } from "../../generated/wire";
import { Motion } from "../../table/motion";

/** Milliseconds: a card, a breath after each player, and all of it together at most. */
const CARD = 120;
const BREATH = 320;
const LONGEST = 6000;

/** A room with its place. */
export interface Row {
  room: PlayerRoom;
  rank: number;
}

/** Return all rooms, the best first. */
export function places(scene: FacirScene): Row[] {
  const rows: Row[] = [];
  for (const group of scene.ranking) {
    const rank = rows.length + 1;
    rows.push(...group.flatMap((seat) => scene.rooms[seat] ?? []).map((room) => ({ room, rank })));
  }
  return rows;
}

export class Finale {
  readonly #motion = new Motion();
  /** How many cards of each seat are shown. */
  counted = $state<number[]>([]);
  /** The seat that is being counted; null before and after. */
  seat = $state<number | null>(null);
  done = $state(false);

  /** Show the end at once. */
  settle(scene: FacirScene): void {
    this.counted = scene.rooms.map(({ won }) => won.length);
    this.seat = null;
    this.done = true;
  }

  /** Count everybody, in little time. */
  async count(scene: FacirScene): Promise<void> {
    const order = places(scene).reverse();
    const cards = order.reduce((sum, { room }) => sum + room.won.length, 0);
    const pace = Math.min(1, LONGEST / (cards * CARD + order.length * BREATH));
    this.counted = scene.rooms.map(() => 0);
    this.done = false;
    for (const { room } of order) {
      this.seat = room.seat;
      for (let card = 1; card <= room.won.length; card += 1) {
        this.counted[room.seat] = card;
        await this.#motion.wait(CARD * pace);
      }
      await this.#motion.wait(BREATH * pace);
    }
    this.settle(scene);
  }

  /** End the counting. */
  skip(): void {
    this.#motion.hurry();
  }
}
