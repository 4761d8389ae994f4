import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { DemoOrganization, DemoTenant } from "../../../packages/local/src/demo/demo-tenant.ts";
import type { Canaries } from "./canaries.ts";

/** An answer; the test reads what it needs of it. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface Sent {
  token?: string;
  body?: unknown;
  /** Instead of a body as JSON. */
  raw?: string | FormData;
  headers?: Record<string, string>;
}

export interface Scene {
  directory: string;
  wsUrl: string;
  organization: DemoOrganization;
  canaries: Canaries;
  /** Sends a request that must be answered with this status. */
  call: (status: number | readonly number[], request: string, sent?: Sent) => Promise<Reply>;
  /** A token for a member by e-mail address; token and key are looked for in the logs, too. */
  signIn: (email: string) => Promise<string>;
  /** Stops the service and returns what each log has, by name. */
  logs: () => Promise<Map<string, string>>;
}

const start = fileURLToPath(new URL("../../../packages/local/src/start.ts", import.meta.url));

async function started(child: ChildProcess, output: { out: string; err: string }): Promise<void> {
  await expect
    .poll(() => (child.exitCode === null ? output.out : `ended: ${output.err}`), { timeout: 50_000, interval: 50 })
    .toMatch(/Ctrl-C stops everything|^ended/);
  expect(child.exitCode, output.err).toBeNull();
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const caller =
  (baseUrl: string): Scene["call"] =>
  async (status, request, { token, body, raw, headers = {} } = {}) => {
    const [method = "GET", path = "/"] = request.split(" ");
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    expect([status].flat(), `${request}: ${text.slice(0, 300)}`).toContain(response.status);
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };

const signer =
  ({ api_key, shared_secret }: DemoOrganization, call: Scene["call"], canaries: Canaries): Scene["signIn"] =>
  async (email) => {
    const user_key = createHmac("sha256", Buffer.from(shared_secret, "base64url")).update(email).digest("base64url");
    const { body } = await call(200, "POST /v1/authenticate", {
      body: { email, user_key },
      headers: { "x-api-key": api_key },
    });
    canaries.keep("user key", user_key);
    return canaries.keep("token", body.token);
  };

/** Keys, addresses and passwords that the service is started with, or makes when it starts. */
async function keepSecrets(directory: string, demo: DemoTenant, canaries: Canaries): Promise<void> {
  const secrets = JSON.parse(await readFile(join(directory, "secrets.json"), "utf8")) as Record<string, string>;
  for (const [name, value] of Object.entries(secrets)) canaries.keep(name, value);
  for (const { api_key, shared_secret, members } of demo.organizations) {
    canaries.keep("API key", api_key);
    canaries.keep("shared secret", shared_secret);
    for (const { email, user_key } of members) {
      canaries.keep("address", email);
      canaries.keep("user key", user_key);
    }
  }
}

/** `npm start` with everything logged that can be, and the demo's first organization to play with. */
export async function startScene(settings: Record<string, string>, canaries: Canaries): Promise<Scene> {
  const directory = await mkdtemp(join(tmpdir(), "parley-logs-"));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, LOCAL_DIR: directory, PORT: "0", LOG_LEVEL: "debug", METRICS: "1" };
  const child = spawn(process.execPath, [start], { env: { ...env, ...settings }, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  await started(child, output);
  const shown = output.out.length; // the summary shows a member's key to who started the service
  const demo = JSON.parse(await readFile(join(directory, "demo.json"), "utf8")) as DemoTenant & Record<string, string>;
  await keepSecrets(directory, demo, canaries);
  const [organization] = demo.organizations;
  if (!organization) throw new Error("the demo has no organization");
  const { base_url: baseUrl = "", ws_url: wsUrl = "" } = demo;
  const call = caller(baseUrl);
  return {
    directory,
    wsUrl,
    organization,
    canaries,
    call,
    signIn: signer(organization, call, canaries),
    async logs() {
      child.kill("SIGTERM");
      await exited;
      const folder = join(directory, "logs");
      const files = await Promise.all(
        (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
      );
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
      return new Map([["stdout", output.out.slice(shown)], ["stderr", output.err], ...files]);
    },
  };
}
