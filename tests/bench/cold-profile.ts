import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../infra/sources.ts";

const run = promisify(execFile);
const RUNS = 5;
const SHOWN = 25;
const SAMPLE_MICROSECONDS = 200;

/** A function, or what it is compared with, as Lambda would find it. */
export interface Contestant {
  name: string;
  /** The module of its code; "" for a handler that is none of the service's. */
  entry: string;
  directory: string;
  env: NodeJS.ProcessEnv;
  /** The event that it is first given. */
  event: object;
}

/** A node of a CPU profile of V8's. */
interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}
interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** Names the package or the folder of the project that a place in a bundle was made from; undefined outside of bundles. */
function namer(name: string) {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (bundle: string): SourceMap | undefined => {
    if (!maps.has(bundle)) {
      const file = path.join(root, ".sst/artifacts", `${name}-src`, `${bundle}.map`);
      maps.set(bundle, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined);
    }
    return maps.get(bundle);
  };
  return ({ url, lineNumber, columnNumber }: ProfileNode["callFrame"]): string | undefined => {
    if (!url.startsWith("file:") || url.endsWith("cold-process.mjs")) return undefined;
    const bundle = path.basename(url);
    const entry = mapOf(bundle)?.findEntry(lineNumber, columnNumber);
    const source = entry && "originalSource" in entry ? entry.originalSource : undefined;
    if (source === undefined) return `${bundle} itself`;
    return (
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ??
      /packages\/[^/]+\/src\/[^/]+/.exec(source)?.[0] ??
      source
    );
  };
}

/** What Node.js does beside the bundle's own code. */
const ownWork: Record<string, string> = {
  compileSourceTextModule: "(reading and compiling of the bundle)",
  compileForInternalLoader: "(compiling of parts of Node.js)",
  "(garbage collector)": "(garbage collection)",
};

/** Milliseconds by what they were spent for: the nearest caller in the bundle, else what Node.js did. */
function timesOf({ nodes, samples, timeDeltas }: Profile, nameOf: ReturnType<typeof namer>): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const placeOf = (id: number): string => {
    const own = ownWork[byId.get(id)?.callFrame.functionName ?? ""];
    if (own !== undefined) return own;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      const found = node && nameOf(node.callFrame);
      if (found !== undefined) return found;
    }
    return "(other work of Node.js)";
  };
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === "(idle)") continue;
    const place = placeOf(id);
    times.set(place, (times.get(place) ?? 0) + (timeDeltas[at + 1] ?? 0) / 1000);
  }
  return times;
}

/** The lines of a table: where the time (ms) of a cold start goes, by packages and folders, the mean of five. */
export async function profileOf({ name, directory, env, event }: Contestant): Promise<string[]> {
  const nameOf = namer(name);
  const sums = new Map<string, number>();
  for (let at = 0; at < RUNS; at++) {
    const folder = mkdtempSync(path.join(tmpdir(), "parley-profile-"));
    try {
      const profiling = ["--cpu-prof", `--cpu-prof-interval=${SAMPLE_MICROSECONDS}`, `--cpu-prof-dir=${folder}`];
      const script = path.join(import.meta.dirname, "cold-process.mjs");
      await run(process.execPath, [...profiling, script, JSON.stringify(event)], { cwd: directory, env });
      const [file = ""] = readdirSync(folder);
      // V8 writes it.
      const profile = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Profile;
      for (const [place, ms] of timesOf(profile, nameOf)) sums.set(place, (sums.get(place) ?? 0) + ms / RUNS);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const total = [...sums.values()].reduce((sum, ms) => sum + ms, 0);
  const rows = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return [
    `${name}: ${total.toFixed(0)} ms`,
    ...rows.map(
      ([place, ms]) => `${ms.toFixed(1).padStart(8)} ms ${((100 * ms) / total).toFixed(0).padStart(3)} %  ${place}`,
    ),
  ];
}
