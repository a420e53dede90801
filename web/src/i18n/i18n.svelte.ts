// The words of the page in the language of its reader. `t` is reactive: a page that uses it is
// drawn anew when the language changes, and nothing else is lost.

import { settings } from "../store/settings.svelte";
import { AREAS, firstLanguage, loadArea } from "./catalogues";
import { fill, type Area, type Params } from "./plural";

let language = $state("en");
let areas = $state.raw<Record<string, Area>>({});
let rules = new Intl.PluralRules("en");
const later = new Set<string>();

/** Load the words; the page is shown after that. */
export async function startLanguage(): Promise<void> {
  await show(firstLanguage(settings.language, navigator.languages));
}

/** Change the language and remember it. */
export async function changeLanguage(to: string): Promise<void> {
  await show(to);
  settings.language = to;
}

/** Load an area that only some pages need. */
export async function needArea(area: string): Promise<void> {
  if (later.has(area) && area in areas) return;
  later.add(area);
  const words = await loadArea(language, area);
  areas = { ...areas, [area]: words };
}

export function currentLanguage(): string {
  return language;
}

/** Give a text: `t("room.asks-undo", { name })`. */
export function t(key: string, params: Params = {}): string {
  const dot = key.indexOf(".");
  const text = areas[key.slice(0, dot)]?.[key.slice(dot + 1)];
  return text === undefined ? key : fill(text, params, rules);
}

/** Tell whether there is such a text. */
export function has(key: string): boolean {
  const dot = key.indexOf(".");
  return areas[key.slice(0, dot)]?.[key.slice(dot + 1)] !== undefined;
}

async function show(next: string): Promise<void> {
  const names = [...AREAS, ...later];
  const words = await Promise.all(names.map((area) => loadArea(next, area)));
  rules = new Intl.PluralRules(next);
  areas = Object.fromEntries(names.map((area, at) => [area, words[at] ?? {}]));
  language = next;
  document.documentElement.lang = next;
}
