// The drawings of the rules: what each shows, and after which section it stands.

import type { FacirScene, Landing, MarrakechScene } from "../../generated/wire";
import json from "../../generated/figures.json";

interface Scenes {
  marrakech: Record<"turn" | "loop" | "corner" | "area" | "places", MarrakechScene>;
  facir: Record<"stand" | "room" | "behind" | "fits" | "turned" | "misses", FacirScene>;
}
/** Positions that Python has worked out. The compiler cannot read the types of a JSON file. */
export const SCENES = json as unknown as Scenes;

/** Where to look: left, top, width and height, in units of which a square has 100. */
type View = readonly [number, number, number, number];

export interface Market {
  kind: "market";
  scene: MarrakechScene;
  view: View;
  /** A way to be shown: where Assam is turned, and what the die shows. */
  way?: { heading: string; slippers: number };
  /** Whether the squares that are paid for are counted. */
  counts?: boolean;
}
export interface Bed {
  kind: "bed";
  scene: FacirScene;
  view: View;
  /** Where the own card is held: the square under its top left position, and quarters clockwise. */
  square: string;
  rotation: number;
}
export interface Other {
  kind: "die" | "room" | "stand";
}
export type Drawing = Market | Bed | Other;

const { marrakech: market, facir: bed } = SCENES;
const CARD: View = [100, 30, 500, 450];

export const DRAWINGS: Record<string, Drawing> = {
  "marrakech-die": { kind: "die" },
  "marrakech-turn": { kind: "market", scene: market.turn, view: [145, 215, 410, 285] },
  "marrakech-loop": {
    kind: "market",
    scene: market.loop,
    view: [80, -66, 440, 396],
    way: { heading: "N", slippers: 3 },
  },
  "marrakech-corner": {
    kind: "market",
    scene: market.corner,
    view: [390, -66, 376, 338],
    way: { heading: "E", slippers: 3 },
  },
  "marrakech-area": {
    kind: "market",
    scene: market.area,
    view: [160, 90, 480, 510],
    way: { heading: "N", slippers: 1 },
    counts: true,
  },
  "marrakech-places": { kind: "market", scene: market.places, view: [95, 95, 510, 510] },
  "facir-stand": { kind: "stand" },
  "facir-room": { kind: "room" },
  "facir-fits": { kind: "bed", scene: bed.fits, view: CARD, square: "c2", rotation: 0 },
  "facir-turned": { kind: "bed", scene: bed.turned, view: CARD, square: "c2", rotation: 1 },
  "facir-misses": { kind: "bed", scene: bed.misses, view: CARD, square: "c2", rotation: 0 },
};

/** Which drawings stand under which section of the rules. */
export const PLACED: Record<string, Record<number, readonly string[]>> = {
  marrakech: {
    4: ["marrakech-turn", "marrakech-die", "marrakech-loop", "marrakech-corner"],
    5: ["marrakech-area"],
    6: ["marrakech-places"],
  },
  facir: {
    3: ["facir-stand", "facir-room"],
    5: ["facir-fits", "facir-turned", "facir-misses"],
  },
};

/** What follows from turning Assam and rolling so many slippers. */
export function landingOf({ scene, way }: Market): Landing | undefined {
  return scene.directions
    .find((one) => one.heading === way?.heading)
    ?.landings.find((one) => one.slippers === way?.slippers);
}
