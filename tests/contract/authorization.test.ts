import { randomBytes, randomUUID } from "node:crypto";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import * as Member from "@parley/core/member/member";
import { newSigningKeys, parseKeys } from "@parley/core/environment/secrets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, api, type Call } from "../support/api.ts";
import { movableClock } from "../support/clock.ts";
import { type Everything, everyEndpoint } from "../support/endpoints.ts";
import { baseFor, unreachable } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { forge, type Forgery } from "../support/tokens.ts";

const clock = movableClock();
const signingKeys = newSigningKeys();
const [key] = parseKeys(signingKeys);
let table: TestTable;
let base: Everything;
let call: Call;
let tenant: Tenant;
let foreign: Tenant;

beforeAll(async () => {
  table = await startTable();
  base = { ...baseFor(table, { clock, signingKeys }), ...unreachable() };
  call = api(base, everyEndpoint);
  [tenant, foreign] = await Promise.all([createTenant(base), createTenant(base)]);
});
afterAll(() => table.stop());

const operations = everyEndpoint.map(({ operation }) => operation);
const guarded = operations.filter(({ access }) => access === "member" || access === "admin");
const name = ({ method, path }: Operation) => `${method} ${path}`;
const address = ({ method, path }: Operation) => `${method} ${path.replace(/\{\w+\}/g, () => randomUUID())}`;

/** Calls with a body that no operation takes: whatever is refused is refused before the body is looked at (D4). */
const send = (operation: Operation, token?: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(address(operation), {
    ...(token !== undefined && { token }),
    headers,
    ...(operation.method !== "GET" && { text: "{" }),
  });

const tokenWith = (forgery: Forgery = {}) =>
  forge(key, { organization_id: tenant.id, member_id: tenant.admin.id }, clock.now(), forgery);

const invalid = { status: 401, text: '{"detail":"Invalid or expired token","code":"INVALID_TOKEN"}' };

describe.each(guarded.map((operation) => [name(operation), operation] as const))("%s", (_name, operation) => {
  it("answers 401 without an Authorization header", async () => {
    const failure =
      operation.id === "voice_session.create"
        ? { detail: "Authentication required", code: "AUTHENTICATION_REQUIRED" }
        : { detail: "Missing Authorization header", code: "MISSING_AUTHORIZATION" };
    const answer = await send(operation);
    expect(answer).toMatchObject({ status: 401, text: JSON.stringify(failure) });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("answers 401 to a header that is not a Bearer token", async () => {
    for (const authorization of ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", tokenWith(), "Bearer ☃"]) {
      expect(await send(operation, undefined, { authorization })).toMatchObject(invalid);
    }
  });

  it("answers 401 to a token that is not the service's", async () => {
    const now = Math.floor(clock.now() / 1000);
    const forgeries: Record<string, string> = {
      "no token": "x",
      "not signed": tokenWith({ header: { alg: "none" } }),
      "another algorithm, same key": tokenWith({ header: { alg: "HS512" } }),
      "another kind of algorithm": tokenWith({ header: { alg: "RS256" } }),
      "another key": tokenWith({ secret: randomBytes(32).toString("base64url") }),
      "an unknown kid": tokenWith({ header: { kid: "unknown" } }),
      "no kid": tokenWith({ header: { kid: undefined } }),
      "another issuer": tokenWith({ claims: { iss: "other" } }),
      "another audience": tokenWith({ claims: { aud: "other" } }),
      expired: tokenWith({ claims: { exp: now } }),
      "no exp": tokenWith({ claims: { exp: undefined } }),
      "no jti": tokenWith({ claims: { jti: undefined } }),
      "no organization": tokenWith({ claims: { org: undefined } }),
      "not valid yet": tokenWith({ claims: { nbf: now + 60 } }),
      "a critical extension": tokenWith({ header: { crit: ["unknown"], unknown: true } }),
    };
    for (const [kind, token] of Object.entries(forgeries)) {
      expect(await send(operation, token), kind).toMatchObject(invalid);
    }
  });

  it("answers 401 to a member of another organization and to one that does not exist", async () => {
    const claims = [{ org: foreign.id }, { sub: foreign.member.id }, { sub: randomUUID() }, { org: randomUUID() }];
    for (const claim of claims) expect(await send(operation, tokenWith({ claims: claim }))).toMatchObject(invalid);
  });

  if (operation.access === "admin") {
    it("answers 403 to a member who is not an admin, before it looks at the request", async () => {
      const answer = await send(operation, tenant.member.token);
      expect(answer).toMatchObject({
        status: 403,
        text: '{"detail":"Admin privileges required","code":"ADMIN_REQUIRED"}',
      });
    });
  }

  it("lets the caller in whatever the case of the scheme", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const answer = await send(operation, undefined, { authorization: `${scheme} ${tenant.admin.token}` });
      expect([401, 403]).not.toContain(answer.status);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it("refuses a disabled member within 30 seconds", async () => {
    const person = await tenant.add("admin");
    const before = await send(operation, person.token);
    expect(before.status).not.toBe(401);
    await Member.update(tenant.ctx, person.id, { active: false });
    clock.advance(30_000);
    expect(await send(operation, person.token)).toMatchObject(invalid);
  });
});

it("every route of the contract is answered, by one endpoint", () => {
  expect(operations.map(name).toSorted()).toEqual(routes.map(name).toSorted());
});

describe("operations that take a JSON body", () => {
  const withBody = guarded.filter(({ body, multipart }) => body !== undefined && multipart === undefined);
  it.each(withBody.map((operation) => [name(operation), operation] as const))(
    "%s answers 422 to text that is not JSON",
    async (_name, operation) => {
      const query = operation.query ? "?member_id=x" : "";
      const answer = await call(`${address(operation)}${query}`, { token: tenant.admin.token, text: '{"secret' });
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ type: "json_invalid" }], code: "VALIDATION_FAILED" },
      });
      expect(answer.text).not.toContain("secret");
    },
  );

  it.each(withBody.map((operation) => [name(operation), operation] as const))(
    "%s answers 422 to a list",
    async (_name, operation) => {
      const query = operation.query ? "?member_id=x" : "";
      const answer = await call(`${address(operation)}${query}`, { token: tenant.admin.token, body: [] });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: "dict_type", loc: ["body"] }] } });
    },
  );
});
