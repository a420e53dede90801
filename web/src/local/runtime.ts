// Python in a worker: the runtime and our package, with progress in real numbers; and what the page
// and its workers say to each other.

import type { loadPyodide } from "pyodide";
import { pack, unpack } from "./snapshot";

export type Python = Awaited<ReturnType<typeof loadPyodide>>;

interface Listing {
  /** Sizes in bytes, by name. */
  files: Record<string, number>;
  wheels: string[];
}

export type Progress = (done: number, total: number) => void;

const PACKAGE = "jemaa.zip";
const SNAPSHOT = "snapshot";
/** The largest file: what of the runtime takes long to come. */
const RUNTIME = "pyodide.asm.wasm";
/** What of Python's own library is needed later, so that a snapshot has it. */
const LIBRARY = `import asyncio, array, concurrent.futures.thread, dataclasses, datetime, decimal, hashlib
import hmac, importlib.resources, ipaddress, json, queue, secrets, shlex, typing, unicodedata, uuid`;

/** Start Python and unpack what it needs; `base` ends with a slash. */
export async function startPython(base: string, progress: Progress): Promise<Python> {
  const listing = (await (await get(`${base}files.json`)).json()) as Listing;
  const wanted = [...listing.wheels, PACKAGE];
  const kept = await snapshots();
  const snapshot = await kept?.match(base + SNAPSHOT);
  // Where the runtime is kept, too, nothing of it need be told of.
  const isKept = snapshot && (await kept?.match(base + RUNTIME));
  const names = isKept ? wanted : Object.keys(listing.files);
  const files = await fetchAll(base, pick(listing.files, names), wanted, progress);
  const python = await load(base, kept, snapshot);
  for (const name of listing.wheels) python.unpackArchive(take(files, name), "wheel");
  python.unpackArchive(take(files, PACKAGE), "zip", {
    extractDir: "/lib/python3.14/site-packages",
  });
  files.forEach(release);
  return python;
}

/**
 * Start Python: from what it was after an earlier start on this device if that was kept, which takes
 * a tenth of the time.
 */
async function load(
  base: string,
  kept: Cache | null,
  snapshot: Response | undefined,
): Promise<Python> {
  const module = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide;
  };
  const create = await creator(base);
  const options = { indexURL: base, checkAPIVersion: true, createPyodideModule: create };
  if (snapshot) {
    try {
      const python = await module.loadPyodide({ ...options, ...(await goingOn(create, snapshot)) });
      python.runPython("import random; random.seed()"); // else it would begin alike every time
      return python;
    } catch {
      await kept?.delete(base + SNAPSHOT); // it was cut off, or the browser has changed: once more without
    }
  }
  const python = await module.loadPyodide({ ...options, _makeSnapshot: !!kept });
  python.runPython(LIBRARY);
  // Where there is no room for it the next start takes longer, and that is all.
  if (kept) await keep(kept, base + SNAPSHOT, python).catch(() => undefined);
  return python;
}

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;
type Create = NonNullable<Options["createPyodideModule"]>;
type PreRun = Parameters<Create>[0]["preRun"][number];

/** What makes Python's machine; its files are made of what was loaded, not of a copy. */
async function creator(base: string): Promise<Create> {
  const { default: create } = (await import(/* @vite-ignore */ `${base}pyodide.asm.mjs`)) as {
    default: Create;
  };
  const first: PreRun = ({ FS }) => {
    const write = FS.writeFile.bind(FS);
    FS.writeFile = (path: string, data: Uint8Array, options?: object) =>
      write(path, data, { canOwn: true, ...options });
  };
  return (settings) => create({ ...settings, preRun: [first, ...settings.preRun] });
}

/** What lets Python go on from a snapshot. Only its head is given to it: the memory is in place then. */
async function goingOn(create: Create, snapshot: Response): Promise<Options> {
  const packed = await pour(snapshot);
  const { head, fill } = unpack(packed);
  return {
    _loadSnapshot: head,
    createPyodideModule: async (settings) => {
      const module = await create(settings);
      fill(module.HEAPU8);
      release(packed);
      return module;
    },
  };
}

async function keep(kept: Cache, place: string, python: Python): Promise<void> {
  const copy = python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>;
  const body = new Blob(pack(copy));
  const headers = { "content-length": String(body.size) };
  await kept.put(place, new Response(body, { headers }));
  release(copy.buffer);
}

/** Read a snapshot piece by piece: as a whole it would be twice in memory for a long time. */
async function pour(snapshot: Response): Promise<ArrayBuffer> {
  const found = new Uint8Array(Number(snapshot.headers.get("content-length")));
  let at = 0;
  for await (const part of parts(snapshot)) {
    found.set(part, at);
    at += part.length;
  }
  if (at < found.length) throw new Error("a part is missing");
  return found.buffer;
}

/** Give memory back at once: megabytes would wait long for somebody to need them. */
function release(buffer: ArrayBuffer & { transfer?: (size: number) => ArrayBuffer }): void {
  buffer.transfer?.(0);
}

function pick(sizes: Record<string, number>, names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, sizes[name] ?? 0]));
}

/** Where snapshots are kept: with the runtime, so that both go together. */
async function snapshots(): Promise<Cache | null> {
  if (!("caches" in globalThis)) return null; // an address without https
  return caches.open(`jemaa-runtime-${__RUNTIME__}`).catch(() => null);
}

function take(files: Map<string, ArrayBuffer>, name: string): ArrayBuffer {
  const found = files.get(name);
  if (!found) throw new Error(`${name} is missing`);
  return found;
}

/** Load everything side by side: what the runtime then asks for is at hand; give what is wanted. */
async function fetchAll(
  base: string,
  sizes: Record<string, number>,
  wanted: string[],
  progress: Progress,
): Promise<Map<string, ArrayBuffer>> {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let sum = 0;
  const count = (bytes: number): void => {
    sum += bytes;
    progress(Math.min(sum, total), total);
  };
  const found = await Promise.all(
    Object.keys(sizes).map(
      async (name) => [name, await fetchOne(base + name, count, wanted.includes(name))] as const,
    ),
  );
  return new Map(found);
}

async function fetchOne(
  address: string,
  count: (bytes: number) => void,
  wanted: boolean,
): Promise<ArrayBuffer> {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of parts(await get(address))) {
    if (wanted) kept.push(part);
    count(part.length);
  }
  return new Blob(kept).arrayBuffer();
}

/** What comes in, piece by piece: not every browser can go through a stream by itself. */
async function* parts(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return;
    yield next.value;
  }
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

export type ToRooms =
  | { kind: "start"; base: string; bots: MessagePort }
  | { kind: "connect" | "close"; line: number }
  | { kind: "hear"; line: number; text: string }
  | { kind: "ask"; number: number; method: string; path: string; body: string; device: string };

export type FromRooms =
  | { kind: "progress"; done: number; total: number }
  | { kind: "ready" | "think" }
  | { kind: "failed"; message: string }
  | { kind: "say"; line: number; text: string }
  | { kind: "end"; line: number; code: number }
  | { kind: "answer"; number: number; text: string };

export type ToBots = { kind: "start"; base: string; port: MessagePort };

export interface Asked {
  number: number;
  question: string;
}
export interface Thought {
  number: number;
  answer: string;
  fault: string;
}
