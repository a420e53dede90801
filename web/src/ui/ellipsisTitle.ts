/** Names can be longer than their place: what is cut off is told to the pointer that rests on it. */

export function ellipsisTitle(element: HTMLElement): () => void {
  function tell(): void {
    const high = element.scrollHeight > element.clientHeight + 1;
    const cut = high || element.scrollWidth > element.clientWidth + 1;
    element.title = cut ? (element.textContent ?? "") : "";
  }
  tell();
  element.addEventListener("pointerenter", tell);
  return () => element.removeEventListener("pointerenter", tell);
}
