/** What the squares are called for those who do not see them. */

import { t } from "../../i18n";
import type { FacirScene } from "../../generated/wire";

const MARKS: Record<string, string> = { t: "fits", p: "needs", x: "in-the-way" };

/** What stands in a hole, what the own card says of it, and whether a nail may go there. */
export function squareLabel(
  scene: FacirScene,
  square: string,
  name: (seat: number) => string,
  mark: string,
  open: boolean,
): string {
  const nail = scene.nails.find((one) => one.square === square);
  const colour = nail && scene.rooms[nail.seat]?.colour;
  const words = [
    nail && colour
      ? t(`facir.square-${colour}`, { square, owner: name(nail.seat) })
      : t("facir.square-free", { square }),
  ];
  if (MARKS[mark]) words.push(t(`facir.square-${MARKS[mark]}`));
  if (open) words.push(t("facir.square-open"));
  return words.join(" ");
}

/** An edge or a card in words: "hole, closed, hole". */
export function holesLabel(pattern: string): string {
  return [...pattern].map((mark) => t(mark === "o" ? "facir.hole" : "facir.closed")).join(", ");
}
