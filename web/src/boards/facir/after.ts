/** The table after one happening, for as long as later happenings wait to be shown.
 *
 * Only what is drawn is carried on; what may be done next always comes from the server.
 */

import type { FacirScene, FacirStory, Nail, Own, Played, PlayerRoom, Story } from "../../generated/wire";

const KINDS = new Set(["deal", "stand", "play"]);

export function isOurs(story: Story | null | undefined): story is FacirStory {
  return story !== null && story !== undefined && KINDS.has(story.kind);
}

/** Whether a story can have happened on this table; after an undo, or a gap, it cannot. */
export function fits({ nails }: FacirScene, story: FacirStory): boolean {
  if (story.kind !== "play") return true;
  const { seat, source, target } = story;
  const taken = nails.some((nail) => nail.square === target);
  return !taken && (source === null || nails.some((nail) => nail.square === source && nail.seat === seat));
}

export function after(scene: FacirScene, story: FacirStory): FacirScene {
  const next = { ...scene, seat: story.seat, own: resting(scene.own) };
  switch (story.kind) {
    case "deal":
      return {
        ...next,
        phase: "deal",
        bag: scene.bag - 1,
        rooms: change(scene.rooms, story.seat, { dealt: true }),
      };
    case "stand": {
      const rooms = change(scene.rooms, story.seat, { stood: true });
      return { ...next, phase: story.edges ? "play" : "stand", rooms: seen(rooms, story.edges) };
    }
    case "play": {
      const left = story.target !== null && story.source === null ? 1 : 0;
      const mine = scene.rooms[story.seat];
      const rooms = change(scene.rooms, story.seat, { nails_left: (mine?.nails_left ?? left) - left });
      const moved = { ...next, nails: nailsAfter(scene.nails, story), rooms, turns: scene.turns + 1 };
      return story.shown.length ? ended(moved, story) : moved;
    }
  }
}

export function nailsAfter(nails: readonly Nail[], { seat, source, target }: Played): Nail[] {
  const rest = nails.filter((nail) => nail.square !== source);
  return target === null ? rest : [...rest, { square: target, seat }];
}

/** Nothing may be chosen while something is being shown. */
function resting(own: Own | null): Own | null {
  return own && { ...own, stands: [], free: [], can_put: false, movable: [], lays: [] };
}

function change(rooms: readonly PlayerRoom[], seat: number, by: Partial<PlayerRoom>): PlayerRoom[] {
  return rooms.map((room) => (room.seat === seat ? { ...room, ...by } : room));
}

function seen(rooms: PlayerRoom[], edges: Record<string, string> | null): PlayerRoom[] {
  return edges ? rooms.map((room) => ({ ...room, edge: edges[room.seat] ?? null })) : rooms;
}

/** All nails go back; whoever laid takes the cards, but those of a deciding round stay out. */
function ended(scene: FacirScene, story: Played): FacirScene {
  const cards = story.deciding || story.void ? [] : story.shown.map(({ card }) => card);
  const rooms = scene.rooms.map((room) => {
    const won = room.seat === story.seat ? [...room.won, ...cards] : room.won;
    return { ...room, won, score: won.length, nails_left: 7, ...EMPTY };
  });
  return { ...scene, phase: "deal", nails: [], rooms, own: scene.own && { ...scene.own, card: null, fits: [] } };
}

const EMPTY = { dealt: false, stood: false, edge: null, card: null };
