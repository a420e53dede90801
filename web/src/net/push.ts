// Being called when it is one's turn and the page is closed: the browser's push service, if the
// server uses one and the person has allowed notices.

import type { SeatToken } from "../generated/wire";
import { keepForOffline } from "../local/offline";
import { t } from "../i18n.svelte";
import { isSite } from "../router.svelte";
import { callMe, callsOf } from "./api";
import { isHere } from "./transport";

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
