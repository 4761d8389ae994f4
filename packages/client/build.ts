/** `npm run build:client [-- folder]`: the package as it is published, in `dist` or that folder: code and types for each entry. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { lendCore } from "./lend-core.ts";
import { buildModules, type Exports, writePapers } from "./packaging.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const outDir = resolve(process.argv[2] ?? here("dist"));

/** The entries by what they are imported as. */
const entries: Readonly<Record<string, string>> = {
  ".": "parley",
  "./chat": "chat-store",
  "./react": "react",
  "./server": "server",
};

/** Entries that are another file in browsers. Runtimes that are none ask as browsers do: their own condition comes first. */
const inBrowsers: Readonly<Record<string, string>> = {
  "./server": "server-in-browser",
};

function conditionsOf([subpath, name]: [subpath: string, name: string]): [string, Exports[string]] {
  const file = `./${name}.js`;
  const other = inBrowsers[subpath];
  const browser = other !== undefined && { workerd: file, "edge-light": file, browser: `./${other}.js` };
  return [subpath, { types: `./${name}.d.ts`, ...browser, default: file }];
}

const { plugin, codeSplitting } = lendCore(here("src/parley.ts"));

await buildModules({
  cwd: here("."),
  entry: Object.fromEntries(
    [entries, inBrowsers].flatMap(Object.values<string>).map((name) => [name, here(`src/${name}.ts`)]),
  ),
  outDir,
  // What the sources refer to themselves is left out on the way.
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
  clean: true,
  plugins: [plugin],
  outputOptions: { codeSplitting },
});
writePapers({
  from: here("."),
  outDir,
  exports: Object.fromEntries(Object.entries(entries).map(conditionsOf)),
  sideEffects: false,
});
