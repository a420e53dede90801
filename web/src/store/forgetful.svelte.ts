// Whether this browser forgets the keys to its seats, and whether that was said.

class Forgetful {
  tells = $state(false);
  #told = false;

  /** A key could not be kept beyond this page. */
  noticed(): void {
    if (!this.#told) this.tells = true;
    this.#told = true;
  }

  understood(): void {
    this.tells = false;
  }
}

export const forgetful = new Forgetful();
