import { ScanCommand } from "@aws-sdk/client-dynamodb";
import * as Member from "@parley/core/member/member";
import { auth } from "@parley/functions/http/auth";
import { sessions } from "@parley/functions/http/sessions";
import { describe, expect, it } from "vitest";
import { api } from "../support/api.ts";
import { createTenant } from "../support/tenant.ts";
import { failed, sign } from "./exchange.ts";
import { useSigningIn } from "./signing-in.ts";

const scene = useSigningIn();

const credentials = (email = scene.tenant.member.email) => ({
  email,
  user_key: sign(scene.tenant.sharedSecret, email),
});
const post = (body: unknown, key: string | undefined = scene.tenant.apiKey, call = scene.call) =>
  call("POST /v1/session-codes", { body, headers: key === undefined ? {} : { "x-api-key": key } });

describe("POST /v1/session-codes", () => {
  it("returns a link to the console with a code in its fragment, and when the code expires", async () => {
    const answer = await post(credentials());
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["url", "expires_at"]);
    expect(answer.body.url).toMatch(/^https:\/\/api\.example\/app\/#code=[\w-]{43}$/);
    expect(Date.parse(answer.body.expires_at)).toBe(scene.clock.now() + 5 * 60_000);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.cookies).toEqual([]);
  });

  it("makes links with the deployment's own address, whatever host the request was sent to", async () => {
    const settings = { ...scene.base.settings, publicUrl: "https://parley.example" };
    const call = api({ ...scene.base, settings }, sessions);
    const { body } = await post(credentials(), undefined, (request, options = {}) =>
      call(request, { ...options, headers: { "x-api-key": scene.tenant.apiKey, host: "evil.example" } }),
    );
    expect(body.url).toMatch(/^https:\/\/parley\.example\/app\/#code=/);
  });

  it.each([
    ["/", "/app/"],
    ["/app", "/app/"],
    ["/app/", "/app/"],
    ["/app?tab=1", "/app/?tab=1"],
    ["/apple", "/app/apple"],
    ["/chats/019aa7c2-1b07-7a44-9d58-0c3b7e5f6a21", "/app/chats/019aa7c2-1b07-7a44-9d58-0c3b7e5f6a21"],
    ["/app/boards/1/", "/app/boards/1/"],
    ["/admin/usage?from=2026-01-01&by=day,member&q=a%2Fb", "/app/admin/usage?from=2026-01-01&by=day,member&q=a%2Fb"],
    ["/~ada/report-1.csv", "/app/~ada/report-1.csv"],
    ["/v1/models", "/app/v1/models"],
  ])("leads to %s of the console", async (path, target) => {
    const { body } = await post({ ...credentials(), path });
    const { origin, pathname, search } = new URL(body.url);
    expect([origin, pathname + search]).toEqual(["https://api.example", target]);
  });

  it("takes null for no path", async () => {
    expect((await post({ ...credentials(), path: null })).body.url).toContain("/app/#code=");
  });

  it.each([
    "",
    "chats",
    "//evil.example",
    "/app//evil.example",
    "///",
    "\\\\evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/../v1/models",
    "/chats/../../docs",
    "/chats/..",
    "/./x",
    "/..?x",
    "/.x",
    "/https:/evil.example",
    "/%2e%2e/docs",
    "/%2F%2Fevil.example",
    "/%5cevil.example",
    "/a\tb",
    "/a\nb",
    "/a\n",
    "/a b",
    "/\u0000",
    "/#code=mine",
    "/?x#y",
    "/ä",
    "/?\\",
    "@evil.example/",
    `/${"a".repeat(2_000)}`,
  ])("answers 422 to the path %j, which could lead elsewhere", async (path) => {
    const answer = await post({ ...credentials(), path });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "path"] }] } });
  });

  it("answers every failure with the exchange's own words", async () => {
    const foreign = await createTenant(scene.base);
    const disabled = await scene.tenant.add();
    await Member.update(scene.tenant.ctx, disabled.id, { active: false });
    const answers = await Promise.all([
      scene.call("POST /v1/session-codes", { body: credentials() }),
      post(credentials(), "pk_unknown"),
      post(credentials("nobody@example.com")),
      post(credentials(disabled.email)),
      post(credentials(), foreign.apiKey),
      post({ ...credentials(), user_key: sign(scene.tenant.sharedSecret, "another@example.com") }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject(failed);
      expect(answer.text).toBe('{"detail":"Authentication failed","code":"AUTHENTICATION_FAILED"}');
    }
    expect(await post(credentials("nobody"))).toMatchObject({ status: 400, body: { detail: "Invalid email format" } });
    const { user_key: _user_key, ...without } = credentials();
    expect(await post(without)).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "user_key"] }] } });
  });

  it("shares the API key's 60 a minute with the exchange", async () => {
    const exchange = () =>
      api(scene.base, auth)("POST /v1/authenticate", {
        body: credentials(),
        headers: { "x-api-key": scene.tenant.apiKey },
      });
    for (let asked = 0; asked < 30; asked++) {
      expect((await post(credentials())).status).toBe(200);
      expect((await exchange()).status).toBe(200);
    }
    expect(await post(credentials())).toMatchObject({
      status: 429,
      body: { code: "RATE_LIMIT", retry_after_seconds: 60 },
    });
    expect((await exchange()).status).toBe(429);
    scene.clock.advance(60_000);
    expect((await post(credentials())).status).toBe(200);
  });

  it("keeps nothing that a code or a session could be made of", async () => {
    const code = await scene.code();
    const other = await scene.code();
    const signedIn = await scene.trade(code);
    const [, value = ""] = /=([^;]+)/.exec(signedIn.cookies[0] ?? "") ?? [];
    const secret = value.split(".")[1] ?? "";
    expect([code, other, secret].every((text) => text.length === 43)).toBe(true);
    const kept = JSON.stringify(
      (await scene.table.client.send(new ScanCommand({ TableName: scene.table.name }))).Items,
    );
    expect(kept).toContain("SESSION_CODE#");
    expect(kept).toContain('"secret_hash"');
    for (const text of [code, other, secret, signedIn.body.token]) expect(kept).not.toContain(text);
  });
});
