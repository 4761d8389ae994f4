/** What the packages that are published have in common: how their types, their manifest and their papers are made. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "tsdown";

const license = fileURLToPath(new URL("../../LICENSE", import.meta.url));

/** What a published package says of itself. */
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, unknown>;
}

/** What a package is imported as, and the file that it is then, by the conditions of `exports` in `package.json`. */
export type Exports = Record<string, Record<string, string>>;

interface Package {
  /** The package's own folder in the repository. */
  from: string;
  /** The folder that is published. */
  outDir: string;
  exports: Exports;
  /** Whether importing it does something. */
  sideEffects: boolean;
}

/** Builds modules with their types, or their types alone, from the sources as they are: what is exported says its type. */
export async function buildModules(
  options: Pick<
    InlineConfig,
    "cwd" | "entry" | "outDir" | "banner" | "clean" | "dts" | "deps" | "plugins" | "outputOptions"
  >,
) {
  await build({
    config: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    fixedExtension: false,
    logLevel: "warn",
    ...options,
    dts: { oxc: true, ...(typeof options.dts === "object" && options.dts) },
  });
}

/** Writes the published manifest, which is the repository's own without what only the repository needs, and copies what there is to read. */
export function writePapers({ from, outDir, exports, sideEffects }: Package): void {
  const own = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as Manifest; // Our own file.
  const { name, version, description, license: terms, peerDependencies, peerDependenciesMeta } = own;
  const published = {
    name,
    version,
    description,
    license: terms,
    type: "module",
    sideEffects,
    exports,
    engines: { node: ">=20" },
    peerDependencies,
    peerDependenciesMeta,
  };
  writeFileSync(join(outDir, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of ["README.md", "CHANGELOG.md"]) copyFileSync(join(from, file), join(outDir, file));
  copyFileSync(license, join(outDir, "LICENSE"));
}
