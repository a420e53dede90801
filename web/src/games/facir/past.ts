/** The bed as it was: the nails of a round, put and moved once more. */

import type { FacirScene, Nail, Played, Story } from "../../generated/wire";

/** Return the holes that the stories of a turn are about: from where a nail came, and where to. */
export function squares(stories: readonly Story[]): string[] {
  return stories.flatMap((story) =>
    story.kind === "play" ? [story.source, story.target].filter((hole) => hole !== null) : [],
  );
}

/** Return the bed after the first so many stories. What everybody has stays as it is now. */
export function past(
  scene: FacirScene,
  stories: readonly (Story | null)[],
  count: number,
): FacirScene {
  const turns = stories.slice(0, count).filter((story): story is Played => story?.kind === "play");
  const last = turns.at(-1);
  const nails: Nail[] = [];
  for (const { seat, source, target, round } of turns) {
    if (round !== last?.round || target === null) continue;
    const at = nails.findIndex(({ square }) => square === source);
    nails.splice(at < 0 ? nails.length : at, at < 0 ? 0 : 1, { seat, square: target });
  }
  // The end of a round shows its cards, and is no phase in which nails are put.
  const phase = last?.shown.length ? "deal" : "play";
  return { ...scene, own: null, round: last?.round ?? scene.round, nails, phase };
}
