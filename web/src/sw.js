// Keeps the page, so that it comes up without a network. The build fills in the version and files.
// What the page asks of a server never passes here; the runtime is kept when it is first loaded.

const PAGE = "jemaa-page-__VERSION__";
const RUNTIME = "jemaa-runtime-__RUNTIME__";
const WORDS = "jemaa-words";
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
        (name) => name.startsWith("jemaa-") && ![PAGE, RUNTIME, WORDS].includes(name),
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

// A call is empty: whose turn it is in which game goes through nobody else's hands.
self.addEventListener("push", (event) => event.waitUntil(call()));

async function call() {
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((one) => one.visibilityState === "visible")) return; // it says so itself
  const kept = await (await caches.open(WORDS)).match("words");
  const { title } = kept ? await kept.json() : { title: "Jemaa" };
  const icon = new URL("icon-192.png", BASE).href;
  await self.registration.showNotification(title, { tag: "turn", icon });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients
      .matchAll({ type: "window" })
      .then((pages) => pages[0]?.focus() ?? self.clients.openWindow(BASE.href)),
  );
});
