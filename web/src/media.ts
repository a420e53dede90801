/** The names of media.css for TypeScript. */

import { MediaQuery } from "svelte/reactivity";
import text from "./media.css?raw";

const QUERIES = new Map(
  [...text.matchAll(/@custom-media (--[a-z-]+) ([^;]+);/g)].map(([, name, query]) => [name, query]),
);

function media(name: `--${string}`): MediaQuery {
  const query = QUERIES.get(name);
  if (!query) throw new Error(`media.css has no ${name}`);
  return new MediaQuery(query);
}

export const narrow = media("--narrow");
/** Whether there is hardly any height: a phone on its side. */
export const shallow = media("--shallow");
export const broad = media("--broad");
/** Whether whole stalls have room beside the board; otherwise they are drawn in little. */
export const stallsBeside = media("--stalls-beside");
/** Whether a few stalls may be larger there. */
export const tall = media("--tall");
