/** A turn as one line of the log. */

import type { Laid, Rolled, Story, Turned } from "../../generated/wire";
import { parts, t, type Part } from "../../i18n";
import type { TurnWords } from "../front";
import { coloursOf } from "../../pieces/identity";
import { angle } from "../grid";
import { isOurs } from "./stories";

/** Between two squares; no line ends there. */
const DASH = "\u2060–\u2060";

/** A turn has one story of each kind; with two players it begins with the rug that is drawn. */
export function goesOn(turn: readonly Story[], { seat, kind }: Story): boolean {
  return kind !== "draw" && turn.every((one) => one.seat === seat && one.kind !== kind);
}

export function turn(stories: readonly Story[], name: (seat: number) => string): TurnWords | null {
  const ours = stories.filter(isOurs);
  const drawn = ours.find((one) => one.kind === "draw");
  const turned = ours.find((one) => one.kind === "turn");
  const rolled = ours.find((one) => one.kind === "roll");
  const laid = ours.find((one) => one.kind === "lay");
  if (!ours.length) return null;
  const out = rolled?.out && stories.at(-1) === rolled;
  return {
    colour: coloursOf(drawn?.colour ?? "")[0] ?? null,
    arrow: turned ? angle(turned.heading) : null,
    short: short(name, turned, rolled, laid),
    also: out ? t("marrakech.line-out", { name: name(rolled.seat) }) : "",
  };
}

/** One text for each shape of a turn. */
function short(
  name: (seat: number) => string,
  turned?: Turned,
  rolled?: Rolled,
  laid?: Laid,
): Part[] {
  // The page can have been told of a turn from its middle on.
  if (!rolled) return turned && !laid ? parts(`marrakech.way-${turned.heading}`) : [];
  const { slippers, payment } = rolled;
  const paid = !payment ? "" : payment.paid < payment.due ? "-short" : "-pay";
  return parts(`marrakech.turn-${laid ? "lay" : "roll"}${paid}`, {
    slippers,
    place: laid ? laid.squares.join(DASH) : "",
    paid: payment?.paid ?? 0,
    due: payment?.due ?? 0,
    owner: payment ? name(payment.to) : "",
  });
}
