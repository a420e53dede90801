/** The rounds of a finished game: who won each, with which card, after how many turns. */

import type { FacirStory, Replay } from "../../generated/wire";

export interface Round {
  number: number;
  deciding: boolean;
  /** Who laid their fakir; null if nobody did. */
  winner: number | null;
  /** The card that was laid, as printed. */
  card: string | null;
  /** Void, or broken off by the end of the game. */
  state: "won" | "void" | "unfinished";
  turns: number;
  /** The move after which its end is seen. */
  ply: number;
}

export function roundsOf(game: Replay): Round[] {
  const rounds: Round[] = [];
  game.plies.forEach(({ happening }, at) => {
    const story = happening.story as FacirStory | null | undefined;
    if (story?.kind !== "play") return;
    const ended = story.shown.length > 0;
    if (!ended && at < game.plies.length - 1) return;
    rounds.push({
      number: story.round,
      deciding: story.deciding,
      winner: story.laid ? story.seat : null,
      card: story.laid?.card ?? null,
      state: story.laid ? "won" : ended ? "void" : "unfinished",
      turns: story.turn,
      ply: at + 1,
    });
  });
  return rounds;
}
