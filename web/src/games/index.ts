// Loads the front end of a game when it is first needed.

import type { GameFront } from "../table/front";

const fronts = import.meta.glob<GameFront>("./*/index.ts", { import: "front" });

/** Return the front end of a game by its name. */
export async function loadFront(game: string): Promise<GameFront> {
  const load = fronts[`./${game}/index.ts`];
  if (!load) throw new Error(`there is no front end for ${game}`);
  return await load();
}
