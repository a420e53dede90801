// What was explained on this device: each thing once.

import { readJson, writeJson } from "../net/storage";

const KEY = "jemaa.explained";

const known = $state<string[]>(readJson<string[]>(KEY, []));

/** Whether something was explained here before. */
export function isExplained(what: string): boolean {
  return known.includes(what);
}

/** Never explain something again. */
export function explained(what: string): void {
  if (known.includes(what)) return;
  known.push(what);
  writeJson(KEY, known);
}
