import { MediaQuery } from "svelte/reactivity";

/** Whether whole stalls have room beside the board; otherwise they are drawn in little. */
export const wide = new MediaQuery("(min-width: 1200px) and (min-height: 700px)");

/** Whether a few stalls may be larger there. */
export const tall = new MediaQuery("(min-height: 800px)");
