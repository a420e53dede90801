// Loads the front end of a game when it is first needed.

import type { GameFront, PuzzleFront } from "../table/front";

const fronts = import.meta.glob<GameFront>("./*/index.ts", { import: "front" });
const puzzles = import.meta.glob<PuzzleFront>("./*/Puzzle.svelte", { import: "puzzle" });

/** Return the front end of a game by its name. */
export async function loadFront(game: string): Promise<GameFront> {
  const load = fronts[`./${game}/index.ts`];
  if (!load) throw new Error(`there is no front end for ${game}`);
  return await load();
}

/** Return what puzzles of a game need besides. */
export async function loadPuzzleFront(game: string): Promise<PuzzleFront> {
  const load = puzzles[`./${game}/Puzzle.svelte`];
  if (!load) throw new Error(`there are no puzzles of ${game}`);
  return await load();
}
