// What it takes to come up and to play without a network: a service worker keeps the page's files and
// says when newer ones wait; the runtime is kept if somebody wants it.

import { siteBase } from "../router.svelte";

class Newer {
  /** Takes the newer page; null while there is none. */
  update = $state.raw<(() => void) | null>(null);
}

export const newer = new Newer();

/**
 * Keep the page's files; return whether that is possible. Only https and this machine itself allow
 * it; elsewhere nothing happens.
 */
export async function keepForOffline(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  void navigator.storage?.persist?.();
  try {
    const where = { scope: siteBase() };
    watch(await navigator.serviceWorker.register(new URL("sw.js", siteBase()), where));
    return true;
  } catch {
    return false;
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    const next = registration.waiting;
    if (next && navigator.serviceWorker.controller)
      newer.update = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
        next.postMessage("update");
      };
  };
  look();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
}

interface Listing {
  /** Sizes in bytes, by name. */
  files: Record<string, number>;
}

class Kept {
  /** `away` where nothing can be kept: an old browser, or an address without https. */
  state = $state<"unknown" | "away" | "none" | "storing" | "ready" | "failed">("unknown");
  percent = $state(0);

  /** Look what is there. */
  async look(): Promise<void> {
    if (this.state === "storing" || this.state === "ready") return;
    if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return this.#be("away");
    try {
      const page = await navigator.serviceWorker.getRegistration(siteBase());
      this.#be(page?.active && (await this.#missing()).length === 0 ? "ready" : "none");
    } catch {
      this.#be("away");
    }
  }

  /** Store what is missing. */
  async store(): Promise<void> {
    this.#be("storing");
    this.percent = 0;
    try {
      if (!(await keepForOffline())) return this.#be("failed");
      await this.#load(await this.#missing());
      await navigator.serviceWorker.ready;
      this.#be("ready");
    } catch {
      this.#be("failed");
    }
  }

  #be(state: Kept["state"]): void {
    this.state = state;
  }

  /** The files of the runtime that are not kept yet, with their sizes. */
  async #missing(): Promise<[string, number][]> {
    const cache = await caches.open(`jemaa-runtime-${__RUNTIME__}`);
    const list = address("files.json");
    let known = await cache.match(list);
    if (!known) {
      if (this.state !== "storing") return [[list, 0]];
      await cache.add(list);
      known = await cache.match(list);
    }
    const { files } = (await known?.json()) as Listing;
    const kept = new Set((await cache.keys()).map((request) => request.url));
    return Object.entries(files)
      .map(([name, size]): [string, number] => [address(name), size])
      .filter(([url]) => !kept.has(url));
  }

  async #load(files: [string, number][]): Promise<void> {
    const cache = await caches.open(`jemaa-runtime-${__RUNTIME__}`);
    const total = files.reduce((sum, [, size]) => sum + size, 0) || 1;
    let done = 0;
    for (const [url, size] of files) {
      await cache.add(url);
      done += size;
      this.percent = Math.round((100 * done) / total);
    }
  }
}

function address(name: string): string {
  return new URL(`runtime/${__RUNTIME__}/${name}`, siteBase()).href;
}

export const kept = new Kept();
