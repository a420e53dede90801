// Which page the address means.

import catalog from "./generated/catalog.json";

export type Route =
  | { page: "home" }
  | { page: "room"; room: string }
  | { page: "replay"; room: string; ply: number }
  | { page: "review"; room: string }
  | { page: "record" }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; step: number }
  | { page: "puzzles"; game: string }
  | { page: "puzzle"; game: string; number: number }
  | { page: "missing" };

/**
 * Whether this page came from a static host: then there is no server to speak to, and the address
 * names the page behind a `#`, because the host knows one file only.
 */
export const isSite =
  document.querySelector('meta[name="jemaa-form"]')?.getAttribute("content") === "site";

/** Where the page's files lie: the folder of the site, or the root of a server. */
export function siteBase(): string {
  return new URL(isSite ? "./" : "/", location.href.replace(/#.*/, "")).href;
}

let path = $state(current());

function current(): string {
  if (isSite) return location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
  return location.pathname + location.search;
}

/** The address of a page of this site. */
function address(to: string): string {
  return isSite && to.startsWith("/") ? `#${to}` : to;
}

export function route(): Route {
  return read(new URL(path, location.origin));
}

/** Go to another page of this site. */
export function go(to: string): void {
  history.pushState(null, "", address(to));
  path = current();
  scrollTo(0, 0);
}

/** Go to the page that is meant: the way back does not lead here again. */
export function goInstead(to: string): void {
  history.replaceState(null, "", address(to));
  path = current();
}

/** Let the address name a place within the page that is shown; nothing is drawn anew. */
export function note(place: string): void {
  history.replaceState(null, "", address(place));
}

/** Let plain links change the page without loading it anew. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    path = current();
  });
  if (isSite) document.addEventListener("pointerdown", mend, true);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || !isOurs(event, link)) return;
    event.preventDefault();
    go(link.hash.startsWith("#/") ? link.hash.slice(1) : link.pathname + link.search);
  });
}

/** Let a link that is opened elsewhere lead to this site too. */
function mend(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  link?.setAttribute("href", address(link.getAttribute("href") ?? ""));
}

function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const here = link.origin === location.origin && !link.pathname.startsWith("/api/");
  return plain && here && !link.target && !link.hasAttribute("download") && (!link.hash || isSite);
}

function read(url: URL): Route {
  const [, first = "", second = "", ...rest] = url.pathname.split("/").map(decoded);
  if (first === null || second === null) return { page: "missing" };
  if (first === "puzzles") return puzzle(second, rest);
  if (rest.some(Boolean)) return { page: "missing" };
  switch (first) {
    case "":
      return { page: "home" };
    case "r":
      if (!second) return { page: "missing" };
      return { page: "room", room: second };
    case "replay":
      if (!second) return { page: "missing" };
      return { page: "replay", room: second, ply: Number(url.searchParams.get("ply") ?? 0) };
    case "review":
      return second ? { page: "review", room: second } : { page: "record" };
    case "record":
      return second ? { page: "missing" } : { page: "record" };
    case "rules":
      return isGame(second) ? { page: "rules", game: second } : { page: "missing" };
    case "learn":
      if (!isGame(second)) return { page: "missing" };
      return { page: "learn", game: second, step: Number(url.searchParams.get("step") ?? 1) };
  }
  return { page: "missing" };
}

/** `/puzzles`, `/puzzles/GAME` or `/puzzles/GAME/NUMBER`. */
function puzzle(game: string, [number = "", ...rest]: (string | null)[]): Route {
  if (!isGame(game) || rest.some(Boolean) || number === null) return { page: "missing" };
  if (!number) return { page: "puzzles", game };
  return /^\d{1,6}$/.test(number)
    ? { page: "puzzle", game, number: Number(number) }
    : { page: "missing" };
}

/** Whether it is one of the games, or none, which means all of them. */
function isGame(name: string): boolean {
  return !name || catalog.games.some((one) => one.name === name);
}

/** Return a part of an address as it was meant; null if it is broken. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
