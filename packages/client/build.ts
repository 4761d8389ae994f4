/** `npm run build:client [-- folder]`: the package as it is published, in `dist` or that folder: code and types for each entry. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

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

/** What a published package says of itself. */
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  sideEffects: boolean;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, unknown>;
}

function conditionsOf([subpath, name]: [subpath: string, name: string]) {
  const file = `./${name}.js`;
  const other = inBrowsers[subpath];
  const browser = other !== undefined && { workerd: file, "edge-light": file, browser: `./${other}.js` };
  return [subpath, { types: `./${name}.d.ts`, ...browser, default: file }];
}

/** The published manifest: the repository's own without what only the repository needs. */
function manifest(): string {
  const { name, version, description, license, sideEffects, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(here("package.json"), "utf8"),
  ) as Manifest; // Our own file.
  const exports = Object.fromEntries(Object.entries(entries).map(conditionsOf));
  return JSON.stringify(
    {
      name,
      version,
      description,
      license,
      type: "module",
      sideEffects,
      exports,
      engines: { node: ">=20" },
      peerDependencies,
      peerDependenciesMeta,
    },
    null,
    2,
  );
}

await build({
  config: false,
  cwd: here("."),
  entry: Object.fromEntries(
    [entries, inBrowsers].flatMap(Object.values<string>).map((name) => [name, here(`src/${name}.ts`)]),
  ),
  outDir,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  fixedExtension: false,
  // From the sources as they are: what is exported says its type.
  dts: { oxc: true },
  // What the sources refer to themselves is left out on the way.
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
  clean: true,
  logLevel: "warn",
});
writeFileSync(join(outDir, "package.json"), `${manifest()}\n`);
for (const file of ["README.md", "CHANGELOG.md"]) {
  if (existsSync(here(file))) copyFileSync(here(file), join(outDir, file));
}
copyFileSync(here("../../LICENSE"), join(outDir, "LICENSE"));
