/** The four signs of a player: colour, weave, shape and letter. Any one of them is enough. */

export type Colour = "r" | "y" | "b" | "n";

export const COLOURS: readonly Colour[] = ["r", "y", "b", "n"];

export function isColour(letter: string): letter is Colour {
  return letter === "r" || letter === "y" || letter === "b" || letter === "n";
}

/** Reads the colours of a seat, as in `ry`. */
export function coloursOf(letters: string): Colour[] {
  return [...letters].filter(isColour);
}

export function base(colour: Colour): string {
  return `var(--${colour})`;
}

export function dark(colour: Colour): string {
  return `var(--${colour}-d)`;
}

export function thread(colour: Colour): string {
  return `var(--${colour}-t)`;
}

/** The outline of the identity shape round (0, 0); all four look equally large at the same `r`. */
export function outline(colour: Colour, r: number): string {
  switch (colour) {
    case "r": {
      const d = 1.22 * r;
      return `M0 ${-d}L${d} 0L0 ${d}L${-d} 0Z`;
    }
    case "y":
      return `M0 ${-1.225 * r}L${1.2 * r} ${0.94 * r}L${-1.2 * r} ${0.94 * r}Z`;
    case "b":
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
    case "n": {
      const d = 0.9 * r;
      return `M${-d} ${-d}H${d}V${d}H${-d}Z`;
    }
  }
}

/** Where the letter stands in a shape of radius `r`: the triangle has its room lower down. */
export function letterPlace(colour: Colour, r: number): { y: number; size: number } {
  return colour === "y" ? { y: 0.57 * r, size: 1.03 * r } : { y: 0.42 * r, size: 1.18 * r };
}
