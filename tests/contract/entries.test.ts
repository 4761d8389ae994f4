import * as Connection from "@parley/core/socket/connection";
import { newEncryptionKeys, newSigningKeys } from "@parley/core/environment/secrets";
import type { SocketRequest } from "@parley/functions/socket/handler";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type CallOptions, httpEvent } from "../support/api.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;
type Entry = "admin" | "auth" | "catalog" | "memories" | "rules" | "sources";

let table: TestTable;
let tenant: Tenant;
let entries: Record<Entry, Handler>;
let socket: (event: SocketRequest) => Promise<{ statusCode: number }>;

const link = (name: string, value: object) => {
  process.env[`SST_RESOURCE_${name}`] = JSON.stringify(value);
};

// The entries read their environment when they are imported, so this file has a process's environment to itself.
beforeAll(async () => {
  table = await startTable();
  link("App", { name: "parley", stage: "test" });
  link("Table", { name: table.name });
  link("SigningKeys", { value: newSigningKeys() });
  link("EncryptionKeys", { value: newEncryptionKeys() });
  link("OriginSecret", { value: "the edge's secret" });
  // Nothing listens there: a handshake that is refused for its headers makes no call.
  link("Sockets", { managementEndpoint: "http://127.0.0.1:9" });
  link("Files", { name: "files" });
  link("TurnWorker", { name: "worker" });
  link("TurnQueue", { url: "http://127.0.0.1:9/queue" });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
  const [admin, auth, catalog, memories, rules, sources, sockets, { createBase }] = await Promise.all([
    import("@parley/functions/lambda/admin"),
    import("@parley/functions/lambda/auth"),
    import("@parley/functions/lambda/catalog"),
    import("@parley/functions/lambda/memories"),
    import("@parley/functions/lambda/rules"),
    import("@parley/functions/lambda/sources"),
    import("@parley/functions/lambda/socket"),
    import("@parley/core/environment/environment"),
  ]);
  entries = {
    admin: admin.handler,
    auth: auth.handler,
    catalog: catalog.handler,
    memories: memories.handler,
    rules: rules.handler,
    sources: sources.handler,
  };
  socket = sockets.handler;
  tenant = await createTenant(createBase());
});
afterAll(() => table.stop());

const edge = { "x-origin-secret": "the edge's secret" };
const call = async (entry: Entry, request: string, { headers, ...options }: CallOptions = {}) =>
  answerOf(await entries[entry](httpEvent(request, { ...options, headers: headers ?? edge })));

describe("the Lambda entries", () => {
  it("answer each its own endpoints, with a token of the exchange", async () => {
    const { userKey } = await import("@parley/core/member/user-key");
    const { email } = tenant.admin;
    const exchanged = await call("auth", "POST /v1/authenticate", {
      body: { email, user_key: userKey(tenant.sharedSecret, email) },
      headers: { ...edge, "x-api-key": tenant.apiKey },
    });
    expect(exchanged.status).toBe(200);
    const token: string = exchanged.body.token;
    for (const list of ["me", "integrations", "projects", "models", "agents", "queries"]) {
      expect((await call("catalog", `GET /v1/${list}`, { token })).status, list).toBe(200);
    }
    expect((await call("memories", "GET /v1/user-memories", { token })).body).toEqual({ user_memories: [] });
    expect((await call("admin", "GET /v1/admin/members", { token })).body.members).toHaveLength(3);
    expect((await call("admin", "GET /v1/admin/agents", { token })).body.agents).toEqual([]);
    expect((await call("admin", "GET /v1/admin/projects", { token })).body).toEqual({
      projects: [],
      next_cursor: null,
    });
    expect((await call("rules", "GET /v1/organization-rules", { token })).body).toEqual({ organization_rules: [] });
    expect((await call("sources", "GET /v1/admin/integrations", { token })).body).toEqual({ integrations: [] });
  });

  it("show nothing to requests that went around the edge", async () => {
    const { token } = tenant.member;
    for (const headers of [{}, { "x-origin-secret": "wrong" }, { "x-origin-secret": "" }]) {
      const answer = await call("memories", "GET /v1/user-memories", { token, headers });
      expect(answer).toMatchObject({ status: 404, text: '{"detail":"Not Found","code":"ROUTE_NOT_FOUND"}' });
    }
    expect((await call("memories", "GET /v1/user-memories", { token })).status).toBe(200);
  });

  it("count sign-ins for the address that the edge has seen, whatever the gateway sees (D56)", async () => {
    const from = async (address: string, sourceIp: string) => {
      const headers = { ...edge, "x-viewer-address": address };
      return (await call("auth", "POST /v1/sessions", { headers, sourceIp, body: { code: "unknown" } })).status;
    };
    const first = await Promise.all(Array.from({ length: 10 }, (_, at) => from("203.0.113.1", `198.51.100.${at}`)));
    expect(first).toEqual(Array(10).fill(401));
    expect(await from("203.0.113.1", "198.51.100.11")).toBe(429);
    expect(await from("203.0.113.2", "198.51.100.0")).toBe(401);
  });

  it("open no socket for a handshake that went around the edge, and write nothing for it", async () => {
    const { createBase } = await import("@parley/core/environment/environment");
    const handshake = (headers: Record<string, string>, query: Record<string, string> = {}) =>
      // The handler reads these fields only.
      socket({
        headers,
        queryStringParameters: query,
        requestContext: { connectionId: "around", routeKey: "$connect" },
      } as SocketRequest);
    const authorization = `Bearer ${tenant.member.token}`;
    for (const headers of [{}, { "X-Origin-Secret": "wrong" }, { authorization, "x-origin-secret": "" }]) {
      expect(await handshake(headers)).toEqual({ statusCode: 404 });
    }
    expect(await Connection.find(createBase(), "around")).toBeUndefined();
    // With it, in whatever case API Gateway passes its name on, the handshake is judged for itself.
    expect(await handshake({ "X-Origin-Secret": "the edge's secret" }, { token: "t" })).toEqual({ statusCode: 403 });
  });
});
