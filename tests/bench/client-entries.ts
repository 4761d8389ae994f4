import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
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
  /** KB that it is to have, where it has not got there: the budget goes down with every step. */
  target?: number;
}

/** The budgets of the client: what is loaded at first, and what comes on top of it. */
const entries: readonly Entry[] = [
  { name: "core", module: "parley", on: [], budget: 10, target: 8 },
  { name: "socket", module: "socket", on: ["core"], budget: 3.1, target: 3 },
  { name: "upload", module: "upload", on: ["core"], budget: 2.2, target: 2 },
  { name: "chat", module: "chat-store", on: ["core"], budget: 3.8, target: 3 },
  { name: "react", module: "react", on: ["core", "chat"], budget: 1.5 },
  { name: "server", module: "server", on: ["core"], budget: 2.2, target: 2 },
];

/** What an entry weighs by itself, and the modules that it is made of. */
interface Weighed {
  bytes: number;
  modules: readonly string[];
}

/** Leaves out what is loaded when it is needed, and what is there already: in one file, as bundlers put it. */
const leaveOut = (there: ReadonlySet<string>): Plugin => ({
  name: "leave-out",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\// }, ({ kind, path: imported, resolveDir }) => {
      const file = path.join(resolveDir, imported);
      if (kind === "dynamic-import") return { path: imported, external: true };
      return there.has(file) ? { path: "./there.js", external: true } : undefined;
    });
  },
});

async function weigh(module: string, there: ReadonlySet<string>): Promise<Weighed> {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(sources, `${module}.ts`)],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    external: ["react"],
    plugins: [leaveOut(there)],
    absWorkingDir: root,
    metafile: true,
    write: false,
  });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  return { bytes, modules: Object.keys(metafile.inputs).map((file) => path.join(root, file)) };
}

/** A part of the client against its budget, in KB. */
export interface WeighedEntry {
  name: string;
  kb: number;
  budget: number;
  target?: number;
}

/** What a page loads of each part of the client, minified and gzipped. */
export async function weighClient(): Promise<WeighedEntry[]> {
  const weighed = new Map<string, Weighed>();
  for (const { name, module, on } of entries) {
    weighed.set(name, await weigh(module, new Set(on.flatMap((other) => weighed.get(other)?.modules ?? []))));
  }
  return entries.map((entry) => ({ ...entry, kb: (weighed.get(entry.name)?.bytes ?? 0) / KB }));
}
