import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { cssTarget, lexerAlone, preactAsReact } from "../console/vite.config.ts";

const NAME = "parley-chat.js";

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, "package.json"), "utf8")) as {
  version: string;
}; // Our own file.
const [major] = version.split(".");

/** Writes the file a second time under its version, and `embed.json`, which says what it is and its integrity hash. */
const versioned: Plugin = {
  name: "parley-versioned",
  // After all that still changes the code.
  enforce: "post",
  generateBundle(_options, bundle) {
    const chunk = bundle[`${major}/${NAME}`];
    if (chunk?.type !== "chunk" || Object.keys(bundle).length !== 1) throw new Error("The element is not one file");
    const file = `${version}/${NAME}`;
    const integrity = `sha384-${createHash("sha384").update(chunk.code).digest("base64")}`;
    this.emitFile({ type: "asset", fileName: file, source: chunk.code });
    const about = `${JSON.stringify({ version, file, integrity }, null, 2)}\n`;
    this.emitFile({ type: "asset", fileName: "embed.json", source: about });
  },
};

/** The element's one sheet has all styles: those that parts bring to the console's page when they are fetched are left out. */
const stylesOnce: Plugin = {
  name: "parley-styles-once",
  enforce: "pre",
  resolveId: (id, importer) => (id.endsWith(".css") && importer?.endsWith(".tsx") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "" : null),
};

export default defineConfig({
  root: import.meta.dirname,
  ...preactAsReact,
  resolve: {
    ...preactAsReact.resolve,
    alias: [
      ...Object.entries(preactAsReact.resolve.alias).map(([find, replacement]) => ({ find, replacement })),
      // Statements are in one colour here: their grammar would be a tenth of the file.
      // In one file nothing can be fetched later, and waiting for what is there takes code.
      { find: /^\.\/lazy-parts\.tsx$/, replacement: path.join(import.meta.dirname, "src/eager-parts.ts") },
      { find: /^\.\/sql\/colours\.ts$/, replacement: path.join(import.meta.dirname, "src/plain-sql.ts") },
    ],
  },
  plugins: [lexerAlone, stylesOnce, versioned],
  build: {
    target: "es2022",
    cssTarget,
    lib: { entry: path.join(import.meta.dirname, "src/parley-chat.ts"), formats: ["es"] },
    rolldownOptions: {
      output: { entryFileNames: `${major}/${NAME}`, codeSplitting: false, minify: true, comments: false },
    },
  },
});
