import { defineConfig, type UserConfig } from "vite";

/** Where the page lives on its host: the local gateway and the edge serve `dist` under it. */
const BASE = "/app/";

/** The service that `npm run console` passes calls on to. */
const service = process.env["PARLEY_URL"] ?? "http://127.0.0.1:8787";

const toService = { target: service, changeOrigin: true, ws: true };

/** The client's React hooks run on Preact as they are, here and in the embedded chat. */
export const preactAsReact = {
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: {
    alias: { react: "preact/compat", "react-dom": "preact/compat" },
    dedupe: ["preact"],
  },
} satisfies UserConfig;

/** From these on browsers know light-dark(): translated, it would follow the system and not the theme that people choose. */
export const cssTarget = ["chrome123", "edge123", "firefox120", "safari17.5"];

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  ...preactAsReact,
  build: {
    target: "es2022",
    cssTarget,
    modulePreload: { polyfill: false },
    // Fonts stay files: the policy allows no data: addresses for them.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { proxy: { "/v1": toService, "/docs": toService, "/_local": toService, "/app/config.json": toService } },
});
