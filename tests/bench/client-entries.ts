import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { root } from "./lambdas.ts";

const KB = 1024;
const sources = path.join(root, "packages/client/src");

/** A part of `@parley/client` that is loaded at once. */
interface Entry {
  name: string;
  /** Its module in `packages/client/src`. */
  module: string;
  /** What is there already when it is loaded. */
  on: readonly string[];
  /** KB that it may have, minified and gzipped. */
  budget: number;
}

/** The budgets of the client: what is loaded at first, and what comes on top of it. Each operation costs the core about 5 bytes. */
const entries: readonly Entry[] = [
  { name: "core", module: "parley", on: [], budget: 8 },
  { name: "recovery", module: "recovery", on: ["core"], budget: 3 },
  { name: "socket", module: "socket", on: ["core", "recovery"], budget: 3 },
  { name: "upload", module: "upload", on: ["core"], budget: 2 },
  { name: "chat", module: "chat-store", on: ["core"], budget: 3.73 },
  { name: "react", module: "react", on: ["core", "chat"], budget: 0.77 },
  { name: "server", module: "server", on: ["core"], budget: 2 },
];

/** Parts that are loaded for less than all that one of the above does. */
const further = ["upload-large", "transcribe", "table-csv", "turn-lines", "node-handler"];

/** Leaves out what is loaded when it is needed, and what is there already. */
const leaveOut = (there: ReadonlySet<string>): Plugin => ({
  name: "leave-out",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\// }, ({ kind, path: imported, resolveDir }) => {
      const isLeftOut = kind === "dynamic-import" || there.has(path.join(resolveDir, imported));
      return isLeftOut ? { path: imported, external: true } : undefined;
    });
  },
});

/** A part in one file, as bundlers put it, with the names that it exports and the modules that it is made of. */
async function bundled(entry: BuildOptions, there: ReadonlySet<string>) {
  const { outputFiles, metafile } = await build({
    ...entry,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    external: ["react"],
    plugins: [leaveOut(there)],
    absWorkingDir: root,
    metafile: true,
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join("");
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  return { text, names, modules: Object.keys(metafile.inputs).map((file) => path.join(root, file)) };
}

const entryOf = (module: string): BuildOptions => ({ entryPoints: [path.join(sources, `${module}.ts`)] });

/** An import of a module that is there already. */
const importPattern = /import ?\{([^}]*)\} ?from ?"(\.\/[^"]+)";/g;

/** What other parts use of the modules that are there, by those: `./errors.ts` and the names. */
async function usedOf(there: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const used = new Map<string, Set<string>>();
  for (const module of [...entries.slice(1).map((entry) => entry.module), ...further]) {
    const { text } = await bundled(entryOf(module), there);
    for (const [, names = "", from = ""] of text.matchAll(importPattern)) {
      const known = used.get(from) ?? new Set();
      used.set(from, known);
      for (const name of names.split(",")) known.add(name.trim().replace(/ as .*/, ""));
    }
  }
  return used;
}

/**
 * The core with all that other parts use of its modules, by short names as bundlers give them: it may not be left out of both. What is
 * public anyway, such as the errors, has a name already.
 */
async function wholeCore(there: ReadonlySet<string>, known: readonly string[]): Promise<BuildOptions> {
  let count = 0;
  const lists = Array.from(await usedOf(there), ([from, names]) => {
    const short = Array.from(names, (name) => (known.includes(name) ? "" : `${name} as x${count++}`)).filter(Boolean);
    return `export { ${short.join()} } from "${from}";`;
  });
  const contents = ['export * from "./parley.ts";', ...lists].join("\n");
  return { stdin: { contents, resolveDir: sources, loader: "ts" } };
}

/** Bytes after gzip, with one import of what is there already, where esbuild has one for each module. */
function weightOf(text: string): number {
  const names: string[] = [];
  const rest = text.replaceAll(importPattern, (_statement, list: string) => {
    names.push(list);
    return "";
  });
  return gzipSync(names.length > 0 ? `import{${names.join()}}from"./core.js";${rest}` : rest, { level: 9 }).length;
}

/** A part of the client against its budget, in KB. */
export interface WeighedEntry {
  name: string;
  kb: number;
  budget: number;
}

/** What a page loads of each part of the client, minified and gzipped. */
export async function weighClient(): Promise<WeighedEntry[]> {
  const modules = new Map<string, readonly string[]>();
  const weighed: WeighedEntry[] = [];
  for (const { name, module, on, budget } of entries) {
    const there = new Set(on.flatMap((other) => modules.get(other) ?? []));
    const own = await bundled(entryOf(module), there);
    modules.set(name, own.modules);
    const entry = name === "core" ? await wholeCore(new Set(own.modules), own.names) : entryOf(module);
    const { text } = await bundled({ ...entry, minify: true }, there);
    weighed.push({ name, kb: weightOf(text) / KB, budget });
  }
  return weighed;
}
