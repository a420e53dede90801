/** The names of squares and headings, in words. */

import type { MarrakechScene, Stall } from "../../generated/wire";
import { t } from "../../i18n";

export function ownerOf(scene: MarrakechScene, colour: string): Stall | undefined {
  return scene.stalls.find((stall) => stall.colours.includes(colour));
}

/** What lies on a square, and whether Assam stands there: whole sentences, one after the other. */
export function squareLabel(
  scene: MarrakechScene,
  square: string,
  name: (seat: number) => string,
  placeable: boolean,
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
  return words.join(" ");
}

/** The average of a cost, with one decimal in the way of the reader's language. */
export function average(value: number, language: string): string {
  return value.toLocaleString(language, { maximumFractionDigits: 1 });
}
