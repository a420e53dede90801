// Where the lines of a chart go.

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Return round numbers from 0 to the first that is not below `most`. */
export function ticks(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((one) => most / one <= 5) ?? 200;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}

/** Return the points of a line, from the left edge to the right one. */
export function points(values: readonly number[], frame: Frame, most: number): [number, number][] {
  const wide = (frame.right - frame.left) / Math.max(1, values.length - 1);
  const high = (frame.bottom - frame.top) / most;
  return values.map((value, at) => [frame.left + at * wide, frame.bottom - value * high]);
}

/** Move heights apart until all are `gap` from each other, with as little change as possible. */
export function apart(heights: readonly number[], gap: number, lowest: number): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a]! - heights[b]!);
  const found = [...heights];
  for (let at = 1; at < order.length; at += 1) {
    found[order[at]!] = Math.max(found[order[at]!]!, found[order[at - 1]!]! + gap);
  }
  let floor = lowest;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at]!, floor);
    floor = found[at]! - gap;
  }
  return found;
}
