// What this browser keeps: every question is one transaction of IndexedDB.
// `jemaa.local.store` asks them; everything a store promises beyond that is done there.

const NAME = "jemaa-rooms";
const VERSION = 2;
/** The longest possible key after [room, ...]. */
const END: IDBValidKey = [];

type Summary = unknown;
interface RoomRow {
  room: string;
  version: number;
  at: number;
  summary: Summary;
}
interface EventRow {
  room: string;
  number: number;
  at: number;
  body: string;
}
interface Added {
  room: string;
  at: number;
  bodies: string[];
  summary: Summary;
}

export type Question =
  | ({ kind: "create" } & Added)
  | ({ kind: "append"; version: number; command: string } & Added)
  | { kind: "load"; room: string; after: number }
  | { kind: "rooms" }
  | { kind: "delete"; rooms: string[] }
  | { kind: "keep"; room: string; value: string; body: string }
  | { kind: "review"; room: string }
  | { kind: "seen"; today: number; keep: number }
  | { kind: "check" };

export class Shelf {
  #base: Promise<IDBDatabase> | null = null;
  #name: string;

  constructor(name = NAME) {
    this.#name = name;
  }

  /** Answer a question; whatever is written is on the disk when the answer comes. */
  async ask(text: string): Promise<string> {
    const question = JSON.parse(text) as Question;
    return JSON.stringify((await this.#answer(question)) ?? null);
  }

  #answer(question: Question): Promise<unknown> {
    switch (question.kind) {
      case "create":
        return this.#change((stores) => create(stores, question));
      case "append":
        return this.#change((stores) => append(stores, question));
      case "load":
        return this.#change((stores) => load(stores, question.room, question.after), "readonly");
      case "rooms":
        return this.#change(listRooms, "readonly");
      case "delete":
        return this.#change((stores) => forget(stores, question.rooms));
      case "keep":
        return this.#change((stores) => keepReview(stores, question));
      case "review":
        return this.#change((stores) => reviewOf(stores, question.room), "readonly");
      case "seen":
        return this.#change((stores) => note(stores, question.today, question.keep));
      case "check":
        return this.#change(async ({ days }) => void (await done(days.put(0, "check"))));
    }
  }

  async #change<T>(
    work: (stores: Stores) => Promise<T>,
    mode: IDBTransactionMode = "readwrite",
  ): Promise<T> {
    const base = await this.#open();
    const transaction = base.transaction(STORES, mode, { durability: "strict" });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(new Error(transaction.error?.message ?? "aborted"));
    });
    ended.catch(() => undefined); // who waits below is told
    const stores = STORES.map((name) => [name, transaction.objectStore(name)]);
    try {
      const found = await work(Object.fromEntries(stores) as Stores);
      await ended;
      return found;
    } catch (error) {
      if (transaction.error === null) tryTo(() => transaction.abort());
      await ended.catch(() => undefined);
      throw error;
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#base ??= openBase(this.#name, () => (this.#base = null)).catch((error: unknown) => {
      this.#base = null;
      throw error;
    });
    return this.#base;
  }
}

const STORES = ["events", "rooms", "commands", "days", "reviews"] as const;
type Stores = Record<(typeof STORES)[number], IDBObjectStore>;

function openBase(name: string, lost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const wish = indexedDB.open(name, VERSION);
    wish.onupgradeneeded = ({ oldVersion }) => {
      const base = wish.result;
      if (oldVersion < 1) {
        base.createObjectStore("events", { keyPath: ["room", "number"] });
        base.createObjectStore("rooms", { keyPath: "room" });
        base.createObjectStore("commands");
        base.createObjectStore("days");
      }
      base.createObjectStore("reviews");
    };
    wish.onblocked = () => reject(new Error("another tab has an older version of this page open"));
    wish.onerror = () => reject(new Error(wish.error?.message ?? "it cannot be opened"));
    wish.onsuccess = () => {
      const base = wish.result;
      // A newer page in another tab must not have to wait for us.
      base.onversionchange = () => base.close();
      base.onclose = lost;
      resolve(base);
    };
  });
}

async function create(stores: Stores, wish: Added): Promise<boolean> {
  if (await roomOf(stores, wish.room)) return false;
  await add(stores, 0, wish);
  return true;
}

/** Add events; what is wrong with it instead, if it cannot be. */
async function append(
  stores: Stores,
  wish: Added & { version: number; command: string },
): Promise<{ version: number | null; led: number | null } | null> {
  const known = await roomOf(stores, wish.room);
  if (!known) return { version: null, led: null };
  const key = [wish.room, wish.command];
  const led = wish.command ? await done<number | undefined>(stores.commands.get(key)) : undefined;
  if (led !== undefined || known.version !== wish.version)
    return { version: known.version, led: led ?? null };
  await add(stores, known.version, wish);
  if (wish.command) await done(stores.commands.put(known.version + wish.bodies.length, key));
  return null;
}

async function add(stores: Stores, after: number, wish: Added): Promise<void> {
  const { room, at, bodies, summary } = wish;
  for (const [index, body] of bodies.entries())
    stores.events.add({ room, number: after + 1 + index, at, body } satisfies EventRow);
  const version = after + bodies.length;
  await done(stores.rooms.put({ room, version, at, summary } satisfies RoomRow));
}

async function load(stores: Stores, room: string, after: number): Promise<unknown> {
  if (!(await roomOf(stores, room))) return null;
  const range = IDBKeyRange.bound([room, Math.max(after, 0)], [room, END], true);
  const rows = await done<EventRow[]>(stores.events.getAll(range));
  return rows.map(({ number, at, body }) => [number, at, body]);
}

async function listRooms({ rooms }: Stores): Promise<unknown> {
  const rows = await done<RoomRow[]>(rooms.getAll());
  return rows.map(({ room, version, at, summary }) => [room, version, at, summary]);
}

async function forget(stores: Stores, rooms: string[]): Promise<number> {
  let count = 0;
  for (const room of rooms) {
    if (!(await roomOf(stores, room))) continue;
    const range = IDBKeyRange.bound([room], [room, END]);
    stores.events.delete(range);
    stores.commands.delete(range);
    stores.reviews.delete(room);
    await done(stores.rooms.delete(room));
    count += 1;
  }
  return count;
}

async function keepReview(
  stores: Stores,
  { room, value, body }: { room: string; value: string; body: string },
): Promise<boolean> {
  if (!(await roomOf(stores, room))) return false;
  await done(stores.reviews.put([value, body], room));
  return true;
}

function reviewOf({ reviews }: Stores, room: string): Promise<unknown> {
  return done(reviews.get(room));
}

/** Note a day that the clock has shown; gives those that are kept, the latest first. */
async function note({ days }: Stores, today: number, keep: number): Promise<number[]> {
  const known = (await done<number[] | undefined>(days.get("seen"))) ?? [];
  const all = [...new Set([...known, today])].sort((a, b) => b - a).slice(0, keep);
  await done(days.put(all, "seen"));
  return all;
}

function roomOf({ rooms }: Stores, room: string): Promise<RoomRow | undefined> {
  return done<RoomRow | undefined>(rooms.get(room));
}

function done<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(new Error(request.error?.message ?? "it failed"));
  });
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // It has ended already.
  }
}
