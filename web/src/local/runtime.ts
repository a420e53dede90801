// Python in a worker: the runtime and our package, with progress in real numbers.

import type { loadPyodide } from "pyodide";

export type Python = Awaited<ReturnType<typeof loadPyodide>>;

interface Listing {
  /** Sizes in bytes, by name. */
  files: Record<string, number>;
  wheels: string[];
}

export type Progress = (done: number, total: number) => void;

/** Start Python and unpack what it needs; `base` ends with a slash. */
export async function startPython(base: string, progress: Progress): Promise<Python> {
  const listing = (await (await get(`${base}files.json`)).json()) as Listing;
  const files = await fetchAll(base, listing.files, progress);
  const module = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide;
  };
  const python = await module.loadPyodide({ indexURL: base, checkAPIVersion: true });
  for (const name of listing.wheels) python.unpackArchive(take(files, name), "wheel");
  python.unpackArchive(take(files, "jemaa.zip"), "zip", {
    extractDir: "/lib/python3.14/site-packages",
  });
  return python;
}

function take(files: Map<string, ArrayBuffer>, name: string): ArrayBuffer {
  const found = files.get(name);
  if (!found) throw new Error(`${name} is missing`);
  return found;
}

/** Load everything side by side: what the runtime then asks for is at hand. */
async function fetchAll(
  base: string,
  sizes: Record<string, number>,
  progress: Progress,
): Promise<Map<string, ArrayBuffer>> {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let sum = 0;
  const count = (bytes: number): void => {
    sum += bytes;
    progress(Math.min(sum, total), total);
  };
  const found = await Promise.all(
    Object.keys(sizes).map(async (name) => [name, await fetchOne(base + name, count)] as const),
  );
  return new Map(found);
}

async function fetchOne(address: string, count: (bytes: number) => void): Promise<ArrayBuffer> {
  const response = await get(address);
  const reader = response.body?.getReader();
  if (!reader) return response.arrayBuffer();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  return new Blob(parts).arrayBuffer();
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
