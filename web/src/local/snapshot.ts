// A snapshot of Python's memory without the half of it that is empty: a block that nobody writes to
// takes no room, neither where it is kept nor in the memory of a worker that goes on from it.
//
// Kept are, in numbers of four bytes, how long the head is, how many blocks follow and which; then the
// head, that is what Pyodide says of the snapshot, and the blocks.

const BLOCK = 4096;
/** The second number of a snapshot says where the memory begins. */
const HEAD = 1;

/** What is kept of a snapshot as Pyodide makes it. */
export function pack(snapshot: Uint8Array<ArrayBuffer>): BlobPart[] {
  const length = new Uint32Array(snapshot.buffer)[HEAD] ?? 0;
  const memory = snapshot.subarray(length);
  const used = blocks(memory).filter((number) => !isEmpty(block(memory, number)));
  return [
    Uint32Array.of(length, used.length, ...used),
    snapshot.subarray(0, length),
    ...used.map((number) => block(memory, number)),
  ];
}

/** The head of what is kept, and a function that fills the memory of a Python that has not begun. */
export function unpack(kept: ArrayBuffer): {
  head: Uint8Array;
  fill: (memory: Uint8Array) => void;
} {
  const [length = 0, count = 0] = new Uint32Array(kept, 0, 2);
  const used = new Uint32Array(kept, 8, count);
  const first = used.byteOffset + used.byteLength;
  const head = new Uint8Array(kept, first, length).slice();
  const fill = (memory: Uint8Array): void => {
    if ((used.at(-1) ?? 0) * BLOCK >= memory.length) throw new Error("it does not fit");
    const places = new Map(Array.from(used, (number, place) => [number, place]));
    for (const number of blocks(memory)) {
      const place = places.get(number);
      if (place !== undefined) {
        const from = first + length + place * BLOCK;
        block(memory, number).set(new Uint8Array(kept, from, BLOCK));
      } else if (!isEmpty(block(memory, number))) block(memory, number).fill(0);
    }
  };
  return { head, fill };
}

function blocks(memory: Uint8Array): number[] {
  return Array.from({ length: memory.length / BLOCK }, (_, number) => number);
}

function block<T extends ArrayBufferLike>(memory: Uint8Array<T>, number: number): Uint8Array<T> {
  return memory.subarray(number * BLOCK, (number + 1) * BLOCK);
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
