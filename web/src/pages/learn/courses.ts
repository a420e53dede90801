// What the first game of each kind explains, and when.

import type {
  FacirScene,
  Laid,
  MarrakechScene,
  MarrakechStory,
  Rolled,
} from "../../generated/wire";
import { pick, type Course, type Lesson, type Moment, type Part } from "./lessons";

// The first game of Marrakech: turn, roll, pay, lay, and what comes up on the way.

const MARRAKECH_PARTS: Record<string, Part> = {
  1: "board",
  2: "seats",
  colours: "turn",
  3: "board",
  4: "board",
  5: "press",
  6: "seats",
  7: "board",
  8: "board",
  9: "press",
  10: "seats",
  paid: "seats",
  earned: "seats",
  loop: "board",
  cover: "board",
  area: "board",
};
const MARRAKECH_TURN = ["1", "2", "3", "4", "5"];
const MARRAKECH_LAY = ["6", "7", "8", "9"];
/** So many squares are worth a word. */
const MARRAKECH_AREA = 4;

type Here = Moment<MarrakechScene>;

function stories({ told }: Here): MarrakechStory[] {
  return told.flatMap(({ story }) =>
    story && story.kind !== "play" ? [story as MarrakechStory] : [],
  );
}

/** Who has two colours is told what that means. */
function turning(scene: MarrakechScene): string[] {
  return (scene.stalls[0]?.colours.length ?? 1) > 1
    ? ["1", "2", "colours", "3", "4", "5"]
    : MARRAKECH_TURN;
}

function marrakechNow(moment: Here): Lesson[] {
  const { scene, seat } = moment;
  if (scene.phase === "over") return pick(MARRAKECH_PARTS, ["10"]);
  if (scene.phase === "lay") return pick(MARRAKECH_PARTS, MARRAKECH_LAY);
  const again = stories(moment).some((story) => story.kind === "lay" && story.seat === seat);
  return pick(MARRAKECH_PARTS, again ? [...turning(scene), "10"] : turning(scene));
}

function marrakechNews(moment: Here): Lesson[] {
  const { scene, seat } = moment;
  const all = stories(moment);
  const rolls = all.filter((story): story is Rolled => story.kind === "roll");
  const lays = all.filter((story): story is Laid => story.kind === "lay");
  const names = {
    paid: rolls.some(({ payment }) => payment?.payer === seat),
    earned: rolls.some(({ payment }) => payment?.to === seat),
    loop: rolls.some(({ path }) => path.some(({ loop }) => loop !== null)),
    cover: lays.some(({ covered }) => Object.keys(covered).length > 0),
    area: (scene.stalls[seat]?.squares ?? 0) >= MARRAKECH_AREA,
  };
  return pick(
    MARRAKECH_PARTS,
    Object.entries(names).flatMap(([name, is]) => (is ? [name] : [])),
  );
}

export const marrakech: Course<MarrakechScene> = {
  steps: (scene) => [...turning(scene), ...MARRAKECH_LAY, "10"],
  now: marrakechNow,
  news: marrakechNews,
  during: () => null,
};

// The first game of Façir: stand the card, read the edges, put and move nails, lay the fakir.

const FACIR_PARTS: Record<string, Part> = {
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
const FACIR_STAND = ["2", "3"];
const FACIR_PLAY = ["1", "4", "5", "6"];
/** With so many own nails on the bed it is time to speak of laying. */
const FACIR_NAILS = 2;

function facirNow({ scene }: Moment<FacirScene>): Lesson[] {
  if (scene.phase === "over") return pick(FACIR_PARTS, ["9", "10"]);
  if (scene.phase === "stand") {
    return pick(FACIR_PARTS, scene.round > 1 ? [...FACIR_STAND, "9", "10"] : FACIR_STAND);
  }
  const nails = scene.own?.movable.length ?? 0;
  return pick(FACIR_PARTS, [
    ...FACIR_PLAY,
    ...(nails > 0 ? ["7"] : []),
    ...(nails >= FACIR_NAILS || scene.own?.lays.length ? ["8"] : []),
  ]);
}

export const facir: Course<FacirScene> = {
  steps: () => [...FACIR_STAND, ...FACIR_PLAY, "7", "8", "9", "10"],
  now: facirNow,
  news: ({ scene }) => pick(FACIR_PARTS, scene.own?.lays.length ? ["fits"] : []),
  during: ({ next }) =>
    next?.story?.kind === "play" && next.story.shown.length ? pick(FACIR_PARTS, ["9"])[0]! : null,
};
