import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import * as Integration from "@parley/core/integration/integration";
import { spendBytes } from "@parley/core/ledger/bytes";
import { nothing } from "@parley/core/ledger/meter";
import { recordUse } from "@parley/core/ledger/organization";
import { keepLog, logFile } from "@parley/local/process/log-file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Person } from "../support/tenant.ts";
import { runHere, runProcess } from "./command-line.ts";

let service: Service;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([startService(), mkdtemp(join(tmpdir(), "parley-deployment-"))]);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runHere(async () => service.environment, [...args, "--json"]);

describe("feedback list", { timeout: 60_000 }, () => {
  async function rated(person: Person, feedback: string, note?: string): Promise<{ chat: string; message: string }> {
    const { token } = person;
    const chat = await service.call("POST /v1/chats/create", { token, body: {} });
    const events = await service.ask(token, { chat_id: chat.body.id, message: "Hello" });
    const last = events.at(-1);
    const message = last?.event === "message" ? last.data.id : "";
    const body = { feedback, ...(note !== undefined && { note }) };
    expect((await service.call(`PATCH /v1/chats/messages/${message}/feedback`, { token, body })).status).toBe(200);
    return { chat: chat.body.id, message };
  }

  it("shows what members of this organization rated, newest first, and nothing of another", async () => {
    const [tenant, other] = await Promise.all([service.newOrganization(), service.newOrganization()]);
    await rated(other.member, "negative", "of another organization");
    const first = await rated(tenant.member, "positive");
    const second = await rated(tenant.other, "negative", "The year is wrong.");
    const archived = await rated(tenant.other, "negative");
    await service.call(`PATCH /v1/chats/${archived.chat}`, { token: tenant.other.token, body: { archived: true } });
    const gone = await rated(tenant.other, "positive");
    await service.call(`DELETE /v1/chats/${gone.chat}`, { token: tenant.other.token });

    const list = async (...more: string[]) =>
      (await run("feedback", "list", "--organization", tenant.id, ...more)).json;
    expect(await list()).toMatchObject([
      { message_id: archived.message, feedback: "negative", note: null },
      { message_id: second.message, member: tenant.other.email, feedback: "negative", note: "The year is wrong." },
      { message_id: first.message, chat_id: first.chat, member: tenant.member.email, feedback: "positive" },
    ]);
    expect(await list("--value", "positive")).toMatchObject([{ message_id: first.message }]);
    expect(await list("--member", tenant.member.id)).toHaveLength(1);
    expect(await list("--limit", "1")).toMatchObject([{ message_id: archived.message }]);
    for (const [option, value] of [
      ["--days", "0"],
      ["--days", "367"],
      ["--limit", "0"],
      ["--value", "positve"],
    ] as const)
      expect((await run("feedback", "list", "--organization", tenant.id, option, value)).code).toBe(2);
    expect((await run("feedback", "list", "--organization", tenant.id, "--value", "positve")).error?.message).toContain(
      "Did you mean positive?",
    );
    const foreign = await run("feedback", "list", "--organization", tenant.id, "--member", other.member.id);
    expect(foreign.error).toMatchObject({ code: "MEMBER_NOT_FOUND" });
  });
});

describe("usage", () => {
  it("shows what was used each day beside the limits, of the organization and of its members", async () => {
    const tenant = await service.newOrganization();
    await recordUse(service.environment, tenant.id, {
      ...nothing,
      model_calls: 3,
      tokens: 1200,
      microdollars: 25_000,
      sql_ms: 500,
    });
    await spendBytes(tenant.member.ctx, "upload_bytes", 4096, "token");
    const limits = ["organization", "limits", "--organization", tenant.id, "--tokens-per-day", "5000"];
    await run(...limits, "--member-upload-bytes-per-day", "8192");
    const { json } = await run("usage", "--organization", tenant.id, "--days", "3");
    expect(json.limits).toMatchObject({ organization: { tokens: 5000 }, each_member: { upload_bytes: 8192 } });
    expect(json.organization).toHaveLength(3);
    const day = new Date().toISOString().slice(0, 10);
    const used = { model_calls: 3, tokens: 1200, dollars: 0.025, sql_seconds: 0.5, upload_bytes: 4096, audio_bytes: 0 };
    expect(json.organization[0]).toEqual({ day, ...used });
    expect(json.organization[1]).toMatchObject({ tokens: 0 });
    expect(json.members).toMatchObject([{ email: tenant.member.email, day, upload_bytes: 4096 }]);
    const table = await runHere(async () => service.environment, ["usage", "--organization", tenant.id]);
    expect(table.stdout).toMatch(/limit of the organization .* no limit/);
    expect((await run("usage", "--organization", tenant.id, "--days", "36")).code).toBe(2);
  });
});

describe("status", { timeout: 60_000 }, () => {
  it("says what answers, of each database too, and ends with 1 where one does not", async () => {
    const tenant = await service.newOrganization();
    const file = join(folder, "status.sqlite");
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE customers (id INTEGER)");
    database.close();
    const options = ["--organization", tenant.id, "--name", "Shop", "--engine", "sqlite", "--file", file];
    await run("integration", "create", ...options);
    const up = await run("status", "--organization", tenant.id);
    expect(up).toMatchObject({ code: 0, json: { up: true } });
    const parts = (json: { parts: { part: string }[] }) => json.parts.map(({ part }) => part);
    expect(parts(up.json)).toEqual([
      "service",
      "table",
      "bucket",
      "queue",
      "dead letters",
      "database Shop",
      "command line",
    ]);
    expect(up.json.parts[0].detail).toMatch(/^http:.*interface \d/);
    expect(up.json.parts[3].detail).toMatch(/^\d+ waiting, \d+ being worked on$/);
    expect(up.json.parts.at(-1).detail).toBe(`Node.js ${process.version}`);

    await Integration.create(tenant.ctx, {
      display_name: "Gone",
      config: {
        engine: "postgres",
        host: "127.0.0.1",
        port: 1,
        database: "x",
        user: "x",
        password: "hidden",
        tls: "off",
      },
    });
    const down = await run("status", "--organization", tenant.id);
    expect(down.code).toBe(1);
    expect(down.json).toMatchObject({ up: false });
    expect(down.json.parts.filter((part: { up: boolean }) => !part.up)).toMatchObject([
      { part: expect.stringContaining("database Gone"), detail: "The database refused the connection." },
    ]);
    const away = await runHere(async () => service.environment, ["status", "--url", "http://127.0.0.1:1"]);
    expect(away.code).toBe(1);
    expect(away.stdout).toMatch(/DOWN +service/);
    expect(away.stdout + down.stdout).not.toContain("hidden");
  });
});

describe("logs", { timeout: 60_000 }, () => {
  const local = (directory: string, ...args: string[]) =>
    runProcess(["logs", ...args], { env: { PATH: process.env["PATH"], LOCAL_DIR: directory } });

  it("shows the last lines of the local cloud's log, or those with a text", async () => {
    const directory = join(folder, "state");
    expect(await local(directory, "--json")).toMatchObject({ code: 1, error: { code: "NO_LOG" } });
    await mkdir(join(directory, "logs"), { recursive: true });
    const keep = logFile(join(directory, "logs", "service.log"));
    keep('{"level":"error","message":"It failed","debug_id":"d-1"}\n');
    keep('{"level":"warn","message":"It was slow","debug_id":"d-2"}\n');
    expect((await local(directory)).stdout.trim().split("\n")).toHaveLength(2);
    const { json } = await local(directory, "--find", "d-1", "--json");
    expect(json).toMatchObject([{ time: expect.stringMatching(/^\d{4}-/), message: "It failed", debug_id: "d-1" }]);
    expect((await local(directory, "--lines", "1")).stdout).toContain("It was slow");
  });

  it("of a stage are a query to paste, for the console and for the command line of AWS", async () => {
    const env = {
      PATH: process.env["PATH"],
      SST_RESOURCE_App: JSON.stringify({ name: "parley", stage: "acme" }),
      AWS_REGION: "eu-central-1",
    };
    const { json } = await runProcess(["logs", "--find", 'it\'s "d-1"', "--json"], { env });
    expect(json.console).toContain("eu-central-1.console.aws.amazon.com/cloudwatch");
    expect(json.log_groups).toBe("/aws/lambda/parley-acme-*");
    expect(json.query).toContain('filter @message like "it\'s \\"d-1\\""');
    expect(json.start).toContain("aws logs start-query --region eu-central-1");
    expect(json.start).toContain('SOURCE logGroups(namePrefix: ["/aws/lambda/parley-acme-"])');
  });

  it("of the local cloud are kept in ten million bytes at most, and hold its log and complaints only", async () => {
    const path = join(folder, "service.log");
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    keepLog(path, { stdout, stderr });
    stdout.write('{"level":"warn","message":"A line of the log"}\n');
    stdout.write("The key is pk_secret\n");
    stderr.write("The port is taken\n");
    stdout.end();
    expect(await textOf(stdout)).toContain("pk_secret");
    const kept = await readFile(path, "utf8");
    expect(kept).toMatch(/The service starts.*A line of the log.*The port is taken/s);
    expect(kept).not.toContain("pk_secret");
    expect((await stat(path)).mode & 0o077).toBe(0);

    await writeFile(path, "x".repeat(4_999_990));
    const keep = logFile(path);
    keep("This line is too much\n");
    expect((await stat(path)).size).toBeLessThan(100);
    expect((await stat(`${path}.1`)).size).toBe(4_999_990);
    expect(existsSync(`${path}.2`)).toBe(false);
  });
});
