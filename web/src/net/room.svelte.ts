// The table as the server last told it. Nothing here is guessed: every change is a message.

import type {
  Command,
  Happening,
  Refused,
  Reply,
  RoomInfo,
  Scene,
  Update,
  Welcome,
} from "../generated/wire";
import { reloadOnce } from "./retry";
import { RoomSocket, type Status } from "./socket";
import { freshId, keepKeys, keys, read, write } from "./storage.svelte";

export const SPECTATOR = -3;
const SEEN = "jemaa.seen.";

/** A command without what every command carries. */
export type Wish = Command extends infer C
  ? C extends Command
    ? Omit<C, "id" | "token" | "version">
    : never
  : never;

export interface Notice {
  reason: string;
  message: string;
}

export class RoomStore {
  readonly id: string;
  status = $state<Status>("connecting");
  info = $state.raw<RoomInfo | null>(null);
  scene = $state.raw<Scene | null>(null);
  eye = $state(SPECTATOR);
  held = $state.raw<number[]>([]);
  version = $state(0);
  log = $state.raw<Happening[]>([]);
  /** What has happened and was not shown yet. */
  queue = $state.raw<Happening[]>([]);
  /** The newest one of the queue that can be seen already, though the board is not done with it. */
  seen = $state(0);
  /** The newest end of a round, or the like, that was looked at here. */
  wentOn = $state(0);
  /** What happened while this page was not open. */
  missed = $state.raw<Happening[]>([]);
  online = $state.raw<number[]>([]);
  spectators = $state(0);
  thinking = $state<number | null>(null);
  /**
   * How many commands have no answer yet. A new position is one: it comes before the answer does,
   * and what it asks can be done at once.
   */
  pending = $state(0);
  notice = $state.raw<Notice | null>(null);
  /** Server's clock minus this machine's, in milliseconds. */
  skew = $state(0);
  #line: RoomSocket;
  #known: number | null = null;
  /** The version at which the position has last changed. */
  #touched = 0;
  #greeted = false;
  /** Whether the history that comes is all of it, so that nothing of it has to be shown. */
  #old = true;
  /** Whether this page has just been opened: what nobody has seen yet is told then. */
  #fresh = false;

  constructor(id: string) {
    this.id = id;
    this.#line = new RoomSocket({
      greeting: () => ({
        room: id,
        tokens: keys(id).map((key) => key.token),
        since: this.#known,
      }),
      heard: (reply) => this.#heard(reply),
      changed: (status, reason) => this.#changed(status, reason),
    });
  }

  /** Send a command in the name of a held seat; without one, the seat to act or the first. */
  send(wish: Wish, seat?: number): void {
    const token = this.#token(seat);
    if (!token) return;
    const command = { ...wish, id: freshId(), token, version: this.version } as Command;
    this.#line.send(command);
    this.#count();
  }

  /** Open the curtain for a held seat. */
  look(seat: number): void {
    this.#line.tell({ type: "look", token: this.#token(seat) });
  }

  /** Let the curtain fall: what one seat alone may know leaves this page. */
  hide(): void {
    this.#line.tell({ type: "look" });
    this.#forget();
  }

  /** Note that everything up to a number was shown. */
  shown(number: number): void {
    this.queue = this.queue.filter((one) => one.number > number);
  }

  /** Greet anew: another seat is held now. */
  renew(): void {
    this.#known = null;
    this.#line.renew();
  }

  leave(): void {
    this.#line.end();
  }

  #token(seat?: number): string {
    const held = keys(this.id);
    const wanted = seat ?? this.scene?.to_act ?? this.eye;
    return (held.find((key) => key.seat === wanted) ?? held[0])?.token ?? "";
  }

  #count(): void {
    this.pending = this.#line.pending(this.#touched);
  }

  #heard(reply: Reply): void {
    this.#take(reply);
    this.#count();
  }

  #take(reply: Reply): void {
    switch (reply.type) {
      case "welcome":
        return this.#welcome(reply);
      case "history":
        return this.#tellMore(reply.events);
      case "update":
        return this.#update(reply);
      case "refused":
        return this.#refused(reply);
      case "presence":
        this.online = reply.online;
        this.spectators = reply.spectators;
        return;
      case "thinking":
        this.thinking = reply.seat;
        return;
      case "bye":
        this.#bye(reply.reason, reply.message);
    }
  }

  #welcome(reply: Welcome): void {
    this.held = reply.held;
    this.online = reply.online;
    this.spectators = reply.spectators;
    this.#old = reply.complete;
    this.#fresh = reply.complete && !this.#greeted && reply.held.length > 0;
    this.#greeted = true;
    if (reply.complete) {
      this.log = [];
      this.queue = [];
    }
    this.#table(reply);
    this.#tellMore(reply.events);
  }

  /** Take in a piece of the history; if the line breaks after it, the next one is asked for. */
  #tellMore(events: Happening[]): void {
    if (this.#fresh) this.missed = [...this.missed, ...this.#unseen(events)];
    if (this.#old) this.log = [...this.log, ...events];
    else this.#append(events);
    this.#known = this.log.at(-1)?.number ?? this.version;
    if (this.#known === this.version) this.#see(this.version);
  }

  #update(reply: Update): void {
    const next = reply.events[0]?.number ?? this.version + 1;
    if (this.#known === null || next > this.version + 1) return this.#line.renew();
    const hidden = reply.eye === SPECTATOR && this.eye !== SPECTATOR;
    this.thinking = null;
    this.#append(reply.events);
    this.#table(reply);
    this.#known = reply.version;
    this.#see(reply.version);
    if (hidden) this.#forget();
  }

  #refused(reply: Refused): void {
    this.info = reply.room;
    this.eye = reply.eye;
    this.scene = reply.scene;
    this.notice = { reason: reply.reason, message: reply.message };
  }

  #bye(reason: string, message: string): void {
    if (reason === "protocol" && reloadOnce()) return;
    if (reason !== "restart") this.notice = { reason, message };
  }

  #changed(status: Status, reason: string): void {
    this.status = status;
    this.#count();
    if (reason) this.notice = { reason, message: "" };
  }

  #append(events: Happening[]): void {
    const last = this.log.at(-1)?.number ?? 0;
    const fresh = events.filter((one) => one.number > last);
    if (!fresh.length) return;
    const played = fresh.filter((one) => one.kind === "played");
    this.log = [...this.log, ...fresh];
    this.queue = [...this.queue, ...played];
    this.#touched = played.at(-1)?.number ?? this.#touched;
  }

  #table(reply: Welcome | Update): void {
    this.skew = reply.now - Date.now();
    this.version = reply.version;
    this.eye = reply.eye;
    this.scene = reply.scene;
    this.info = reply.room;
    // The rematch is played with the same keys.
    if (reply.room.following) keepKeys(reply.room.following, keys(this.id));
  }

  /** Drop what only one seat may know, the log included, and get the public form of it. */
  #forget(): void {
    this.eye = SPECTATOR;
    this.scene = null;
    this.log = [];
    this.queue = [];
    this.renew();
  }

  #unseen(events: Happening[]): Happening[] {
    const seen = Number(read(SEEN + this.id) ?? Number.MAX_SAFE_INTEGER);
    return events.filter((one) => one.number > seen && one.kind === "played");
  }

  #see(version: number): void {
    if (document.visibilityState === "visible") write(SEEN + this.id, String(version));
  }
}
