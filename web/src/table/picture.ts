// A picture of the table to share or to keep, drawn by the browser from what is on the page.

/** What gives a drawn element its look, and would be lost with the page's styles. */
const LOOK = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "stop-color",
  "stop-opacity",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
  "display",
  "mix-blend-mode",
] as const;
const SPACE = "http://www.w3.org/2000/svg";
/** Of the picture, in pixels. */
const WIDTH = 1080;
const EDGE = 40;
const HEAD = 150;
const LINE = 54;

export interface Caption {
  title: string;
  /** One for each player. */
  lines: readonly string[];
}

/** Copy an element with its look written into it. */
function copy(element: Element): Element {
  const made = element.cloneNode(true) as Element;
  const pairs: [Element, Element][] = [[element, made]];
  element.querySelectorAll("*").forEach((one, at) => {
    const twin = made.querySelectorAll("*")[at];
    if (twin) pairs.push([one, twin]);
  });
  for (const [one, twin] of pairs) {
    const style = getComputedStyle(one);
    // What a definition does not say itself comes from where it is used.
    const own = one.closest("defs") ? LOOK.filter((name) => one.hasAttribute(name)) : LOOK;
    for (const name of own) twin.setAttribute(name, style.getPropertyValue(name));
    twin.removeAttribute("class");
    twin.removeAttribute("style");
  }
  return made;
}

function text(words: string, y: number, size: number, weight: number): Element {
  const made = document.createElementNS(SPACE, "text");
  const style = getComputedStyle(document.documentElement);
  for (const [name, value] of Object.entries({
    x: EDGE,
    y,
    fill: style.getPropertyValue("--ink"),
    "font-size": size,
    "font-weight": weight,
    "font-family": style.fontFamily,
  }))
    made.setAttribute(name, String(value));
  made.textContent = words;
  return made;
}

/** Return the fonts that the page has loaded, with their files inside: a picture can load none. */
async function fonts(): Promise<string> {
  const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
  const ranges = new Set(loaded.map(({ unicodeRange }) => unicodeRange));
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => ranges.has(style.getPropertyValue("unicode-range")));
  return (await Promise.all(rules.map(whole))).join("");
}

async function whole({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, path] = /url\("([^"]+)"\)/.exec(cssText) ?? [];
  if (!path) return "";
  const answer = await fetch(new URL(path, parentStyleSheet?.href ?? location.href));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return cssText.replace(path, `data:font/woff2;base64,${btoa(letters)}`);
}

/** Draw the board and the words around it. */
function compose(
  board: Element,
  { title, lines }: Caption,
  letters: string,
): { source: string; height: number } {
  const height = HEAD + WIDTH - 2 * EDGE + EDGE + LINE * lines.length + EDGE;
  const all = document.createElementNS(SPACE, "svg");
  all.setAttribute("xmlns", SPACE);
  all.setAttribute("width", String(WIDTH));
  all.setAttribute("height", String(height));
  for (const defs of document.querySelectorAll("svg > defs")) all.append(copy(defs));
  const wall = document.createElementNS(SPACE, "rect");
  wall.setAttribute("width", "100%");
  wall.setAttribute("height", "100%");
  wall.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--wall"));
  const look = document.createElementNS(SPACE, "style");
  look.textContent = letters;
  // A list of winners is long, and shall be whole.
  all.append(look, wall, text(title, 96, Math.min(60, 1850 / title.length), 800));
  for (const layer of board.querySelectorAll(":scope > svg")) {
    const drawn = copy(layer);
    drawn.setAttribute("x", String(EDGE));
    drawn.setAttribute("y", String(HEAD));
    drawn.setAttribute("width", String(WIDTH - 2 * EDGE));
    drawn.setAttribute("height", String(WIDTH - 2 * EDGE));
    all.append(drawn);
  }
  lines.forEach((line, at) => all.append(text(line, HEAD + WIDTH + LINE * (at + 0.4), 36, 600)));
  return { source: new XMLSerializer().serializeToString(all), height };
}

/** Return the picture of a board as a file. */
export async function pictureOf(board: Element, caption: Caption): Promise<File> {
  // Without its own letters the picture is as good.
  const { source, height } = compose(board, caption, await fonts().catch(() => ""));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("no picture");
  return new File([blob], "jemaa.png", { type: "image/png" });
}

/** Offer a file to other apps; where the browser cannot, keep it. */
export async function shareFile(file: File, title: string): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title });
    } catch (error) {
      if ((error as DOMException).name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
