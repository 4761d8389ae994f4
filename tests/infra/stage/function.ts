import { fork, type ChildProcess } from "node:child_process";
import { createCipheriv } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import type { EntryModule } from "../../../packages/local/src/lambda/runtime.ts";
import type { ResponseStream } from "../../../packages/local/src/lambda/response-stream.ts";
import type { FunctionInGraph } from "../graph.ts";
import { root } from "../sources.ts";
import type { Call } from "./calls.ts";
import type { FromHost } from "./host.ts";

export interface HostedFunction {
  entry: EntryModule;
  /** What it has done so far. */
  calls: Call[];
  stop(): Promise<void>;
}

export interface HostSettings {
  /** Values of linked resources on this machine. */
  resources: Record<string, Record<string, string>>;
  /** Instead of the values that AWS would give: regions, addresses, credentials. */
  environment: Record<string, string>;
  /** Where to put a copy of the bundle. */
  directory: string;
}

/** The file that SST puts links into, with the values of this machine. Only what the deployment links is in it. */
function sealLinks(
  links: Record<string, Record<string, unknown>>,
  resources: HostSettings["resources"],
  key: string,
): Buffer {
  const values = Object.fromEntries(
    Object.keys(links).map((name) => {
      const value = resources[name];
      if (!value) throw new Error(`${name} is linked, but there is nothing like it on this machine`);
      return [name, value];
    }),
  );
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), Buffer.alloc(12));
  return Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final(), cipher.getAuthTag()]);
}

/** The zip that SST would upload. */
export const zipOf = (id: string): Record<string, Uint8Array> =>
  unzipSync(readFileSync(path.join(root, ".sst/artifacts", id, "code.zip")));

/** Unpacks it, as Lambda does. */
export function unpack(id: string, directory: string): void {
  for (const [name, bytes] of Object.entries(zipOf(id))) {
    const file = path.join(directory, name);
    if (name.endsWith("/")) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void; stream?: ResponseStream };

/** Lays out a function as Lambda would find it: its zip, its links, its environment. */
export function layOut(one: FunctionInGraph, settings: HostSettings): { directory: string; env: NodeJS.ProcessEnv } {
  const directory = path.join(settings.directory, one.id);
  unpack(one.id, directory);
  writeFileSync(
    path.join(directory, "resource.enc"),
    sealLinks(one.build.links, settings.resources, one.environment["SST_KEY"] ?? ""),
  );
  return { directory, env: { PATH: process.env["PATH"], ...one.environment, ...settings.environment } };
}

/** Starts a function of the graph from the bundle that SST has made of it. */
export async function hostFunction(one: FunctionInGraph, settings: HostSettings): Promise<HostedFunction> {
  const { directory, env } = layOut(one, settings);
  const child: ChildProcess = fork(path.join(import.meta.dirname, "host.ts"), [], {
    cwd: directory,
    env,
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const calls: Call[] = [];
  const waiting = new Map<number, Waiting>();
  let next = 0;

  const streams = await new Promise<boolean>((resolve, reject) => {
    child.once("exit", (code) => {
      const error = new Error(`${one.id} ended with ${code}`);
      reject(error);
      for (const { reject: refuse } of waiting.values()) refuse(error);
    });
    child.on("message", (message: FromHost) => {
      if (message.kind === "ready") return resolve(message.streams);
      if (message.kind === "call") return void calls.push(message.call);
      const invocation = waiting.get(message.id);
      if (message.kind === "head") invocation?.stream?.setHead(message.head);
      else if (message.kind === "chunk") invocation?.stream?.write(message.chunk);
      else {
        waiting.delete(message.id);
        if (message.kind === "done") invocation?.resolve(message.result);
        else invocation?.reject(Object.assign(new Error(message.message), { name: message.name }));
      }
    });
  });

  const invoke = (event: unknown, stream?: ResponseStream) =>
    new Promise<unknown>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject, ...(stream && { stream }) });
      child.send({ id, event });
    });
  const handler = streams
    ? Object.assign(async (event: never, stream: ResponseStream) => void (await invoke(event, stream)), {
        [Symbol.for("aws.lambda.runtime.handler.streaming")]: "response",
      })
    : (event: never) => invoke(event);

  return {
    entry: { handler },
    calls,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.removeAllListeners("exit");
        child.once("exit", () => resolve());
        child.kill();
      }),
  };
}
