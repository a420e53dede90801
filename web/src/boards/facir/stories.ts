/** Which stories are of Façir, and whether one goes on from the drawn table. */

import type { FacirScene, FacirStory, Happening, Played, Story } from "../../generated/wire";
import { played } from "../played";

const KINDS = new Set(["deal", "stand", "play"]);

export function isOurs(story: Story | null | undefined): story is FacirStory {
  return story !== null && story !== undefined && KINDS.has(story.kind);
}

/** Whether a story begins where the drawn table is; after an undo, or a gap, it does not. */
export function goesOnFrom({ nails }: FacirScene, story: FacirStory): boolean {
  if (story.kind !== "play" || story.source === null) return true;
  return nails.some((nail) => nail.square === story.source && nail.seat === story.seat);
}

/** The turn that has ended the last round, if nothing has been played since. */
export function lastEnd(log: readonly Happening[]): Played | null {
  const last = played(log).findLast((story) => story?.kind === "play");
  return last?.shown.length ? last : null;
}
