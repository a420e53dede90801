// Finds the language catalogues. English comes with the page, so that there are always words; each
// other language is loaded when it is chosen.

import catalog from "../generated/catalog.json";
import type { Area } from "./plural";

type Load = () => Promise<Area>;

// What comes with the page must not be here too: it would become a file of its own again.
const files = {
  ...import.meta.glob<Area>(
    [
      "../../../src/jemaa/locale/*/*.json",
      "!../../../src/jemaa/locale/en/*.json",
      // Words of the terminal alone.
      "!../../../src/jemaa/locale/*/{advice,terminal}.json",
    ],
    { import: "default" },
  ),
  ...import.meta.glob<Area>(
    [
      "../../../src/jemaa/locale/en/rules-*.json",
      "../../../src/jemaa/locale/en/{learn,statistics}.json",
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
export const ENGLISH: Record<string, Area> = {};
const bundled = import.meta.glob<Area>(
  [
    "../../../src/jemaa/locale/en/*.json",
    "!../../../src/jemaa/locale/en/rules-*.json",
    "!../../../src/jemaa/locale/en/{learn,statistics}.json",
    "!../../../src/jemaa/locale/en/{advice,terminal}.json",
  ],
  { import: "default", eager: true },
);
for (const [path, area] of Object.entries(bundled)) {
  ENGLISH[path.slice(path.lastIndexOf("/") + 1, -".json".length)] = area;
}

export const LANGUAGES: Record<string, string> = catalog.languages;

/** Names of all areas that every page needs; what few pages need comes with those. */
export const AREAS = Object.keys(ENGLISH);

/** Load one area of a language; an area that is not translated comes in English. */
export async function loadArea(language: string, area: string): Promise<Area> {
  if (language === "en" && ENGLISH[area]) return ENGLISH[area];
  const load = loaders.get(`${language}/${area}`) ?? loaders.get(`en/${area}`);
  return load ? await load() : {};
}

/** Return the language to begin with: the chosen one, else the browser's, else English. */
export function firstLanguage(chosen: string, wanted: readonly string[]): string {
  for (const one of [chosen, ...wanted]) {
    const short = one.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}
