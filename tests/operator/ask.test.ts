import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as ApiKey from "@parley/core/organization/api-key";
import * as Member from "@parley/core/member/member";
import * as Organization from "@parley/core/organization/organization";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Service, startService } from "../support/service.ts";
import { runHere } from "./command-line.ts";

let service: Service;
let folder: string;
let file: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([startService(), mkdtemp(join(tmpdir(), "parley-ask-"))]);
  file = join(folder, "shop.sqlite");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)");
  database.exec("INSERT INTO customers (name) VALUES ('Ada'), ('Grace'), ('Katherine')");
  database.close();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runHere(async () => service.environment, args);

/** What a run writes to standard output beside the console. */
async function streamed(work: () => Promise<unknown>): Promise<string> {
  let text = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return text;
}

async function create(...args: string[]): Promise<{ id: string; api_key: string }> {
  const { json, stderr } = await run(...args, "--json");
  expect(json, stderr).toBeDefined();
  return json;
}

describe("a question of the command line", { timeout: 60_000 }, () => {
  it("needs an organization, a key, a member and a database, each of which names what comes next", async () => {
    const made = await run("organization", "create", "--name", "My company", "--json");
    const organization = ["--organization", String(made.json.id)];
    for (const next of ["api-key create", "member create", "integration create"]) expect(made.stderr).toContain(next);
    const key = await run("api-key", "create", ...organization, "--name", "laptop", "--json");
    expect(key.stderr).not.toContain("api-key create");
    expect(await run("ask", ...organization, "How many customers are there?")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("member create"),
    });
    const member = await run("member", "create", ...organization, "--email", "me@example.com", "--json");
    expect(member.stderr).toMatch(/integration create/);
    expect(member.stderr).not.toMatch(/member create|api-key create/);
    const options = ["--name", "Shop", "--engine", "sqlite", "--file", file];
    const integration = await run("integration", "create", ...organization, ...options, "--json");
    expect(integration.stderr).toContain("ask --organization");

    vi.stubEnv("PARLEY_API_KEY", key.json.api_key);
    const { code, json, stderr } = await run("ask", ...organization, "How many customers are there?", "--json");
    vi.unstubAllEnvs();
    expect(stderr).toBe("");
    expect({ code, json }).toMatchObject({
      code: 0,
      json: { content: expect.stringContaining("There are 3 customers."), visualizations: [{ type: "table" }] },
    });
    const ctx = { ...service.environment, actor: { organization_id: String(made.json.id) } };
    expect(await ApiKey.list(ctx)).toHaveLength(1);
  });

  it("prints the answer as it comes, with its table, and goes on in the same chat", async () => {
    const { id } = await create("organization", "create", "--name", "Another");
    const organization = ["--organization", id];
    await create("member", "create", ...organization, "--email", "me@example.com");
    await create("integration", "create", ...organization, "--name", "Shop", "--engine", "sqlite", "--file", file);
    let said = "";
    const text = await streamed(async () => {
      said = (await run("ask", ...organization, "List the customers")).stderr;
    });
    expect(text).toMatch(/Ada.*Grace.*Katherine/s);
    expect(text.match(/SELECT/g)).toHaveLength(1);
    const [, chat = ""] = /--chat (\S+)/.exec(said) ?? [];
    const again = await run("ask", ...organization, "--chat", chat, "How many customers are there?", "--json");
    expect(again.json).toMatchObject({ chat_id: chat, content: expect.stringContaining("3 customers") });
    // Each made a key of its own, and revoked it.
    const keys = await ApiKey.list({ ...service.environment, actor: { organization_id: id } });
    expect(keys).toHaveLength(2);
    expect(keys.every(({ revoked_at }) => revoked_at !== undefined)).toBe(true);
  });

  it("asks as the member that is named, by address or id, and says where there are several", async () => {
    const tenant = await service.newOrganization();
    const organization = ["--organization", tenant.id];
    const by = (...who: string[]) => run("ask", ...organization, ...who, "Hello", "--json");
    expect((await by("--member", tenant.other.email.toUpperCase())).code).toBe(0);
    expect((await by("--member", tenant.member.id)).code).toBe(0);
    expect((await by("--member", "nobody@example.com")).stderr).toContain("no active member");
    const { organization: another } = await Organization.create(service.environment, { name: "Without an admin" });
    const ctx = { ...service.environment, actor: { organization_id: another.id } };
    for (const name of ["ada", "grace"]) await Member.create(ctx, { email: `${name}@example.com`, name });
    expect((await run("ask", "--organization", another.id, "Hello", "--json")).error).toMatchObject({
      code: "USAGE",
      message: expect.stringContaining("--member"),
    });
  });

  it("says what the service refused, and that it does not answer", async () => {
    const tenant = await service.newOrganization();
    const ask = (...more: string[]) => run("ask", "--organization", tenant.id, "Hello", "--json", ...more);
    vi.stubEnv("PARLEY_API_KEY", "pk_wrong");
    expect(await ask()).toMatchObject({
      code: 1,
      error: { message: expect.stringContaining("The service refused: ") },
    });
    vi.unstubAllEnvs();
    const chat = await ask("--chat", "01a203a4-31c2-7000-a3ef-acfade699250");
    expect(chat).toMatchObject({ code: 1, error: { message: expect.stringContaining("Chat not found") } });
    expect((await ask("--url", "http://127.0.0.1:1")).error).toMatchObject({ code: "SERVICE_UNREACHABLE" });
  });
});
