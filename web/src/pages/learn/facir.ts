// The first game of Façir: stand the card, read the edges, put and move nails, lay the fakir.

import type { FacirScene } from "../../generated/wire";
import { pick, type Course, type Lesson, type Moment, type Part } from "./lessons";

const PARTS: Record<string, Part> = {
  1: "board",
  2: "card",
  3: "card",
  4: "seats",
  5: "board",
  6: "board",
  7: "turn",
  8: "turn",
  9: "turn",
  10: "seats",
  fits: "press",
};
// The bed comes third: while the card is stood, a phone does not show it.
const STAND = ["2", "3"];
const PLAY = ["1", "4", "5", "6"];
/** With so many own nails on the bed it is time to speak of laying. */
const NAILS = 2;

function now({ scene }: Moment<FacirScene>): Lesson[] {
  if (scene.phase === "over") return pick(PARTS, ["9", "10"]);
  if (scene.phase === "stand") {
    return pick(PARTS, scene.round > 1 ? [...STAND, "9", "10"] : STAND);
  }
  const nails = scene.own?.movable.length ?? 0;
  return pick(PARTS, [
    ...PLAY,
    ...(nails > 0 ? ["7"] : []),
    ...(nails >= NAILS || scene.own?.lays.length ? ["8"] : []),
  ]);
}

export const course: Course<FacirScene> = {
  steps: () => [...STAND, ...PLAY, "7", "8", "9", "10"],
  now,
  news: ({ scene }) => pick(PARTS, scene.own?.lays.length ? ["fits"] : []),
  during: ({ next }) =>
    next?.story?.kind === "play" && next.story.shown.length ? pick(PARTS, ["9"])[0]! : null,
};
