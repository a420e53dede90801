// Calls for those who look elsewhere and have allowed it: notices of the browser, and its push
// service while the page is closed, if the server uses one.

import type { SeatToken } from "../generated/wire";
import { keepForOffline } from "../local/offline.svelte";
import { t } from "../i18n.svelte";
import { isSite } from "../router.svelte";
import { callMe, callsOf } from "./api";
import { isHere } from "./transport";

const ALLOWED = "granted";

/** Whether this browser could show notices at all. */
export function canNotify(): boolean {
  return typeof Notification === "function" && isSecureContext;
}

/** Ask for the permission; returns whether it is given. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === ALLOWED) return true;
  return (await Notification.requestPermission()) === ALLOWED;
}

/** Call somebody who looks elsewhere; a press on the notice brings this tab to the front. */
export function call(title: string, body: string, tag: string): void {
  if (!document.hidden || !canNotify() || Notification.permission !== ALLOWED) return;
  try {
    const notice = new Notification(title, { body, tag, icon: "/icon.svg" });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Some phones show notices only of installed pages; the title of the tab says it too.
  }
}

/** Where the page's worker finds the words: it knows no language. */
const WORDS = "jemaa-words";

/** Whether this browser knows push services, and a server could use them. */
const able = !isSite && "serviceWorker" in navigator && "PushManager" in window;

/** The key to subscribe with; nothing if this browser or its server cannot do it. */
export async function callKey(): Promise<string> {
  if (!able) return "";
  return callsOf().then(
    (calls) => calls.key,
    () => "",
  );
}

/** Let the server call the people of this browser in a room, or no longer. */
export async function followRoom(
  room: string,
  seats: readonly SeatToken[],
  wanted: boolean,
): Promise<void> {
  const first = seats[0];
  if (!first || isHere(room)) return;
  const endpoint = wanted ? await subscribe() : "";
  if (wanted ? !endpoint : !(await isSubscribed())) return;
  await callMe(room, { token: first.token, endpoint }).catch(() => undefined);
}

/** Whether some server may call this browser. */
async function isSubscribed(): Promise<boolean> {
  if (!able) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return !!(await registration?.pushManager.getSubscription());
}

async function subscribe(): Promise<string> {
  const key = await callKey();
  if (!key) return "";
  keepForOffline();
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const known = await pushManager.getSubscription();
    const found = known ?? (await pushManager.subscribe(options));
    const words = new Response(JSON.stringify({ title: t("room.turn-title") }));
    await (await caches.open(WORDS)).put("words", words);
    return found.endpoint;
  } catch {
    return ""; // the browser does not want to, or its service is away
  }
}
