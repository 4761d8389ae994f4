import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { root } from "./lambdas.ts";

const KB = 1024;
const consoleRoot = path.join(root, "packages/console");

/** Budgets of the console and of the embedded chat, to begin with, in KB; scripts and styles after gzip, fonts as they are. */
const budgets = { page: 52, script: 75, style: 10, font: 55, room: 30, embed: 60 } as const;

/** What pages load of the console: a line of the report. */
export interface Weighed {
  name: string;
  kb: number;
  budget: number;
}

type Chunk = Rolldown.OutputChunk;
type Output = Rolldown.RolldownOutput["output"][number];

/** Builds a package of pages as it is published, without writing it. */
async function builtOutput(packageRoot: string): Promise<readonly Output[]> {
  const built = await build({
    root: packageRoot,
    configFile: path.join(packageRoot, "vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (!bundle || !("output" in bundle)) throw new Error("Vite built something else than one bundle");
  return bundle.output;
}

const isChunk = (output: Output): output is Chunk => output.type === "chunk";
const gzipped = (content: string | Uint8Array): number => gzipSync(content).length / KB;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** A chunk and all that it imports before it runs. */
function loadedBy(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported) loadedBy(imported, chunks, seen);
  }
  return seen;
}

/** The chunk that begins with this file of the console's, if there is one that is fetched later. */
const chunkOf = (file: string, chunks: ReadonlyMap<string, Chunk>): Chunk | undefined =>
  [...chunks.values()].find(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.endsWith(`/console/src/${file}`),
  );

/** What Vite notes of a chunk beside what the bundler knows. */
const stylesOf = (loaded: ReadonlySet<Chunk>): Set<string> =>
  new Set([...loaded].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));

/**
 * What the first page loads, and what each room adds that is fetched when it is entered: by what the chunks themselves import,
 * as a browser follows it.
 */
function weigh(outputs: readonly Output[]): Weighed[] {
  const chunks = new Map(outputs.filter(isChunk).map((chunk) => [chunk.fileName, chunk]));
  const assets = new Map(outputs.flatMap((one) => (isChunk(one) ? [] : [[one.fileName, one.source] as const])));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The console was built without its page");
  const first = loadedBy(entry, chunks);
  const firstStyles = stylesOf(first);
  const transcript = chunkOf("chat/transcript.tsx", chunks);
  if (!transcript) throw new Error("What answers are drawn with is not fetched behind the page");
  const answered = new Set([...first, ...loadedBy(transcript, chunks)]);
  const sizeOf = (name: string): number => gzipped(assets.get(name) ?? "");
  const scriptOf = (loaded: ReadonlySet<Chunk>): number => sum([...loaded].map(({ code }) => gzipped(code)));
  const fonts = [...assets].filter(([name]) => name.endsWith(".woff2")).map(([, source]) => source.length / KB);
  const rooms = [...chunks.values()].filter(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.includes("/console/src/rooms/"),
  );
  return [
    { name: "first page, JS", kb: scriptOf(first), budget: budgets.page },
    { name: "first chat, JS", kb: scriptOf(answered), budget: budgets.script },
    { name: "first chat, CSS", kb: sum([...firstStyles].map(sizeOf)), budget: budgets.style },
    { name: "fonts", kb: sum(fonts), budget: budgets.font },
    ...rooms.map((room) => {
      const added = [...loadedBy(room, chunks)].filter((chunk) => !first.has(chunk));
      const styles = [...stylesOf(new Set(added))].filter((name) => !firstStyles.has(name));
      const kb = sum([...added.map(({ code }) => gzipped(code)), ...styles.map(sizeOf)]);
      return { name: `room ${room.name}`, kb, budget: budgets.room };
    }),
  ];
}

/** Forms of secrets, and what the page's policy would refuse. */
const forbidden: readonly [what: string, pattern: RegExp][] = [
  ["an API key", /\bpk_[\w-]{20,}/],
  ["a token", /\beyJ[\w-]{10,}\.eyJ/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a key of AWS", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a setting of the service", /\bSST_RESOURCE_|process\.env\b/],
  ["a path of this machine", /\/(?:home|work|Users)\/[\w.-]+\/(?:[\w.-]+\/)*packages\//],
  ["eval", /\beval\s*\(/],
  ["a function made of text", /\bnew Function\b/],
  ["a script's address made of text", /javascript:/],
  ["an inline style", /\sstyle="|<style[\s>]|setAttribute\(\s*["'`]style["'`]/],
];

/** Libraries that can set markup, and are never asked to: Preact by a prop that the linter refuses, highlight.js by a function that lowlight does not call. */
const neverAsked = /node_modules\/(?:preact|highlight\.js)\//;
const markup = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|srcdoc)\b/;

/** What must not be in what pages load, each as "what: where". */
function faultsIn(outputs: readonly Output[]): string[] {
  const faults: string[] = [];
  for (const output of outputs) {
    const text = isChunk(output) ? output.code : typeof output.source === "string" ? output.source : "";
    for (const [what, pattern] of forbidden) if (pattern.test(text)) faults.push(`${what}: ${output.fileName}`);
    if (!isChunk(output)) continue;
    for (const [id, { code }] of Object.entries(output.modules))
      if (code !== null && !neverAsked.test(id) && markup.test(code))
        faults.push(`markup of text: ${path.relative(root, id)}`);
  }
  return faults;
}

/** Builds the embedded chat, weighs what a page loads of it to begin with, and looks for what must not be in it. */
export async function weighEmbed(): Promise<{ weighed: Weighed[]; faults: string[] }> {
  const outputs = await builtOutput(path.join(root, "packages/embed"));
  const chunks = new Map(outputs.filter(isChunk).map((chunk) => [chunk.fileName, chunk]));
  const entry = [...chunks.values()].find(({ fileName }) => /^\d+\//.test(fileName));
  if (!entry) throw new Error("The embedded chat was built without its file");
  const kb = sum([...loadedBy(entry, chunks)].map(({ code }) => gzipped(code)));
  return {
    weighed: [{ name: entry.fileName, kb, budget: budgets.embed }],
    faults: faultsIn(outputs),
  };
}

/** Builds the console, weighs what pages load of it, and looks for what must not be in it. */
export async function weighConsole(): Promise<{ weighed: Weighed[]; faults: string[] }> {
  const outputs = await builtOutput(consoleRoot);
  return { weighed: weigh(outputs), faults: faultsIn(outputs) };
}
