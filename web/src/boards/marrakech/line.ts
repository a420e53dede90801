/** What happened in words, for the log and for screen readers. */

import type { Happening } from "../../generated/wire";
import type { Say } from "../front";
import { isOurs } from "./stories";
import { rollText } from "./told";

export function line(happening: Happening, name: (seat: number) => string, t: Say): string {
  const { story } = happening;
  if (!isOurs(story)) return "";
  switch (story.kind) {
    case "draw":
      return t(`marrakech.line-draw-${story.colour}`, { name: name(story.seat) });
    case "turn":
      return t(`marrakech.line-turn-${story.heading}`, { name: name(story.seat) });
    case "roll":
      return rollText(story, name, t, "line-roll");
    case "lay": {
      const [first, second] = story.squares;
      return t(`marrakech.line-lay-${story.colour}`, { name: name(story.seat), first, second });
    }
  }
}
