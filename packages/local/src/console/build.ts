import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { type Encoding, encodings, isText, type PageFiles, readPageFiles } from "./page-file.ts";
import { sourceHash } from "./source-hash.ts";

const consoleIn = (root: string): string => join(root, "packages/console");
const embedIn = (root: string): string => join(root, "packages/embed");

/** Where the built page is, below the project's root. */
export const distOf = (root: string): string => join(consoleIn(root), "dist");

/** The file in which a build says of what sources it is, and of what files. It begins with a dot: it is not served. */
const mark = ".built";

const markOf = (hash: string, files: PageFiles): string => [hash, ...[...files.keys()].toSorted()].join("\n");

const run = promisify(execFile);

/** The build failed; the message is what Vite says, without its stack. */
export class ConsoleNotBuilt extends Error {
  override name = "ConsoleNotBuilt";
}

/** The page in `dist`, if it is of these sources and whole. A folder that is being replaced reads like one that is not there. */
async function builtBefore(dist: string, hash: string): Promise<PageFiles | undefined> {
  try {
    const built = readFileSync(join(dist, mark), "utf8");
    if (!built.startsWith(hash)) return undefined;
    const files = await readPageFiles(dist);
    return built === markOf(hash, files) ? files : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Runs Vite in a process of its own, whose memory is free again afterwards. Rejects with `ConsoleNotBuilt`. */
async function runVite(packageRoot: string, folder: string, signal: AbortSignal): Promise<void> {
  try {
    const vite = join(
      dirname(createRequire(join(packageRoot, "package.json")).resolve("vite/package.json")),
      "bin/vite.js",
    );
    await run(process.execPath, [vite, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"], {
      cwd: packageRoot,
      env: { ...process.env, NODE_ENV: "production" },
      signal,
    });
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : String(cause);
    const message = said.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
    throw new ConsoleNotBuilt(message.join("\n"), { cause });
  }
}

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

/** Writes a compressed copy beside each text. */
async function compress(folder: string): Promise<void> {
  const texts = [...(await readPageFiles(folder))].filter(([path]) => isText(path));
  await Promise.all(
    texts.flatMap(([path, { body }]) =>
      encodings.map(async ({ name, suffix }) => writeFile(join(folder, path + suffix), await compressors[name](body))),
    ),
  );
}

/** Puts a folder that is complete into the place of `dist`. Of two at once the later one stays; neither is ever half there. */
async function replaceDist(dist: string, folder: string): Promise<void> {
  const aside = `${folder}.old`;
  for (;;) {
    try {
      await rename(dist, aside);
      await rm(aside, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
    try {
      await rename(folder, dist);
      return;
    } catch (error) {
      // Another start has put its own there in between.
      if (!(error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST"].includes(String(error.code))))
        throw error;
    }
  }
}

async function build(root: string, hash: string, signal: AbortSignal): Promise<PageFiles> {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "console-"));
  try {
    await runVite(consoleIn(root), folder, signal);
    await runVite(embedIn(root), join(folder, "embed"), signal);
    await compress(folder);
    const files = await readPageFiles(folder);
    await writeFile(join(folder, mark), markOf(hash, files));
    await replaceDist(distOf(root), folder);
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface BuildOptions {
  /** Of the project. */
  root: string;
  /** Ends the build; it then rejects with `ConsoleNotBuilt`. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** The console and, below `embed/`, the embedded chat, built unless `dist` is of the same sources. Rejects with `ConsoleNotBuilt`. */
export async function builtConsole({ root, signal, say }: BuildOptions): Promise<PageFiles> {
  const hash = sourceHash(root);
  const kept = await builtBefore(distOf(root), hash);
  if (kept) return kept;
  say("Building the console …");
  const began = performance.now();
  const files = await build(root, hash, signal);
  say(`The console is built: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return files;
}
