import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StreamEvent } from "@parley/contract/event";
import type { Base, WithFiles } from "@parley/core/environment/context";
import type { Front } from "@parley/local/api-gateway/front";
import { startCloud } from "@parley/local/cloud";
import type { Cloud } from "@parley/local/cloud-options";
import { type Entries, serviceEntries } from "@parley/local/lambda/functions";
import type { EntryModule } from "@parley/local/lambda/runtime";
import { Resource } from "sst";
import { createTenant, type Tenant } from "./tenant.ts";

/** An answer of the service; tests assert what is in its body. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export type Service = Awaited<ReturnType<typeof startService>>;

let services = 0;

/** SST reads what a function is linked to once in a process; a new service's links are others. */
function readLinks(): void {
  const prefix = "SST_RESOURCE_";
  for (const [name, value = ""] of Object.entries(process.env)) {
    if (name.startsWith(prefix)) Reflect.set(Resource, name.slice(prefix.length), JSON.parse(value));
  }
}

/** The service's functions as new environments of Lambda have them, which read their settings when they are imported. */
function ownEntries(): Entries {
  services += 1;
  const folder = fileURLToPath(new URL("../../packages/functions/src/lambda", import.meta.url));
  const anew = `?service=${services}`;
  const load = (name: string) => (): Promise<EntryModule> => {
    readLinks();
    return import(join(folder, `${name}.ts${anew}`));
  };
  return Object.fromEntries(Object.keys(serviceEntries).map((name) => [name, load(name)]));
}

/** Puts the environment of this process back to what it was. */
function keptEnvironment(): () => void {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
}

interface ServiceOptions {
  postgres?: boolean;
  /** Makes what answers before the routes do. */
  front?: (cloud: Cloud) => Promise<Front>;
}

/** The whole service on free ports and a directory of its own: the local cloud, as `npm start` has it. */
export async function startService(settings: NodeJS.ProcessEnv = {}, options: ServiceOptions = {}) {
  const restoreEnvironment = keptEnvironment();
  // The functions read settings from the environment of their process, here this one.
  Object.assign(process.env, { LOG_LEVEL: "error", ...settings });
  const directory = await mkdtemp(join(tmpdir(), "parley-service-"));
  const cloud = await startCloud({
    directory,
    port: 0,
    settings,
    entries: ownEntries(),
    postgres: options.postgres ?? false,
    tableInMemory: true,
    ...(options.front && { prepare: options.front }),
    log: { info: () => undefined, error: (message, fields) => console.error(message, fields?.error) },
  });
  // Imported only now: it reads the environment that the cloud has set.
  const [{ createBase }, { createFileAccess }] = await Promise.all([
    import("@parley/core/environment/environment"),
    import("@parley/core/environment/file-access"),
  ]);
  const environment: Base & WithFiles = { ...createBase(), ...createFileAccess() };

  return {
    cloud,
    environment,
    newOrganization: () => newOrganization(environment),
    call: caller(cloud),
    ask: asker(cloud),
    async stop() {
      await cloud.stop();
      restoreEnvironment();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An organization of its own with a published default agent. */
async function newOrganization(environment: Base): Promise<Tenant & { agentId: string }> {
  const { create } = await import("@parley/core/agent/agent");
  const tenant = await createTenant(environment);
  const agent = await create(tenant.ctx, { name: "Analyst", published: true });
  return { ...tenant, agentId: agent.id };
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the service over HTTP: `call("GET /v1/chats", { token })`. */
const caller =
  (cloud: Cloud) =>
  async (request: string, { token, body, headers = {} }: CallOptions = {}): Promise<Reply> => {
    const [method = "GET", path = "/"] = request.split(" ");
    const response = await fetch(cloud.baseUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  };

/** Sends a message on the streamed route and collects its events. */
const asker =
  (cloud: Cloud) =>
  async (token: string, body: Record<string, unknown>): Promise<StreamEvent[]> => {
    const response = await fetch(`${cloud.baseUrl}/v1/chats`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    return parseEvents(text);
  };

/** The events of a Server-Sent Events text. */
export const parseEvents = (text: string): StreamEvent[] =>
  text
    .split("\n\n")
    .filter((block) => block.includes("event: "))
    .map((block) => {
      const field = (name: string) =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? "";
      // What the service streams is its contract's events; tests check them.
      return { event: field("event"), data: JSON.parse(field("data")) } as StreamEvent;
    });
