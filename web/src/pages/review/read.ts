// What the page reads out of a review: lines for the graph, moments, sentences.

import type { Moment, Review, Scene } from "../../generated/wire";
import { t } from "../../i18n.svelte";
import { SQUARES } from "../../table/grid";
import { written } from "../../table/words";

/** So many moments are shown if nobody asks for more. */
export const FEW = 3;

/** The shares of each seat: before the first turn, and after every turn. */
export function courses(review: Review): number[][] {
  const after: number[][] = [[...review.start]];
  for (const step of review.steps) after[step.turn] = step.shares;
  // A turn without an event has no place of its own.
  const told = after.filter(Boolean);
  return review.start.map((_, seat) => told.map((shares) => shares[seat] ?? 0));
}

/** The sure losses of a seat, the worst first. */
export function momentsOf(review: Review, seat: number): Moment[] {
  return review.moments.filter((moment) => moment.seat === seat);
}

/** A share as percent, in the way of the reader's language. */
export function percent(share: number, signed = false, digits = 0): string {
  return t("review.percent", { value: written(100 * share, digits, signed) });
}

/** A position in little, as `Thumb` draws it. */
export function inLittle(scene: Scene): { picture: string; assam: string } {
  if (scene.game === "marrakech") {
    const picture = SQUARES.map((square) => scene.tops[square] ?? ".").join("");
    return { picture, assam: scene.square + scene.heading };
  }
  const nails = new Map(
    scene.nails.map(({ square, seat }) => [square, scene.rooms[seat]?.colour ?? "."]),
  );
  return { picture: SQUARES.map((square) => nails.get(square) ?? ".").join(""), assam: "" };
}

/** What a moment is about: a way, a rug, or a nail. */
export function kindOf(scene: Scene): string {
  if (scene.game !== "marrakech") return t("review.kind-nail");
  return t(scene.phase === "lay" ? "review.kind-rug" : "review.kind-way");
}
