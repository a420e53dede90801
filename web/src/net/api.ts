// The HTTP side of the server: opening rooms, sitting down, lists.

import type {
  Calls,
  CallWish,
  HintGiven,
  HintWish,
  NewRoom,
  OpenedRoom,
  OwnGame,
  Problem,
  Replay,
  RetryWish,
  Review,
  ReviewNews,
  RoomInfo,
  RoomLink,
  SeatToken,
  TakeSeat,
  Trial,
} from "../generated/wire";
import { has, t } from "../i18n.svelte";
import { isHere } from "./transport";

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

/** Open a room; `here` for one that lives in this browser and needs no server. */
export function openRoom(wish: NewRoom, here = false): Promise<OpenedRoom> {
  if (here) return askOwn("POST", "/api/rooms", JSON.stringify(wish));
  return post("/api/rooms", wish);
}

export function takeSeat(room: string, wish: TakeSeat): Promise<SeatToken> {
  return post(`/api/rooms/${encodeURIComponent(room)}/seats`, wish);
}

/** Return the room that a short code leads to. */
export async function roomOfCode(code: string): Promise<string> {
  const { room } = await ask<{ room: string }>(`/api/codes/${encodeURIComponent(code)}`);
  return room;
}

export function roomInfo(room: string): Promise<RoomInfo> {
  return ask(`/api/rooms/${encodeURIComponent(room)}`);
}

export function ownGames(device: string): Promise<OwnGame[]> {
  return ask("/api/games", { headers: { "X-Jemaa-Device": device } });
}

/** The games that live in this browser. */
export function gamesHere(device: string): Promise<OwnGame[]> {
  return askOwn("GET", "/api/games", "", device);
}

export function replayOf(room: string): Promise<Replay> {
  return ask(`/api/rooms/${encodeURIComponent(room)}/replay`);
}

/** Want a review; to be asked again until it is done. `have` is the stage of what is there. */
export function wantReview(room: string, have: number): Promise<ReviewNews> {
  return post(`/api/rooms/${encodeURIComponent(room)}/review`, { have });
}

/** The review of a game if there is one. */
export function keptReview(room: string): Promise<Review | null> {
  return ask(`/api/rooms/${encodeURIComponent(room)}/review`);
}

/** A position of a finished game, and what each move is worth there. */
export function trialOf(room: string, ply: number): Promise<Trial> {
  return post(`/api/rooms/${encodeURIComponent(room)}/trial`, { ply });
}

/** Play on from a position of a finished game. */
export function playOn(room: string, wish: RetryWish): Promise<OpenedRoom> {
  return post(`/api/rooms/${encodeURIComponent(room)}/retry`, wish);
}

/** Bring a game that was played elsewhere; `here` into this browser. */
export function bringRecord(record: string, here: boolean): Promise<OpenedRoom> {
  if (here) return askOwn("POST", "/api/records", JSON.stringify({ record }));
  return post("/api/records", { record });
}

/** Want to be shown the best move. */
export function wantHint(room: string, wish: HintWish): Promise<HintGiven> {
  return post(`/api/rooms/${encodeURIComponent(room)}/hint`, wish);
}

/** Ask for the address that others can open. */
export function roomLink(room: string): Promise<RoomLink> {
  return ask(`/api/rooms/${encodeURIComponent(room)}/link`);
}

/** Ask how the server calls people whose page is closed. */
export function callsOf(): Promise<Calls> {
  return ask("/api/calls");
}

export function callMe(room: string, wish: CallWish): Promise<Calls> {
  return post(`/api/rooms/${encodeURIComponent(room)}/calls`, wish);
}

export function qrAddress(room: string): string {
  return `/api/rooms/${encodeURIComponent(room)}/qr.svg`;
}

export function recordAddress(room: string): string {
  return `/api/rooms/${encodeURIComponent(room)}/record`;
}

/** The record of a finished game that lives in this browser. */
export function recordText(room: string): Promise<string> {
  return askOwn("GET", recordAddress(room));
}

/** The records of all finished games that live in this browser, one after the other. */
export function recordsHere(device: string): Promise<string> {
  return askOwn("GET", "/api/records", "", device);
}

function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Ask the rooms of this browser. */
async function askOwn<T>(method: string, path: string, body = "", device = ""): Promise<T> {
  const { askHere } = await import("../local/host.svelte");
  const answer = JSON.parse(await askHere(method, path, body, device)) as {
    value?: T;
    problem?: Problem;
  };
  if (answer.problem) {
    const { reason, message, field } = answer.problem;
    throw new Refusal(reason, message, field);
  }
  return answer.value as T;
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const room = /^\/api\/rooms\/([^/]+)/.exec(path)?.[1] ?? "";
  if (isHere(room)) return askOwn(init?.method ?? "GET", path, String(init?.body ?? ""));
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
