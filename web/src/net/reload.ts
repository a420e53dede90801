// An old page meets a new server: load the new page, but never twice in a row.

import { PROTOCOL } from "../generated/wire";
import { read, write } from "../store/storage";

const KEY = "jemaa.reloaded";
const PAUSE = 60_000;

/** Load the page anew; give false if that has just been tried. */
export function reloadOnce(): boolean {
  const [protocol, at] = (read(KEY) ?? "").split(" ");
  if (protocol === String(PROTOCOL) && Date.now() - Number(at) < PAUSE) return false;
  write(KEY, `${PROTOCOL} ${Date.now()}`);
  location.reload();
  return true;
}
