// Somebody at a puzzle: what they have tried, what was taken away for them, and how it ended; and the
// table that it is set on, where nobody else is.

import type {
  Fact,
  Happening,
  PuzzleAnswer,
  PuzzleCard,
  PuzzleOther,
  PuzzleSheet,
  Scene,
  RoomInfo,
} from "../../generated/wire";
import type { PuzzleFront } from "../../table/front";
import type { Point } from "../../table/grid";
import type { Ending, Progress } from "./book.svelte";

/** A mark on the board: what a move loses, or that it is the one. */
export interface Mark extends Point {
  move: string;
  /** In percent; null if it is more than was measured, 0 for an accepted move. */
  loss: number | null;
}

/** A move beside the best one, in the panel. */
export interface Compared {
  move: string;
  loss: number;
  fact: Fact | null;
  tried: boolean;
}

/** So many moves are compared with the best one. */
const COMPARED = 2;

export class Attempt {
  readonly card: PuzzleCard;
  readonly sheet: PuzzleSheet;
  readonly front: PuzzleFront;
  /** The moves that were not it, each once, in their order. */
  tries = $state.raw<readonly string[]>([]);
  hints = $state(0);
  /** How it has ended; null while it is open. */
  ending = $state<Ending | null>(null);
  /** The move that was played in the end. */
  answer = $state.raw<PuzzleAnswer | null>(null);
  queue = $state.raw<Happening[]>([]);

  readonly #progress: Progress;

  constructor(card: PuzzleCard, sheet: PuzzleSheet, front: PuzzleFront, progress: Progress) {
    this.card = card;
    this.sheet = sheet;
    this.front = front;
    this.#progress = progress;
  }

  /** The table as it is to be drawn. */
  get scene(): Scene {
    const { front, sheet, answer } = this;
    if (answer) return front.after(sheet.scene, answer.change);
    return this.#gone.size ? front.without(sheet.scene, this.#gone) : sheet.scene;
  }

  get best(): PuzzleAnswer {
    return this.sheet.answers[0]!;
  }

  /** The square that the second hint names; empty before. */
  get named(): string {
    return this.hints > 1 ? this.front.square(this.sheet.scene, this.best.move) : "";
  }

  /** The last move that was not it. */
  get last(): string | undefined {
    return this.tries.at(-1);
  }

  /** Try a move; whether it is one of those that are accepted. */
  try(move: string, daily: boolean): boolean {
    const answer = this.sheet.answers.find((one) => one.move === move);
    if (!answer) {
      this.tries = [...this.tries.filter((one) => one !== move), move];
      return false;
    }
    this.#end(answer, this.hints ? "hinted" : "solved", daily);
    return true;
  }

  hint(): void {
    this.hints = Math.min(2, this.hints + 1);
  }

  /** Be told. */
  giveUp(daily: boolean): void {
    this.#end(this.best, "shown", daily);
  }

  shown(number: number): void {
    this.queue = this.queue.filter((one) => one.number > number);
  }

  /** What is known of a move that is not accepted. */
  other(move: string): PuzzleOther {
    return this.sheet.others[move] ?? this.sheet.rest;
  }

  /** What the board tells: of moves that were tried, and in the end of all that were measured. */
  get marks(): Mark[] {
    const { front, sheet, ending } = this;
    const moves = ending ? Object.keys(sheet.others) : [];
    const told = new Set([...moves, ...this.tries]);
    const marks = new Map<string, Mark>();
    // Of several moves to one place the dearest must not hide the nearest.
    for (const move of told) {
      const place = front.placeOf(move);
      const mark = { move, loss: this.other(move).loss, ...front.spot(sheet.scene, move) };
      if (!marks.has(place)) marks.set(place, mark);
    }
    if (!this.answer) return [...marks.values()];
    for (const { move } of sheet.answers) marks.delete(front.placeOf(move));
    const spot = front.spot(sheet.scene, this.answer.move, true);
    return [...marks.values(), { move: this.answer.move, loss: 0, ...spot }];
  }

  /** The first try and the nearest others, for the panel. */
  get compared(): Compared[] {
    const near = [this.sheet.tempting, ...Object.keys(this.sheet.others)];
    const moves = [...new Set([...this.tries.slice(0, 1), ...near])];
    return moves
      .flatMap((move) => {
        const { loss, fact } = this.other(move);
        return loss === null ? [] : [{ move, loss, fact, tried: this.tries.includes(move) }];
      })
      .slice(0, COMPARED)
      .sort((a, b) => a.loss - b.loss);
  }

  /** The places that hints have taken away: the worse half of those that are wrong. */
  get #gone(): ReadonlySet<string> {
    if (!this.hints) return new Set();
    const { front, sheet } = this;
    const right = new Set(sheet.answers.map(({ move }) => front.placeOf(move)));
    const wrong = front.places(sheet.scene).filter((place) => !right.has(place));
    const losses = new Map<string, number>();
    for (const [move, { loss }] of Object.entries(sheet.others)) {
      const place = front.placeOf(move);
      losses.set(place, Math.min(losses.get(place) ?? Infinity, loss ?? Infinity));
    }
    // Those of which nothing is known go first, in an order that leaves some in every corner.
    const order = wrong
      .map((place, at) => ({ place, loss: losses.get(place) ?? 1000 + ((at * 31) % 49) }))
      .sort((a, b) => b.loss - a.loss);
    return new Set(order.slice(0, Math.ceil(wrong.length / 2)).map(({ place }) => place));
  }

  #end(answer: PuzzleAnswer, ending: Ending, daily: boolean): void {
    if (this.ending) return;
    const { story, change } = answer;
    this.queue = [{ number: 1, at: 0, kind: "played", story, change } as Happening];
    this.answer = answer;
    this.ending = ending;
    this.#progress.note(this.card.id, ending, daily);
  }
}

/** Return the room of a position, with people of these names in it. */
export function tableOf(scene: Scene, name: (seat: number) => string): RoomInfo {
  return {
    room: "",
    game: scene.game,
    setup: {},
    status: "playing",
    seats: Array.from({ length: scene.players }, (_, seat) => ({
      seat,
      kind: "person",
      name: name(seat),
      level: "",
      stand_in: false,
      left: false,
      arrived: true,
      time: null,
      waits: null,
      hints: 0,
    })),
    clock: null,
    deadline: null,
    manual: false,
    undo: [],
    offer: null,
    claims: [],
    forfeited: null,
    resigned: false,
    resigns: false,
    stand_in: "",
    closed: false,
    commitment: "",
    secret: "",
    previous: "",
    following: "",
    begins: "",
    code: "",
    origin: "",
    imported: false,
    hints: false,
  };
}
