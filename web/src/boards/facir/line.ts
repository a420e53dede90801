/** What happened in words, for the log and for screen readers. */

import type { Happening, Played, Story } from "../../generated/wire";
import type { Say, TurnWords } from "../front";
import { isOurs } from "./stories";

export function line(happening: Happening, name: (seat: number) => string, t: Say): string {
  const { story } = happening;
  if (!isOurs(story)) return "";
  switch (story.kind) {
    case "deal":
      return "";
    case "stand":
      return t(story.edges ? "facir.line-stand-last" : "facir.line-stand", {
        name: name(story.seat),
      });
    case "play":
      return t(`facir.line-${what(story)}`, {
        name: name(story.seat),
        source: story.source ?? "",
        target: story.target ?? "",
        round: story.round,
      });
  }
}

/** A turn is one move, and its sentence is short enough. */
export function turn([story]: readonly Story[]): TurnWords | null {
  return story?.kind === "play" ? { colour: null, arrow: null, short: [], also: "" } : null;
}

/** What was done to a nail, and what came of it. */
function what(story: Played): string {
  const nail = story.target === null ? "lay" : story.source === null ? "put" : "move";
  const end = story.laid ? (nail === "lay" ? "" : "-lay") : story.void ? "-void" : "";
  const last = story.deciding && story.shown.length > 0 ? "-deciding" : "";
  return nail + end + last;
}
