// The worker with the rooms: Python's rooms on this side, the page on the other.

import { type Asked, type FromRooms, type Thought, type ToRooms, startPython } from "./runtime";
import { Shelf } from "./shelf";

/** `jemaa.local.browser.RoomsWorker`. */
interface RoomsWorker {
  open: () => Promise<void>;
  connect: (line: number) => void;
  hear: (line: number, text: string) => void;
  hang_up: (line: number) => void;
  ask: (number: number, method: string, path: string, body: string, device: string) => void;
  notice: (text: string) => void;
}

const shelf = new Shelf();
const tabs = new BroadcastChannel("jemaa-rooms");
const thoughts = new Map<number, (thought: Thought) => void>();
let asked = 0;
let bots: MessagePort;
let rooms: RoomsWorker | null = null;
/** What came before Python was ready. */
let early: ToRooms[] = [];

function tell(message: FromRooms): void {
  postMessage(message);
}

/** What Python calls. */
const outside = {
  say: (line: number, text: string) => tell({ kind: "say", line, text }),
  end: (line: number, code: number) => tell({ kind: "end", line, code }),
  answer: (number: number, text: string) => tell({ kind: "answer", number, text }),
  publish: (text: string) => tabs.postMessage(text),
  shelve: (question: string) => shelf.ask(question),
  think: (question: string) => {
    if (!asked) tell({ kind: "think" });
    asked += 1;
    const number = asked;
    return new Promise<string>((resolve, reject) => {
      thoughts.set(number, ({ answer, fault }) =>
        fault ? reject(new Error(fault)) : resolve(answer),
      );
      bots.postMessage({ number, question } satisfies Asked);
    });
  },
};

async function start(base: string): Promise<void> {
  const python = await startPython(base, (done, total) => tell({ kind: "progress", done, total }));
  const browser = python.pyimport("jemaa.local.browser") as {
    RoomsWorker: (outside: unknown) => RoomsWorker;
  };
  const opened = browser.RoomsWorker(outside);
  await opened.open();
  rooms = opened;
  tabs.onmessage = (event) => opened.notice(String(event.data));
  tell({ kind: "ready" });
  for (const message of early) hear(opened, message);
  early = [];
}

function hear(worker: RoomsWorker, message: ToRooms): void {
  switch (message.kind) {
    case "connect":
      return worker.connect(message.line);
    case "hear":
      return worker.hear(message.line, message.text);
    case "close":
      return worker.hang_up(message.line);
    case "ask": {
      const { number, method, path, body, device } = message;
      return worker.ask(number, method, path, body, device);
    }
  }
}

onmessage = (event: MessageEvent<ToRooms>) => {
  const message = event.data;
  if (message.kind === "start") {
    bots = message.bots;
    bots.onmessage = ({ data }: MessageEvent<Thought>) => {
      thoughts.get(data.number)?.(data);
      thoughts.delete(data.number);
    };
    start(message.base).catch((error: unknown) => tell({ kind: "failed", message: String(error) }));
  } else if (rooms) hear(rooms, message);
  else early.push(message);
};
