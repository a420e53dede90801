// An old page meets a new server: load the new page, but never twice in a row.

import { PROTOCOL } from "../generated/wire";
import { read, write } from "../store/storage";

const KEY = "jemaa.reloaded";
const PAUSE = 60_000;

/** Load the page anew; give false if that has just been tried. */
export function reloadOnce(): boolean {
  if (wasReloaded()) return false;
  const [protocol, at] = (read(KEY) ?? "").split(" ");
  if (protocol === String(PROTOCOL) && Date.now() - Number(at) < PAUSE) return false;
  write(KEY, `${PROTOCOL} ${Date.now()}`);
  location.reload();
  return true;
}

/** Load the page anew if the server has another one by now. */
export async function reloadIfNew(): Promise<boolean> {
  return (await isNew()) && reloadOnce();
}

/** Whether this page came by a reload just now: known even where nothing can be stored. */
function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" && performance.now() < PAUSE;
}

/** Whether the server's page begins with another file: the old files are gone then. */
async function isNew(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  const path = own?.getAttribute("src");
  if (!path || !import.meta.env.PROD) return false;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(path);
  } catch {
    return false;
  }
}
