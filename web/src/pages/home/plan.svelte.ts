// What the home page will open: the choices, remembered from the last time.

import catalog from "../../generated/catalog.json";
import type { NewRoom, SeatWish } from "../../generated/wire";
import { device, ownName, readJson, writeJson } from "../../net/storage.svelte";
import { LEVELS } from "../../table/people";
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

/** A file that a setting is read from. */
export interface Brought {
  name: string;
  text: string;
}

interface Saved {
  game: string;
  mode: Mode;
  players: number;
  names: string[];
  /** How each seat plays if a bot does. */
  levels: string[];
  settings: Record<string, Record<string, Value>>;
  clock: ClockName;
  /** How it is settled who begins, and the seat that was chosen for it. */
  begins: string;
  first: number;
  /** The colours of each seat where they are not the usual ones, by game and number of players. */
  colours: Record<string, string[]>;
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
    begins: "lot",
    first: 0,
    colours: {},
    manual: false,
    standIn: catalog.stand_in.level,
    offline: false,
  };
}

/** Return all sets of so many letters, each in the order of the palette. */
function sets(palette: string, size: number): string[] {
  if (size === 0) return [""];
  return [...palette].flatMap((letter, at) =>
    sets(palette.slice(at + 1), size - 1).map((rest) => letter + rest),
  );
}

function inOrder(palette: string, letters: string[]): string {
  return letters.sort((a, b) => palette.indexOf(a) - palette.indexOf(b)).join("");
}

export class Plan {
  saved = $state<Saved>({ ...usual(), ...readJson<Partial<Saved>>(KEY, {}) });

  /** Files for settings, until the page is left: by game and setting. */
  files = $state<Record<string, Brought>>({});

  get game() {
    return GAMES.find((one) => one.name === this.saved.game) ?? GAMES[0]!;
  }

  /** The usual colours of each seat, as in `ry`. */
  get usualColours(): readonly string[] {
    const known: Record<string, string[]> = this.game.colours;
    return known[this.saved.players] ?? [];
  }

  /** The colours of each seat. */
  get colours(): readonly string[] {
    const chosen = this.saved.colours[this.#table];
    const usable = chosen?.every((letters) =>
      [...letters].every((one) => this.palette.includes(one)),
    );
    return chosen && usable ? chosen : this.usualColours;
  }

  /** The colours that may be played with, given what is in the box. */
  get palette(): string {
    const all: Record<string, Record<string, string | undefined>> = this.game.palettes;
    const boxes = all[this.saved.players] ?? {};
    for (const [box, letters] of Object.entries(boxes)) {
      const [name = "", value] = box.split("=");
      if (name && String(this.setting(name)) === value) return letters ?? "";
    }
    return boxes[""] ?? "";
  }

  get #table(): string {
    return `${this.game.name} ${this.saved.players}`;
  }

  /** Give a seat the next colours; whoever had them gets those of the seat. */
  changeColours(seat: number): void {
    const now = [...this.colours];
    const own = now[seat] ?? "";
    const choices = sets(this.palette, own.length);
    const next = choices[(choices.indexOf(own) + 1) % choices.length] ?? own;
    const given = [...next].filter((one) => !own.includes(one));
    const free = [...own].filter((one) => !next.includes(one));
    const swapped = now.map((letters) => {
      const swap = (one: string): string =>
        given.includes(one) ? (free[given.indexOf(one)] ?? one) : one;
      return inOrder(this.palette, [...letters].map(swap));
    });
    swapped[seat] = next;
    this.saved.colours[this.#table] = swapped;
  }

  /** How it may be settled who begins here. With bots alone nobody else has an age. */
  get beginnings(): string[] {
    return this.game.beginnings.filter((one) => one !== "youngest" || this.saved.mode !== "bots");
  }

  get begins(): string {
    return this.beginnings.includes(this.saved.begins) ? this.saved.begins : "chosen";
  }

  /** The seat that was chosen to begin. */
  get first(): number {
    return this.saved.first < this.saved.players ? this.saved.first : 0;
  }

  /** The settings that change something for so many players. */
  get settings() {
    return this.game.settings.filter((one) => one.players.includes(this.saved.players));
  }

  /** Return the file for a setting, if one was brought. */
  file(name: string): Brought | undefined {
    return this.files[`${this.game.name} ${name}`];
  }

  bring(name: string, file: Brought | null): void {
    const key = `${this.game.name} ${name}`;
    if (file) this.files[key] = file;
    else delete this.files[key];
  }

  /** Whether the clock may be set: nobody could claim the time of whoever plays with bots alone. */
  get mayHaveClock(): boolean {
    return this.saved.mode !== "bots";
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
    if (name === "boxed") return this.saved.settings[this.game.name]?.[name] ?? "no";
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
    const settings: NewRoom["settings"] = {};
    for (const { name, default: usually } of this.settings) {
      const value = this.setting(name);
      if (value !== usually) settings[name] = value;
    }
    if (this.colours.join() !== this.usualColours.join()) {
      const each = this.colours.every((letters) => letters.length === 1);
      settings["colours"] = each ? this.colours.join("") : this.colours;
    }
    if (this.begins === "chosen" && this.first) settings["first"] = this.first;
    const files: Record<string, string> = {};
    for (const name of this.game.files) {
      const file = this.file(name);
      if (file) files[name] = file.text;
    }
    if (Object.keys(files).length && this.setting("boxed") === "yes") settings["boxed"] = "yes";
    return {
      game: this.game.name,
      seats: Array.from({ length: players }, (_, seat) => this.#seat(seat, unnamed)),
      settings,
      clock:
        this.mayHaveClock && time?.initial
          ? { initial: time.initial, increment: time.increment }
          : null,
      begins: this.begins,
      files,
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
