/** The table after one happening, for as long as later happenings wait to be shown.
 *
 * Only what is drawn is carried on; what may be done next always comes from the server.
 */

import type { MarrakechScene, MarrakechStory, Payment, Stall, Story } from "../../generated/wire";

const KINDS = new Set(["draw", "turn", "roll", "lay"]);

export function isOurs(story: Story | null | undefined): story is MarrakechStory {
  return story !== null && story !== undefined && KINDS.has(story.kind);
}

/** Whether a story can have happened on this table; after an undo, or a gap, it cannot. */
export function fits(scene: MarrakechScene, story: MarrakechStory): boolean {
  return story.kind !== "roll" || story.start === scene.square;
}

/** The table while a happening is being shown: whose it is, and which step. */
export function during(scene: MarrakechScene, story: MarrakechStory): MarrakechScene {
  return { ...scene, seat: story.seat, phase: story.kind, directions: [], places: [] };
}

export function after(scene: MarrakechScene, story: MarrakechStory): MarrakechScene {
  const next = { ...scene, seat: story.seat, directions: [], places: [] };
  switch (story.kind) {
    case "draw":
      return { ...next, phase: "turn", drawn: story.colour, colour: story.colour };
    case "turn":
      return { ...next, phase: "roll", heading: story.heading };
    case "roll": {
      const end = story.path.at(-1);
      return {
        ...next,
        phase: "lay",
        square: end?.square ?? scene.square,
        heading: end?.heading ?? scene.heading,
        stalls: story.payment ? paid(scene.stalls, story.payment) : scene.stalls,
      };
    }
    case "lay": {
      const [first, second] = story.squares;
      const { colour } = story;
      return {
        ...next,
        phase: "turn",
        drawn: null,
        colour: null,
        rugs: [...scene.rugs, { colour, squares: story.squares }],
        tops: { ...scene.tops, [first]: colour, [second]: colour },
        stalls: covered(scene.stalls, colour, Object.values(story.covered)),
      };
    }
  }
}

function paid(stalls: readonly Stall[], { payer, to, paid: sum }: Payment): Stall[] {
  return stalls.map((stall) => {
    const change = (stall.seat === to ? sum : 0) - (stall.seat === payer ? sum : 0);
    if (change === 0) return stall;
    const cash = stall.cash + change;
    // The real split into coins comes with the next scene.
    return {
      ...stall,
      cash,
      fives: Math.floor(cash / 5),
      ones: cash % 5,
      score: stall.score + change,
    };
  });
}

function covered(stalls: readonly Stall[], colour: string, lost: readonly string[]): Stall[] {
  return stalls.map((stall) => {
    const own = stall.colours.includes(colour);
    const change = (own ? 2 : 0) - lost.filter((letter) => stall.colours.includes(letter)).length;
    const rugs = own ? { ...stall.rugs, [colour]: (stall.rugs[colour] ?? 1) - 1 } : stall.rugs;
    return { ...stall, rugs, squares: stall.squares + change, score: stall.score + change };
  });
}
