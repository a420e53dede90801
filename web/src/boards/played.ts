import type { Happening, Story } from "../generated/wire";

/** What was played and not taken back. */
export function played(log: readonly Happening[]): (Story | null)[] {
  const stories: (Story | null)[] = [];
  for (const one of log) {
    if (one.kind === "played") stories.push(one.story ?? null);
    else if (one.kind === "undone") stories.length = Math.min(stories.length, one.to ?? 0);
  }
  return stories;
}
