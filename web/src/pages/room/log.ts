// What happened, in words: moves by the game's own lines, the rest by the room's.

import type { GameFront } from "../../boards/front";
import type { Happening, RoomInfo, Story } from "../../generated/wire";
import { t, type Part } from "../../i18n";
import { seatName } from "./people";

export interface LogLine {
  id: string;
  /** The events that it tells: from this number to that. */
  first: number;
  last: number;
  played: boolean;
  seat: number | null;
  /** Which turn of the game it is, from 1; null for what is no turn. */
  turn: number | null;
  /** Where the arrow beside it points, in degrees clockwise from up. */
  arrow: number | null;
  /** In whole sentences. */
  text: string;
  /** In few words, for those who see the sign and the arrow; empty if there are no such. */
  short: Part[];
  /** Whether it was taken back. */
  taken: boolean;
}

/** Give a happening in words; empty if it is not worth a line. */
export function lineOf(one: Happening, room: RoomInfo, front: GameFront | null): string {
  const name = (seat: number): string => seatName(room, seat);
  if (one.kind === "played") return front ? front.line(one, name, t) : "";
  const who = one.seat === undefined || one.seat === null ? "" : name(one.seat);
  switch (one.kind) {
    case "said":
      return t("room.says", { name: who, phrase: t(`room.phrase-${one.text}`) });
    case "answered":
      return t(one.yes ? "room.log-agreed" : "room.log-declined", { name: who });
    case "asked":
      return t(`room.log-asked-${one.offer}`, { name: who });
    case "created":
      return "";
    case "renamed":
      return t("room.log-renamed", { name: one.text ?? "" });
    default:
      return t(`room.log-${one.kind}`, { name: who });
  }
}

/** Leave out the moves that the board has not shown yet: words shall not run ahead of it. */
export function untilShown(
  log: readonly Happening[],
  queue: readonly Happening[],
  seen = 0,
): Happening[] {
  const next = queue.find((one) => one.number > seen)?.number ?? Infinity;
  return log.filter((one) => one.kind !== "played" || one.number < next);
}

/** Give all lines, the newest first: one for each turn, and one for everything else. */
export function linesOf(
  log: readonly Happening[],
  room: RoomInfo,
  front: GameFront | null,
): LogLine[] {
  const telling = new Telling(room, front);
  for (const one of log) telling.add(one);
  return telling.lines.filter((line) => line.text).reverse();
}

/** A move that stands, and the line that tells it. */
interface Move {
  story: Story;
  line: LogLine;
}

class Telling {
  readonly lines: LogLine[] = [];
  readonly #room: RoomInfo;
  readonly #front: GameFront | null;
  #moves: Move[] = [];

  constructor(room: RoomInfo, front: GameFront | null) {
    this.#room = room;
    this.#front = front;
  }

  add(one: Happening): void {
    if (one.story && this.#front) return this.#play(one, one.story, this.#front);
    const seat = one.seat !== undefined && one.seat !== null && one.seat >= 0 ? one.seat : null;
    this.#push(one, seat, lineOf(one, this.#room, this.#front));
    if (one.kind === "undone") this.#takeBack(one.to ?? 0);
  }

  #play(one: Happening, story: Story, front: GameFront): void {
    const name = (seat: number): string => seatName(this.#room, seat);
    const words = lineOf(one, this.#room, front);
    const running = this.#running();
    const stories = running.map((move) => move.story);
    const goesOn = stories.length > 0 && front.goesOn(stories, story);
    const turn = front.turn(goesOn ? [...stories, story] : [story], name);
    const before = running.at(-1)?.line;
    let line: LogLine;
    if (goesOn && before && !before.taken) {
      line = before;
      line.last = one.number;
      line.text = `${line.text} ${words}`;
    } else {
      // After a move was taken back its turn is told once more from the beginning.
      const told = goesOn && before ? stories.map((past) => this.#words(one, past)) : [];
      line = this.#push(one, story.seat, [...told, words].join(" "));
      if (turn) line.turn = goesOn && before ? before.turn : this.#turns() + 1;
    }
    if (turn) {
      line.arrow = turn.arrow;
      line.short = turn.short;
    }
    this.#moves.push({ story, line });
    if (turn?.also) this.#push(one, story.seat, turn.also, "also");
  }

  #words(one: Happening, story: Story): string {
    return lineOf({ ...one, story }, this.#room, this.#front);
  }

  /** The moves of the turn that may go on. */
  #running(): Move[] {
    const turn = this.#moves.at(-1)?.line.turn ?? null;
    if (turn === null) return [];
    const from = this.#moves.findLastIndex((move) => move.line.turn !== turn);
    return this.#moves.slice(from + 1);
  }

  #turns(): number {
    return this.#moves.findLast((move) => move.line.turn !== null)?.line.turn ?? 0;
  }

  #takeBack(to: number): void {
    for (const { line } of this.#moves.slice(to)) line.taken = true;
    this.#moves.length = Math.min(this.#moves.length, to);
  }

  #push(one: Happening, seat: number | null, text: string, part = ""): LogLine {
    const line: LogLine = {
      id: `${one.number}${part}`,
      first: one.number,
      last: one.number,
      played: one.kind === "played",
      seat,
      turn: null,
      arrow: null,
      text,
      short: [],
      taken: false,
    };
    this.lines.push(line);
    return line;
  }
}
