import { mount } from "svelte";
import "./tokens.css";
import "./base.css";
import App from "./App.svelte";
import { currentLanguage, startLanguage } from "./i18n.svelte";
import { watchFiles } from "./net/retry";
import { followLinks } from "./router.svelte";
import "./ui/sound";

/** How long the first page waits for its letters, in milliseconds; then others stand in for them. */
const PATIENCE = 600;

/** Wait for the letters of the language, so that no word changes its shape under the reader. */
async function lettersOf(language: string): Promise<void> {
  const sample = { uk: "aя", ru: "aя", pl: "aż", ro: "aș" }[language] ?? "a";
  const here = document.fonts.load('1em "Jemaa Roboto"', sample).catch(() => []);
  await Promise.race([here, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

async function start(): Promise<void> {
  watchFiles();
  await startLanguage();
  await lettersOf(currentLanguage());
  followLinks();
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}

void start();
