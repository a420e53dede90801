// Python in a worker: the runtime and our package, with progress in real numbers; and what the page
// and its workers say to each other.

import type { loadPyodide } from "pyodide";

export type Python = Awaited<ReturnType<typeof loadPyodide>>;

interface Listing {
  /** Sizes in bytes, by name. */
  files: Record<string, number>;
}

export type Progress = (done: number, total: number) => void;

const LISTING = "files.json";
/** A zip, packed as a whole: our package and what it needs. */
const PACKAGES = "packages.bin";
const PLACE = "/lib/python3.14/site-packages";

/** Start Python and unpack what it needs; `base` ends with a slash. */
export async function startPython(base: string, progress: Progress): Promise<Python> {
  const source = await Files.open(base);
  const listing = (await (await source.get(LISTING)).json()) as Listing;
  // What is kept the runtime finds by itself, so nothing of it need be told of.
  const names = Object.keys(listing.files).filter((name) => name === PACKAGES || !source.has(name));
  const packages = await fetchAll(source, pick(listing.files, names), progress);
  const [python, zip] = await Promise.all([load(base), unpack(packages)]);
  python.unpackArchive(zip, "zip", { extractDir: PLACE });
  release(zip);
  return python;
}

function unpack(packed: Blob): Promise<ArrayBuffer> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function load(base: string): Promise<Python> {
  const { loadPyodide: start } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide;
  };
  const createPyodideModule = await creator(base);
  return start({ indexURL: base, checkAPIVersion: true, createPyodideModule });
}

type Create = NonNullable<NonNullable<Parameters<typeof loadPyodide>[0]>["createPyodideModule"]>;
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

/**
 * The files of the runtime: what comes is kept on this device at once, so that the next visit has it
 * with or without a network. Where nothing can be kept, at an address without https, all is loaded.
 */
class Files {
  #base: string;
  #kept: Cache | null;
  #known: Set<string>;

  private constructor(base: string, kept: Cache | null, known: Set<string>) {
    this.#base = base;
    this.#kept = kept;
    this.#known = known;
  }

  static async open(base: string): Promise<Files> {
    if (!("caches" in globalThis)) return new Files(base, null, new Set());
    const kept = await caches.open(`jemaa-runtime-${__RUNTIME__}`).catch(() => null);
    const known = (await kept?.keys())?.map((request) => request.url) ?? [];
    return new Files(base, kept, new Set(known));
  }

  has(name: string): boolean {
    return this.#known.has(this.#base + name);
  }

  async get(name: string): Promise<Response> {
    const address = this.#base + name;
    const kept = this.has(name) ? await this.#kept?.match(address) : undefined;
    if (kept) return kept;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // Where there is no room for it the next visit takes longer, and that is all.
    void this.#kept?.put(address, response.clone()).catch(() => undefined);
    return response;
  }
}

/** Give memory back at once: megabytes would wait long for somebody to need them. */
function release(buffer: ArrayBuffer & { transfer?: (size: number) => ArrayBuffer }): void {
  buffer.transfer?.(0);
}

function pick(sizes: Record<string, number>, names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, sizes[name] ?? 0]));
}

/** Load everything side by side, so that the runtime finds it at hand; give the packages. */
async function fetchAll(
  source: Files,
  sizes: Record<string, number>,
  progress: Progress,
): Promise<Blob> {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let sum = 0;
  const kept: Uint8Array<ArrayBuffer>[] = [];
  const take = async (name: string): Promise<void> => {
    for await (const part of parts(await source.get(name))) {
      if (name === PACKAGES) kept.push(part);
      sum += part.length;
      progress(Math.min(sum, total), total);
    }
  };
  await Promise.all(Object.keys(sizes).map(take));
  return new Blob(kept);
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
