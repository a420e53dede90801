// The words of the page in the language of its reader. `t` is reactive: a page that uses it is
// drawn anew when the language changes, and nothing else is lost. English comes with the page, so
// that there are always words; each other language is loaded when it is chosen.

import catalog from "./generated/catalog.json";
import { retry } from "./net/retry";
import { settings } from "./ui/settings.svelte";

// A text of a catalogue: words with {names} in it, or one such text for each plural form.

export type Params = Record<string, string | number>;
interface Plural {
  by: string;
  one?: string;
  few?: string;
  many?: string;
  other: string;
}
type Text = string | Plural;
type Area = Record<string, Text>;

/** A piece of a text; what stands between two pairs of asterisks is strong. */
export interface Part {
  text: string;
  strong: boolean;
}

type Load = () => Promise<Area>;

// What comes with the page must not be here too: it would become a file of its own again.
const files = {
  ...import.meta.glob<Area>(
    [
      "../../src/jemaa/locale/*/*.json",
      "!../../src/jemaa/locale/en/*.json",
      // Words of the terminal alone.
      "!../../src/jemaa/locale/*/{advice,terminal}.json",
    ],
    { import: "default" },
  ),
  ...import.meta.glob<Area>(
    [
      "../../src/jemaa/locale/en/rules-*.json",
      "../../src/jemaa/locale/en/{learn,statistics,review}.json",
    ],
    { import: "default" },
  ),
};
const loaders = new Map<string, Load>();
for (const [path, load] of Object.entries(files)) {
  const found = /locale\/([^/]+)\/([^/]+)\.json$/.exec(path);
  if (found) loaders.set(`${found[1]}/${found[2]}`, load);
}

/** The words of every page in English. */
const ENGLISH: Record<string, Area> = {};
const bundled = import.meta.glob<Area>(
  [
    "../../src/jemaa/locale/en/*.json",
    "!../../src/jemaa/locale/en/rules-*.json",
    "!../../src/jemaa/locale/en/{learn,statistics,review}.json",
    "!../../src/jemaa/locale/en/{advice,terminal}.json",
  ],
  { import: "default", eager: true },
);
for (const [path, area] of Object.entries(bundled)) {
  ENGLISH[path.slice(path.lastIndexOf("/") + 1, -".json".length)] = area;
}

export const LANGUAGES: Record<string, string> = catalog.languages;

/** Names of all areas that every page needs; what few pages need comes with those. */
const AREAS = Object.keys(ENGLISH);

/** Load one area of a language; an area that is not translated comes in English. */
async function loadArea(language: string, area: string): Promise<Area> {
  if (language === "en" && ENGLISH[area]) return ENGLISH[area];
  const load = loaders.get(`${language}/${area}`) ?? loaders.get(`en/${area}`);
  return load ? await load() : {};
}

/** Return the language to begin with: the chosen one, else the browser's, else English. */
function firstLanguage(chosen: string, wanted: readonly string[]): string {
  for (const one of [chosen, ...wanted]) {
    const short = one.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}

let language = $state("en");
let areas = $state.raw<Record<string, Area>>(ENGLISH);
let rules = new Intl.PluralRules("en");
/** The language that was wanted and did not come; empty if all is well. */
let missing = $state("");
/** The language that was wanted last: what comes after it is too late. */
let wanted = "en";
const later = new Set<string>();

/** Load the words; the page is shown after that, in English if they do not come. */
export async function startLanguage(): Promise<void> {
  addEventListener("online", () => void retryLanguage());
  await show(firstLanguage(settings.language, navigator.languages));
}

/** Change the language and remember it; if its words do not come, `missingLanguage` says so. */
export async function changeLanguage(to: string): Promise<void> {
  if (await show(to)) settings.language = to;
}

/** Return the language whose words did not come; empty if there is none. */
export function missingLanguage(): string {
  return missing;
}

/** Ask once more for the words that did not come. */
export async function retryLanguage(): Promise<void> {
  if (missing) await changeLanguage(missing);
}

/** Stay with the language that is shown. */
export function keepLanguage(): void {
  missing = "";
  wanted = language;
}

/** Load an area that only some pages need. */
export async function needArea(area: string): Promise<void> {
  if (later.has(area) && area in areas) return;
  later.add(area);
  let from = "";
  const words = await retry(() => loadArea((from = language), area));
  // A language that was chosen meanwhile has brought this area along.
  if (from === language) areas = { ...areas, [area]: words };
}

export function currentLanguage(): string {
  return language;
}

/** Return a text: `t("room.asks-undo", { name })`. A fraction in it has one decimal. */
export function t(key: string, params: Params = {}): string {
  const text = find(key);
  return text === undefined ? key : fill(text, params, rules);
}

/** Return a number as the language of the page writes it, with as many decimals as asked for. */
export function written(value: number, digits = 0, signed = false): string {
  return numerals(digits, digits, signed).format(value).replace("-", "−");
}

/** Return a number as the language of the page writes it, with one decimal unless it is whole. */
export function rounded(value: number): string {
  return numerals(0, 1, false).format(value).replace("-", "−");
}

const made = new Map<string, Intl.NumberFormat>();

/** Return what writes numbers; to make one takes longer than to use it. */
function numerals(least: number, most: number, signed: boolean): Intl.NumberFormat {
  const key = `${language} ${least} ${most} ${signed}`;
  const known = made.get(key);
  if (known) return known;
  const fresh = new Intl.NumberFormat(language, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: signed ? "exceptZero" : "negative",
  });
  made.set(key, fresh);
  return fresh;
}

/** Return names as people list them: with commas, and a word before the last. */
export function listed(names: readonly string[]): string {
  // Our English is British: no comma before the last one.
  const local = language === "en" ? "en-GB" : language;
  return new Intl.ListFormat(local, { type: "conjunction" }).format(names);
}

/** Return a text in pieces, some of which are strong. */
export function parts(key: string, params: Params = {}): Part[] {
  const text = find(key);
  return text === undefined ? [{ text: key, strong: false }] : pieces(text, params, rules);
}

/** Whether there is such a text. */
export function has(key: string): boolean {
  return find(key) !== undefined;
}

function find(key: string): Text | undefined {
  const dot = key.indexOf(".");
  return areas[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

/** Show the page in a language; false if its words did not come. */
async function show(next: string): Promise<boolean> {
  wanted = next;
  const names = [...AREAS, ...later];
  let words: Area[];
  try {
    words = await Promise.all(names.map((area) => loadArea(next, area)));
  } catch {
    if (wanted === next) missing = next;
    return false;
  }
  if (wanted !== next) return false;
  missing = "";
  rules = new Intl.PluralRules(next);
  areas = Object.fromEntries(names.map((area, at) => [area, words[at] ?? {}]));
  language = next;
  document.documentElement.lang = next;
  // A browser's first number takes it 20 ms: now, while the page waits, not while a table is drawn.
  setTimeout(() => rounded(0));
  return true;
}

/** Return the text with its parameters filled in. */
function fill(text: Text, params: Params, rules: Intl.PluralRules): string {
  return put(choose(text, params, rules), params);
}

/** Return the text in pieces. Asterisks in a parameter mean nothing. */
function pieces(text: Text, params: Params, rules: Intl.PluralRules): Part[] {
  return choose(text, params, rules)
    .split("**")
    .map((piece, at) => ({ text: put(piece, params), strong: at % 2 === 1 }))
    .filter((piece) => piece.text);
}

function put(words: string, params: Params): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return typeof value === "string" || Number.isInteger(value) ? String(value) : rounded(value);
  });
}

function choose(text: Text, params: Params, rules: Intl.PluralRules): string {
  if (typeof text === "string") return text;
  const form = rules.select(Number(params[text.by] ?? 0));
  return (form === "zero" || form === "two" ? undefined : text[form]) ?? text.other;
}
