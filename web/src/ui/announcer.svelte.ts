// Says things to screen readers: each once, in order.

let text = $state("");
let queue: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Say a sentence after those that wait. */
export function announce(sentence: string): void {
  if (!sentence) return;
  queue.push(sentence);
  timer ??= setTimeout(next, 120);
}

export function announced(): string {
  return text;
}

function next(): void {
  // What came in one breath is one message: readers drop messages that follow too closely.
  text = queue.join(" ");
  queue = [];
  timer = undefined;
}
