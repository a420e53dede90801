/** A roll and what it cost, in one sentence. */

import type { Happening, Rolled } from "../../generated/wire";
import type { Say } from "../front";
import { played } from "../played";

/** Gives the text under `<prefix>-…`: nothing to pay, paid, paid short, or paid short and out. */
export function rollText(
  rolled: Rolled,
  name: (seat: number) => string,
  t: Say,
  prefix: "told" | "line-roll",
): string {
  const { payment, seat, slippers } = rolled;
  const square = rolled.path.at(-1)?.square ?? rolled.start;
  const params = { name: name(seat), slippers, square };
  if (!payment) return t(`marrakech.${prefix}-free`, params);
  const money = {
    payer: name(payment.payer),
    owner: name(payment.to),
    due: payment.due,
    paid: payment.paid,
  };
  const how = rolled.out ? "out" : payment.paid < payment.due ? "short" : "pay";
  return t(`marrakech.${prefix}-${how}`, { ...params, ...money });
}

/** The newest roll that was not taken back, among the happenings before a number. */
export function lastRoll(log: readonly Happening[], before = Infinity): Rolled | null {
  const told = log.filter(({ number }) => number < before);
  const found = played(told).findLast((story) => story?.kind === "roll");
  return found?.kind === "roll" ? found : null;
}
