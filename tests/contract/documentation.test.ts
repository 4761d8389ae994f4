import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import asyncapiSchema from "@asyncapi/specs/schemas/3.0.0-without-$id.json" with { type: "json" };
import { clientActions } from "@parley/contract/frame";
import { SocketEvent, StreamEvent } from "@parley/contract/event";
import { generated } from "@parley/contract/documents/generate";
import { failuresOf, statusesOf } from "@parley/contract/documents/openapi";
import { type ErrorCode, visibleErrors } from "@parley/contract/errors";
import { limits } from "@parley/contract/limits";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import { issueToken } from "@parley/core/auth/token";
import { userKey } from "@parley/core/member/user-key";
import { createApp } from "@parley/functions/http/app";
import { lambda } from "@parley/functions/lambda-adapter";
import { serviceEntries } from "@parley/local/functions";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerOf, type CallOptions, httpEvent } from "../support/api.ts";
import { encoded } from "../support/multipart.ts";
import {
  startTranscriptionServer,
  type TranscriptionReply,
  type TranscriptionServer,
} from "../support/transcription-server.ts";
import { type Belongings, belongings, furnish, nameOf, newChat, startWorld, type Tenant, type World } from "./world.ts";

let world: World;
let speech: TranscriptionServer;
let heard: TranscriptionReply = { text: "Hello there." };
let tenant: Tenant;
let own: Belongings;
let admins: Belongings;
let agentId: string | undefined;
/** Something of theirs was removed, or is not there yet. */
let isStale = true;
// oxlint-disable-next-line typescript/no-explicit-any -- a document is looked into at many places
let openapi: any;
// oxlint-disable-next-line typescript/no-explicit-any -- as above
let asyncapi: any;
let page: string;

beforeAll(async () => {
  speech = await startTranscriptionServer({ reply: () => heard });
  world = await startWorld({ speed: 1, transcribeBaseUrl: speech.url });
  tenant = await world.newTenant();
  openapi = (await world.call("GET /v1/openapi.json")).body;
  asyncapi = (await world.call("GET /v1/asyncapi.json")).body;
  page = (await world.call("GET /docs")).text;
});
afterAll(() => Promise.all([world.stop(), speech.close()]));

/** Every `$ref` of a document, and the one that leads nowhere if there is one. */
function references(root: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$ref" && typeof inner === "string") found.push(inner);
      walk(inner);
    }
  };
  walk(root);
  return [...new Set(found)];
}
const resolved = (root: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split("/")
    .reduce<unknown>(
      (at, part) =>
        typeof at === "object" && at !== null
          ? Reflect.get(at, part.replaceAll("~1", "/").replaceAll("~0", "~"))
          : undefined,
      root,
    );

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1, and its references lead somewhere", async () => {
    const validator = new Validator();
    const outcome = await validator.validate(structuredClone(openapi));
    expect(outcome.errors ?? []).toEqual([]);
    expect(outcome.valid).toBe(true);
    expect(validator.version).toBe("3.1");
    expect(references(openapi).filter((reference) => resolved(openapi, reference) === undefined)).toEqual([]);
  });

  it("has every route, and nothing else", () => {
    const documented = Object.entries<Record<string, unknown>>(openapi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  it("names every operation once, with its parameters, statuses and who may call it", () => {
    const ids = new Set<string>();
    for (const operation of routes) {
      const described = openapi.paths[operation.path][operation.method.toLowerCase()];
      expect(described.operationId).toBe(operation.id);
      ids.add(described.operationId);
      const inPath = (described.parameters ?? []).filter((one: { in: string }) => one.in === "path");
      expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(operation.path.match(/\{\w+\}/g) ?? []);
      expect(Object.keys(described.responses).map(Number)).toEqual(statusesOf(operation));
      expect(described.security).toHaveLength(operation.access === "public" ? 0 : 1);
      expect(described.summary).toMatch(/\S/);
    }
    expect(ids.size).toBe(routes.length);
  });

  it("has schemas that compile, and examples that satisfy them", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(openapi, "openapi");
    let examples = 0;
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== "object" || value === null) return;
      const entry: { schema?: unknown; example?: unknown; examples?: Record<string, { value: unknown }> } = value;
      if (entry.schema !== undefined) {
        const validate = ajv.compile({ $ref: `openapi#${place}/schema` });
        const shown = [
          ...(entry.example === undefined ? [] : [entry.example]),
          ...Object.values(entry.examples ?? {}).map((one) => one.value),
        ];
        for (const example of shown) {
          examples += 1;
          expect(validate(example), `${place}: ${JSON.stringify(validate.errors)}`).toBe(true);
        }
      }
      for (const [key, inner] of Object.entries(value)) {
        if (key !== "schema" && key !== "example" && key !== "examples") {
          walk(inner, `${place}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
        }
      }
    };
    walk(openapi.paths, "/paths");
    expect(examples).toBeGreaterThan(100);
  });

  it("is served as JSON to anybody, as is its sibling", async () => {
    for (const path of ["/v1/openapi.json", "/v1/asyncapi.json"]) {
      const answer = await world.call(`GET ${path}`);
      expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    }
  });
});

describe("the AsyncAPI document", () => {
  it("is valid AsyncAPI 3.0, and its references lead somewhere", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(asyncapiSchema);
    expect(validate(asyncapi), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(asyncapi.asyncapi).toMatch(/^3\.0\./);
    expect(references(asyncapi).filter((reference) => resolved(asyncapi, reference) === undefined)).toEqual([]);
  });

  it("has every frame of the client and every event of the service", () => {
    const { messages } = asyncapi.channels.socket;
    const events = [...StreamEvent.options, ...SocketEvent.options].map((event) => event.entries.event.literal);
    const names = [...clientActions.map((action) => `client_${action}`), ...events.map((event) => `server_${event}`)];
    expect(Object.keys(messages).toSorted()).toEqual([...new Set(names)].toSorted());
    expect(asyncapi.channels.socket.address).toBe("/v1/chats/ws");
  });
});

describe("the generated file", () => {
  it("is what the contract makes", () => {
    const file = new URL("../../packages/contract/src/documents/generated.ts", import.meta.url);
    expect(readFileSync(file, "utf8") === generated(), "run `npm run documents`").toBe(true);
  });
});

describe("GET /docs", () => {
  it("needs nothing from other hosts, and runs no script", () => {
    const addresses = [...page.matchAll(/\b(?:src|href|action|srcset|poster|data)=["']?([^"'\s>]+)/gi)].map(
      ([, address = ""]) => address,
    );
    expect(addresses.length).toBeGreaterThan(40);
    expect(addresses.filter((address) => !/^[#/](?!\/)/.test(address))).toEqual([]);
    expect(page).not.toMatch(/<script|<link|<iframe|<object|@import|url\(|\bon\w+=/i);
  });

  it("has every operation, every failure's text and the socket", () => {
    for (const operation of routes) {
      expect(page).toContain(`id="${operation.id}"`);
      for (const code of failuresOf(operation)) expect(page).toContain(`<code>${code}</code>`);
    }
    expect(page).toContain('id="socket"');
    // Links within the page lead somewhere.
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
  });
});

describe("every route is served", () => {
  it("by a function of its group", () => {
    expect([...new Set(routes.map(({ group }) => group))].filter((group) => !(group in serviceEntries))).toEqual([]);
    expect(world.endpoints.map(({ operation }) => operation.id).toSorted()).toEqual(
      routes.map(({ id }) => id).toSorted(),
    );
  });
});

/** A request and what it is answered with. */
interface Drive {
  code?: ErrorCode;
  send: () => Promise<Answer>;
}

const fresh = async (isAdmin = false) =>
  (await issueToken(world.base, (isAdmin ? tenant.admin : tenant.member).ctx.actor)).token;
const address = (operation: Operation, of: Record<string, string>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_segment, field: string) => of[field] ?? randomUUID());

async function form(
  field: string,
  bytes: string,
  type: string,
  name: string,
): Promise<CallOptions & { bytes: Uint8Array }> {
  const data = new FormData();
  data.append(field, new Blob([bytes], { type }), name);
  const { bytes: body, contentType } = await encoded(data);
  return { bytes: body, headers: { "content-type": contentType } };
}
async function sendForm(request: string, token: string, field: string, bytes: string, type: string, name: string) {
  const { bytes: body, headers = {} } = await form(field, bytes, type, name);
  const event = httpEvent(request, { token, headers });
  return world.send(Object.assign(event, { body: Buffer.from(body).toString("base64"), isBase64Encoded: true }));
}
const clip = "\0\0\0\x18ftypM4A 0000000000000000";

/** Sends until one is refused for being too many. */
async function untilLimited(send: () => Promise<Answer>): Promise<Answer> {
  for (let sent = 0; sent < 70; sent++) {
    const answer = await send();
    if (answer.status === 429) return answer;
  }
  throw new Error("nothing was refused");
}

/** The same endpoints in a deployment that lacks something. */
const without = (missing: "signing" | "encryption" | "media" | "speech") => {
  const { base, endpoints } = world;
  const nothing = () => {
    throw new Error("not configured");
  };
  const secrets = {
    ...base.secrets,
    ...(missing === "signing" && { signingKeys: nothing }),
    ...(missing === "encryption" && { encryptionKeys: nothing }),
  };
  const settings = {
    ...base.settings,
    ...(missing === "media" && { livekitUrl: undefined }),
    ...(missing === "speech" && { transcribeBaseUrl: undefined }),
  };
  const handler = lambda(createApp({ ...base, secrets, settings }, endpoints));
  return async (request: string, options?: CallOptions) => answerOf(await handler(httpEvent(request, options)));
};

/** What makes each failure of an operation, beside those that all have. */
function drivesOf(operation: Operation): Drive[] {
  const request = `${operation.method} ${address(operation, { ...own, message_id: own.answer_id })}`;
  const unknown = `${operation.method} ${address(operation, operation.id.startsWith("turn.") ? { agent_id: own.agent_id } : {})}`;
  const of = (isAdmin: boolean) => (isAdmin ? admins : own);
  const post =
    (body: unknown, { at = request, isAdmin = false } = {}) =>
    async () =>
      world.call(at, { token: await fresh(isAdmin), ...(body !== undefined && { body }) });
  const fails = (code: ErrorCode, body?: unknown, options?: { at?: string; isAdmin?: boolean }): Drive => ({
    code,
    send: post(body, options),
  });
  const works = (body?: unknown, options?: { at?: string; isAdmin?: boolean }): Drive => ({
    send: post(body, options),
  });
  const inNewChat = (
    code: ErrorCode | undefined,
    send: (chat_id: string, token: string) => Promise<Answer>,
  ): Drive => ({
    ...(code && { code }),
    async send() {
      const chat_id = await newChat(world, tenant.member);
      const answer = await send(chat_id, await world.refreshed(tenant.member));
      await world.settle();
      return answer;
    },
  });
  const isAdmin = true;
  const key = userKey(tenant.sharedSecret, tenant.member.email);
  const exchange = (headers: Record<string, string>, body: unknown, call: typeof world.call = world.call) =>
    call("POST /v1/authenticate", { headers, body });
  const good = { "x-api-key": tenant.apiKey };
  const who = { email: tenant.member.email, user_key: key };
  const message = { client_request_id: "request", message: "Hello" };
  const turns = (chat_id: string) => `POST /v1/agents/${own.agent_id}/chats/${chat_id}/turns`;
  /** Creates until there are too many, in an organization of its own. */
  const overLimit = (code: ErrorCode, bodyFor: (of: Tenant) => object): Drive => ({
    code,
    async send() {
      const crowd = await world.newTenant();
      for (let at = 0; at < 105; at++) {
        const answer = await world.call(request, {
          token: crowd.admin.token,
          body: { content: `Number ${at}`, ...bodyFor(crowd) },
        });
        if (answer.status === 400) return answer;
      }
      throw new Error("there is no limit");
    },
  });

  switch (operation.id) {
    case "authentication.create":
      return [
        { send: () => exchange(good, who) },
        { code: "INVALID_EMAIL", send: () => exchange(good, { ...who, email: "nobody" }) },
        { code: "AUTHENTICATION_FAILED", send: () => exchange({ "x-api-key": "none" }, who) },
        { code: "SIGNING_NOT_CONFIGURED", send: () => exchange(good, who, without("signing")) },
        { code: "SERVER_MISCONFIGURED", send: () => exchange(good, who, without("encryption")) },
        { code: "RATE_LIMIT", send: () => untilLimited(() => exchange(good, who)) },
        { send: () => exchange(good, {}) },
      ];
    case "query.create":
      return [
        works({ title: "T", prompt: "P", sql: "SELECT 1" }, { isAdmin }),
        fails("INVALID_SAVED_QUERY", { title: "T", prompt: "P", sql: "DROP TABLE x" }, { isAdmin }),
      ];
    case "query.update":
      return [
        works({ title: "T" }, { isAdmin }),
        fails("INVALID_SAVED_QUERY", { sql: "DROP TABLE x" }, { isAdmin }),
        fails("SAVED_QUERY_NOT_FOUND", { title: "T" }, { at: unknown, isAdmin }),
      ];
    case "chat.create":
      return [
        works({ title: "T" }),
        fails("AGENT_NOT_FOUND", { agent_id: randomUUID() }),
        fails("INTEGRATION_NOT_FOUND", { integration_id: randomUUID() }),
      ];
    case "chat.list":
      return [works(), fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x` })];
    case "chat.get":
      return [
        works(),
        fails("INVALID_CURSOR", undefined, { at: `${request}?before=x` }),
        fails("CHAT_NOT_FOUND", undefined, { at: unknown }),
      ];
    case "chat.update":
      return [works({ title: "T" }), fails("CHAT_NOT_FOUND", { title: "T" }, { at: unknown })];
    case "chat.stream":
      return [
        inNewChat(undefined, (chat_id, token) => world.call(request, { token, body: { chat_id, message: "Hello" } })),
        ...(
          [
            ["MISSING_CHAT_ID", { chat_id: undefined }],
            ["CHAT_NOT_FOUND", { chat_id: randomUUID() }],
            ["INTEGRATION_NOT_FOUND", { integration_id: randomUUID() }],
            ["INTEGRATION_REQUIRED", { saved_query_id: own.query_id, parameters: { region: "north" } }],
            ["SAVED_QUERY_NOT_FOUND", { saved_query_id: randomUUID() }],
            ["MISSING_QUERY_PARAMETER", { saved_query_id: own.query_id, integration_id: own.integration_id }],
            ["TOO_MANY_UPLOADS", { upload_ids: Array.from({ length: 11 }, () => randomUUID()) }],
            ["UPLOAD_NOT_FOUND", { upload_ids: [randomUUID()] }],
          ] as const
        ).map(([code, body]) =>
          inNewChat(code, (chat_id, token) =>
            world.call(request, { token, body: { chat_id, message: "Hello", ...body } }),
          ),
        ),
        inNewChat("TURN_ALREADY_RUNNING", async (chat_id, token) => {
          await world.call(turns(chat_id), { token, body: message });
          return world.call(request, { token, body: { chat_id, message: "Hello" } });
        }),
        inNewChat("RATE_LIMIT", (chat_id, token) =>
          untilLimited(() => world.call(request, { token, body: { chat_id, message: "Hello" } })),
        ),
      ];
    case "turn.create":
      return [
        inNewChat(undefined, (chat_id, token) => world.call(turns(chat_id), { token, body: message })),
        fails("CHAT_NOT_FOUND", message, { at: unknown }),
        ...(
          [
            ["INTEGRATION_NOT_FOUND", { integration_id: "x" }],
            ["INTEGRATION_REQUIRED", { saved_query_id: own.query_id, parameters: { region: "north" } }],
            ["SAVED_QUERY_NOT_FOUND", { saved_query_id: randomUUID() }],
            ["MISSING_QUERY_PARAMETER", { saved_query_id: own.query_id, integration_id: own.integration_id }],
            ["UPLOAD_NOT_FOUND", { upload_ids: [randomUUID()] }],
          ] as const
        ).map(([code, body]) =>
          inNewChat(code, (chat_id, token) => world.call(turns(chat_id), { token, body: { ...message, ...body } })),
        ),
        inNewChat("IDEMPOTENCY_CONFLICT", async (chat_id, token) => {
          await world.call(turns(chat_id), { token, body: message });
          return world.call(turns(chat_id), { token, body: { ...message, message: "Other" } });
        }),
        inNewChat("TURN_ALREADY_RUNNING", async (chat_id, token) => {
          await world.call(turns(chat_id), { token, body: message });
          return world.call(turns(chat_id), { token, body: { ...message, client_request_id: "other" } });
        }),
        inNewChat("RATE_LIMIT", (chat_id, token) =>
          untilLimited(async () => {
            const answer = await world.call(turns(chat_id), {
              token,
              body: { ...message, client_request_id: randomUUID() },
            });
            await world.settle();
            return answer;
          }),
        ),
      ];
    case "message.feedback":
      return [
        works({ feedback: "positive" }),
        fails("INVALID_FEEDBACK", { feedback: "fine" }),
        fails("MESSAGE_NOT_FOUND", { feedback: "positive" }, { at: unknown }),
      ];
    case "visualization.rows":
      return [
        works(),
        fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x` }),
        fails("CHAT_NOT_FOUND", undefined, { at: unknown }),
        fails("VISUALIZATION_NOT_FOUND", undefined, {
          at: `${operation.method} ${address(operation, { chat_id: own.chat_id })}`,
        }),
      ];
    case "visualization.csv":
      return [
        works(),
        fails("CHAT_NOT_FOUND", undefined, { at: unknown }),
        fails("VISUALIZATION_NOT_FOUND", undefined, {
          at: `${operation.method} ${address(operation, { chat_id: own.chat_id })}`,
        }),
      ];
    case "upload.create": {
      const file = { filename: "a.csv", mime_type: "text/csv", size_bytes: 10 };
      const announce = (change: object) => ({ files: [{ ...file, ...change }] });
      return [
        works(announce({})),
        fails("UPLOAD_TYPE_UNSUPPORTED", announce({ filename: "a.exe" })),
        fails("UPLOAD_TOO_LARGE", announce({ size_bytes: limits.upload_bytes + 1 })),
        fails("UPLOAD_EMPTY", announce({ size_bytes: 0 })),
        {
          code: "RATE_LIMIT",
          async send() {
            const token = await fresh();
            return untilLimited(() => world.call(request, { token, body: announce({}) }));
          },
        },
      ];
    }
    case "memory.create":
      return [works({ content: "C" }), overLimit("MEMORY_LIMIT", () => ({}))];
    case "memory.update":
      return [works({ content: "C" }), fails("MEMORY_NOT_FOUND", { content: "C" }, { at: unknown })];
    case "memory.reorder":
      return [
        {
          async send() {
            const token = await fresh();
            const { body } = await world.call("GET /v1/user-memories", { token });
            return world.call(request, {
              token,
              body: { memory_ids: body.user_memories.map(({ id }: { id: string }) => id) },
            });
          },
        },
        fails("MEMORY_ORDER_MISMATCH", { memory_ids: [] }),
      ];
    case "admin_memory.list":
      return [
        works(undefined, { at: `${request}?member_id=${tenant.member.id}`, isAdmin }),
        fails("MEMBER_NOT_FOUND", undefined, { at: `${request}?member_id=x`, isAdmin }),
      ];
    case "admin_memory.create":
      return [
        works({ member_id: tenant.other.id, content: "C" }, { isAdmin }),
        fails("MEMBER_NOT_FOUND", { member_id: "x", content: "C" }, { isAdmin }),
        overLimit("MEMORY_LIMIT", ({ other }) => ({ member_id: other.id })),
      ];
    case "admin_memory.update":
    case "admin_memory.remove": {
      const body = operation.body && { content: "C" };
      return [
        fails("MEMORY_NOT_FOUND", body, { at: `${unknown}?member_id=${tenant.member.id}`, isAdmin }),
        {
          async send() {
            const token = await fresh(true);
            const made = await world.call("POST /v1/admin/user-memories", {
              token,
              body: { member_id: tenant.member.id, content: "C" },
            });
            const at = address(operation, { memory_id: made.body.id });
            return world.call(`${operation.method} ${at}?member_id=${tenant.member.id}`, {
              token,
              ...(body && { body }),
            });
          },
        },
      ];
    }
    case "admin_memory.reorder":
      return [
        {
          async send() {
            const token = await fresh(true);
            const { body } = await world.call(`GET /v1/admin/user-memories?member_id=${tenant.member.id}`, { token });
            const memory_ids = body.user_memories.map(({ id }: { id: string }) => id);
            return world.call(request, { token, body: { member_id: tenant.member.id, memory_ids } });
          },
        },
        fails("MEMBER_NOT_FOUND", { member_id: "x", memory_ids: [] }, { isAdmin }),
        fails("MEMORY_ORDER_MISMATCH", { member_id: tenant.member.id, memory_ids: ["x"] }, { isAdmin }),
      ];
    case "rule.create":
      return [works({ content: "C" }, { isAdmin }), overLimit("RULE_LIMIT", () => ({}))];
    case "rule.update":
      return [
        works({ content: "C" }, { isAdmin }),
        fails("RULE_NOT_FOUND", { content: "C" }, { at: unknown, isAdmin }),
      ];
    case "voice_session.create": {
      const body = { integration_id: own.integration_id };
      return [
        works(body),
        fails("VOICE_INTEGRATION_NOT_FOUND", { integration_id: "x" }),
        fails("CHAT_NOT_FOUND", { ...body, chat_id: "x" }),
        { code: "VOICE_NOT_CONFIGURED", send: async () => without("media")(request, { token: await fresh(), body }) },
        {
          code: "RATE_LIMIT",
          async send() {
            const token = await fresh();
            return untilLimited(() => world.call(request, { token, body }));
          },
        },
      ];
    }
    case "voice_timing.create":
      return [works({ client_trace_id: "trace-1", marks: { connected: 12.5 } })];
    case "audio.transcribe": {
      const transcribe = async (bytes: string, type: string) =>
        sendForm(request, await fresh(), "file", bytes, type, "clip.m4a");
      return [
        { send: () => transcribe(clip, "audio/mp4") },
        { code: "UNSUPPORTED_AUDIO", send: () => transcribe(clip, "audio/wav") },
        { code: "AUDIO_EMPTY", send: () => transcribe("", "audio/mp4") },
        { code: "AUDIO_TOO_LARGE", send: () => transcribe(clip.padEnd(limits.audio_bytes + 1, "x"), "audio/mp4") },
        fails("UPLOAD_NOT_FOUND", { upload_id: randomUUID() }),
        {
          code: "TRANSCRIPTION_FAILED",
          async send() {
            heard = { status: 500, body: "" };
            const answer = await transcribe(clip, "audio/mp4");
            heard = { text: "Hello there." };
            return answer;
          },
        },
        {
          code: "RATE_LIMIT",
          async send() {
            const token = await fresh();
            return untilLimited(() => sendForm(request, token, "file", clip, "audio/mp4", "clip.m4a"));
          },
        },
      ];
    }
    default: {
      // Operations without a body: they work, and do not find what is unknown.
      const admin = operation.access === "admin";
      const at = `${operation.method} ${address(operation, { ...of(admin), message_id: of(admin).answer_id })}`;
      return [
        ...operation.errors.map((code) => fails(code, undefined, { at: unknown, isAdmin: admin })),
        works(undefined, { at, isAdmin: admin }),
      ];
    }
  }
}

/** Failures that every operation of its kind has. */
function usualDrives(operation: Operation): Drive[] {
  const request = `${operation.method} ${address(operation, { ...own })}`;
  const drives: Drive[] = [];
  if (operation.access === "member" || operation.access === "admin") {
    const absent = operation.id === "voice_session.create" ? "AUTHENTICATION_REQUIRED" : "MISSING_AUTHORIZATION";
    drives.push({ code: absent, send: () => world.call(request) });
    drives.push({ code: "INVALID_TOKEN", send: () => world.call(request, { token: "x" }) });
  }
  if (operation.access === "admin")
    drives.push({ code: "ADMIN_REQUIRED", send: async () => world.call(request, { token: await fresh() }) });
  if (operation.body) drives.push({ send: async () => world.call(request, { token: await fresh(true), body: [] }) });
  if (operation.query) {
    const [name = ""] = "entries" in operation.query ? Object.keys(operation.query.entries ?? {}) : [];
    // A query whose fields are all optional text takes anything.
    drives.push({
      send: async () =>
        world.call(`${request}?${name === "member_id" ? "" : `${name}=x`}`, { token: await fresh(true) }),
    });
  }
  return drives;
}

/** Queries in which nothing can be wrong: every field is optional text. */
const takesAnything = new Set(["visualization.rows", "turn.events"]);

const isCode = (answer: Answer, code: ErrorCode): boolean => {
  const { status, message } = visibleErrors[code];
  if (answer.status !== status) return false;
  if (code === "RATE_LIMIT") return answer.body.code === code;
  const { detail } = answer.body;
  if (typeof detail === "object") return detail.code === code;
  const dynamic: Partial<Record<ErrorCode, RegExp>> = {
    MEMORY_ORDER_MISMATCH: /^Expected \d+ memory IDs, got \d+$/,
    UNSUPPORTED_AUDIO: /^Unsupported audio format: audio\/wav\. Accepted: audio\/m4a, audio\/x-m4a, audio\/mp4/,
    AUDIO_TOO_LARGE: /^File too large\. Maximum size is 25MB, got [\d.]+MB$/,
    UPLOAD_TOO_LARGE: /^File too large/,
    UPLOAD_EMPTY: /^Empty file/,
    UPLOAD_TYPE_UNSUPPORTED: /^Unsupported file type/,
    INVALID_SAVED_QUERY: /./,
    MISSING_QUERY_PARAMETER: /region/,
  };
  return dynamic[code]?.test(detail) ?? detail === message;
};

describe("every documented answer is given, and no other", () => {
  // Whatever an operation removes, the next one finds again.
  beforeEach(async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    if (!isStale) return;
    isStale = false;
    const furniture = await furnish(tenant);
    // The first agent stays the one that answers where a chat names none.
    const agent_id = (agentId ??= furniture.agent_id);
    own = await belongings(world, tenant.member, { ...furniture, agent_id });
    admins = await belongings(world, tenant.admin, { ...furniture, agent_id });
  });
  afterEach(() => vi.restoreAllMocks());

  it.each(routes.map((operation) => [nameOf(operation), operation] as const))(
    "%s",
    async (_name, operation) => {
      isStale = operation.id.endsWith("remove");
      const seen = new Set<number>();
      const codes = new Set<ErrorCode>();
      for (const { code, send } of [...usualDrives(operation), ...drivesOf(operation)]) {
        const answer = await send();
        seen.add(answer.status);
        if (code) {
          expect(isCode(answer, code), `${code}: ${answer.status} ${answer.text.slice(0, 300)}`).toBe(true);
          codes.add(code);
        }
        expect(statusesOf(operation), answer.text.slice(0, 300)).toContain(answer.status);
      }
      expect(failuresOf(operation).filter((code) => !codes.has(code))).toEqual([]);
      const expected = statusesOf(operation).filter((status) => status !== 422 || !takesAnything.has(operation.id));
      expect(expected.filter((status) => !seen.has(status))).toEqual([]);
    },
    60_000,
  );
});
