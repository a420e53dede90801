// Parts of the page that are loaded later: what does not come is asked for again until it does.

import { PROTOCOL } from "../generated/wire";
import { read, write } from "./storage.svelte";

/** Seconds before the next try; the last one is for all that follow. */
const WAITS = [1, 2, 5];
/** So often a file is asked for while the server answers; then the browser has it by heart. */
const ENOUGH = 3;

export interface Retrying {
  /** Try at once. */
  again: () => void;
  /** Give up. */
  stop: () => void;
}

/** Load something and hand it over; `failed` is called after every try in vain. */
export function retrying<T>(
  load: () => Promise<T>,
  came: (found: T) => void,
  failed: (error: unknown) => void = () => undefined,
): Retrying {
  let tries = 0;
  let running = false;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function attempt(): Promise<void> {
    if (running || ended) return;
    running = true;
    clearTimeout(timer);
    try {
      const found = await load();
      if (!ended) came(found);
      stop();
    } catch (error) {
      if (!ended) await missed(error);
    }
    running = false;
  }

  async function missed(error: unknown): Promise<void> {
    dropStyles(error);
    failed(error);
    timer = setTimeout(again, 1000 * (WAITS[tries] ?? WAITS.at(-1)!));
    tries += 1;
    // Some browsers remember that a script did not come, and never ask for it again.
    if (tries >= ENOUGH && (await answers())) reloadOnce();
  }

  function again(): void {
    void attempt();
  }

  function stop(): void {
    ended = true;
    clearTimeout(timer);
    removeEventListener("online", again);
  }

  addEventListener("online", again);
  again();
  return { again, stop };
}

/** Load something, however long it takes. */
export function retry<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => void retrying(load, resolve));
}

/** When any file is missing, see whether the server has a new page by now. */
export function watchFiles(): void {
  addEventListener("vite:preloadError", () => void reloadIfNew());
}

/** A style sheet that did not come stays in the head, and would pass for loaded. */
function dropStyles(error: unknown): void {
  const text = error instanceof Error ? error.message : "";
  for (const link of document.querySelectorAll<HTMLLinkElement>("head link[rel=stylesheet]")) {
    if (!link.sheet && text.includes(link.href)) link.remove();
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

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
