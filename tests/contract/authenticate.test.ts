import { DeleteItemCommand } from "@aws-sdk/client-dynamodb";
import { authenticationOperations } from "@parley/contract/authentication";
import { verifyToken } from "@parley/core/auth/token";
import type { Base } from "@parley/core/environment/context";
import * as Member from "@parley/core/member/member";
import * as ApiKey from "@parley/core/organization/api-key";
import { rotateSharedSecret } from "@parley/core/organization/shared-secret";
import { signOut } from "@parley/core/organization/sign-out";
import { newEncryptionKeys, newSigningKeys } from "@parley/core/environment/secrets";
import { agents } from "@parley/functions/http/agents";
import { auth } from "@parley/functions/http/auth";
import { decodeJwt, decodeProtectedHeader } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, type Call } from "../support/api.ts";
import { standingClock } from "../support/clock.ts";
import { countCalls } from "../support/count-calls.ts";
import { baseFor, secretsFrom } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { failed, sign } from "./exchange.ts";

let table: TestTable;
let tenant: Tenant;
let call: Call;
const clock = standingClock();
const signingKeys = newSigningKeys();
const encryptionKeys = newEncryptionKeys();
let base: Base;

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { clock, signingKeys, encryptionKeys });
  call = api(base, auth);
});
afterAll(() => table.stop());
beforeEach(async () => {
  tenant = await createTenant(base);
});

const credentials = (email = tenant.member.email) => ({ email, user_key: sign(tenant.sharedSecret, email) });
const post = (body: unknown, key: string | undefined = tenant.apiKey, through = call) =>
  through("POST /v1/authenticate", { body, headers: key === undefined ? {} : { "x-api-key": key } });

describe("POST /v1/authenticate", () => {
  it("exchanges an API key and a user_key for a token that is valid for 6 hours", async () => {
    const answer = await post(credentials());
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(["expires_at", "member_id", "organization_id", "token"]);
    expect(answer.body).toMatchObject({ member_id: tenant.member.id, organization_id: tenant.id });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const claims = decodeJwt(answer.body.token);
    expect(claims.exp).toBe(Math.floor(clock.now() / 1000) + 6 * 3600);
    expect(answer.body.expires_at).toBe(new Date((claims.exp ?? 0) * 1000).toISOString());
    expect(await verifyToken(base, answer.body.token)).toMatchObject({
      member_id: tenant.member.id,
      organization_id: tenant.id,
    });
  });

  it("puts a v4 jti, the member, the organization, issuer and audience into the token, and no role or e-mail", async () => {
    const tokens = await Promise.all([post(credentials()), post(credentials())]);
    const [first, second] = tokens.map((answer) => decodeJwt(answer.body.token));
    expect(Object.keys(first ?? {}).toSorted()).toEqual(["aud", "exp", "iat", "iss", "jti", "org", "sub"]);
    expect(first).toMatchObject({ sub: tenant.member.id, org: tenant.id, iss: "parley", aud: "parley" });
    expect(first?.jti).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second?.jti).not.toBe(first?.jti);
    expect(decodeProtectedHeader(tokens[0]?.body.token)).toEqual({ alg: "HS256", typ: "JWT", kid: expect.any(String) });
  });

  it("normalizes the e-mail address", async () => {
    const answer = await post({ ...credentials(), email: `\u00a0\t ${tenant.member.email.toUpperCase()} \n` });
    expect(answer.status).toBe(200);
    expect(answer.body.member_id).toBe(tenant.member.id);
  });

  it("takes every key of an organization until it is revoked", async () => {
    const { key, api_key } = await ApiKey.create(tenant.ctx, "second");
    expect((await post(credentials(), key)).status).toBe(200);
    expect(await ApiKey.revoke(tenant.ctx, api_key.id)).toBe(true);
    expect(await post(credentials(), key)).toMatchObject(failed);
    expect((await post(credentials())).status).toBe(200);
  });

  it("answers every failure alike", async () => {
    const foreign = await createTenant(base);
    const disabled = await tenant.add();
    await Member.update(tenant.ctx, disabled.id, { active: false });
    const wrongKey = sign(tenant.sharedSecret, "somebody.else@example.com");
    const answers = await Promise.all([
      call("POST /v1/authenticate", { body: credentials() }),
      post(credentials(), "pk_unknown"),
      post(credentials(), ""),
      post(credentials("nobody@example.com")),
      post(credentials(disabled.email)),
      post({ ...credentials(), user_key: wrongKey }),
      post(credentials(), foreign.apiKey),
      post({ email: foreign.member.email, user_key: sign(foreign.sharedSecret, foreign.member.email) }),
      post({ email: tenant.member.email, user_key: sign(foreign.sharedSecret, tenant.member.email) }),
      post({ email: foreign.member.email, user_key: sign(tenant.sharedSecret, foreign.member.email) }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject(failed);
      expect(answer.text).toBe('{"detail":"Authentication failed","code":"AUTHENTICATION_FAILED"}');
    }
  });

  it("lets a member in again who was disabled", async () => {
    await Member.update(tenant.ctx, tenant.member.id, { active: false });
    expect(await post(credentials())).toMatchObject(failed);
    await Member.update(tenant.ctx, tenant.member.id, { active: true });
    expect((await post(credentials())).status).toBe(200);
  });

  it("refuses every outstanding user_key once the shared secret is rotated", async () => {
    const before = credentials();
    const secret = await rotateSharedSecret(tenant.ctx);
    expect(await post(before)).toMatchObject(failed);
    expect((await post({ ...before, user_key: sign(secret, before.email) })).status).toBe(200);
    expect(await Member.userKey(tenant.ctx, tenant.member.id)).toBe(sign(secret, before.email));
  });

  it("refuses every access token from before the shared secret was rotated, within 30 s (D12), and none from after", async () => {
    const protectedCall = api(base, agents);
    const listAs = (token: string) => protectedCall("GET /v1/agents", { token });
    const before: string = (await post(credentials())).body.token;
    expect((await listAs(before)).status).toBe(200);
    clock.advance(300);
    const secret = await rotateSharedSecret(tenant.ctx);
    const again = await post({ email: tenant.member.email, user_key: sign(secret, tenant.member.email) });
    expect(Date.parse(again.body.expires_at)).toBe((decodeJwt(again.body.token).exp ?? 0) * 1000);
    clock.advance(30_000);
    expect(await listAs(before)).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
    expect((await listAs(again.body.token)).status).toBe(200);
    const foreign = await createTenant(base);
    expect((await listAs(foreign.member.token)).status).toBe(200);
  });

  it("is asked of everybody again once the operator has signed an organization out: tokens from before are refused within 30 s", async () => {
    const listAs = (token: string) => api(base, agents)("GET /v1/agents", { token });
    const before: string = (await post(credentials())).body.token;
    expect((await listAs(before)).status).toBe(200);
    await signOut(tenant.ctx);
    const after: string = (await post(credentials())).body.token;
    clock.advance(30_000);
    expect(await listAs(before)).toMatchObject({
      status: 401,
      text: '{"detail":"Invalid or expired token","code":"INVALID_TOKEN"}',
    });
    expect((await listAs(after)).status).toBe(200);
  });

  describe("500", () => {
    const broken = (secrets: { signingKeys?: string; encryptionKeys?: string }): Base => ({
      ...base,
      secrets: secretsFrom({ signingKeys, encryptionKeys, ...secrets }),
    });
    it.each([
      ["no signing keys", { signingKeys: "" }, "SIGNING_NOT_CONFIGURED"],
      ["signing keys that are no JSON", { signingKeys: "secret" }, "SIGNING_NOT_CONFIGURED"],
      ["an empty list of signing keys", { signingKeys: "[]" }, "SIGNING_NOT_CONFIGURED"],
      [
        "a signing key too short for HS256",
        { signingKeys: '[{"kid":"a","secret":"c2hvcnQ"}]' },
        "SIGNING_NOT_CONFIGURED",
      ],
      ["no encryption keys", { encryptionKeys: "" }, "SERVER_MISCONFIGURED"],
      [
        "other encryption keys than the secret was sealed with",
        { encryptionKeys: newEncryptionKeys() },
        "SERVER_MISCONFIGURED",
      ],
    ])("for %s", async (_name, secrets, code) => {
      const answer = await post(credentials(), tenant.apiKey, api(broken(secrets), auth));
      const detail = code === "SIGNING_NOT_CONFIGURED" ? "JWT signing not configured" : "Server misconfiguration";
      expect(answer).toMatchObject({ status: 500, text: JSON.stringify({ detail, code }) });
      expect(answer.headers["x-debug-id"]).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  it("costs two calls, one after the other, whatever the outcome", async () => {
    const counter = countCalls(table);
    await post(credentials());
    const outcomes = [
      () => post(credentials()),
      () => post(credentials(), "pk_unknown"),
      () => post(credentials("nobody@example.com")),
      () => post({ ...credentials(), user_key: "a".repeat(43) }),
    ];
    for (const outcome of outcomes) {
      expect(await counter.during(outcome)).toMatchObject({
        calls: 2,
        depth: 2,
        commands: ["BatchGetItemCommand", "UpdateItemCommand"],
      });
    }
    const success = await counter.during(() => post(credentials()));
    expect(success.write).toBeLessThanOrEqual(2);
    expect(success.read).toBeLessThanOrEqual(1.5);
  });

  it("answers as its schema says, although more is stored", async () => {
    const { body } = await post(credentials());
    expect(v.is(v.strictObject(authenticationOperations.authenticate.reply?.entries ?? {}), body)).toBe(true);
  });

  it("does not know an organization whose item is gone", async () => {
    const key = { pk: { S: `ORG#${tenant.id}` }, sk: { S: "ORGANIZATION" } };
    await table.client.send(new DeleteItemCommand({ TableName: table.name, Key: key }));
    expect(await post(credentials())).toMatchObject(failed);
  });
});
