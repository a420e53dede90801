// Looking back while a game goes on: the turn that is pointed at, and the one whose table is shown.

import type { Happening, Story } from "../../generated/wire";
import { played, type LogLine } from "../../table/log";

export class Past {
  /** The line under the pointer, or with the focus. */
  pointed = $state<string | null>(null);
  /** The line after which the table is shown; null for now. */
  shown = $state<string | null>(null);

  readonly point = (line: LogLine | null): void => {
    this.pointed = line?.id ?? null;
  };

  readonly look = (line: LogLine | null): void => {
    this.shown = line?.id ?? null;
    this.pointed = null;
  };
}

/** Whether the table can be shown as it was after a line. */
export function isTurn({ turn, taken }: LogLine): boolean {
  return turn !== null && !taken;
}

/** Return what a line tells, story by story. */
export function storiesOf(log: readonly Happening[], { first, last }: LogLine): Story[] {
  return played(log.filter(({ number }) => first <= number && number <= last)).filter(
    (story) => story !== null,
  );
}

/** Return what had happened when a line was told. */
export function logUntil(log: readonly Happening[], { last }: LogLine): Happening[] {
  return log.filter(({ number }) => number <= last);
}
