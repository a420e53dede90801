// Games in words: who will play, and of those of this browser who plays and how they ended.

import geometry from "../../generated/geometry.json";
import type { OwnGame } from "../../generated/wire";
import { currentLanguage, listed, t } from "../../i18n.svelte";
import { coloursOf } from "../../art/colours";
import { botName, cast, type Bot } from "../../table/people";
import { progressText } from "../../table/words";
import { GAMES, type Plan } from "./plan.svelte";

/** Return the bots of a game, by seat. */
export function botsOf(game: OwnGame): (Bot | null)[] {
  return cast(game.levels.map((level, seat) => (game.names[seat] ? "" : level)));
}

/** Return what to call a seat; empty if nobody sits there yet. */
function nameAt(game: OwnGame, seat: number): string {
  const bot = botsOf(game)[seat];
  if (!bot) return game.names[seat] ?? "";
  const colours: Record<string, string[]> =
    GAMES.find((one) => one.name === game.game)?.colours ?? {};
  const colour = coloursOf(colours[game.names.length]?.[seat] ?? "")[0] ?? "r";
  return botName(bot, t(`pieces.letter-${colour}`));
}

/** Return who plays, by name; whoever plays alone in this browser knows their own. */
export function peopleOf(game: OwnGame): string {
  const all = game.names.map((_, seat) => nameAt(game, seat));
  return all.filter((name, seat) => name && game.seats.join() !== String(seat)).join(", ");
}

/** Return the one whose move is missing; empty if nobody's is. */
export function waitedFor(game: OwnGame): string {
  return game.to_act === null ? "" : nameAt(game, game.to_act);
}

export function titleOf(game: OwnGame): string {
  return GAMES.find((one) => one.name === game.game)?.title ?? game.game;
}

/** Return where a game is gone on with, or looked at. */
export function wayTo(game: OwnGame): string {
  return game.status === "over" ? `/replay/${game.room}` : `/r/${game.room}`;
}

export function dayOf(game: OwnGame): string {
  const form = new Intl.DateTimeFormat(currentLanguage(), { day: "numeric", month: "long" });
  return form.format(game.at);
}

/** Return how a game ended for this browser; whoever plays for several is told who has won. */
export function resultOf(game: OwnGame): string {
  const { places, scores, seats } = game;
  const [own] = seats;
  if (!places.length || own === undefined) return t("home.result-none");
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const place = places[own] ?? 0;
  if (seats.length > 1) {
    const names = listed(winners.map((seat) => nameAt(game, seat)));
    return t("home.result-of", { names });
  }
  if (place === 1 && winners.length > 1) return t("home.result-shared");
  const others = scores.filter((_, seat) => (place === 1 ? seat !== own : places[seat] === 1));
  const lead = Math.abs((scores[own] ?? 0) - Math.max(...others));
  // Somebody may be first with fewer points: by the rules for a tie, or since time ran out.
  const text =
    place === 1 ? t("home.result-won") : t(`home.place-${place}`, { all: places.length });
  return lead ? t("home.result-by", { result: text, lead }) : text;
}

/** Return what to call somebody at a table who gave no name. */
export function unnamed(seat: number): string {
  return t("home.player", { number: seat + 1 });
}

/** Return who will sit in a seat of the table that is planned. */
export function plannedName(plan: Plan, seat: number): string {
  const bot = cast(plan.levels)[seat];
  const colour = coloursOf(plan.colours[seat] ?? "")[0] ?? "r";
  if (bot) return botName(bot, t(`pieces.letter-${colour}`));
  const known = plan.saved.mode === "here" || seat === 0;
  return (known && plan.saved.names[seat]?.trim()) || unnamed(seat);
}

/** Return what a button says that changes the colours of a planned seat. */
export function colourLabel(plan: Plan, seat: number): string {
  const colours = coloursOf(plan.colours[seat] ?? "").map((one) => t(`pieces.colour-${one}`));
  return t("home.colour-of", { name: plannedName(plan, seat), colour: colours.join(", ") });
}

/** Where Assam stands before the game begins. */
const START = `${geometry.centre}S`;

/** Return a saved board for a drawing in little: `2rEr3` has two free squares and a rug on two. */
export function drawn({ game, board }: OwnGame): { picture: string; assam: string } {
  const [rows = "", assam = ""] = board.split(" ");
  const picture = rows.replace(/[ES/]/g, "").replace(/\d/g, (free) => ".".repeat(Number(free)));
  return { picture, assam: assam || (game === "marrakech" ? START : "") };
}

/** Return who plays and how far it is. */
export function aboutOf(game: OwnGame): string {
  const people = peopleOf(game);
  return game.progress.length ? `${people} · ${progressText(game.game, game.progress)}` : people;
}
