/** What has happened on the table of Marrakech, in words and on the market as it was; and who does what. */

import type {
  MarrakechScene,
  MarrakechStory,
  Story,
  Happening,
  Rolled,
  Laid,
  Turned,
  Stall,
} from "../../generated/wire";
import type { Say, TurnWords, TableProps } from "../../table/front";
import { played } from "../../table/log";
import { currentLanguage, parts, t, type Part } from "../../i18n.svelte";
import { coloursOf } from "../../art/colours";
import { angle } from "../../table/grid";
import { type Spot, FACES } from "./geometry";
import { seatStatus } from "../../table/words";
import type { MarrakechController } from "./controller.svelte";

const KINDS = new Set(["draw", "turn", "roll", "lay"]);

export function isOurs(story: Story | null | undefined): story is MarrakechStory {
  return story !== null && story !== undefined && KINDS.has(story.kind);
}

/** Whether a story begins where the drawn table is; after an undo, or a gap, it does not. */
export function goesOnFrom(scene: MarrakechScene, story: MarrakechStory): boolean {
  return story.kind !== "roll" || story.start === scene.square;
}

export function line(happening: Happening, name: (seat: number) => string, t: Say): string {
  const { story } = happening;
  if (!isOurs(story)) return "";
  switch (story.kind) {
    case "draw":
      return t(`marrakech.line-draw-${story.colour}`, { name: name(story.seat) });
    case "turn":
      return t(`marrakech.line-turn-${story.heading}`, { name: name(story.seat) });
    case "roll":
      return rollText(story, name, t, "line-roll");
    case "lay": {
      const [first, second] = story.squares;
      return t(`marrakech.line-lay-${story.colour}`, { name: name(story.seat), first, second });
    }
  }
}

/** Gives the text under `<prefix>-…`: nothing to pay, paid, paid short, or paid short and out. */
export function rollText(
  rolled: Rolled,
  name: (seat: number) => string,
  t: Say,
  prefix: "told" | "line-roll",
): string {
  const { payment, seat, slippers } = rolled;
  const square = rolled.path.at(-1)?.square ?? rolled.start;
  const params = { name: name(seat), slippers, square };
  if (!payment) return t(`marrakech.${prefix}-free`, params);
  const money = {
    payer: name(payment.payer),
    owner: name(payment.to),
    due: payment.due,
    paid: payment.paid,
  };
  const how = rolled.out ? "out" : payment.paid < payment.due ? "short" : "pay";
  return t(`marrakech.${prefix}-${how}`, { ...params, ...money });
}

/** The newest roll that was not taken back, among the happenings before a number. */
export function lastRoll(log: readonly Happening[], before = Infinity): Rolled | null {
  const told = log.filter(({ number }) => number < before);
  const found = played(told).findLast((story) => story?.kind === "roll");
  return found?.kind === "roll" ? found : null;
}

/** The newest rug that has been shown. */
export function lastRug(log: readonly Happening[], before = Infinity): Laid | null {
  const told = log.filter(({ number }) => number < before);
  const found = played(told).findLast((story) => story?.kind === "lay");
  return found?.kind === "lay" ? found : null;
}

/** Between two squares; no line ends there. */
const DASH = "\u2060–\u2060";

/** A turn has one story of each kind; with two players it begins with the rug that is drawn. */
export function goesOn(turn: readonly Story[], { seat, kind }: Story): boolean {
  return kind !== "draw" && turn.every((one) => one.seat === seat && one.kind !== kind);
}

export function turn(stories: readonly Story[], name: (seat: number) => string): TurnWords | null {
  const ours = stories.filter(isOurs);
  const drawn = ours.find((one) => one.kind === "draw");
  const turned = ours.find((one) => one.kind === "turn");
  const rolled = ours.find((one) => one.kind === "roll");
  const laid = ours.find((one) => one.kind === "lay");
  if (!ours.length) return null;
  const out = rolled?.out && stories.at(-1) === rolled;
  return {
    colour: coloursOf(drawn?.colour ?? "")[0] ?? null,
    arrow: turned ? angle(turned.heading) : null,
    short: short(name, turned, rolled, laid),
    also: out ? t("marrakech.line-out", { name: name(rolled.seat) }) : "",
  };
}

/** One text for each shape of a turn. */
function short(
  name: (seat: number) => string,
  turned?: Turned,
  rolled?: Rolled,
  laid?: Laid,
): Part[] {
  // The page can have been told of a turn from its middle on.
  if (!rolled) return turned && !laid ? parts(`marrakech.way-${turned.heading}`) : [];
  const { slippers, payment } = rolled;
  const paid = !payment ? "" : payment.paid < payment.due ? "-short" : "-pay";
  return parts(`marrakech.turn-${laid ? "lay" : "roll"}${paid}`, {
    slippers,
    place: laid ? laid.squares.join(DASH) : "",
    paid: payment?.paid ?? 0,
    due: payment?.due ?? 0,
    owner: payment ? name(payment.to) : "",
  });
}

/** A way for Assam, or the two squares of a rug. */
export function moveText(scene: MarrakechScene, move: string): string {
  const way = scene.directions.find((one) => one.move === move);
  if (way) return t(`marrakech.way-${way.heading}`).toLocaleLowerCase(currentLanguage());
  return move.length === 4 ? `${move.slice(0, 2)}${DASH}${move.slice(2)}` : move;
}

export function ownerOf(scene: MarrakechScene, colour: string): Stall | undefined {
  return scene.stalls.find((stall) => stall.colours.includes(colour));
}

/** What lies on a square, and whether Assam stands there: whole sentences, one after the other. */
export function squareLabel(
  scene: MarrakechScene,
  square: string,
  name: (seat: number) => string,
  placeable: boolean,
  landing?: Spot,
): string {
  const colour = scene.tops[square];
  const owner = colour === undefined ? undefined : ownerOf(scene, colour);
  const words = [
    colour === undefined || !owner
      ? t("marrakech.square-empty", { square })
      : t(`marrakech.square-${colour}`, { square, owner: name(owner.seat) }),
  ];
  if (owner?.fallen) words.push(t("marrakech.square-dead"));
  if (square === scene.square) words.push(t(`marrakech.assam-${scene.heading}`));
  if (placeable) words.push(t("marrakech.square-free"));
  if (landing) words.push(landingLabel(landing));
  return words.join(" ");
}

/** How likely Assam stops on a square, and what that costs. */
function landingLabel({ weight, cost, out }: Spot): string {
  const how = out ? "-out" : cost > 0 ? "" : "-free";
  return t(`marrakech.square-stop${how}`, { chance: percent(weight), cost });
}

/** How likely so many faces of the die are. */
export function percent(weight: number): string {
  return t("marrakech.percent", { value: Math.round((100 * weight) / FACES) });
}

type Props = TableProps<MarrakechScene, MarrakechController>;

/** What a seat does now, in words. */
export function status(props: Props, { seat, fallen }: Stall): string {
  if (fallen) return t("marrakech.seat-out");
  const { scene } = props.table;
  const playing = props.room.status === "playing" && scene.phase !== "over";
  return seatStatus(props, seat, playing && scene.seat === seat);
}

/** Return the squares that the stories of a turn are about: where Assam has stopped, and the rug. */
export function squares(stories: readonly Story[]): string[] {
  return stories.filter(isOurs).flatMap((story) => {
    if (story.kind === "lay") return story.squares;
    return story.kind === "roll" ? story.path.slice(-1).map(({ square }) => square) : [];
  });
}

/** Return the market after the first so many stories. What everybody has stays as it is now. */
export function past(
  scene: MarrakechScene,
  stories: readonly (Story | null)[],
  count: number,
): MarrakechScene {
  const later = stories.slice(count).filter((story): story is Laid => story?.kind === "lay");
  const tops = { ...scene.tops };
  for (const { squares, covered } of later.reverse())
    for (const square of squares) {
      const below = covered[square];
      if (below) tops[square] = below;
      else delete tops[square];
    }
  const rugs = scene.rugs.slice(0, scene.rugs.length - later.length);
  return { ...scene, ...assam(scene, stories, count), tops, rugs, phase: "roll", places: [] };
}

/** Return where Assam was and where he looked. */
function assam(
  scene: MarrakechScene,
  stories: readonly (Story | null)[],
  count: number,
): Pick<MarrakechScene, "square" | "heading"> {
  const first = stories.find((story) => story?.kind === "roll");
  const there = { square: first?.start ?? scene.square, heading: scene.heading };
  for (const story of stories.slice(0, count)) {
    if (story?.kind === "turn") there.heading = story.heading;
    if (story?.kind !== "roll") continue;
    const { square, heading } = story.path.at(-1) ?? { ...there, square: story.start };
    Object.assign(there, { square, heading });
  }
  return there;
}
