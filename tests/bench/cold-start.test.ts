import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { optionsFor, root } from "./lambdas.ts";

const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), "parley-evaluated-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What the runtime loads only for a client of HTTP: a third of a cold start. */
const httpClient = "NativeModule internal/deps/undici/undici";
const links = {
  App: { name: "parley", stage: "ci" },
  Table: { name: "table" },
  Files: { name: "files" },
  TurnQueue: { url: "http://127.0.0.1/queue" },
};

/** Bundles an entry as it is deployed, gives it one event without a token, and returns what it said. */
async function coldStart(entry: string, event: object): Promise<{ status: number; builtins: string[] }> {
  const folder = path.join(directory, entry);
  await build(optionsFor(path.join(root, "packages/functions/src/lambda", `${entry}.ts`), folder));
  const linked = Object.entries(links).map(([name, value]) => [`SST_RESOURCE_${name}`, JSON.stringify(value)]);
  const { stdout } = await run(
    process.execPath,
    [path.join(import.meta.dirname, "cold-process.mjs"), JSON.stringify(event)],
    { cwd: folder, env: { PATH: process.env["PATH"], AWS_REGION: "eu-west-1", ...Object.fromEntries(linked) } },
  );
  // cold-process.mjs writes one line of this shape.
  return JSON.parse(stdout) as { status: number; builtins: string[] };
}

const requestContext = { http: { method: "GET", path: "", protocol: "HTTP/1.1", sourceIp: "", userAgent: "" } };
const event = (rawPath: string) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath,
  rawQueryString: "",
  headers: {},
  requestContext: { ...requestContext, requestId: "r" },
  isBase64Encoded: false,
});

describe("a cold start to the first answer", () => {
  it.each([
    ["memories", "/v1/user-memories", 401],
    ["docs", "/v1/openapi.json", 200],
    ["turns", "/v1/agents/a/chats/c/turns/t", 401],
  ])("of %s loads no client of HTTP", async (entry, address, status) => {
    const said = await coldStart(entry, event(address));
    expect(said.status).toBe(status);
    expect(said.builtins).not.toContain(httpClient);
  });
});
