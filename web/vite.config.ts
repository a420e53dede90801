import globalData from "@csstools/postcss-global-data";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import customMedia from "postcss-custom-media";
import { defineConfig, loadEnv } from "vite";

// The server that `npm run dev` leans on: `jemaa serve` with its usual address.
const settings = loadEnv("", ".", "JEMAA_");
const server = settings["JEMAA_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  // Files name each other by where they lie, so the page works in any folder of a static host.
  base: "./",
  define: { __RUNTIME__: JSON.stringify(settings["JEMAA_RUNTIME"] ?? "dev") },
  worker: { format: "es" },
  plugins: [svelte()],
  css: {
    // The names of media.css mean the same in every component.
    postcss: { plugins: [globalData({ files: ["src/media.css"] }), customMedia()] },
  },
  build: {
    outDir: "../src/jemaa/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Everything stays a file of its own: the page's policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for all words of a language that every page needs; English is never missing,
        // because it comes with the page itself.
        codeSplitting: {
          groups: [
            {
              debugName: "words",
              test: /locale\/(?!en\/)[a-z]+\/(?!rules-|learn|statistics)[^/]+\.json$/,
              name: (id) => `words-${/locale\/([a-z]+)\//.exec(id)?.[1] ?? ""}`,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The language catalogues lie outside this folder.
    fs: { allow: [".."] },
    proxy: {
      // The server accepts only pages of its own address.
      "/api": { target: server, changeOrigin: true, headers: { origin: server } },
      "/ws": { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
});
