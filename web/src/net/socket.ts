// One living line to a room: it reconnects by itself and sends again what was not answered.

import { PROTOCOL, type Command, type Hello, type Reply, type Request } from "../generated/wire";
import { isHere, lineTo, type Line } from "./transport";

export type Status = "connecting" | "live" | "offline" | "gone";

const PING_EVERY = 12_000;
const MISSES = 2;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
/** After a wake-up a line that is alive answers within this time. */
const PROBE = 3_000;
const ROOM_UNKNOWN = 4404;
/** The server does not know what became of a command: the same one again will tell. */
const UNCERTAIN = "uncertain";
const ASK_AGAIN = 2_000;

export interface SocketOwner {
  /** What to say first: the room, the tokens, the version that is known. */
  greeting: () => Omit<Hello, "type" | "protocol">;
  heard: (reply: Reply) => void;
  changed: (status: Status, reason: string) => void;
}

export class RoomSocket {
  #owner: SocketOwner;
  #line: Line | null = null;
  #waiting = new Map<string, Command>();
  #welcomed = false;
  #tries = 0;
  #missed = 0;
  #ended = false;
  /** The browser says there is no network; the line may live through it. */
  #dark = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #wake = (): void => this.#awake();
  #lost = (): void => {
    if (isHere(this.#owner.greeting().room)) return; // it needs no network
    this.#dark = true;
    this.#owner.changed("offline", "");
  };

  constructor(owner: SocketOwner) {
    this.#owner = owner;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#wake);
    this.#open();
  }

  /** Send a command; it is sent again after every reconnect until it is answered. */
  send(command: Command): void {
    this.#waiting.set(command.id, command);
    if (this.#welcomed) this.#write(command);
  }

  /** Send something that is not worth repeating. */
  tell(request: Request): void {
    if (this.#welcomed) this.#write(request);
  }

  /** How many commands have no answer, of those that were made at this version or later. */
  pending(version: number): number {
    return [...this.#waiting.values()].filter((command) => command.version >= version).length;
  }

  /** Greet anew at once, with what `greeting` says now. */
  renew(): void {
    this.#tries = 0;
    this.#drop();
    this.#open();
  }

  /** Hang up for good. */
  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#drop();
  }

  #open(): void {
    if (this.#ended) return;
    clearTimeout(this.#retry);
    const greeting = this.#owner.greeting();
    const line = lineTo(greeting.room);
    this.#line = line;
    line.onopen = () => this.#write({ type: "hello", protocol: PROTOCOL, ...greeting });
    line.onmessage = (text) => {
      // What an old line still had to say was told anew on the next one.
      if (line === this.#line) this.#heard(JSON.parse(text) as Reply);
    };
    line.onclose = (code) => {
      if (line === this.#line) this.#closed(code);
    };
    this.#missed = 0;
    this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
  }

  #heard(reply: Reply): void {
    this.#missed = 0;
    clearTimeout(this.#probe);
    if (this.#dark && this.#welcomed) this.#owner.changed("live", "");
    this.#dark = false;
    if (reply.type === "ping") return this.#write({ type: "pong", t: reply.t });
    if (reply.type === "pong") return;
    if (reply.type === "refused" && reply.reason === UNCERTAIN) this.#askAgain(reply.id);
    else if (reply.type === "accepted" || reply.type === "refused") this.#waiting.delete(reply.id);
    this.#owner.heard(reply);
    if (reply.type === "welcome") this.#greeted();
  }

  #greeted(): void {
    this.#welcomed = true;
    this.#tries = 0;
    this.#owner.changed("live", "");
    for (const command of this.#waiting.values()) this.#write(command);
  }

  #askAgain(id: string): void {
    setTimeout(() => {
      const command = this.#waiting.get(id);
      if (command && this.#welcomed) this.#write(command);
    }, ASK_AGAIN);
  }

  #closed(code: number): void {
    this.#drop();
    if (this.#ended) return;
    if (code === ROOM_UNKNOWN) {
      this.#ended = true;
      return this.#owner.changed("gone", "unknown-room");
    }
    this.#again();
  }

  #again(): void {
    const here = isHere(this.#owner.greeting().room);
    this.#owner.changed(here || navigator.onLine ? "connecting" : "offline", "");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    // Not all pages at the same moment, when a server comes back.
    this.#retry = setTimeout(() => this.#open(), wait * (0.7 + Math.random() * 0.6));
  }

  #beat(): void {
    if (this.#missed >= MISSES) {
      this.#drop();
      return this.#again();
    }
    this.#missed += 1;
    this.tell({ type: "ping", t: Date.now() });
  }

  #awake(): void {
    if (this.#ended || document.visibilityState === "hidden") return;
    if (!this.#welcomed) return this.renew();
    this.tell({ type: "ping", t: Date.now() });
    clearTimeout(this.#probe);
    this.#probe = setTimeout(() => this.renew(), PROBE);
  }

  #write(request: Request): void {
    if (this.#line?.isOpen) this.#line.send(JSON.stringify(request));
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#probe);
    clearInterval(this.#pulse);
    this.#welcomed = false;
    const line = this.#line;
    this.#line = null;
    line?.close();
  }
}
