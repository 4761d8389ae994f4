import type { Base } from "@parley/core/environment/context";
import * as Agent from "@parley/core/agent/agent";
import * as Chat from "@parley/core/chat/chat";
import * as Integration from "@parley/core/integration/integration";
import type { Settings } from "@parley/core/environment/settings";
import { voice } from "@parley/functions/http/voice";
import { decodeProtectedHeader } from "jose";
import { TokenVerifier } from "livekit-server-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { api, type Call } from "../support/api.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const livekit = { livekitUrl: "wss://media.example", livekitApiKey: "APIkey", livekitAgentName: "analyst" };
const apiSecret = "a secret of the media service, long enough";

let table: TestTable;
let base: Base;
let clock: ReturnType<typeof movableClock>;
let call: Call;
let tenant: Tenant;
let integrationId: string;

const environmentWith = (settings: Partial<Settings>, secret: string | null = apiSecret): Base => ({
  ...base,
  settings: { ...base.settings, ...settings },
  secrets: { ...base.secrets, optional: (name) => (name === "LivekitApiSecret" ? (secret ?? undefined) : undefined) },
});

const integration = async (of: Tenant): Promise<string> =>
  (await Integration.create(of.ctx, { display_name: "Warehouse", config: { engine: "sqlite", file: "x.db" } })).id;

beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  clock = movableClock();
  base = baseFor(table, { clock });
  call = api(environmentWith(livekit), voice);
  tenant = await createTenant(base);
  await Agent.create(tenant.ctx, { name: "Analyst", published: true });
  integrationId = await integration(tenant);
});

const open = (body: unknown, token: string | undefined = tenant.member.token, on = call) =>
  on("POST /v1/voice/sessions", { body, token });
const verified = (token: string) => new TokenVerifier("APIkey", apiSecret).verify(token, 0);

describe("POST /v1/voice/sessions", () => {
  it("answers a room, a token that LiveKit takes, and a new chat with the integration bound", async () => {
    const { status, body, headers } = await open({ integration_id: integrationId, client_trace_id: "trace-1" });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toEqual({
      room_name: expect.stringMatching(/^voice-[0-9a-f-]{36}$/),
      token: expect.any(String),
      livekit_url: "wss://media.example",
      expires_in_seconds: 7200,
      chat_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const claims = await verified(body.token);
    expect(decodeProtectedHeader(body.token).alg).toBe("HS256");
    expect(claims).toMatchObject({
      iss: "APIkey",
      sub: tenant.member.id,
      name: tenant.member.name,
      video: { roomJoin: true, room: body.room_name, canPublish: true, canSubscribe: true, canPublishData: true },
    });
    expect((claims.exp ?? 0) - (claims.nbf ?? 0)).toBe(7200);
    expect(Math.abs((claims.nbf ?? 0) - clock.now() / 1000)).toBeLessThan(5);
    expect(claims).not.toHaveProperty("email");
    const agents = (claims.roomConfig as unknown as { agents: { agentName: string; metadata: string }[] }).agents;
    expect(agents.map(({ agentName }) => agentName)).toEqual(["analyst"]);
    expect(JSON.parse(agents[0]?.metadata ?? "")).toEqual({
      organization_id: tenant.id,
      member_id: tenant.member.id,
      chat_id: body.chat_id,
      integration_id: integrationId,
      trace_id: "trace-1",
    });
    expect(await Chat.own(tenant.member.ctx, body.chat_id)).toMatchObject({
      integration_id: integrationId,
      title: null,
    });
  });

  it("uses a given chat and binds the integration to it", async () => {
    const chat = await Chat.create(tenant.member.ctx, { title: "Sales" });
    const first = await open({ integration_id: integrationId, chat_id: chat.id });
    const second = await open({ integration_id: integrationId, chat_id: chat.id, client_trace_id: null });
    expect([first.status, first.body.chat_id, second.body.chat_id]).toEqual([200, chat.id, chat.id]);
    expect(first.body.room_name).not.toBe(second.body.room_name);
    expect(await Chat.own(tenant.member.ctx, chat.id)).toMatchObject({ integration_id: integrationId, title: "Sales" });
  });

  it("works without an agent's name: the briefing is then on the room", async () => {
    const without = api(
      environmentWith({ ...livekit, livekitUrl: "https://media.example", livekitAgentName: undefined }),
      voice,
    );
    const { body } = await open({ integration_id: integrationId }, tenant.member.token, without);
    expect(body.livekit_url).toBe("wss://media.example");
    const { roomConfig } = await verified(body.token);
    expect(JSON.parse((roomConfig as unknown as { metadata: string }).metadata)).toMatchObject({
      chat_id: body.chat_id,
      trace_id: body.room_name,
    });
  });

  it("checks in the order 401, 422, 503, integration, chat, 429", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const off = api(environmentWith({}), voice);
    const offWithoutSecret = api(environmentWith(livekit, null), voice);
    const anything = { integration_id: "x" };
    expect(await off("POST /v1/voice/sessions", { body: {} })).toMatchObject({
      status: 401,
      body: { detail: "Authentication required" },
    });
    expect(await open({}, "wrong", off)).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
    expect(await open({}, undefined, off)).toMatchObject({
      status: 422,
      body: { detail: [{ type: "missing", loc: ["body", "integration_id"], msg: "Field required" }] },
    });
    expect(await open({ ...anything, client_trace_id: "no spaces" }, undefined, off)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: "string_pattern_mismatch",
            loc: ["body", "client_trace_id"],
            ctx: { pattern: "^[A-Za-z0-9_-]{1,64}$" },
          },
        ],
      },
    });
    for (const one of [off, offWithoutSecret]) {
      expect(await open(anything, undefined, one)).toMatchObject({
        status: 503,
        body: { detail: "Voice chat is not configured" },
        headers: { "x-debug-id": expect.any(String) },
      });
    }
    const foreign = await createTenant(base);
    const foreignIntegration = await integration(foreign);
    const foreignChat = await Chat.create(tenant.other.ctx, {});
    for (const unknown of ["x", "01980000-0000-7000-8000-000000000000", foreignIntegration]) {
      expect(await open({ integration_id: unknown, chat_id: "x" })).toMatchObject({
        status: 404,
        body: { detail: "Integration not found" },
      });
    }
    for (const unknown of ["x", "", "01980000-0000-7000-8000-000000000000", foreignChat.id]) {
      const answer = await open({ integration_id: integrationId, chat_id: unknown });
      expect(answer).toMatchObject({ status: 404, body: { detail: "Chat not found" } });
    }
    for (let time = 0; time < 6; time++) expect((await open({ integration_id: integrationId })).status).toBe(200);
    const refused = await open({ integration_id: integrationId });
    expect([refused.status, refused.body]).toEqual([
      429,
      { code: "RATE_LIMIT", retry_after_seconds: expect.any(Number) },
    ]);
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after_seconds));
    expect((await open({ integration_id: integrationId, chat_id: "x" })).status).toBe(404);
    expect((await Chat.list(tenant.member.ctx, { limit: 50 })).chats).toHaveLength(6);
    clock.advance(60_000);
    expect((await open({ integration_id: integrationId })).status).toBe(200);
  });
});

describe("POST /v1/voice/timing", () => {
  let lines: Record<string, unknown>[];
  beforeEach(() => {
    lines = [];
    vi.stubEnv("LOG_LEVEL", "info");
    vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  const report = (body: unknown, token: string | undefined = tenant.member.token) =>
    call("POST /v1/voice/timing", { body, token });

  it("answers 204 without a body, and writes one line without the browser's fingerprint", async () => {
    const user_agent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1";
    const answer = await report({
      client_trace_id: "trace_1-A",
      marks: { token: 120.26, room_connected: 412.5, "me@home.example": 1, "<b>": 2, early: -3 },
      user_agent,
      build_target: "web-1.2",
      network_effective_type: "4g",
    });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers["content-type"]).toBeUndefined();
    expect(lines).toEqual([
      expect.objectContaining({
        message: "voice timing",
        client_trace_id: "trace_1-A",
        longest_ms: 413,
        marks: '{"token":120.3,"room_connected":412.5,"early":-3}',
        browser: "safari",
        mobile: true,
        build_target: "web-1.2",
        network: "4g",
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/iPhone|AppleWebKit|home\.example/);
  });

  it("takes everything at its bounds", async () => {
    const marks = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`mark ${at}`, at]));
    const body = {
      client_trace_id: "x".repeat(64),
      marks,
      user_agent: "u".repeat(512),
      build_target: "b".repeat(64),
      network_effective_type: "n".repeat(32),
    };
    expect((await report(body)).status).toBe(204);
    expect((await report({ client_trace_id: "x", marks: {}, user_agent: null, build_target: null })).status).toBe(204);
  });

  it.each([
    ["no trace id", { marks: {} }, ["client_trace_id"], "missing"],
    ["no marks", { client_trace_id: "x" }, ["marks"], "missing"],
    [
      "a trace id that is too long",
      { client_trace_id: "x".repeat(65), marks: {} },
      ["client_trace_id"],
      "string_pattern_mismatch",
    ],
    ["an empty trace id", { client_trace_id: "", marks: {} }, ["client_trace_id"], "string_pattern_mismatch"],
    [
      "65 marks",
      { client_trace_id: "x", marks: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`m${at}`, at])) },
      ["marks"],
      "too_long",
    ],
    ["a mark that is not a number", { client_trace_id: "x", marks: { a: "1" } }, ["marks", "a"], "float_type"],
    ["marks in a list", { client_trace_id: "x", marks: [] }, ["marks"], "dict_type"],
    [
      "a long user agent",
      { client_trace_id: "x", marks: {}, user_agent: "u".repeat(513) },
      ["user_agent"],
      "string_too_long",
    ],
    [
      "a long build target",
      { client_trace_id: "x", marks: {}, build_target: "b".repeat(65) },
      ["build_target"],
      "string_too_long",
    ],
    [
      "a long network type",
      { client_trace_id: "x", marks: {}, network_effective_type: "n".repeat(33) },
      ["network_effective_type"],
      "string_too_long",
    ],
  ])("refuses %s", async (_, body, loc, type) => {
    expect(await report(body)).toMatchObject({ status: 422, body: { detail: [{ type, loc: ["body", ...loc] }] } });
    expect(lines).toEqual([]);
  });

  it("refuses a mark that is not finite", async () => {
    const text = '{"client_trace_id":"x","marks":{"a":1e999}}';
    expect(await call("POST /v1/voice/timing", { text, token: tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "finite_number", loc: ["body", "marks", "a"] }] },
    });
  });

  it("asks for a token first", async () => {
    expect(await call("POST /v1/voice/timing", { body: {} })).toMatchObject({
      status: 401,
      body: { detail: "Missing Authorization header" },
    });
    expect(await report({}, "wrong")).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
  });
});
