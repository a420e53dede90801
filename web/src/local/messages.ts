// What the page and its workers say to each other.

export type ToRooms =
  | { kind: "start"; base: string; bots: MessagePort }
  | { kind: "connect" | "close"; line: number }
  | { kind: "hear"; line: number; text: string }
  | { kind: "ask"; number: number; method: string; path: string; body: string; device: string };

export type FromRooms =
  | { kind: "progress"; done: number; total: number }
  | { kind: "ready" | "think" }
  | { kind: "failed"; message: string }
  | { kind: "say"; line: number; text: string }
  | { kind: "end"; line: number; code: number }
  | { kind: "answer"; number: number; text: string };

export type ToBots = { kind: "start"; base: string; port: MessagePort };

export interface Asked {
  number: number;
  question: string;
}
export interface Thought {
  number: number;
  answer: string;
  fault: string;
}
