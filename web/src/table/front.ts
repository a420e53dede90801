// What a game's front end is. Each game is a folder here whose index.ts exports `front`.

import type { Component, Snippet } from "svelte";
import type { Change, Happening, RoomInfo, Scene, Story } from "../generated/wire";
import type { Params, Part } from "../i18n.svelte";
import type { Colour } from "../art/colours";
import type { Point } from "./grid";
import type { Settings } from "../ui/settings.svelte";
import type { StatisticsProps } from "./statistics/Figures.svelte";

/** What a person has set, as far as a table needs it. */
export type TableSettings = Pick<Settings, "odds" | "oneTap" | "still">;

/** A step of a guided game: one thing is asked for, and only that leads on. */
export interface Guide {
  /** What is asked, in the place of whose turn it is. */
  readonly title: string;
  /** Why a move cannot be made here; empty if it can. Null stands for no aim at all. */
  why: (move: string | null) => string;
}

/** What the Room page gives to every part of a table. All of it is reactive. */
export interface TableProps<S = Scene, T = Drawn> {
  scene: S;
  room: RoomInfo;
  /** The seat through which the table is seen; -3 for a spectator. */
  eye: number;
  /** The seats that this browser holds. */
  held: number[];
  /** Everything that has happened, as far as it may be known. */
  log: readonly Happening[];
  /** Happenings that are new and not yet shown, oldest first. */
  queue: Happening[];
  /** Say that everything up to this number has been shown (or skipped). */
  shown: (number: number) => void;
  /** Say that this one can be seen, and so may be told, though it is not done with yet. */
  seen: (number: number) => void;
  /** Whether something else is before the board: what happens meanwhile is shown after it. */
  waits?: boolean;
  /** The newest pause after which somebody here went on; absent where nobody is waited for. */
  wentOn?: number;
  /** Say that they go on after this one. */
  goOn?: (number: number) => void;
  /** Make a move. */
  submit: (move: string) => void;
  /** Type in what the real die or pile has shown, in a room with manual dice. */
  chance: (outcome: string) => void;
  /** Whether a command is under way. */
  busy: boolean;
  name: (seat: number) => string;
  /** Whether somebody looks on from that seat now. */
  online: number[];
  /** The bot that thinks now, if any. */
  thinking: number | null;
  /** The time that a seat has left, as text; null without a clock. */
  clock: (seat: number) => string | null;
  /** Whether that time is running, and nearly over. */
  hurry?: (seat: number) => boolean;
  settings: TableSettings;
  /** What a guided game asks for here; absent in every other one. */
  guide?: Guide;
  /** Nothing can be pressed. */
  replay: boolean;
  /** What the page draws on the floor of the board, under the pieces, in units of its squares. */
  under?: Snippet;
  /** What it draws over everything else there. */
  over?: Snippet;
  /** What `controller` gave: shared by Board, Seats and Turn. */
  table: T;
}

/** What every controller has: the table as it is drawn, behind the server's while moves are shown. */
export interface Drawn {
  readonly scene: Scene;
  /** Whether somebody here decides, and the board shows odds, or how their card fits. */
  readonly helps: boolean;
  /** The squares where it shows that. */
  readonly helpsAt: readonly string[];
  /** Whether something is shown until somebody here has seen it, and says so. */
  readonly asksToGoOn?: boolean;
  /** What the others have done since the last turn of whoever decides, as the board numbers it. */
  readonly since?: readonly Story[];
  /** The move that somebody here has aimed at. */
  readonly aimed: string | null;
  /** Aim at a move for them. */
  aimAt: (move: string) => void;
}

/** What `controller` gets: the same things, read anew at every use. */
export type ControllerProps<S = Scene> = Omit<TableProps<S>, "table" | "under" | "over">;

export type Say = (key: string, params?: Params) => string;

/** A turn as one line of the log, beside the number of the turn and the player's sign. */
export interface TurnWords {
  /** The colour that it is played with, where a seat has several. */
  colour: Colour | null;
  /** Where an arrow before the words points, in degrees clockwise from up. */
  arrow: number | null;
  /** A few words without the player's name; empty if the sentences of `line` shall stand there. */
  short: Part[];
  /** What the newest move has led to and is worth a line of its own. */
  also: string;
}

export interface ResultProps<S = Scene> {
  scene: S;
  room: RoomInfo;
  name: (seat: number) => string;
}

/** What the scene at the end of a game gets. */
export interface EndProps<S = Scene, T = Drawn> extends ResultProps<S> {
  /** Who sits at a seat: you, a level, somebody who is there. */
  who: (seat: number) => string;
  table: T;
  /** Whether the game has only just ended, before the eyes of those who look. */
  fresh: boolean;
  /** Told when all is counted: then it may be said who has won. */
  counted: () => void;
}

/** The front end of one game. */
export interface GameFront<S = Scene, T = Drawn> {
  Board: Component<TableProps<S, T>>;
  Seats: Component<TableProps<S, T>>;
  /** The turn panel, or dock, with the one primary button. */
  Turn: Component<TableProps<S, T>>;
  /** What one has of one's own, as a panel over the turn; nothing where that shows it. */
  Own?: Component<TableProps<S, T>>;
  /** The scores of a finished game, broken down. */
  Result: Component<ResultProps<S>>;
  /** The end as a scene, with the scores on it; without one the scores stand alone. */
  End?: Component<EndProps<S, T>>;
  /** By how many points a game was won; 0 where points have not decided. */
  lead?: (scene: S) => number;
  /** What a finished game was like in numbers; loaded when somebody asks. */
  statistics: () => Promise<{ default: Component<StatisticsProps> }>;
  /** What happened in words, for the log and for screen readers; empty if it is not worth a line. */
  line: (happening: Happening, name: (seat: number) => string, t: Say) => string;
  /** A move in a few words, as it can be chosen in a position. */
  move: (scene: S, move: string) => string;
  /** Whether a story goes on with the turn whose stories are given. */
  goesOn: (turn: readonly Story[], story: Story) => boolean;
  /** The stories of one turn, so far, as one line; null for what is no turn. */
  turn: (turn: readonly Story[], name: (seat: number) => string) => TurnWords | null;
  /** The squares that some stories are about. */
  squares: (stories: readonly Story[]) => string[];
  /** The board after the first so many of the stories that stand; all else stays as it is. */
  past: (scene: S, stories: readonly (Story | null)[], count: number) => S;
  /** The number of what everybody looks at before the game goes on; 0 if there is nothing. */
  pause?: (scene: S, log: readonly Happening[]) => number;
  /** Made once per room; holds aim, hover and animation for Board, Seats and Turn. */
  controller: (props: ControllerProps<S>) => T;
}

/** What a puzzle of one game needs besides its board: `puzzle.ts` in the folder of the game. */
export interface PuzzleFront<S = Scene, T = Drawn> {
  /** How everybody stands, and what is asked, with the button that does it. */
  Ask: Component<TableProps<S, T>>;
  /** What a move is called: the squares it is about, or where Assam goes. */
  moveName: (scene: S, move: string) => string;
  /** Where a move is on the board: a mark of it stands there, beside what it has put there. */
  spot: (scene: S, move: string, made?: boolean) => Point;
  /** Where one can tap. Several moves may belong to one place. */
  places: (scene: S) => string[];
  placeOf: (move: string) => string;
  /** The square that a hint names. */
  square: (scene: S, move: string) => string;
  /** The table without some places. */
  without: (scene: S, places: ReadonlySet<string>) => S;
  /** The table after a move, with nothing to be done on it. */
  after: (scene: S, change: Change) => S;
  /** Show that a move is taken back. */
  takeBack: (table: T, move: string) => void;
}
