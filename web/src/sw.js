// Keeps the page, so that it comes up without a network. The build fills in the version and files.
// What the page asks of a server never passes here; the runtime is kept when it is first loaded.

const PAGE = "jemaa-page-__VERSION__";
const RUNTIME = "jemaa-runtime-__RUNTIME__";
const FILES = __FILES__;
const BASE = new URL("./", self.location.href);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(PAGE).then((kept) => kept.addAll(FILES.map((name) => new URL(name, BASE).href))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter(
        (name) => name.startsWith("jemaa-") && ![PAGE, RUNTIME].includes(name),
      );
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
});

// A newer page comes only when somebody says so: never in the middle of a game.
self.addEventListener("message", (event) => {
  if (event.data === "update") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== BASE.origin) return;
  if (!url.pathname.startsWith(BASE.pathname)) return;
  const path = url.pathname.slice(BASE.pathname.length);
  if (/^(api|schema|healthz|metrics|ws)(\/|$)/.test(path)) return;
  if (path.startsWith("runtime/")) event.respondWith(fromRuntime(event.request));
  else if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});

/** The kept page, whatever the address: it finds out by itself what is meant. */
async function page(request) {
  const kept = await (await caches.open(PAGE)).match(new URL("index.html", BASE).href);
  return kept ?? fetch(request);
}

async function fromRuntime(request) {
  const kept = await caches.open(RUNTIME);
  const found = await kept.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await kept.put(request, response.clone());
  return response;
}
