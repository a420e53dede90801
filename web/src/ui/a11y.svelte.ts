// What screen readers are told, where the focus stays, and what of cut names a pointer is told.

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

/**
 * Keep the focus where somebody plays: when the element with the focus is taken out of a part of
 * the page, focus its heading. A button that goes away after it was pressed would leave the focus
 * nowhere: keys would have to find the way through the whole page again.
 */
export function keepFocus(part: HTMLElement): () => void {
  let held: Element | null = null;

  function came(event: FocusEvent): void {
    held = event.target as Element;
  }

  /** Whoever went elsewhere himself is left alone. */
  function left(): void {
    const last = held;
    // Browsers also tell it of an element that is just being taken out.
    setTimeout(() => {
      if (held === last && last?.isConnected && last !== document.activeElement) held = null;
    });
  }

  const watcher = new MutationObserver(() => {
    if (!held || held.isConnected) return;
    held = null;
    if (document.activeElement !== document.body) return;
    // The heading and not the next button: a key that is pressed once more must not move on.
    const heading = part.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });

  part.addEventListener("focusin", came);
  part.addEventListener("focusout", left);
  watcher.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", came);
    part.removeEventListener("focusout", left);
    watcher.disconnect();
  };
}

/** Names can be longer than their place: tell what is cut off to the pointer that rests on it. */
export function ellipsisTitle(element: HTMLElement): () => void {
  function tell(): void {
    const high = element.scrollHeight > element.clientHeight + 1;
    const cut = high || element.scrollWidth > element.clientWidth + 1;
    element.title = cut ? (element.textContent ?? "") : "";
  }
  element.addEventListener("pointerenter", tell);
  return () => element.removeEventListener("pointerenter", tell);
}
