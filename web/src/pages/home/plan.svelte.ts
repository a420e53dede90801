// What the home page will open: the choices, remembered from the last time.

import catalog from "../../generated/catalog.json";
import type { NewRoom, SeatWish } from "../../generated/wire";
import { device, ownName } from "../../net/keys.svelte";
import { LEVELS } from "../../table/people";
import { readJson, writeJson } from "../../net/storage";
import { isSite } from "../../router.svelte";

const KEY = "jemaa.plan";

export type Mode = "here" | "bots" | "friends";
export type Value = string | number | null;
export const MODES: readonly Mode[] = ["here", "bots", "friends"];
export const GAMES = catalog.games;

/** Thinking times that are offered, in seconds. */
export const CLOCKS = [
  { name: "none", initial: 0, increment: 0 },
  { name: "quick", initial: 300, increment: 5 },
  { name: "calm", initial: 900, increment: 15 },
  { name: "day", initial: 86_400, increment: 86_400 },
] as const;
export type ClockName = (typeof CLOCKS)[number]["name"];

interface Saved {
  game: string;
  mode: Mode;
  players: number;
  names: string[];
  /** How each seat plays if a bot does. */
  levels: string[];
  settings: Record<string, Record<string, Value>>;
  clock: ClockName;
  manual: boolean;
  standIn: string;
  /** Whether the room shall live in this browser, where that can be chosen. */
  offline: boolean;
}

function usual(): Saved {
  return {
    game: "marrakech",
    mode: "bots",
    players: 4,
    names: [ownName(), "", "", ""],
    levels: Array.from({ length: 4 }, () => "stroller"),
    settings: {},
    clock: "none",
    manual: false,
    standIn: catalog.stand_in.level,
    offline: false,
  };
}

export class Plan {
  saved = $state<Saved>({ ...usual(), ...readJson<Partial<Saved>>(KEY, {}) });

  get game() {
    return GAMES.find((one) => one.name === this.saved.game) ?? GAMES[0]!;
  }

  /** The colours of each seat, as in `ry`. */
  get colours(): readonly string[] {
    const known: Record<string, string[]> = this.game.colours;
    return known[this.saved.players] ?? [];
  }

  /** Whether real dice can be typed in: only where chance is no secret. */
  get mayBeManual(): boolean {
    return !this.game.secrets && this.saved.mode === "here";
  }

  /** The level of each seat in which a bot will play; empty for people. */
  get levels(): string[] {
    const { mode, players, levels } = this.saved;
    return Array.from({ length: players }, (_, seat) => {
      if (mode !== "bots" || seat === 0) return "";
      const level = levels[seat] ?? "";
      return LEVELS.includes(level) ? level : "stroller";
    });
  }

  /** The level of all bots; empty if they play at several. */
  get commonLevel(): string {
    const [first = "", ...others] = this.levels.slice(1);
    return others.every((level) => level === first) ? first : "";
  }

  setLevels(level: string): void {
    this.saved.levels = this.saved.levels.map(() => level);
  }

  /** Whether the room will live in this browser: friends need a server, and a site has none. */
  get isHere(): boolean {
    return this.saved.mode !== "friends" && (isSite || this.saved.offline);
  }

  setting(name: string): Value {
    const found = this.game.settings.find((one) => one.name === name);
    const kept = this.saved.settings[this.game.name]?.[name];
    const known = (found?.choices as Value[] | undefined)?.includes(kept as Value);
    return known ? (kept as Value) : ((found?.default ?? null) as Value);
  }

  set(name: string, value: Value): void {
    const game = this.game.name;
    this.saved.settings[game] = { ...this.saved.settings[game], [name]: value };
  }

  remember(): void {
    writeJson(KEY, this.saved);
  }

  /** Return the request; `unnamed` names a seat whose player gave no name. */
  wish(unnamed: (seat: number) => string): NewRoom {
    const { mode, players, clock, manual, standIn } = this.saved;
    const time = CLOCKS.find((one) => one.name === clock);
    const settings: Record<string, Value> = {};
    for (const { name, default: usually } of this.game.settings) {
      const value = this.setting(name);
      if (value !== usually) settings[name] = value;
    }
    return {
      game: this.game.name,
      seats: Array.from({ length: players }, (_, seat) => this.#seat(seat, unnamed)),
      settings,
      clock:
        mode === "friends" && time?.initial
          ? { initial: time.initial, increment: time.increment }
          : null,
      manual: manual && this.mayBeManual,
      stand_in: mode === "friends" ? standIn : "",
      device: device(),
    };
  }

  #seat(seat: number, unnamed: (seat: number) => string): SeatWish {
    const { mode, names } = this.saved;
    const name = names[seat]?.trim() || unnamed(seat);
    if (seat === 0 || mode === "here") return { kind: "here", name };
    return mode === "bots" ? { kind: "bot", level: this.levels[seat] ?? "" } : { kind: "open" };
  }
}
