// Lets the page come up without a network: a service worker keeps its files.

import { newer } from "../net/newer.svelte";
import { siteBase } from "../router.svelte";

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
