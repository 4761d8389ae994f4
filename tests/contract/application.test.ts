import { operation, type PathParameter } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import { dictionary, text } from "@parley/contract/fields";
import type { Base } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import { createApp } from "@parley/functions/http/app";
import { HttpResponse } from "@parley/functions/http/http-message";
import { endpoint } from "@parley/functions/http/endpoint";
import { memories } from "@parley/functions/http/memories";
import { rules } from "@parley/functions/http/rules";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it, vi } from "vitest";
import { answerOf, api, type Call, httpEvent } from "../support/api.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

let table: TestTable;
let base: Base;
let tenant: Tenant;
let call: Call;

/** Operations made for these tests: the contract's own do not fail on demand. */
const probe = operation({
  id: "probe.create",
  method: "POST",
  path: "/v1/probes",
  group: "docs",
  summary: "Echo",
  access: "public",
  body: v.object({
    name: v.optional(text(0, 10)),
    any: v.optional(v.unknown()),
    marks: v.optional(dictionary(v.number())),
  }),
  reply: v.object({ name: v.optional(v.string()) }),
  status: 200,
  errors: [],
});
const faulty = operation({
  id: "probe.get",
  method: "GET",
  path: "/v1/probes/{kind}",
  group: "docs",
  summary: "Fail",
  access: "member",
  reply: v.object({ ok: v.boolean() }),
  status: 200,
  errorShape: "coded",
  errors: ["MISSING_QUERY_PARAMETER", "TURN_ALREADY_RUNNING"],
});
const probes = [
  endpoint(probe, ({ body }) => body),
  endpoint(faulty, ({ params }) => {
    if (params.kind === "coded") fail("MISSING_QUERY_PARAMETER", { missing: ["region"] });
    if (params.kind === "conflict") fail("TURN_ALREADY_RUNNING");
    if (params.kind === "limit") fail("RATE_LIMIT", { retryAfter: 7 });
    if (params.kind === "fault") throw new Error("secret text of the fault");
    return { ok: true, pk: "ORG#1", secret: "x" };
  }),
];

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { settings: { corsOrigins: ["https://console.example"] } });
  tenant = await createTenant(base);
  call = api(base, [...probes, ...memories, ...rules], routes);
});
afterAll(() => table.stop());
afterEach(() => vi.restoreAllMocks());

describe("routing (D3)", () => {
  it("answers 404 to an unknown path, without asking for a token", async () => {
    for (const path of [
      "/",
      "/v1",
      "/v1/unknown",
      "/v1/user-memories/a/b",
      "/v1/user-memories/",
      "/V1/user-memories",
    ]) {
      expect(await call(`GET ${path}`)).toMatchObject({
        status: 404,
        text: '{"detail":"Not Found","code":"ROUTE_NOT_FOUND"}',
      });
    }
  });

  it("answers 405 to a method that a known path does not take, and says which it takes", async () => {
    const answer = await call("PUT /v1/user-memories/reorder");
    expect(answer).toMatchObject({ status: 405, text: '{"detail":"Method Not Allowed","code":"METHOD_NOT_ALLOWED"}' });
    expect((await call("DELETE /v1/user-memories")).headers["allow"]).toBe("GET, POST");
    expect((await call("POST /v1/models")).status).toBe(405);
    expect((await call("GET /v1/authenticate")).status).toBe(405);
  });

  it("answers 404 to paths that no address can carry or that point elsewhere", async () => {
    for (const path of [
      "/v1/%E0%A4%A",
      "/%zz",
      "/v1/x/../user-memories",
      "/v1/./user-memories",
      "/v1/%00",
      "/v1//user-memories",
      "/v1/user-memories%2Freorder%2Fx",
    ]) {
      expect((await call(`GET ${path}`, { token: tenant.member.token })).status, path).toBe(404);
    }
  });

  it("answers 404 to malformed ids", async () => {
    for (const id of [
      "1",
      "%E0%A4%A",
      "%zz",
      "..%2F..",
      "%00",
      "x".repeat(3000),
      "%F0%9F%8E%89",
      "%3Fa=b",
      "a%23b",
      "a%20b",
    ]) {
      const answer = await call(`PATCH /v1/user-memories/${id}`, {
        token: tenant.member.token,
        body: { content: "x" },
      });
      expect(answer.status, id).toBe(404);
    }
  });

  it("knows a path's parameters by its literal", () => {
    expectTypeOf<PathParameter<"/v1/a/{a_id}/b/{b_id}/c">>().toEqualTypeOf<"a_id" | "b_id">();
    expectTypeOf<PathParameter<"/v1/a">>().toEqualTypeOf<never>();
    expectTypeOf<PathParameter<(typeof faulty)["path"]>>().toEqualTypeOf<"kind">();
  });

  it("answers HEAD like GET, without a body", async () => {
    const answer = await call("HEAD /v1/user-memories", { token: tenant.member.token });
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect((await call("HEAD /v1/user-memories")).status).toBe(401);
  });
});

describe("failures (D6, D19)", () => {
  const get = (kind: string) => call(`GET /v1/probes/${kind}`, { token: tenant.member.token });

  it("hides a fault behind a debug id that is also in the log", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await get("fault");
    expect(answer).toMatchObject({ status: 500, text: '{"detail":"Internal server error","code":"INTERNAL"}' });
    const id = answer.headers["x-debug-id"];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const line: unknown = JSON.parse(String(log.mock.calls[0]?.[0]));
    expect(line).toMatchObject({
      level: "error",
      debug_id: id,
      error: "Error",
      request_id: answer.headers["x-request-id"],
    });
    expect(String(log.mock.calls)).not.toContain("secret");
  });

  it("renders coded, conflict and rate limit failures each in its shape", async () => {
    expect((await get("coded")).body).toEqual({
      detail: {
        code: "MISSING_QUERY_PARAMETER",
        message: "A parameter of the saved query has no value",
        missing: ["region"],
      },
      code: "MISSING_QUERY_PARAMETER",
    });
    expect((await get("conflict")).body).toEqual({
      detail: { code: "TURN_ALREADY_RUNNING", message: expect.any(String) },
      code: "TURN_ALREADY_RUNNING",
    });
    const limited = await get("limit");
    expect(limited).toMatchObject({ status: 429, body: { code: "RATE_LIMIT", retry_after_seconds: 7 } });
    expect(limited.headers["retry-after"]).toBe("7");
  });

  it("lets no attribute out that the reply does not have (D8)", async () => {
    expect((await get("x")).text).toBe('{"ok":true}');
  });

  it("never answers with the table's own words when the table cannot be reached", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const nowhere = api(
      { ...base, table: { ...base.table, getMany: () => Promise.reject(new Error("connect ECONNREFUSED")) } },
      memories,
    );
    const answer = await nowhere("GET /v1/user-memories", { token: (await tenant.add()).token });
    expect(answer).toMatchObject({ status: 500, text: '{"detail":"Internal server error","code":"INTERNAL"}' });
  });
});

describe("bodies (D5)", () => {
  const post = (body: unknown) => call("POST /v1/probes", { body });

  it("treats no body as an empty one if nothing is required", async () => {
    expect(await call("POST /v1/probes")).toMatchObject({ status: 200, body: {} });
    expect(await post(null)).toMatchObject({ status: 200, body: {} });
  });

  it("ignores unknown fields", async () => {
    expect(await post({ name: "a", unknown: 1, __proto__: 2 })).toMatchObject({ status: 200, body: { name: "a" } });
  });

  it("counts characters, not code units", async () => {
    expect((await post({ name: "🎉".repeat(10) })).status).toBe(200);
    expect((await post({ name: "🎉".repeat(11) })).body.detail).toEqual([
      {
        type: "string_too_long",
        loc: ["body", "name"],
        msg: "String should have at most 10 characters",
        ctx: { max_length: 10 },
      },
    ]);
  });

  it("makes lone surrogates well-formed", async () => {
    expect((await call("POST /v1/probes", { text: '{"name":"a\\ud83db","x\\ude00":1}' })).body).toEqual({
      name: "a\ufffdb",
    });
    expect((await call("POST /v1/probes", { text: '{"name":"\\ud83c\\udf89"}' })).body).toEqual({ name: "🎉" });
  });

  it("takes no list for a dictionary, and one problem per field", async () => {
    expect((await post({ name: 1, marks: [] })).body.detail).toEqual([
      { type: "string_type", loc: ["body", "name"], msg: "Input should be a valid string" },
      { type: "dict_type", loc: ["body", "marks"], msg: "Input should be a valid dictionary" },
    ]);
    expect((await post({ marks: { a: "x", b: "y" } })).body.detail).toEqual([
      { type: "float_type", loc: ["body", "marks", "a"], msg: "Input should be a valid number" },
    ]);
  });

  it("refuses what nests too deeply or is not JSON, and survives what is large", async () => {
    const deep = (levels: number) => `{"any":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect((await call("POST /v1/probes", { text: deep(20) })).status).toBe(200);
    for (const body of [deep(100), deep(500_000), '{"any":1e', "[".repeat(500_000), "\u0000", "{'a':1}", "NaN", " "]) {
      const answer = await call("POST /v1/probes", { text: body });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toHaveLength(1);
      expect(answer.body.detail[0]).toMatchObject({ type: "json_invalid", msg: "JSON decode error" });
    }
    // A text that ends too early goes wrong at its end.
    expect((await call("POST /v1/probes", { text: '{"name":' })).body.detail[0].loc).toEqual(["body", 8]);
    const wide = await call("POST /v1/probes", {
      text: JSON.stringify({ marks: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [at, "x"])) }),
    });
    expect(wide.body.detail).toHaveLength(1);
  });
});

describe("headers of every answer", () => {
  it("keep browsers from guessing a type and, over HTTPS, from leaving it", async () => {
    const app = createApp(base, probes);
    for (const [method, path] of [
      ["GET", "/v1/probes"],
      ["POST", "/v1/probes"],
      ["GET", "/nowhere"],
      ["OPTIONS", "/v1/probes"],
    ] as const) {
      const open = await app.fetch(new Request(`http://parley.example${path}`, { method }));
      expect(open.headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(open.headers.get("strict-transport-security"), path).toBeNull();
      const secure = await app.fetch(new Request(`https://parley.example${path}`, { method }));
      expect(secure.headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(secure.headers.get("strict-transport-security"), path).toBe("max-age=31536000");
    }
  });
});

describe("headers (D7)", () => {
  it("lets the deployment's origins in, and no others", async () => {
    const from = (origin: string) => call("GET /v1/user-memories", { token: tenant.member.token, headers: { origin } });
    const allowed = await from("https://console.example");
    expect(allowed.headers).toMatchObject({
      "access-control-allow-origin": "https://console.example",
      "access-control-expose-headers": "Retry-After, X-Debug-Id, X-Request-Id",
      vary: "Origin",
      "cache-control": "no-store",
    });
    expect((await from("https://other.example")).headers["access-control-allow-origin"]).toBeUndefined();
    const refused = await call("GET /v1/user-memories", { headers: { origin: "https://console.example" } });
    expect(refused.headers["access-control-allow-origin"]).toBe("https://console.example");
  });

  it("answers a preflight without a token", async () => {
    const answer = await call("OPTIONS /v1/user-memories/1", {
      headers: { origin: "https://console.example", "access-control-request-method": "PATCH" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers["access-control-allow-methods"]).toBe("PATCH, DELETE");
    expect(answer.headers["access-control-allow-headers"]).toContain("Authorization");
  });

  it("lets any origin in if the deployment says so", async () => {
    const open = api({ ...base, settings: { ...base.settings, corsOrigins: ["*"] } }, memories);
    const answer = await open("GET /v1/user-memories", {
      token: tenant.member.token,
      headers: { origin: "https://any.example" },
    });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
  });
});

describe("the event adapter", () => {
  const echo = lambda({
    fetch: async (request) =>
      HttpResponse.json({ url: request.url, cookie: request.headers.get("cookie"), body: await request.text() }),
  });

  it("passes on address, cookies and bodies, also base64-encoded ones", async () => {
    const event = httpEvent("POST /v1/x%20y?a=1&b=%20", { text: Buffer.from("{}").toString("base64") });
    const answer = answerOf(await echo({ ...event, isBase64Encoded: true, cookies: ["a=1", "b=2"] }));
    expect(answer.body).toEqual({ url: "https://api.example/v1/x%20y?a=1&b=%20", cookie: "a=1; b=2", body: "{}" });
  });

  it("takes methods and cookies that no request may have for unknown ones", async () => {
    for (const method of ["TRACE", "CONNECT", "track"]) {
      const event = httpEvent("POST /v1/x");
      event.requestContext.http.method = method;
      expect(answerOf(await echo(event)).status, method).toBe(200);
    }
    const answer = answerOf(await echo({ ...httpEvent("GET /v1/x"), cookies: ["a=\u2603", "b=\0"] }));
    expect(answer.body.cookie).toBe("a=?; b=?");
  });

  it("encodes what is not text, and keeps cookies apart", async () => {
    const bytes = new Uint8Array([0, 255, 128]);
    const binary = lambda({
      fetch: async () => {
        const body = new Blob([bytes]).stream();
        const response = new HttpResponse(body, { headers: { "content-type": "image/png", "set-cookie": "a=1" } });
        response.headers.append("set-cookie", "b=2");
        return response;
      },
    });
    expect(await binary(httpEvent("GET /v1/x"))).toMatchObject({
      statusCode: 200,
      isBase64Encoded: true,
      body: Buffer.from(bytes).toString("base64"),
      cookies: ["a=1", "b=2"],
    });
  });
});
