import { request as send } from "node:http";
import { userKey } from "@parley/core/member/user-key";
import { accept } from "@parley/core/turn/accept";
import { durableSubmission } from "@parley/core/turn/submission";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Person } from "../support/tenant.ts";

let service: Service;
let person: Person;
let token: string;
let agentId: string;
let chatId: string;

beforeAll(async () => {
  service = await startService();
  const tenant = await service.newOrganization();
  person = tenant.member;
  token = person.token;
  agentId = tenant.agentId;
  chatId = (await service.call("POST /v1/chats/create", { token, body: {} })).body.id;
});
afterAll(() => service.stop());

interface Sent {
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** Sends what no client library would, byte for byte. */
const raw = (method: string, path: string, { body, headers = {} }: Sent = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(service.cloud.baseUrl);
    const options = { hostname, port, method, path, headers: { authorization: `Bearer ${token}`, ...headers } };
    const request = send(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(body);
  });

describe("both gateways (R9)", () => {
  const segments = [
    "%zz",
    "%00",
    "a%2Fb",
    "..",
    "%2e%2e",
    "a?b",
    "%E0%A4%A",
    "x".repeat(4000),
    "a%20b",
    "%E2%98%83",
    "a%3Fb",
    "%23",
    "a;b",
    "a%5cb",
  ];
  it.each(segments)("answer 404 to %s in a path", async (segment) => {
    for (const path of [
      `/v1/agents/${segment}/chats/${chatId}/turns/x/events`,
      `/v1/agents/${agentId}/chats/${chatId}/turns/${segment}/events`,
      `/v1/chats/${segment}`,
    ]) {
      expect((await raw("GET", path)).status, path).toBe(404);
    }
  });

  it("take any name in a query and any header, those that every object has among them", async () => {
    const names = "constructor=1&constructor=2&__proto__=3&__proto__=4&toString=5&hasOwnProperty=6";
    const headers = { constructor: "x", ["__proto__"]: "y" };
    expect((await raw("GET", `/v1/models?${names}`, { headers })).status).toBe(200);
    expect((await raw("POST", `/v1/chats?${names}`, { body: '{"message":"x"}', headers })).status).toBe(400);
  });

  it("take a whole address for its path", async () => {
    const models = await raw("GET", "/v1/models");
    expect(models.status).toBe(200);
    expect(await raw("GET", "http://another.example:80/v1/models?x=1")).toEqual(models);
    expect((await raw("GET", "http://another.example")).status).toBe(404);
    expect((await raw("POST", "http://another.example/v1/chats", { body: '{"message":"x"}' })).status).toBe(400);
  });

  it("answer whatever the Host header says", async () => {
    for (const host of ["a b", "::", "a:99999999", "[", "é", "evil.example"]) {
      expect((await raw("POST", "/v1/chats", { body: '{"message":"x"}', headers: { host } })).status, host).toBe(400);
      expect((await raw("GET", "/v1/models", { headers: { host } })).status, host).toBe(200);
    }
  });

  it("answer bodies that are not JSON, or hold broken text, with a documented error", async () => {
    const bodies: [string | Buffer, number][] = [
      ["", 422],
      ["{", 422],
      ["null", 422],
      ["[]", 422],
      [Buffer.from([0xff, 0xfe, 0x00]), 422],
      [`{"chat_id":"${chatId}","message":"\\ud800"}`, 200],
    ];
    for (const [body, status] of bodies) {
      const answer = await raw("POST", "/v1/chats", { body });
      expect(answer.status, String(body)).toBe(status);
      if (status === 200) expect(answer.text).toMatch(/event: message\n/);
    }
    for (const contentType of ["text/plain", "multipart/form-data", "x"]) {
      const answer = await raw("POST", "/v1/chats", {
        body: '{"message":"x"}',
        headers: { "content-type": contentType },
      });
      expect(answer.status).toBe(400);
    }
  });

  it("answer 404 to another spelling of an address, and do not refuse the method that it takes", async () => {
    for (const path of ["/v1/%6de", "/v1/m%65"]) {
      const { status, text } = await raw("GET", path);
      expect([status, text], path).toEqual([404, '{"detail":"Not Found","code":"ROUTE_NOT_FOUND"}']);
    }
  });

  it("answer 405 to methods that a path does not take, and 404 to malformed addresses", async () => {
    for (const [method, path] of [
      ["PUT", "/v1/chats"],
      ["DELETE", "/v1/chats"],
      ["POST", `/v1/agents/x/chats/y/turns/z/events`],
      ["PUT", "/v1/models"],
      ["TRACE", "/v1/models"],
      ["TRACE", "/v1/chats"],
    ] as const) {
      const answer = await raw(method, path);
      expect(answer, `${method} ${path}`).toEqual({
        status: 405,
        text: '{"detail":"Method Not Allowed","code":"METHOD_NOT_ALLOWED"}',
      });
    }
    for (const path of ["/v1/models/", "/v1//models", "//v1/models", "/V1/models", "/v1", "/"]) {
      expect(await raw("GET", path), path).toEqual({
        status: 404,
        text: '{"detail":"Not Found","code":"ROUTE_NOT_FOUND"}',
      });
    }
    // It asks about the server as a whole (RFC 9110, 9.3.7).
    expect(await raw("OPTIONS", "*")).toEqual({
      status: 404,
      text: '{"detail":"Not Found","code":"ROUTE_NOT_FOUND"}',
    });
  });

  it("answer as ever to a client that offers another protocol than the socket's", async () => {
    const offer = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABkAAQAAP__" };
    const read = await raw("GET", "/v1/models", { headers: offer });
    expect(read.status).toBe(200);
    const made = await raw("POST", "/v1/chats/create", { headers: offer, body: '{"title":"Offered"}' });
    expect(made.status).toBe(200);
    expect(JSON.parse(made.text)).toMatchObject({ title: "Offered" });
    const streamed = await raw("POST", "/v1/chats", { headers: offer, body: '{"message":"x"}' });
    expect(streamed.status).toBe(400);
  });
});

describe("a replay of a running turn", () => {
  it("ends when its reader goes, and frees its place", async () => {
    const { actor } = person.ctx;
    // Accepted and never queued: it runs for as long as this takes.
    const ctx = { ...service.environment, actor, queue: { send: async () => undefined } };
    const body = { client_request_id: "unread", message: "Hello" };
    const { turn } = await accept(ctx, durableSubmission(agentId, chatId, body));
    const key = { pk: `HELD#replays#${actor.member_id}`, sk: "HELD" };
    const places = async () => {
      const item = await service.environment.table.get<{ held?: Set<string> }>(key, { consistent: true });
      return item?.held?.size ?? 0;
    };
    const reader = new AbortController();
    const path = `/v1/agents/${agentId}/chats/${chatId}/turns/${turn.turn_id}/events`;
    const response = await fetch(service.cloud.baseUrl + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: reader.signal,
    });
    expect([response.status, await places()]).toEqual([200, 1]);
    reader.abort();
    await expect.poll(places, { timeout: 5_000 }).toBe(0);
  });
});

describe("the local gateway", () => {
  it("passes a session's cookie on in both directions, as browsers send it on this machine (D56)", async () => {
    const { baseUrl } = service.cloud;
    const tenant = await service.newOrganization();
    const { email } = tenant.member;
    const asked = await service.call("POST /v1/session-codes", {
      headers: { "x-api-key": tenant.apiKey },
      body: { email, user_key: userKey(tenant.sharedSecret, email), path: "/boards" },
    });
    expect(asked.body.url).toMatch(new RegExp(`^${baseUrl}/app/boards#code=`));
    const page = { origin: baseUrl, "sec-fetch-site": "same-origin" };
    const body = { code: new URL(asked.body.url).hash.replace("#code=", "") };
    const signedIn = await service.call("POST /v1/sessions", { headers: page, body });
    const cookies = [signedIn.headers.getSetCookie()];
    for (let renewals = 0; renewals < 2; renewals++) {
      const cookie = `other=1; ${cookies.at(-1)?.[0]?.split(";")[0] ?? ""}`;
      const renewed = await service.call("POST /v1/sessions/renew", { headers: { ...page, cookie } });
      expect(renewed.status).toBe(200);
      cookies.push(renewed.headers.getSetCookie());
    }
    expect(cookies.map(([cookie = ""]) => cookie.replace(/=[^;]+/, ""))).toEqual(
      Array(3).fill("parley; Max-Age=604800; Path=/v1/sessions; HttpOnly; SameSite=Strict"),
    );
  });
});
