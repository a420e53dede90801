/** The names of media.css for TypeScript; and how large elements are. */

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
/** Whether the own room of Façir is a panel of its own. */
export const roomApart = media("--room-apart");
/** Whether a few stalls may be larger there. */
export const tall = media("--tall");

/** Tell how large an element is, when it is laid out. To ask earlier would lay out the page twice. */
export function sized(tell: (element: HTMLElement) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const watcher = new ResizeObserver(() => tell(element));
    watcher.observe(element);
    return () => watcher.disconnect();
  };
}
