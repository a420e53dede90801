/** What stands under a player's name. */

import { t } from "../../i18n";
import type { MarrakechScene, Stall } from "../../generated/wire";
import { isAway } from "../away";
import type { TableProps } from "../front";
import type { MarrakechTable } from "./table.svelte";

type Props = TableProps<MarrakechScene, MarrakechTable>;

export function status(props: Props, stall: Stall): string {
  const { seat } = stall;
  const { room, held, online, thinking, table } = props;
  const info = room.seats[seat];
  const acts =
    room.status === "playing" && table.scene.seat === seat && table.scene.phase !== "over";
  // With several seats at one device nobody is "you".
  const you = held.length === 1 && held[0] === seat;
  if (stall.fallen) return t("marrakech.seat-out");
  if (thinking === seat) return t("marrakech.seat-thinking");
  if (acts && isAway(props, seat)) return t("room.seat-moves-away");
  if (acts) return t(you ? "marrakech.seat-you-move" : "marrakech.seat-moves");
  if (you) return t("room.seat-you");
  if (info?.level) {
    const level = t(`app.level-${info.level}`);
    return t(info.stand_in ? "room.seat-stand-in" : "room.seat-bot", { level });
  }
  if (props.replay) return ""; // who is there now does not matter for a game that was
  if (info?.left) return t("room.seat-left");
  return t(held.includes(seat) || online.includes(seat) ? "room.seat-here" : "room.seat-away");
}
