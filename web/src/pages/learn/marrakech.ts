// The first game of Marrakech: turn, roll, pay, lay, and what comes up on the way.

import type { Laid, MarrakechScene, MarrakechStory, Rolled } from "../../generated/wire";
import { pick, type Course, type Lesson, type Moment, type Part } from "./lessons";

const PARTS: Record<string, Part> = {
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
const TURN = ["1", "2", "3", "4", "5"];
const LAY = ["6", "7", "8", "9"];
/** So many squares are worth a word. */
const AREA = 4;

type Here = Moment<MarrakechScene>;

function stories({ told }: Here): MarrakechStory[] {
  return told.flatMap(({ story }) =>
    story && story.kind !== "play" ? [story as MarrakechStory] : [],
  );
}

/** With two players everybody has two colours. */
function turning(scene: MarrakechScene): string[] {
  return scene.players === 2 ? ["1", "2", "colours", "3", "4", "5"] : TURN;
}

function now(moment: Here): Lesson[] {
  const { scene, seat } = moment;
  if (scene.phase === "over") return pick(PARTS, ["10"]);
  if (scene.phase === "lay") return pick(PARTS, LAY);
  const again = stories(moment).some((story) => story.kind === "lay" && story.seat === seat);
  return pick(PARTS, again ? [...turning(scene), "10"] : turning(scene));
}

function news(moment: Here): Lesson[] {
  const { scene, seat } = moment;
  const all = stories(moment);
  const rolls = all.filter((story): story is Rolled => story.kind === "roll");
  const lays = all.filter((story): story is Laid => story.kind === "lay");
  const names = {
    paid: rolls.some(({ payment }) => payment?.payer === seat),
    earned: rolls.some(({ payment }) => payment?.to === seat),
    loop: rolls.some(({ path }) => path.some(({ loop }) => loop !== null)),
    cover: lays.some(({ covered }) => Object.keys(covered).length > 0),
    area: (scene.stalls[seat]?.squares ?? 0) >= AREA,
  };
  return pick(
    PARTS,
    Object.entries(names).flatMap(([name, is]) => (is ? [name] : [])),
  );
}

export const course: Course<MarrakechScene> = {
  steps: (scene) => [...turning(scene), ...LAY, "10"],
  now,
  news,
  during: () => null,
};
