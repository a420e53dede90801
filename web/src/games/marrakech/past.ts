/** The market as it was: what stories tell, taken back from the newest on. */

import type { Laid, MarrakechScene, Story } from "../../generated/wire";
import { isOurs } from "./words";

/** Return the squares that the stories of a turn are about: where Assam has stopped, and the rug. */
export function squares(stories: readonly Story[]): string[] {
  return stories.filter(isOurs).flatMap((story) => {
    if (story.kind === "lay") return story.squares;
    return story.kind === "roll" ? story.path.slice(-1).map(({ square }) => square) : [];
  });
}

/** Return the market after the first so many stories. What everybody has stays as it is now. */
export function past(
  scene: MarrakechScene,
  stories: readonly (Story | null)[],
  count: number,
): MarrakechScene {
  const later = stories.slice(count).filter((story): story is Laid => story?.kind === "lay");
  const tops = { ...scene.tops };
  for (const { squares, covered } of later.reverse())
    for (const square of squares) {
      const below = covered[square];
      if (below) tops[square] = below;
      else delete tops[square];
    }
  const rugs = scene.rugs.slice(0, scene.rugs.length - later.length);
  return { ...scene, ...assam(scene, stories, count), tops, rugs, phase: "roll", places: [] };
}

/** Return where Assam was and where he looked. */
function assam(
  scene: MarrakechScene,
  stories: readonly (Story | null)[],
  count: number,
): Pick<MarrakechScene, "square" | "heading"> {
  const first = stories.find((story) => story?.kind === "roll");
  const there = { square: first?.start ?? scene.square, heading: scene.heading };
  for (const story of stories.slice(0, count)) {
    if (story?.kind === "turn") there.heading = story.heading;
    if (story?.kind !== "roll") continue;
    const { square, heading } = story.path.at(-1) ?? { ...there, square: story.start };
    Object.assign(there, { square, heading });
  }
  return there;
}
