// localStorage, or memory where the browser forbids it (private windows, blocked cookies).

const memory = new Map<string, string>();

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keep something; false if it is kept in memory only, which lasts as long as the page. */
export function write(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function readJson<T>(key: string, usual: T): T {
  const text = read(key);
  if (text === null) return usual;
  try {
    return JSON.parse(text) as T;
  } catch {
    return usual;
  }
}

export function writeJson(key: string, value: unknown): boolean {
  return write(key, JSON.stringify(value));
}
