import { mount } from "svelte";
import "./tokens.css";
import "./base.css";
import App from "./App.svelte";
import { startLanguage } from "./i18n.svelte";
import { watchFiles } from "./net/retry";
import { followLinks } from "./router.svelte";
import "./ui/sound";

async function start(): Promise<void> {
  watchFiles();
  await startLanguage();
  followLinks();
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}

void start();
