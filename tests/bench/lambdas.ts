import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Metafile } from "esbuild";

export const root = path.resolve(import.meta.dirname, "../..");
const entries = path.join(root, "packages/functions/src/lambda");

/** Every Lambda entry of the service. */
export const entryNames = (): string[] =>
  readdirSync(entries)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .toSorted();

const require = [
  `import { createRequire as topLevelCreateRequire } from 'module';`,
  `const require = topLevelCreateRequire(import.meta.url);`,
  `import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"`,
  `const __filename = topLevelFileUrlToPath(import.meta.url)`,
  `const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))`,
].join("\n");

export interface Bundled {
  /** Bytes after gzip of what is loaded before the first event: the entry and all it imports statically. */
  loaded: number;
  /** Bytes after gzip of what is loaded when it is needed. */
  lazy: number;
  metafile: Metafile;
}

/** The options of SST's own bundler for the module `entry`, with those of infra/defaults.ts. */
export const optionsFor = (entry: string, directory: string) =>
  ({
    entryPoints: { bundle: entry },
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    keepNames: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    mainFields: ["module", "main"],
    external: ["sharp", "pg-native", "@aws-sdk/credential-provider-sso", "@aws-sdk/nested-clients"],
    banner: { js: require },
    logLevel: "error",
    absWorkingDir: root,
  }) satisfies BuildOptions;

/** Bundles an entry into `directory` with the options of SST's own bundler. */
export async function bundle(name: string, directory: string): Promise<Bundled> {
  rmSync(directory, { recursive: true, force: true });
  const { outputFiles, metafile } = await build({
    ...optionsFor(path.join(entries, `${name}.ts`), directory),
    metafile: true,
    write: false,
  });
  const sizes = new Map(
    outputFiles.map((file) => [path.relative(root, file.path), gzipSync(file.contents, { level: 9 }).length]),
  );
  const loaded = staticClosure(metafile);
  let atStart = 0;
  let later = 0;
  for (const [file, size] of sizes) {
    if (loaded.has(file)) atStart += size;
    else later += size;
  }
  return { loaded: atStart, lazy: later, metafile };
}

/** Output files that the entry imports by statements, directly or not. */
function staticClosure({ outputs }: Metafile): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path: imported, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && !external) visit(imported);
    }
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && path.basename(file) === "bundle.mjs") visit(file);
  }
  return found;
}

/** Packages and folders of the bundle's loaded part, the largest first, in bytes before compression. */
export function largest({ metafile }: Bundled, count: number): [string, number][] {
  const loaded = staticClosure(metafile);
  const sums = new Map<string, number>();
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    if (!loaded.has(file)) continue;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? /packages\/[^/]+/.exec(input)?.[0] ?? input;
      sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...sums].toSorted(([, a], [, b]) => b - a).slice(0, count);
}
