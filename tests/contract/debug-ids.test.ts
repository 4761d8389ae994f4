import { randomUUID } from "node:crypto";
import { log } from "@parley/core/observe/log";
import { memories } from "@parley/functions/http/memories";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../support/api.ts";
import { baseFor } from "../support/environment.ts";
import { type Service, startService } from "../support/service.ts";
import { startTable } from "../support/table.ts";
import { createTenant } from "../support/tenant.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const channel of ["log", "error"] as const) {
    vi.spyOn(console, channel).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
});
afterEach(() => vi.restoreAllMocks());

/** What an operator finds by the id. */
const found = (id: string): unknown[] => lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));

describe("a debug id leads to the log (D6, D30)", () => {
  let service: Service;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  beforeAll(async () => {
    service = await startService({ LOG_LEVEL: "info" });
    tenant = await service.newOrganization();
  });
  afterAll(() => service.stop());

  it("from a clip that cannot be transcribed", async () => {
    const form = new FormData();
    const clip = Buffer.from("\0\0\0\x18ftypM4A 0000000000000000");
    form.append("file", new Blob([clip], { type: "audio/mp4" }), "clip.m4a");
    const answer = await fetch(`${service.cloud.baseUrl}/v1/audio/transcribe`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.member.token}` },
      body: form,
    });
    expect([answer.status, await answer.text()]).toEqual([
      500,
      '{"detail":"Failed to transcribe audio","code":"TRANSCRIPTION_FAILED"}',
    ]);
    expect(found(answer.headers.get("x-debug-id") ?? "none")).toEqual([
      expect.objectContaining({
        level: "error",
        message: "request failed",
        code: "TRANSCRIPTION_FAILED",
        debug_id: answer.headers.get("x-debug-id"),
        route: "POST /v1/audio/transcribe",
        request_id: expect.any(String),
      }),
    ]);
  });

  it("from a service that is not configured", async () => {
    const { token } = tenant.member;
    const answer = await service.call("POST /v1/voice/sessions", { token, body: { integration_id: randomUUID() } });
    expect([answer.status, answer.body]).toEqual([
      503,
      { detail: "Voice chat is not configured", code: "VOICE_NOT_CONFIGURED" },
    ]);
    expect(found(answer.headers.get("x-debug-id") ?? "none")).toEqual([
      expect.objectContaining({ message: "request failed", code: "VOICE_NOT_CONFIGURED" }),
    ]);
  });

  it("from a turn whose database is down, by the stream and by polling", async () => {
    const { create } = await import("@parley/core/integration/integration");
    const { id: integration_id } = await create(tenant.ctx, {
      display_name: "Down",
      config: {
        engine: "postgres",
        host: "127.0.0.1",
        port: 1,
        database: "d",
        user: "u",
        password: "p",
        tls: "off",
      },
    });
    const { token } = tenant.other;
    const { body: chat } = await service.call("POST /v1/chats/create", { token, body: { integration_id } });
    const message = "How many customers are there?";
    const last = (await service.ask(token, { chat_id: chat.id, message })).at(-1);
    if (last?.event !== "error") throw new Error(`ended with ${last?.event}`);
    expect(last.data.code).toBe("DATASOURCE_UNAVAILABLE");
    const settled = { message: "turn settled", status: "failed", code: "DATASOURCE_UNAVAILABLE" };
    expect(found(last.data.debug_id)).toContainEqual(expect.objectContaining(settled));

    const turns = `/v1/agents/${tenant.agentId}/chats/${chat.id}/turns`;
    const accepted = await service.call(`POST ${turns}`, { token, body: { client_request_id: "one", message } });
    const { body: turn } = await service.call(`GET ${turns}/${accepted.body.turn_id}?wait=20`, { token });
    expect(turn).toMatchObject({ status: "failed", error: { code: "DATASOURCE_UNAVAILABLE" } });
    expect(found(turn.error.debug_id)).toContainEqual(expect.objectContaining(settled));
    expect(lines.join("\n")).not.toContain(message);
  });
});

it("a table that cannot be reached is a 500 whose debug id is in the log, and nothing of the fault in the answer", async () => {
  const table = await startTable();
  const base = baseFor(table);
  const tenant = await createTenant(base);
  const call = api(base, memories);
  expect((await call("GET /v1/user-memories", { token: tenant.member.token })).status).toBe(200);
  await table.stop();
  const answer = await call("GET /v1/user-memories", { token: tenant.member.token });
  expect([answer.status, answer.text]).toEqual([500, '{"detail":"Internal server error","code":"INTERNAL"}']);
  const id = answer.headers["x-debug-id"] ?? "none";
  expect(found(id)).toEqual([expect.objectContaining({ level: "error", message: "request failed", debug_id: id })]);
});

it("of a fault the log has where it happened, and nothing of what it says, not even lines that begin as frames do", () => {
  const fault = new Error("refused:\n    at Ada Lovelace, 12 Example Street\n    at file:///ada.js:1:1");
  log("error", "a fault", {}, fault);
  fault.message = "another text";
  log("error", "a fault", {}, new Error("wrapped", { cause: fault }));
  const said = lines.join("\n");
  expect(said).not.toMatch(/ada|street/i);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    error: "Error",
    stack: expect.stringMatching(/^ {4}at .*debug-ids\.test\.ts/),
  });
});
