// Finds the language catalogues; each language is loaded when it is chosen.

import catalog from "../generated/catalog.json";
import type { Area } from "./plural";

type Load = () => Promise<Area>;

const files = import.meta.glob<Area>("../../../src/jemaa/locale/*/*.json", { import: "default" });
const loaders = new Map<string, Load>();
for (const [path, load] of Object.entries(files)) {
  const found = /locale\/([^/]+)\/([^/]+)\.json$/.exec(path);
  if (found) loaders.set(`${found[1]}/${found[2]}`, load);
}

export const LANGUAGES: Record<string, string> = catalog.languages;
/** Texts that few pages need: loaded by those that show them. */
const LATER = /^(rules-|learn|statistics)/;

/** Names of all areas that every page needs. */
export const AREAS = [...loaders.keys()]
  .filter((name) => name.startsWith("en/"))
  .map((name) => name.slice(3))
  .filter((name) => !LATER.test(name));

/** Load one area of a language; an area that is not translated comes in English. */
export async function loadArea(language: string, area: string): Promise<Area> {
  const load = loaders.get(`${language}/${area}`) ?? loaders.get(`en/${area}`);
  return load ? await load() : {};
}

/** Give the language to begin with: the chosen one, else the browser's, else English. */
export function firstLanguage(chosen: string, wanted: readonly string[]): string {
  for (const one of [chosen, ...wanted]) {
    const short = one.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}
