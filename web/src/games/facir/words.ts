/** What has happened on the table of Façir, in words and on the bed as it was; and who does what. */

import type {
  FacirScene,
  FacirStory,
  Happening,
  Played,
  Story,
  PlayerRoom,
  Nail,
} from "../../generated/wire";
import { squaresIn } from "../../table/grid";
import { played } from "../../table/log";
import type { Say, TurnWords, TableProps } from "../../table/front";
import { currentLanguage, t } from "../../i18n.svelte";
import { seatStatus } from "../../table/words";
import type { FacirController } from "./controller.svelte";
import { count, spot } from "./geometry";

const KINDS = new Set(["deal", "stand", "play"]);

export function isOurs(story: Story | null | undefined): story is FacirStory {
  return story !== null && story !== undefined && KINDS.has(story.kind);
}

/** Whether a story begins where the drawn table is; after an undo, or a gap, it does not. */
export function goesOnFrom({ nails }: FacirScene, story: FacirStory): boolean {
  if (story.kind !== "play" || story.source === null) return true;
  return nails.some((nail) => nail.square === story.source && nail.seat === story.seat);
}

/** The turn that has ended the last round, if nothing has been played since. */
export function lastEnd(log: readonly Happening[]): Played | null {
  const last = played(log).findLast((story) => story?.kind === "play");
  return last?.shown.length ? last : null;
}

/** The number of what has ended the round before; 0 if none has, or the next one is in play. */
export function pause({ phase }: FacirScene, log: readonly Happening[]): number {
  const end = phase === "deal" || phase === "stand" ? lastEnd(log) : null;
  return (end && log.findLast(({ story }) => story === end)?.number) ?? 0;
}

export function line(happening: Happening, name: (seat: number) => string, t: Say): string {
  const { story } = happening;
  if (!isOurs(story)) return "";
  switch (story.kind) {
    case "deal":
      return "";
    case "stand":
      return t(story.edges ? "facir.line-stand-last" : "facir.line-stand", {
        name: name(story.seat),
      });
    case "play":
      return t(`facir.line-${what(story)}`, {
        name: name(story.seat),
        source: story.source ?? "",
        target: story.target ?? "",
        round: story.round,
      });
  }
}

/** A turn is one move, and its sentence is short enough. */
export function turn([story]: readonly Story[]): TurnWords | null {
  return story?.kind === "play" ? { colour: null, arrow: null, short: [], also: "" } : null;
}

/** What was done to a nail, and what came of it. */
function what(story: Played): string {
  const nail = story.target === null ? "lay" : story.source === null ? "put" : "move";
  const end = story.laid ? (nail === "lay" ? "" : "-lay") : story.void ? "-void" : "";
  const last = story.deciding && story.shown.length > 0 ? "-deciding" : "";
  return nail + end + last;
}

const MARKS: Record<string, string> = { t: "fits", p: "needs", x: "in-the-way" };

/** What stands in a hole, what the own card says of it, and whether a nail may go there. */
export function squareLabel(
  scene: FacirScene,
  square: string,
  name: (seat: number) => string,
  mark: string,
  open: boolean,
): string {
  const nail = scene.nails.find((one) => one.square === square);
  const colour = nail && scene.rooms[nail.seat]?.colour;
  const words = [
    nail && colour
      ? t(`facir.square-${colour}`, { square, owner: name(nail.seat) })
      : t("facir.square-free", { square }),
  ];
  if (MARKS[mark]) words.push(t(`facir.square-${MARKS[mark]}`));
  if (open) words.push(t("facir.square-open"));
  return words.join(" ");
}

/** What the aimed move brings for the card over the bed, always told forward. */
export function outlook(table: FacirController, name: (seat: number) => string): string {
  const { aim, ghost, marks, scene } = table;
  const { own, nails } = scene;
  if (!own) return "";
  const aimed = aim.nailMove !== null;
  if (aim.laying(own)) return t(aimed ? "facir.fits-then" : "facir.fits");
  if (!marks) return t("facir.aim-first");
  const missing = count(marks, "p");
  if (missing) return t(aimed ? "facir.missing" : "facir.missing-now", { count: missing });
  const ways = [...marks].flatMap((mark, at) => (mark === "x" ? [spot(ghost.place, at)] : []));
  const owner = nails.find((nail) => nail.square === ways[0]);
  if (ways.length === 1 && owner)
    return t("facir.only-way", { name: name(owner.seat), square: owner.square });
  return ways.length ? t("facir.only-ways", { count: ways.length }) : t("facir.aim-first");
}

/** Where a nail goes and whether the fakir is laid, or how far a card is turned. */
export function moveText(_: FacirScene, move: string): string {
  if (move.startsWith("^")) return `${90 * Number(move.slice(1))}°`;
  const nail = squaresIn(move).join(" → ");
  if (!move.endsWith("!")) return nail;
  const lay = t("facir.do-lay").toLocaleLowerCase(currentLanguage());
  return nail ? `${nail}, ${lay}` : lay;
}

/** What somebody has done to a nail, in two words, beside their sign. */
export function deed({ source, target }: Played): string {
  const where = { source: source ?? "", target: target ?? "" };
  return t(source === null ? "facir.since-put" : "facir.since-move", where);
}

/** An edge or a card in words: "hole, closed, hole". */
export function holesLabel(pattern: string): string {
  return [...pattern].map((mark) => t(mark === "o" ? "facir.hole" : "facir.closed")).join(", ");
}

/** Return the rules that are needed to understand the order at the end. */
export function endNotes(scene: FacirScene, name: (seat: number) => string): string[] {
  const [winner, ...others] = scene.ranking[0] ?? [];
  const lost = scene.void.length / scene.players;
  const tie =
    winner === undefined || scene.phase !== "over"
      ? ""
      : others.length
        ? t(scene.deciding ? "facir.result-shared" : "facir.result-none")
        : scene.deciding
          ? t("facir.result-decided", { name: name(winner) })
          : "";
  return [tie, lost > 0 ? t("facir.result-void", { count: lost }) : ""].filter(Boolean);
}

type Props = TableProps<FacirScene, FacirController>;

/** What a seat does now, in words. */
export function status(props: Props, { seat, plays, stood, dealt }: PlayerRoom): string {
  const { phase, to_act } = props.table.scene;
  const playing = props.room.status === "playing" && props.table.end === null;
  if (playing && !plays) return t("facir.seat-looks-on");
  const stands = playing && phase === "stand" && dealt;
  const doing = stands ? t(stood ? "facir.seat-stood" : "facir.seat-stands") : "";
  return seatStatus(props, seat, playing && to_act === seat, doing);
}

/** Return the holes that the stories of a turn are about: from where a nail came, and where to. */
export function squares(stories: readonly Story[]): string[] {
  return stories.flatMap((story) =>
    story.kind === "play" ? [story.source, story.target].filter((hole) => hole !== null) : [],
  );
}

/** Return the bed after the first so many stories. What everybody has stays as it is now. */
export function past(
  scene: FacirScene,
  stories: readonly (Story | null)[],
  count: number,
): FacirScene {
  const turns = stories.slice(0, count).filter((story): story is Played => story?.kind === "play");
  const last = turns.at(-1);
  const nails: Nail[] = [];
  for (const { seat, source, target, round } of turns) {
    if (round !== last?.round || target === null) continue;
    const at = nails.findIndex(({ square }) => square === source);
    nails.splice(at < 0 ? nails.length : at, at < 0 ? 0 : 1, { seat, square: target });
  }
  // The end of a round shows its cards, and is no phase in which nails are put.
  const phase = last?.shown.length ? "deal" : "play";
  return { ...scene, own: null, round: last?.round ?? scene.round, nails, phase };
}
