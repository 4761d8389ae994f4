import path from "node:path";
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from "vite";

/** Where the page lives on its host: the local gateway and the edge serve `dist` under it. */
const BASE = "/app/";

/** The service that `npm run console` passes calls on to. */
const service = process.env["PARLEY_URL"] ?? "http://127.0.0.1:8787";

const toService = { target: service, changeOrigin: true, ws: true };

/** The end of marked's one module: an instance that is made at once, its functions, and what it exports. */
const MARKED_INSTANCE = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse[\s\S]*export\{/;

/** Only the lexer of marked is used. Its ready-made instance, which keeps parser and renderer in a page, is left out of it. */
export const lexerAlone: Plugin = {
  name: "parley-lexer-alone",
  apply: "build",
  transform(code, id) {
    if (!/[\\/]marked[\\/]lib[\\/]marked\.esm\.js$/.test(id)) return null;
    const kept = ["Lexer", "Tokenizer"].map((name) => new RegExp(`[{,](\\w+ as ${name})[,}]`).exec(code)?.[1]);
    const [instance] = MARKED_INSTANCE.exec(code) ?? [];
    if (instance === undefined || kept.includes(undefined)) throw new Error("marked is not made as it was");
    return { code: `${code.slice(0, code.indexOf(instance))}export{${kept.join(",")}};`, map: null };
  },
};

/** Icons are made by our own few lines. */
export const plainIcons: Plugin = {
  name: "parley-plain-icons",
  enforce: "pre",
  apply: "build",
  resolveId: (id) =>
    /[\\/]createLucideIcon\.mjs$/.test(id) ? path.join(import.meta.dirname, "src/parts/plain-icon.ts") : null,
};

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

/**
 * What is fetched together: each file of its own would take a turn on a slow line, and is compressed worse. The first page is one; what
 * rooms share with answers, or answers with their workings, is a few, none of which brings a room much that it does not need.
 */
const chunks = [
  { name: "page", tags: ["$initial"] },
  {
    name: "answer-parts",
    test: /[\\/]parts[\\/](?:copy|copy-button|problem|tabs)\.tsx?$|[\\/]icons[\\/](?:arrow-down|circle-alert|copy|rotate-ccw|triangle-alert)\.mjs$/,
  },
  { name: "code", test: /[\\/]parts[\\/](?:code-block|sql)\.tsx$/ },
  { name: "downloads", test: /[\\/](?:chat[\\/](?:source-line|use-downloads)|parts[\\/]download)\.ts$/ },
] satisfies Rolldown.CodeSplittingGroup[];

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  ...preactAsReact,
  plugins: [lexerAlone, plainIcons],
  build: {
    target: "es2022",
    cssTarget,
    modulePreload: { polyfill: false },
    // Fonts stay files: the policy allows no data: addresses for them.
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: [...chunks] } } },
  },
  server: { proxy: { "/v1": toService, "/docs": toService, "/_local": toService, "/app/config.json": toService } },
});
