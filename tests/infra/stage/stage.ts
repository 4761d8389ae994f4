import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Cloud } from "../../../packages/local/src/cloud-options.ts";
import { startCloud } from "../../../packages/local/src/cloud.ts";
import { prepareDemo } from "../../../packages/local/src/demo/prepare.ts";
import type { DemoTenant } from "../../../packages/local/src/demo/demo-tenant.ts";
import { functionsOf } from "../graph.ts";
import type { Graph } from "../evaluate.ts";
import { hostFunction, type HostedFunction } from "./function.ts";

/** What the edge would put into every request. */
export const originSecret = "o".repeat(40);

export interface Stage {
  cloud: Cloud;
  demo: DemoTenant;
  functions: Map<string, HostedFunction>;
  stop(): Promise<void>;
}

/** Names of the local cloud's event sources for functions of the deployment that have none of their own there. */
const localNames: Record<string, string> = {
  Worker: "worker",
  SocketWorker: "socket-worker",
  DeadLetterConsumer: "dead-letters",
};

/** Settings that the functions have from the cloud, which sets them before it starts one. */
const fromCloud = [
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ENDPOINT_URL_DYNAMODB",
  "AWS_ENDPOINT_URL_SQS",
  "AWS_ENDPOINT_URL_S3",
  "AWS_ENDPOINT_URL_LAMBDA",
  "S3_FORCE_PATH_STYLE",
  "DATABASE_LOOPBACK",
];

const resource = (name: string): Record<string, string> =>
  JSON.parse(process.env[`SST_RESOURCE_${name}`] ?? "{}") as Record<string, string>;

/** A function of the deployment with what it is linked to. */
async function hostOne(
  graph: Graph,
  id: string,
  { settings, directory }: { settings: Record<string, string>; directory: string },
): Promise<HostedFunction> {
  const one = functionsOf(graph).find((candidate) => candidate.id === id);
  if (!one) throw new Error(`there is no function ${id}`);
  return hostFunction(one, {
    resources: {
      ...Object.fromEntries(Object.keys(one.build.links).map((name) => [name, resource(name)])),
      OriginSecret: { value: originSecret },
      LivekitApiSecret: { value: "livekit-secret" },
      TurnWorker: { name: "socket-worker" },
    },
    environment: {
      ...Object.fromEntries(fromCloud.map((name) => [name, process.env[name] ?? ""])),
      METRICS: "0",
      LOG_LEVEL: "error",
      ...settings,
    },
    directory,
  });
}

/**
 * The stage on this machine: the bundles that SST made of the deployment's functions, with its roles' permissions
 * recorded, behind the local gateway and on the emulators. `settings` are settings of a stage that has providers.
 */
export async function startStage(graph: Graph, settings: Record<string, string>): Promise<Stage> {
  const directory = mkdtempSync(path.join(tmpdir(), "parley-stage-"));
  const functions = new Map<string, HostedFunction>();
  const load = async (id: string) => {
    const hosted = await hostOne(graph, id, { settings, directory });
    functions.set(id, hosted);
    return hosted.entry;
  };
  const entries = Object.fromEntries(
    functionsOf(graph).map(({ id, entry }) => [localNames[id] ?? entry, () => load(id)]),
  );
  let demo: DemoTenant | undefined;
  const stopAll = async () => {
    await Promise.all([...functions.values()].map((one) => one.stop()));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const cloud = await startCloud({
      directory: path.join(directory, "cloud"),
      port: 0,
      settings: {},
      entries,
      // Sweeps are asked for, not waited for.
      sweepMs: 60 * 60 * 1000,
      log: {
        info: () => undefined,
        error: (message, fields) => process.stderr.write(`${message} ${String(fields?.["error"])}\n`),
      },
      prepare: async (parts) => {
        ({ demo } = await prepareDemo(parts));
      },
    });
    if (!demo) throw new Error("there is no demo tenant");
    return {
      cloud,
      demo,
      functions,
      async stop() {
        await cloud.stop();
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
