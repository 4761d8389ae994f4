import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { cssTarget, lexerAlone, plainIcons, preactAsReact } from "../console/vite.config.ts";

const NAME = "parley-chat.js";

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, "package.json"), "utf8")) as {
  version: string;
}; // Our own file.

/** What hosts rely on has a number of its own, the one in the address that they name: attributes, properties, events. */
const INTERFACE = 1;

/** The folder of what the element is made of: names change with what is in them, so that the files may be kept for ever. */
const PARTS = "parts";

const sourceOf = (name: string): string => path.join(import.meta.dirname, "src", name);
const isOurSource = (id: string): boolean => /\/packages\/(?:client|console|embed)\/src\/[^?]+\.tsx?$/.test(id);

/** An import of what is fetched later: in our sources, and between files, as the bundler writes it. */
const laterImport = /\bimport\(("\.[^"]+")\)/g;
const laterFile = /\((\w+)\) => import\(("\.[^"]+")\)/g;

/** Has what is fetched later tried again: see `load-again.ts`. */
const triedAgain: Plugin = {
  name: "parley-tried-again",
  enforce: "pre",
  transform(code, id) {
    if (!isOurSource(id) || !laterImport.test(code)) return null;
    const loads = code.replaceAll(laterImport, "loadAgain((again) => import($1))");
    return { code: `import { loadAgain } from ${JSON.stringify(sourceOf("load-again.ts"))};\n${loads}`, map: null };
  },
  renderChunk: (code) => ({ code: code.replaceAll(laterFile, "($1) => import($2 + $1)"), map: null }),
};

/** The modules that the element's first file needs at once, and those that several later ones do. They are one file. */
function firstModules(modules: Pick<Rolldown.PluginContext, "getModuleInfo">): Set<string> {
  const reached = new Map<string, Set<string>>();
  const roots = [sourceOf("parley-chat.ts")];
  for (const root of roots) {
    const waiting = [root];
    for (const id of waiting) {
      const from = reached.get(id) ?? new Set();
      if (from.has(root)) continue;
      reached.set(id, from.add(root));
      const info = modules.getModuleInfo(id);
      waiting.push(...(info?.importedIds ?? []));
      for (const later of info?.dynamicallyImportedIds ?? []) if (!roots.includes(later)) roots.push(later);
    }
  }
  const isFirst = (from: Set<string>) => from.has(roots[0] ?? "") || from.size > 1;
  return new Set([...reached].filter(([, from]) => isFirst(from)).map(([id]) => id));
}

let first = new Set<string>();

const firstTogether: Plugin = {
  name: "parley-first-together",
  buildEnd() {
    first = firstModules(this);
  },
};

/** The page of `/app/embed/frame`. Who serves it says in it who may show it (`framePage` of the console's `headers.ts`). */
const framePage = (script: string): string => `<!doctype html>
<html lang="en" data-origins="">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chat</title>
<script type="module" src="/app/embed/${script}"></script></head>
<body></body>
</html>
`;

/** Writes the first file a second time under its version, and `embed.json`, which says what it is and its integrity hash. */
const versioned: Plugin = {
  name: "parley-versioned",
  // After all that still changes the code.
  enforce: "post",
  generateBundle(_options, bundle) {
    const chunk = bundle[`${INTERFACE}/${NAME}`];
    const [chat, frame] = ["chat", "frame"].map((wanted) => Object.values(bundle).find(({ name }) => name === wanted));
    if (chunk?.type !== "chunk" || chat?.type !== "chunk" || !frame) throw new Error("The element has no first file");
    for (const other of Object.values(bundle)) {
      // A part that needs another one could not be had again without it.
      const isAlone = other.type !== "chunk" || other.imports.every((name) => name === chat.fileName);
      if (!isAlone) throw new Error(`${other.fileName} needs ${other.imports.join()}`);
    }
    const integrityOf = (code: string): string => `sha384-${createHash("sha384").update(code).digest("base64")}`;
    const parts = Object.values(bundle).flatMap((other) =>
      other.type === "chunk" && other !== chunk ? [[other.fileName, integrityOf(other.code)]] : [],
    );
    const file = `${version}/${NAME}`;
    this.emitFile({ type: "asset", fileName: file, source: chunk.code });
    this.emitFile({ type: "asset", fileName: "frame.html", source: framePage(frame.fileName) });
    const about = { version, file, integrity: integrityOf(chunk.code), parts: Object.fromEntries(parts) };
    this.emitFile({ type: "asset", fileName: "embed.json", source: `${JSON.stringify(about, null, 2)}\n` });
  },
};

/** The element's one sheet has all styles: those that parts bring to the console's page when they are fetched are left out. */
const stylesOnce: Plugin = {
  name: "parley-styles-once",
  enforce: "pre",
  resolveId: (id, importer) => (id.endsWith(".css") && importer?.endsWith(".tsx") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "" : null),
};

/** Statements are in one colour here: their grammar would be a tenth of the element. */
const plainSql = { find: /^\.\/sql\/colours\.ts$/, replacement: sourceOf("plain-sql.ts") };

const preactAliases = Object.entries(preactAsReact.resolve.alias).map(([find, replacement]) => ({ find, replacement }));

export default defineConfig({
  root: import.meta.dirname,
  ...preactAsReact,
  resolve: { ...preactAsReact.resolve, alias: [...preactAliases, plainSql] },
  plugins: [lexerAlone, plainIcons, stylesOnce, triedAgain, firstTogether, versioned],
  build: {
    target: "es2022",
    cssTarget,
    lib: {
      entry: {
        "parley-chat": sourceOf("first-file.ts"),
        chat: sourceOf("parley-chat.ts"),
        frame: sourceOf("frame.ts"),
      },
      formats: ["es"],
    },
    rolldownOptions: {
      preserveEntrySignatures: "allow-extension",
      output: {
        entryFileNames: ({ name }) => (name === "parley-chat" ? `${INTERFACE}/${NAME}` : `${PARTS}/[name]-[hash].js`),
        chunkFileNames: `${PARTS}/[name]-[hash].js`,
        codeSplitting: { groups: [{ name: (id) => (first.has(id) ? "chat" : null), debugName: "chat" }] },
        minify: true,
        comments: false,
      },
    },
  },
});

/** The chat is drawn by Preact, which is in it; the component for React is the host's, whose React it needs. */
const reactOfHost: Plugin = {
  name: "parley-react-of-host",
  enforce: "pre",
  resolveId(id, importer) {
    if (id !== "react") return null;
    if (importer === sourceOf("react.ts")) return { id, external: true };
    return this.resolve("preact/compat", importer);
  },
};

/** How the package for bundlers is built: nothing in it has to be resolved but the host's own React. */
export const asPackage = (entry: Record<string, string>) =>
  ({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "warn",
    ...preactAsReact,
    resolve: { ...preactAsReact.resolve, alias: [plainSql] },
    plugins: [lexerAlone, plainIcons, stylesOnce, reactOfHost],
    build: {
      target: "es2022",
      cssTarget,
      cssMinify: true,
      // Readable, as hosts see it in their own tools; they make it small with the rest of their page.
      minify: false,
      emptyOutDir: true,
      license: { fileName: "THIRD-PARTY.md" },
      lib: { entry, formats: ["es"] },
      rolldownOptions: {
        // That of the entry stays.
        checks: { moduleLevelDirective: false },
        output: { entryFileNames: "[name].js", chunkFileNames: `${PARTS}/[name]-[hash].js` },
      },
    },
  }) satisfies InlineConfig;
