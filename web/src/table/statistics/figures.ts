// What the statistics of both games share: whose figures they are, and how numbers are written.

import type { Replay, RoomInfo } from "../../generated/wire";
import { currentLanguage, t } from "../../i18n";
import { coloursOf, type Colour } from "../../art/colours";

/** What the statistics of a game are made from. */
export interface StatisticsProps {
  game: Replay;
  name: (seat: number) => string;
  /** Go to a move of the replay that is open; without it, the replay is opened there. */
  onply?: (ply: number) => void;
}

/** A player at the head of a column or at the end of a line. */
export interface Sign {
  seat: number;
  name: string;
  colours: Colour[];
}

export interface Figure {
  /** As the server calls it. */
  name: string;
  label: string;
  values: readonly number[];
  unit: "walks" | "dirhams" | "squares" | "rounds" | "cards" | "turns" | "nails";
  /** Averages have a digit behind the point. */
  digits?: number;
  /** Whether more than nothing is written with a plus. */
  signed?: boolean;
  /** Whether 0 means that there is nothing to count. */
  optional?: boolean;
}

export interface Group {
  title: string;
  figures: Figure[];
}

export function signsOf(room: RoomInfo, name: (seat: number) => string): Sign[] {
  const colours = room.setup["colours"] as string | string[] | undefined;
  return room.seats.map((_, seat) => ({
    seat,
    name: name(seat),
    colours: coloursOf(colours?.[seat] ?? ""),
  }));
}

/** Return a number as it is written in the language of the page. */
export function written(value: number, digits = 0, signed = false): string {
  const format = new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "negative",
  });
  return format.format(value).replace("-", "−");
}

/** Return the number of a cell, and the same with its unit for those who hear it. */
export function cellOf(figure: Figure, value: number): { shown: string; spoken: string } {
  if (figure.optional && !value) return { shown: "–", spoken: t("statistics.none") };
  const shown = written(value, figure.digits, figure.signed);
  return { shown, spoken: t(`statistics.unit-${figure.unit}`, { count: Math.abs(value), shown }) };
}
