/** What stands under a player's name. */

import { t } from "../../i18n";
import type { FacirScene, PlayerRoom } from "../../generated/wire";
import { isAway } from "../away";
import type { TableProps } from "../front";
import type { FacirTable } from "./table.svelte";

type Props = TableProps<FacirScene, FacirTable>;

export function status(props: Props, { seat, plays, stood, dealt }: PlayerRoom): string {
  const { room, held, online, thinking, table } = props;
  const info = room.seats[seat];
  const { phase, to_act } = table.scene;
  const playing = room.status === "playing" && table.end === null;
  // With several seats at one device nobody is "you".
  const you = held.length === 1 && held[0] === seat;
  if (playing && !plays) return t("facir.seat-looks-on");
  if (thinking === seat) return t("facir.seat-thinking");
  if (playing && to_act === seat && isAway(props, seat)) return t("room.seat-moves-away");
  if (playing && phase === "stand" && dealt)
    return t(stood ? "facir.seat-stood" : "facir.seat-stands");
  if (playing && to_act === seat) return t(you ? "facir.seat-you-move" : "facir.seat-moves");
  if (you) return t("facir.seat-you");
  if (info?.level) {
    const level = t(`app.level-${info.level}`);
    return t(info.stand_in ? "room.seat-stand-in" : "facir.seat-bot", { level });
  }
  if (props.replay) return ""; // who is there now does not matter for a game that was
  if (info?.left) return t("facir.seat-left");
  if (held.includes(seat)) return t("facir.seat-here");
  return t(online.includes(seat) ? "facir.seat-online" : "facir.seat-away");
}
