/** Which stories are of Marrakech, and whether one goes on from the drawn table. */

import type { MarrakechScene, MarrakechStory, Story } from "../../generated/wire";

const KINDS = new Set(["draw", "turn", "roll", "lay"]);

export function isOurs(story: Story | null | undefined): story is MarrakechStory {
  return story !== null && story !== undefined && KINDS.has(story.kind);
}

/** Whether a story begins where the drawn table is; after an undo, or a gap, it does not. */
export function goesOnFrom(scene: MarrakechScene, story: MarrakechStory): boolean {
  return story.kind !== "roll" || story.start === scene.square;
}
