/** The names of squares and headings, in words. */

import type { MarrakechScene, Stall } from "../../generated/wire";
import { t } from "../../i18n";
import type { Spot } from "./beam";
import { FACES } from "./geometry";

export function ownerOf(scene: MarrakechScene, colour: string): Stall | undefined {
  return scene.stalls.find((stall) => stall.colours.includes(colour));
}

/** What lies on a square, and whether Assam stands there: whole sentences, one after the other. */
export function squareLabel(
  scene: MarrakechScene,
  square: string,
  name: (seat: number) => string,
  placeable: boolean,
  landing?: Spot,
): string {
  const colour = scene.tops[square];
  const owner = colour === undefined ? undefined : ownerOf(scene, colour);
  const words = [
    colour === undefined || !owner
      ? t("marrakech.square-empty", { square })
      : t(`marrakech.square-${colour}`, { square, owner: name(owner.seat) }),
  ];
  if (owner?.fallen) words.push(t("marrakech.square-dead"));
  if (square === scene.square) words.push(t(`marrakech.assam-${scene.heading}`));
  if (placeable) words.push(t("marrakech.square-free"));
  if (landing) words.push(landingLabel(landing));
  return words.join(" ");
}

/** How likely Assam stops on a square, and what that costs. */
function landingLabel({ weight, cost, out }: Spot): string {
  const how = out ? "-out" : cost > 0 ? "" : "-free";
  return t(`marrakech.square-stop${how}`, { chance: percent(weight), cost });
}

/** How likely so many faces of the die are. */
export function percent(weight: number): string {
  return t("marrakech.percent", { value: Math.round((100 * weight) / FACES) });
}

/** The average of a cost, with one decimal in the way of the reader's language. */
export function average(value: number, language: string): string {
  return value.toLocaleString(language, { maximumFractionDigits: 1 });
}
