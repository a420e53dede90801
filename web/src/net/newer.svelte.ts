// Whether a newer page waits to be taken; nobody is interrupted for it.

class Newer {
  /** Takes the newer page; null while there is none. */
  update = $state.raw<(() => void) | null>(null);
}

export const newer = new Newer();
