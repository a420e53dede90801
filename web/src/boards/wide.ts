import { MediaQuery } from "svelte/reactivity";

/** Whether whole stalls have room beside the board; otherwise they are drawn in little. */
export const wide = new MediaQuery("(min-width: 1200px) and (min-height: 700px)");
