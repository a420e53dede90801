// Lets the page come up without a network: a service worker keeps its files.

import { newer } from "../net/newer.svelte";
import { siteBase } from "./host.svelte";

/** Keep the page's files. Only https and this machine itself allow that; elsewhere nothing happens. */
export function keepForOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker
    .register(new URL("sw.js", siteBase()), { scope: siteBase() })
    .then(watch)
    .catch(() => undefined);
  void navigator.storage?.persist?.();
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
