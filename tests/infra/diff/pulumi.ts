/**
 * Stands in for the Pulumi command line, which is not to be had from npm: `stack init` and `preview`, with a recording
 * engine. SST's own command line calls it, so that everything of SST's own is real: the bundler, the zips, the types.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mocks, plain } from "../mocks.ts";

const args = process.argv.slice(2);
const option = (name: string): string => args[args.indexOf(name) + 1] ?? "";
/** The program changes the working directory. */
const home = process.cwd();

type Fields = Record<string, unknown>;

function writeState(app: string, stage: string, stack: string, resources: Fields[]): void {
  const directory = path.join(home, ".pulumi/stacks", app);
  mkdirSync(directory, { recursive: true });
  const manifest = { time: new Date().toISOString(), magic: "", version: "v3.215.0" };
  const state = { version: 3, checkpoint: { stack, latest: { manifest, resources } } };
  writeFileSync(path.join(directory, `${stage}.json`), JSON.stringify(state));
}

if (args[0] === "version") {
  process.stdout.write("v3.215.0\n");
  process.exit(0);
}
if (args[0] === "stack" && args[1] === "init") {
  const stack = args[2] ?? "";
  const [, app = "", stage = ""] = stack.split("/");
  writeState(app, stage, stack, []);
  process.exit(0);
}
if (args[0] !== "preview") {
  process.stderr.write(`error: ${args.join(" ")} is not to be had without Pulumi\n`);
  process.exit(1);
}

const settings = readFileSync("Pulumi.yaml", "utf8");
const main = /main: (.*)/.exec(settings)?.[1] ?? "";
const project = /name: (.*)/.exec(settings)?.[1] ?? "";
const stack = option("--stack");
const stage = stack.split("/").at(-1) ?? "";
const load = createRequire(main);

interface Mocked {
  getUrn(): string;
  getOutputs(): { toJavaScript(): unknown };
}
interface Pulumi {
  runtime: {
    setMocks(mocks: unknown, project: string, stack: string, preview: boolean, organization: string): Promise<void>;
    runInPulumiStack(program: () => Promise<unknown>): Promise<unknown>;
    disconnect(): Promise<void>;
  };
}
const pulumi = load("@pulumi/pulumi") as Pulumi;

let sequence = 0;
const emit = (event: Fields) => {
  const line = { sequence: ++sequence, timestamp: Math.floor(Date.now() / 1000), ...event };
  appendFileSync(option("--event-log"), `${JSON.stringify(line)}\n`);
};
const summary = (resourceChanges: Fields) =>
  emit({ summaryEvent: { maybeCorrupt: false, durationSeconds: 1, resourceChanges, PolicyPacks: {} } });

const engine = mocks();
const recording = {
  ...engine,
  newResource(input: Parameters<typeof engine.newResource>[0] & { custom?: boolean }) {
    const answer = engine.newResource(input);
    const urn = `urn:pulumi:${stack}::${project}::${input.type}::${input.name}`;
    const fresh = {
      type: input.type,
      urn,
      custom: input.custom === true,
      id: "",
      parent: "",
      inputs: plain(input.inputs),
      outputs: plain(input.inputs),
      provider: "",
    };
    const metadata = { op: "create", urn, type: input.type, old: null, new: fresh, provider: "", logical: true };
    emit({ resourcePreEvent: { metadata, planning: true } });
    emit({ resOutputsEvent: { metadata, planning: true } });
    return answer;
  },
};

/** Outputs of components, which SST makes `sst-env.d.ts` from, are registered apart from resources. */
const outputs = new Map<string, unknown>();
const { MockMonitor } = load("@pulumi/pulumi/runtime/mocks") as {
  MockMonitor: { prototype: { registerResourceOutputs(request: Mocked, done: unknown): unknown } };
};
// Called with the monitor below.
// oxlint-disable-next-line typescript/unbound-method
const register = MockMonitor.prototype.registerResourceOutputs;
MockMonitor.prototype.registerResourceOutputs = function (request, done) {
  outputs.set(request.getUrn(), plain(request.getOutputs().toJavaScript()));
  return register.call(this, request, done);
};

const fail = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error);
  emit({ diagnosticEvent: { urn: "", prefix: "error: ", message, color: "never", severity: "error" } });
  summary({});
  process.stderr.write(`${message}\n`);
  process.exit(1);
};
// Errors of the program's own callbacks surface here.
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

try {
  await pulumi.runtime.setMocks(recording, project, stage, false, "organization");
  await pulumi.runtime.runInPulumiStack(
    async () => ((await import(pathToFileURL(main).href)) as { default: unknown }).default,
  );
  await pulumi.runtime.disconnect();
} catch (error) {
  fail(error);
}

// `sst diff` reads the state afterwards: the stack first, then the components with their outputs.
const isStack = (urn: string) => urn.includes("pulumi:pulumi:Stack::");
const urns = [...outputs.keys()].toSorted((a, b) => Number(isStack(b)) - Number(isStack(a)));
writeState(
  project,
  stage,
  stack,
  urns.map((urn) => ({ urn, custom: false, type: urn.split("::")[2]?.split("$").pop(), outputs: outputs.get(urn) })),
);
summary({ create: engine.resources.length });
process.exit(0);
