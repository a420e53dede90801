// What happened, in words: moves by the game's own lines, the rest by the room's.

import type { GameFront } from "./front";
import type { Happening, Replay, RoomInfo, Story } from "../generated/wire";
import { currentLanguage, t, type Part } from "../i18n.svelte";
import type { Colour } from "../art/colours";
import { seatName } from "./words";

export interface LogLine {
  id: string;
  /** The events that it tells: from this number to that. */
  first: number;
  last: number;
  played: boolean;
  seat: number | null;
  /** Which turn of the game it is, from 1; null for what is no turn. */
  turn: number | null;
  /** The colour of its sign, if it is not the first one of the seat. */
  colour: Colour | null;
  /** Where the arrow beside it points, in degrees clockwise from up. */
  arrow: number | null;
  /** In whole sentences. */
  text: string;
  /** In few words, for those who see the sign and the arrow; empty if there are no such. */
  short: Part[];
  /** Whether it was taken back. */
  taken: boolean;
}

/** Return a happening in words; empty if it is not worth a line. */
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
    case "arrived":
      return "";
    case "started":
      return t(room.begins === "lot" && who ? "room.log-started-lot" : "room.log-started", {
        name: who,
      });
    case "forfeited":
      return t(one.to === one.seat ? "room.log-resigned" : "room.log-forfeited", { name: who });
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

/** Turns what happened into lines. It remembers them: only what is new is told anew. */
export class Log {
  #telling = new Telling();
  #told: readonly Happening[] = [];
  #terms = "";

  /** Return all lines, the newest first: one for each turn, and one for everything else. */
  lines(log: readonly Happening[], room: RoomInfo, front: GameFront | null): LogLine[] {
    const names = room.seats.map(({ seat }) => seatName(room, seat));
    const terms = JSON.stringify([currentLanguage(), front !== null, ...names]);
    if (terms !== this.#terms || this.#told.some((one, at) => one !== log[at])) {
      this.#telling = new Telling();
      this.#told = [];
      this.#terms = terms;
    }
    for (const one of log.slice(this.#told.length)) this.#telling.add(one, room, front);
    this.#told = log;
    return this.#telling.lines.filter((line) => line.text).reverse();
  }
}

/** A move that stands, and the place of the line that tells it. */
interface Move {
  story: Story;
  at: number;
}

class Telling {
  /** The oldest first. A line that changes is replaced, so that all others stay what they are. */
  readonly lines: LogLine[] = [];
  #moves: Move[] = [];

  add(one: Happening, room: RoomInfo, front: GameFront | null): void {
    if (one.story && front) return this.#play(one, one.story, room, front);
    const seat = one.seat !== undefined && one.seat !== null && one.seat >= 0 ? one.seat : null;
    this.#push(one, { seat, text: lineOf(one, room, front) });
    if (one.kind === "undone") this.#takeBack(one.to ?? 0);
  }

  #play(one: Happening, story: Story, room: RoomInfo, front: GameFront): void {
    const running = this.#running();
    const stories = running.map((move) => move.story);
    const goesOn = stories.length > 0 && front.goesOn(stories, story);
    const turn = front.turn(goesOn ? [...stories, story] : [story], (seat) => seatName(room, seat));
    const { colour, arrow, short } = turn ?? { colour: null, arrow: null, short: [] };
    const words = { colour, arrow, short };
    const text = lineOf(one, room, front);
    const at = goesOn ? running.at(-1)!.at : -1;
    const before = this.lines[at];
    if (before && !before.taken) {
      const told = `${before.text} ${text}`;
      this.lines[at] = { ...before, ...words, last: one.number, text: told };
      this.#moves.push({ story, at });
    } else {
      // After a move was taken back its turn is told once more from the beginning.
      const again = before
        ? stories.map((past) => lineOf({ ...one, story: past }, room, front))
        : [];
      const number = turn ? (before?.turn ?? this.#turns() + 1) : null;
      const told = [...again, text].join(" ");
      this.#moves.push({ story, at: this.lines.length });
      this.#push(one, { ...words, seat: story.seat, text: told, turn: number });
    }
    if (turn?.also) this.#push(one, { id: `${one.number}also`, seat: story.seat, text: turn.also });
  }

  /** The moves of the turn that may go on. */
  #running(): Move[] {
    const turn = this.#turnOf(this.#moves.at(-1));
    if (turn === null) return [];
    const from = this.#moves.findLastIndex((move) => this.#turnOf(move) !== turn);
    return this.#moves.slice(from + 1);
  }

  #turnOf(move: Move | undefined): number | null {
    return (move && this.lines[move.at]?.turn) ?? null;
  }

  #turns(): number {
    return this.#turnOf(this.#moves.findLast((move) => this.#turnOf(move) !== null)) ?? 0;
  }

  #takeBack(to: number): void {
    for (const { at } of this.#moves.slice(to)) {
      const line = this.lines[at];
      if (line) this.lines[at] = { ...line, taken: true };
    }
    this.#moves.length = Math.min(this.#moves.length, to);
  }

  #push(one: Happening, more: Partial<LogLine> & { seat: number | null; text: string }): void {
    this.lines.push({
      id: String(one.number),
      first: one.number,
      last: one.number,
      played: one.kind === "played",
      turn: null,
      colour: null,
      arrow: null,
      short: [],
      taken: false,
      ...more,
    });
  }
}

/** Return for each place of a replay the turn that it belongs to, as the lines number them. */
export function turnsOf(game: Replay, front: GameFront): number[] {
  const log = game.plies.map(({ happening }) => happening);
  const lines = new Log().lines(log, game.room, front).reverse();
  let turn = 0;
  return [0, ...log.map(({ number }) => (turn = turnAt(lines, number) ?? turn))];
}

function turnAt(lines: readonly LogLine[], number: number): number | null {
  return lines.find((line) => line.first <= number && number <= line.last)?.turn ?? null;
}

/** What was played and not taken back. */
export function played(log: readonly Happening[]): (Story | null)[] {
  const stories: (Story | null)[] = [];
  for (const one of log) {
    if (one.kind === "played") stories.push(one.story ?? null);
    else if (one.kind === "undone") stories.length = Math.min(stories.length, one.to ?? 0);
  }
  return stories;
}
