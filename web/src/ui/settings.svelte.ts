// What a person has set for this browser, and what was explained to them. Changes are kept at once.

import { readJson, writeJson } from "../net/storage.svelte";

const KEY = "jemaa.settings";
const QUICK = 0.4;

export type Theme = "system" | "light" | "dark";
/** Calm (as far as the system allows), quick, or none. */
export type Motion = "system" | "quick" | "less";

interface Saved {
  theme: Theme;
  motion: Motion;
  oneTap: boolean;
  odds: boolean;
  sound: boolean;
  volume: number;
  haptics: boolean;
  notices: boolean;
  language: string;
}

const USUAL: Saved = {
  theme: "system",
  motion: "system",
  oneTap: false,
  odds: true,
  sound: true,
  volume: 0.6,
  haptics: true,
  notices: false,
  language: "",
};

export class Settings {
  #saved = $state<Saved>({ ...USUAL, ...readJson<Partial<Saved>>(KEY, {}) });
  #systemStill = $state(false);
  #systemDark = $state(false);

  constructor() {
    this.#systemStill = this.#follow("(prefers-reduced-motion: reduce)", (is) => {
      this.#systemStill = is;
    });
    this.#systemDark = this.#follow("(prefers-color-scheme: dark)", (is) => {
      this.#systemDark = is;
      this.#paint();
    });
    this.#paint();
  }

  get theme(): Theme {
    return this.#saved.theme;
  }
  set theme(value: Theme) {
    this.#set({ theme: value });
  }

  get motion(): Motion {
    return this.#saved.motion;
  }
  set motion(value: Motion) {
    this.#set({ motion: value });
  }

  /** By how much movements are shortened: 1 for not at all. */
  get pace(): number {
    return this.#saved.motion === "quick" ? QUICK : 1;
  }

  /** Whether one tap makes a move, without the button. */
  get oneTap(): boolean {
    return this.#saved.oneTap;
  }
  set oneTap(value: boolean) {
    this.#set({ oneTap: value });
  }

  /** Whether the board shows odds, or how well the own card fits. */
  get odds(): boolean {
    return this.#saved.odds;
  }
  set odds(value: boolean) {
    this.#set({ odds: value });
  }

  get sound(): boolean {
    return this.#saved.sound;
  }
  set sound(value: boolean) {
    this.#set({ sound: value });
  }

  /** How loud sounds are: 0 to 1. */
  get volume(): number {
    return this.#saved.volume;
  }
  set volume(value: number) {
    this.#set({ volume: value });
  }

  /** Whether a phone shakes a little when something happens. */
  get haptics(): boolean {
    return this.#saved.haptics;
  }
  set haptics(value: boolean) {
    this.#set({ haptics: value });
  }

  /** Whether the browser calls people who look elsewhere. */
  get notices(): boolean {
    return this.#saved.notices;
  }
  set notices(value: boolean) {
    this.#set({ notices: value });
  }

  /** The language that was chosen; empty means the browser's. */
  get language(): string {
    return this.#saved.language;
  }
  set language(value: string) {
    this.#set({ language: value });
  }

  /** Whether nothing shall move: by this setting or by the system's. */
  get still(): boolean {
    return this.#saved.motion === "less" || this.#systemStill;
  }

  get dark(): boolean {
    return this.#saved.theme === "dark" || (this.#saved.theme === "system" && this.#systemDark);
  }

  #set(change: Partial<Saved>): void {
    Object.assign(this.#saved, change);
    writeJson(KEY, this.#saved);
    this.#paint();
  }

  #paint(): void {
    const data = document.documentElement.dataset;
    data["theme"] = this.dark ? "dark" : "light";
    if (this.#saved.motion === "less") data["motion"] = "less";
    else delete data["motion"];
  }

  #follow(query: string, changed: (is: boolean) => void): boolean {
    const list = matchMedia(query);
    list.addEventListener("change", (event) => changed(event.matches));
    return list.matches;
  }
}

export const settings = new Settings();

const EXPLAINED = "jemaa.explained";

const known = $state<string[]>(readJson<string[]>(EXPLAINED, []));

/** Whether something was explained here before. */
export function isExplained(what: string): boolean {
  return known.includes(what);
}

/** Never explain something again. */
export function explained(what: string): void {
  if (known.includes(what)) return;
  known.push(what);
  writeJson(EXPLAINED, known);
}
