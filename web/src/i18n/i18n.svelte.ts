// The words of the page in the language of its reader. `t` is reactive: a page that uses it is
// drawn anew when the language changes, and nothing else is lost.

import { retry } from "../net/retry";
import { settings } from "../ui/settings.svelte";
import { AREAS, ENGLISH, firstLanguage, loadArea } from "./catalogues";
import { fill, pieces, type Area, type Params, type Part, type Text } from "./plural";

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

/** Return a text: `t("room.asks-undo", { name })`. */
export function t(key: string, params: Params = {}): string {
  const text = find(key);
  return text === undefined ? key : fill(text, params, rules);
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
  return true;
}
