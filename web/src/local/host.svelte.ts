// The rooms of this browser, as the page sees them: lines to rooms and answers to requests.

import type { Line } from "../net/transport";
import { siteBase } from "../router.svelte";
import type { FromRooms, ToRooms } from "./runtime";
import { keepForOffline } from "./offline.svelte";

/** What can be told while Python is on its way: how many bytes of how many. */
class Loading {
  state = $state<"idle" | "loading" | "ready" | "failed">("idle");
  done = $state(0);
  total = $state(0);
}
export const loading = new Loading();

const lines = new Map<number, LocalLine>();
const waiting = new Map<number, (text: string) => void>();
let worker: Worker | null = null;
let bots: Worker | null = null;
/** Starts the bots, when somebody shall think for the first time: another Python takes its room. */
let startBots = (): void => undefined;
let numbers = 0;

/** Begin to load Python, unless that has been done. */
export function start(): void {
  if (worker) return;
  loading.state = "loading";
  const base = new URL(`runtime/${__RUNTIME__}/`, siteBase()).href;
  const { port1, port2 } = new MessageChannel();
  startBots = () => {
    bots = new Worker(new URL("./bots.worker.ts", import.meta.url), { type: "module" });
    bots.postMessage({ kind: "start", base, port: port2 }, [port2]);
  };
  worker = new Worker(new URL("./rooms.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromRooms>) => hear(data);
  worker.onerror = () => fail();
  tell({ kind: "start", base, bots: port1 }, [port1]);
  void keepForOffline();
}

export class LocalLine implements Line {
  isOpen = false;
  onopen = (): void => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: (code: number) => void = () => undefined;
  #number: number;

  constructor() {
    start();
    numbers += 1;
    this.#number = numbers;
    lines.set(this.#number, this);
    tell({ kind: "connect", line: this.#number });
    queueMicrotask(() => {
      this.isOpen = true;
      this.onopen();
    });
  }

  send(text: string): void {
    tell({ kind: "hear", line: this.#number, text });
  }

  close(): void {
    if (!lines.delete(this.#number)) return;
    this.isOpen = false;
    tell({ kind: "close", line: this.#number });
  }

  ended(code: number): void {
    lines.delete(this.#number);
    this.isOpen = false;
    this.onclose(code);
  }
}

/** Ask as a server is asked; gives JSON with `value` or `problem`. */
export function askHere(
  method: string,
  path: string,
  body: string,
  device: string,
): Promise<string> {
  start();
  numbers += 1;
  const number = numbers;
  return new Promise((resolve, reject) => {
    if (loading.state === "failed") return reject(new Error("not loaded"));
    waiting.set(number, resolve);
    tell({ kind: "ask", number, method, path, body, device });
  });
}

function tell(message: ToRooms, transfer: Transferable[] = []): void {
  worker?.postMessage(message, transfer);
}

function hear(message: FromRooms): void {
  switch (message.kind) {
    case "progress":
      loading.done = message.done;
      loading.total = message.total;
      return;
    case "ready":
      loading.state = "ready";
      return;
    case "think":
      return startBots();
    case "failed":
      console.error(message.message);
      return fail();
    case "say":
      return lines.get(message.line)?.onmessage(message.text);
    case "end":
      return lines.get(message.line)?.ended(message.code);
    case "answer":
      waiting.get(message.number)?.(message.text);
      waiting.delete(message.number);
  }
}

/** The next try begins anew: the network may have been away. */
function fail(): void {
  loading.state = "failed";
  worker?.terminate();
  bots?.terminate();
  worker = bots = null;
  const problem = { problem: { reason: "not-loaded", message: "", field: "" } };
  for (const answer of waiting.values()) answer(JSON.stringify(problem));
  waiting.clear();
  for (const line of [...lines.values()]) line.ended(1013);
}
