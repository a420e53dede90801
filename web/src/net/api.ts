// The HTTP side of the server: opening rooms, sitting down, lists.

import type {
  NewRoom,
  OpenedRoom,
  OwnGame,
  Problem,
  Replay,
  RoomInfo,
  RoomLink,
  SeatToken,
  TakeSeat,
} from "../generated/wire";
import { has, t } from "../i18n";

/** A request that was not granted; `reason` is a key of the catalogue `reasons`. */
export class Refusal extends Error {
  constructor(
    readonly reason: string,
    message: string,
    readonly field = "",
  ) {
    super(message);
  }
}

export function openRoom(wish: NewRoom): Promise<OpenedRoom> {
  return post("/api/rooms", wish);
}

export function takeSeat(room: string, wish: TakeSeat): Promise<SeatToken> {
  return post(`/api/rooms/${encodeURIComponent(room)}/seats`, wish);
}

export function roomInfo(room: string): Promise<RoomInfo> {
  return ask(`/api/rooms/${encodeURIComponent(room)}`);
}

export function ownGames(device: string): Promise<OwnGame[]> {
  return ask("/api/games", { headers: { "X-Jemaa-Device": device } });
}

export function replayOf(room: string): Promise<Replay> {
  return ask(`/api/rooms/${encodeURIComponent(room)}/replay`);
}

/** Ask for the address that others can open. */
export function roomLink(room: string): Promise<RoomLink> {
  return ask(`/api/rooms/${encodeURIComponent(room)}/link`);
}

export function qrAddress(room: string): string {
  return `/api/rooms/${encodeURIComponent(room)}/qr.svg`;
}

export function recordAddress(room: string): string {
  return `/api/rooms/${encodeURIComponent(room)}/record`;
}

function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal("unreachable", "the server does not answer");
  }
  if (response.ok) return (await response.json()) as T;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (problem.reason) return new Refusal(problem.reason, problem.message ?? "", problem.field);
  } catch {
    // No JSON: a proxy has answered instead of the server.
  }
  return new Refusal("unreachable", `the server answered ${response.status}`);
}

/** Return the sentence for a reason; a reason this page does not know gets a general one. */
export function reasonText(reason: string): string {
  return has(`reasons.${reason}`) ? t(`reasons.${reason}`) : t("reasons.other");
}
