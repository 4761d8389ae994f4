/**
 * Evaluates sst.config.ts to the graph of its resources, as SST's own runner would, with a recording engine instead of
 * Pulumi's. A program of its own, because Pulumi's runtime and SST's globals live once a process:
 *
 *     node tests/infra/evaluate.ts '{"stage":"ci"}' graphs.json
 */
import { Buffer } from "node:buffer";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mocks, plain, region, type Resource } from "./mocks.ts";

/** A change to a source file, made while it is loaded: the proof that an assertion sees it. */
export interface Mutation {
  file: string;
  from: string;
  to: string;
}

export interface Request {
  stage: string;
  /** Values of `sst secret`s. */
  secrets?: Record<string, string>;
  /** One graph is made for each; none at all means one graph of the sources as they are. */
  mutations?: Mutation[];
}

/** What SST is asked to bundle for a function. */
export interface Build {
  functionID: string;
  handler: string;
  links: Record<string, Record<string, unknown>>;
  properties: { minify?: boolean; splitting?: boolean; sourcemap?: boolean; esbuild?: { external?: string[] } };
}

export interface Graph {
  app: { name: string; stage: string; removal: string; protect: boolean };
  resources: Resource[];
  builds: Build[];
}

const root = path.resolve(import.meta.dirname, "../..");
const work = path.join(root, ".sst");
const platform = path.join(work, "platform");

/** The parts of the platform's modules that are used here. */
interface Esbuild {
  build(options: Record<string, unknown>): Promise<unknown>;
}
interface Pulumi {
  runtime: {
    setMocks(mocks: unknown, project: string, stack: string, preview: boolean, organization: string): Promise<void>;
    runInPulumiStack(program: () => Promise<unknown>): Promise<unknown>;
    disconnect(): Promise<void>;
  };
}
interface Crypto {
  randomBytes(size: number): Buffer;
}

const request = JSON.parse(process.argv[2] ?? "{}") as Request; // written by graph.ts
const output = process.argv[3] ?? "";
const load = createRequire(path.join(platform, "package.json"));
const esbuild = load("esbuild") as Esbuild;
const pulumi = load("@pulumi/pulumi") as Pulumi;
const unique = `${process.pid}-${Date.now()}`;
/** Where SST puts zips: not where the real command line does. */
const artifacts = mkdtempSync(path.join(tmpdir(), "parley-artifacts-"));
const scratch: string[] = [artifacts];

/** SST ends names with random letters; here they are always the same. */
const crypto = load("crypto") as Crypto;
const randomBytes = crypto.randomBytes.bind(crypto);
crypto.randomBytes = (size) => (size === 8 ? Buffer.alloc(8) : randomBytes(size));

const builds: Build[] = [];

/** The Go side of SST: functions ask it for their code and for the bootstrap bucket. */
const answers: Record<string, (input: Build) => unknown> = {
  "Provider.Aws.Bootstrap": () => ({
    asset: "sst-asset",
    state: "sst-state",
    assetEcrRegistryId: "1",
    assetEcrUrl: "x",
  }),
  "Runtime.Build": (input) => {
    const out = path.join(artifacts, `${input.functionID}-src`);
    mkdirSync(out, { recursive: true });
    writeFileSync(path.join(out, "bundle.mjs"), "export const handler = () => {};");
    builds.push(input);
    return { handler: "bundle.handler", out, errors: [], sourcemaps: [] };
  },
};

const server = createServer((incoming, response) => {
  let body = "";
  incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
  incoming.on("end", () => {
    const { method, params } = JSON.parse(body) as { method: string; params: [Build] };
    const answer = answers[method];
    response.end(JSON.stringify(answer ? { result: answer(params[0]) } : { error: `no ${method}` }));
  });
});
// On a busy machine the next call may come late: its connection must still be there.
server.keepAliveTimeout = 10 * 60 * 1000;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
process.env["SST_SERVER"] = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
process.env["SST_AWS_REGION"] = region;
for (const [name, value] of Object.entries(request.secrets ?? {})) process.env[`SST_SECRET_${name}`] = value;

/** A file as it is, or as the mutation has it. */
function sourceOf(file: string, mutation: Mutation | undefined): string {
  const source = readFileSync(file, "utf8");
  if (mutation === undefined || path.join(root, mutation.file) !== file) return source;
  if (!source.includes(mutation.from)) throw new Error(`${mutation.file} has no «${mutation.from}» to change`);
  return source.replace(mutation.from, () => mutation.to);
}

interface Bundle {
  define?: Record<string, string>;
  inject?: string[];
  /** Imports that SST puts before each of the app's own files. */
  globals?: string;
  mutation?: Mutation | undefined;
}

/** Bundles a module the way SST does, and imports it. It lies inside the platform, so that it finds the platform's packages. */
async function importBundle(contents: string, { define = {}, inject = [], globals = "", mutation }: Bundle) {
  const outfile = path.join(platform, `evaluate.${unique}.${scratch.length}.mjs`);
  scratch.push(outfile);
  const banner = [
    `import { createRequire as makeRequire } from "module"; const require = makeRequire(import.meta.url);`,
    `const __filename = new URL(import.meta.url).pathname; const __dirname = new URL(".", import.meta.url).pathname;`,
    globals === "" ? "function $config(input) { return input; }" : "",
  ].join("\n");
  await esbuild.build({
    stdin: { contents, resolveDir: root, sourcefile: "evaluate.ts", loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    nodePaths: [path.join(platform, "node_modules")],
    define,
    inject,
    logLevel: "silent",
    external: [
      "@pulumi/*",
      "undici",
      "@pulumiverse/*",
      "@sst-provider/*",
      "@aws-sdk/*",
      "esbuild",
      "archiver",
      "glob",
      "vite",
    ],
    banner: { js: banner },
    plugins: [
      {
        name: "globals",
        setup: (build: { onLoad(filter: { filter: RegExp }, load: (args: { path: string }) => unknown): void }) =>
          build.onLoad({ filter: /\.(js|ts|jsx|tsx)$/ }, (args) =>
            args.path.startsWith(work)
              ? undefined
              : { contents: `${globals}\n${sourceOf(args.path, mutation)}`, loader: "default" },
          ),
      },
    ],
  });
  return (await import(pathToFileURL(outfile).href)) as Record<string, unknown>;
}

interface Config {
  app(input: { stage: string }): Promise<Partial<Graph["app"]>>;
}

const config = path.join(root, "sst.config.ts");
const providers = JSON.parse(readFileSync(path.join(work, "provider-lock.json"), "utf8")) as {
  alias: string;
  package: string;
}[];

async function evaluate(mutation: Mutation | undefined): Promise<Graph> {
  builds.length = 0;
  const { default: found } = await importBundle(`export { default } from ${JSON.stringify(config)};`, { mutation });
  const app = {
    name: "",
    removal: "retain",
    protect: false,
    ...(await (found as Config).app({ stage: request.stage })),
    stage: request.stage,
  };
  const engine = mocks();
  await pulumi.runtime.setMocks(engine, app.name, app.stage, false, "organization");
  const cli = {
    command: "deploy",
    dev: false,
    paths: { home: artifacts, root, work: artifacts, platform },
    state: { version: {} },
  };
  const { program } = await importBundle(
    [
      `import { run } from ${JSON.stringify(path.join(platform, "src/auto/run.ts"))};`,
      `import config from ${JSON.stringify(config)};`,
      `export const program = () => run(config.run);`,
    ].join("\n"),
    {
      define: { $app: JSON.stringify(app), $cli: JSON.stringify(cli), $dev: "false" },
      inject: [path.join(platform, "src/shim/run.js")],
      globals: [
        ...providers.map(({ alias, package: name }) => `import * as ${alias} from "${name}";`),
        `import * as sst from ${JSON.stringify(path.join(platform, "src/components"))};`,
      ].join(" "),
      mutation,
    },
  );
  await pulumi.runtime.runInPulumiStack(program as () => Promise<unknown>);
  await pulumi.runtime.disconnect();
  return { app, resources: engine.resources, builds: plain(builds) as Build[] };
}

try {
  const graphs: Graph[] = [];
  for (const mutation of request.mutations ?? [undefined]) graphs.push(await evaluate(mutation));
  writeFileSync(output, JSON.stringify(graphs));
} finally {
  server.close();
  for (const entry of scratch) rmSync(entry, { recursive: true, force: true });
}
// Pulumi's runtime keeps handles open.
process.exit(0);
