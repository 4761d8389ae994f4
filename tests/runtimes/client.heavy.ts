/**
 * `npm run test:runtimes`: the client as it is published, in Deno, Bun and workerd, which come by npm alone: an ask that is cut and goes
 * on, an error by its class, and the server's part.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { publish } from "../client-package/published.ts";
import { startCuttingProxy } from "../client/support/cutting-proxy.ts";
import { textOf } from "../client/support/scripts.ts";
import { startTestService } from "../client/support/service.ts";
import { sign } from "../contract/exchange.ts";
import { inWorkerd } from "./workerd.ts";

const run = promisify(execFile);
const here = import.meta.dirname;

// The service's log would say of each fault that it was one.
process.env["LOG_LEVEL"] = "error";

/** Bytes of the stream after which it is cut: in the middle of its tables. */
const CUT_AT_BYTES = 900;

if (!existsSync(path.join(here, "node_modules"))) {
  const install = ["install", "--workspaces=false", "--no-package-lock", "--no-audit", "--no-fund"];
  await run("npm", install, { cwd: here });
}
const program = (name: string) => path.join(here, "node_modules/.bin", name);
const suite = path.join(here, "suite-process.mjs");

const published = await publish();
const service = await startTestService();
const proxy = await startCuttingProxy(service.baseUrl);
const organization = await service.newOrganization();
after(async () => {
  await proxy.stop();
  await service.stop();
  published.remove();
});

/** What the suite is to find, after one cut of its stream, with a person and a chat of its own. */
async function check(found: (given: unknown) => Promise<unknown>): Promise<void> {
  const { token } = await organization.add();
  const { id: chat_id } = (await service.world.call("POST /v1/chats/create", { token, body: {} })).body;
  const person = { email: "nora@example.com", sharedSecret: organization.sharedSecret };
  proxy.plan((request) => (request === "POST /v1/chats" ? { cut: CUT_AT_BYTES } : {}));
  assert.deepEqual(await found({ baseUrl: proxy.baseUrl, token, chat_id, ...person }), {
    content: textOf("table"),
    text: textOf("table"),
    statuses: ["running", "reconnecting", "running", "ended"],
    visualizations: 2,
    error: [true, "CHAT_NOT_FOUND"],
    key: sign(person.sharedSecret, person.email),
  });
}

/** The suite in the project that has installed the client. */
const script = path.join(published.project, "suite.mjs");
copyFileSync(suite, script);

void test("Deno runs the published client", () =>
  check(async (given) => {
    const args = ["run", "--no-remote", "--allow-net", "--allow-read", script, JSON.stringify(given)];
    return JSON.parse((await run(program("deno"), args, { cwd: published.project })).stdout);
  }));

void test("Bun runs the published client", () =>
  check(async (given) => {
    const args = ["run", script, JSON.stringify(given)];
    return JSON.parse((await run(program("bun"), args, { cwd: published.project })).stdout);
  }));

void test("workerd runs the published client", () =>
  check((given) => {
    const folder = path.join(published.project, "worker");
    mkdirSync(folder);
    return inWorkerd(program("workerd"), { dist: published.dist, folder, suite, given });
  }));
