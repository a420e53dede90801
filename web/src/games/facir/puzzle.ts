/** Puzzles of Façir: which moves there are, where, and what they are called. */

import type { FacirChange, FacirScene, Lay } from "../../generated/wire";
import { t } from "../../i18n.svelte";
import type { PuzzleFront } from "../../table/front";
import { centre } from "../../table/grid";
import Ask from "./Puzzle.svelte";
import type { FacirController } from "./controller.svelte";

/** What a move does to a nail, and whether the fakir is laid after it: `f2e1!`. */
function read(move: string): { source: string; target: string; lays: boolean } {
  const squares = move.match(/[a-g][1-7]/g) ?? [];
  const [target = "", source = ""] = [...squares].reverse();
  return { source, target, lays: move.endsWith("!") };
}

function laying(scene: FacirScene, move: string): Lay | undefined {
  return scene.own?.lays.find((one) => one.move === move);
}

export const puzzle: PuzzleFront<FacirScene, FacirController> = {
  Ask,
  moveName(_scene, move) {
    const { source, target, lays } = read(move);
    if (!target) return t("facir.do-lay");
    const nail = source ? `${source} → ${target}` : target;
    return lays ? t("facir.nail-and-lay", { nail }) : nail;
  },
  spot(scene, move) {
    const { target } = read(move);
    return centre(target || (laying(scene, move)?.square ?? "d4"));
  },
  places: ({ own }) => own?.free ?? [],
  placeOf: (move) => read(move).target,
  square: (scene, move) => read(move).target || (laying(scene, move)?.square ?? ""),
  without: (scene, gone) => ({
    ...scene,
    own: scene.own && { ...scene.own, free: scene.own.free.filter((one) => !gone.has(one)) },
  }),
  after: (scene, change) => ({ ...scene, ...(change as FacirChange) }),
  takeBack: ({ aim }) => aim.clear(),
};
