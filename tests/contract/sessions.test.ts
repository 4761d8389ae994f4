import { verifyToken } from "@parley/core/auth/token";
import * as Member from "@parley/core/member/member";
import { organizationKey } from "@parley/core/organization/record";
import { rotateSharedSecret } from "@parley/core/organization/shared-secret";
import { signOut } from "@parley/core/organization/sign-out";
import { sessions } from "@parley/functions/http/sessions";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../support/api.ts";
import { failed } from "./exchange.ts";
import { cookieOf, useSigningIn } from "./signing-in.ts";

const scene = useSigningIn();
afterEach(() => vi.restoreAllMocks());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What ends every way of signing in that began before it. */
const endings: [string, () => Promise<unknown>][] = [
  ["the member is disabled", () => Member.update(scene.tenant.ctx, scene.tenant.member.id, { active: false })],
  ["the shared secret is rotated", () => rotateSharedSecret(scene.tenant.ctx)],
  ["everybody is signed out", () => signOut(scene.tenant.ctx)],
  ["the organization is deleted", () => scene.base.table.remove(organizationKey(scene.tenant.id))],
];

describe("POST /v1/sessions", () => {
  it("trades a code for what the exchange returns, and a cookie", async () => {
    const answer = await scene.trade(await scene.code());
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(["expires_at", "member_id", "organization_id", "token"]);
    const who = { member_id: scene.tenant.member.id, organization_id: scene.tenant.id };
    expect(answer.body).toMatchObject(who);
    expect(await verifyToken(scene.base, answer.body.token)).toMatchObject(who);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^__Secure-parley=[\w-]{22}\.[\w-]{43}; Max-Age=604800; Path=\/v1\/sessions; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it("takes a code once, also when it comes twice at the same moment", async () => {
    const code = await scene.code();
    const both = await Promise.all([scene.trade(code), scene.trade(code)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await scene.trade(code)).toMatchObject({ ...failed, cookies: [] });
  });

  it("takes a code for five minutes, whether or not the table has removed it", async () => {
    const [good, late] = [await scene.code(), await scene.code()];
    scene.clock.advance(5 * MINUTE_MS - 1);
    expect((await scene.trade(good)).status).toBe(200);
    scene.clock.advance(1);
    expect(await scene.trade(late)).toMatchObject(failed);
  });

  it.each(["x", "a".repeat(43), "ä", " "])("answers 401 to %j, which is no code", async (code) => {
    const answer = await scene.trade(code);
    expect(answer).toMatchObject(failed);
    expect(answer.text).toBe('{"detail":"Authentication failed","code":"AUTHENTICATION_FAILED"}');
  });

  it("answers 422 without a code, or with one of another kind", async () => {
    for (const body of [{}, { code: 7 }, { code: "" }, { code: "x".repeat(201) }, []])
      expect((await scene.call("POST /v1/sessions", { body })).status).toBe(422);
  });

  it.each(endings)("answers 401 to a code from before %s", async (_name, end) => {
    const code = await scene.code();
    await end();
    expect(await scene.trade(code)).toMatchObject(failed);
  });

  it("takes a code that was asked for with the new secret in the second it was rotated in", async () => {
    const sharedSecret = await rotateSharedSecret(scene.tenant.ctx);
    scene.tenant = { ...scene.tenant, sharedSecret };
    const answer = await scene.trade(await scene.code());
    expect(answer.status).toBe(200);
    expect((await scene.renew(cookieOf(answer))).status).toBe(200);
  });

  it("leaves the code as it was where no token can be signed", async () => {
    const code = await scene.code();
    const secrets = {
      ...scene.base.secrets,
      signingKeys: () => {
        throw new Error("not configured");
      },
    };
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = api({ ...scene.base, secrets }, sessions);
    const answer = await broken("POST /v1/sessions", { body: { code } });
    expect(answer).toMatchObject({ status: 500, body: { code: "SIGNING_NOT_CONFIGURED" } });
    expect((await scene.trade(code)).status).toBe(200);
  });
});

describe("DELETE /v1/sessions", () => {
  const cleared = "__Secure-parley=; Max-Age=0; Path=/v1/sessions; HttpOnly; Secure; SameSite=Strict";
  const remove = (cookie?: string) =>
    scene.call("DELETE /v1/sessions", { headers: cookie === undefined ? {} : { cookie } });

  it("ends the session, and clears the cookie", async () => {
    const cookie = await scene.cookie();
    expect(await remove(cookie)).toMatchObject({ status: 204, text: "", cookies: [cleared] });
    expect(await scene.renew(cookie)).toMatchObject(failed);
  });

  it("ends the session of a cookie that was replaced since", async () => {
    const old = await scene.cookie();
    const cookie = cookieOf(await scene.renew(old));
    expect((await remove(old)).status).toBe(204);
    expect(await scene.renew(cookie)).toMatchObject(failed);
  });

  it("answers the same where there is no session: no cookie, a dead one, another's text", async () => {
    const dead = await scene.cookie();
    await remove(dead);
    for (const cookie of [undefined, dead, "__Secure-parley=x", "__Secure-parley=", "parley=x", "a=b; c"])
      expect(await remove(cookie), cookie).toMatchObject({ status: 204, text: "", cookies: [cleared] });
  });
});

describe("a session", () => {
  it.each(endings)("ends when %s, and does not come back", async (_name, end) => {
    const cookie = await scene.cookie();
    await end();
    expect(await scene.renew(cookie)).toMatchObject(failed);
    await Member.update(scene.tenant.ctx, scene.tenant.member.id, { active: true });
    expect(await scene.renew(cookie)).toMatchObject(failed);
  });

  it("issues no token to a member who was disabled a moment ago, however lately others looked", async () => {
    const cookie = cookieOf(await scene.renew(await scene.cookie()));
    await Member.update(scene.tenant.ctx, scene.tenant.member.id, { active: false });
    expect(await scene.renew(cookie)).toMatchObject(failed);
  });

  it("ends seven days after its last renewal", async () => {
    const [kept, left] = [await scene.cookie(), await scene.cookie()];
    scene.clock.advance(7 * DAY_MS - 1);
    expect((await scene.renew(kept)).status).toBe(200);
    scene.clock.advance(1);
    expect(await scene.renew(left)).toMatchObject(failed);
  });

  it("ends thirty days after it began, however often it is renewed", async () => {
    let cookie = await scene.cookie();
    for (let week = 0; week < 4; week++) {
      scene.clock.advance(7 * DAY_MS - MINUTE_MS);
      const answer = await scene.renew(cookie);
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
      const days = Math.min(7, (30 * DAY_MS - (week + 1) * (7 * DAY_MS - MINUTE_MS)) / DAY_MS);
      expect(answer.cookies[0]).toContain(`Max-Age=${Math.floor((days * DAY_MS) / 1000)};`);
    }
    scene.clock.advance(2 * DAY_MS + 4 * MINUTE_MS - 1);
    cookie = cookieOf(await scene.renew(cookie));
    scene.clock.advance(1);
    expect(await scene.renew(cookie)).toMatchObject(failed);
  });
});

describe("signing in from one address", () => {
  const tryFrom = (sourceIp: string, headers: Record<string, string> = {}) =>
    scene.trade("unknown", { sourceIp, headers });

  it("is tried ten times a minute, whatever the outcome; then 429 says when the next try passes", async () => {
    const sourceIp = "198.51.100.1";
    expect((await scene.trade(await scene.code(), { sourceIp })).status).toBe(200);
    for (let tried = 1; tried < 10; tried++) expect((await tryFrom(sourceIp)).status).toBe(401);
    scene.clock.advance(1_000);
    const code = await scene.code();
    const refused = await scene.trade(code, { sourceIp });
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMIT", retry_after_seconds: 59 } });
    expect(refused.headers["retry-after"]).toBe("59");
    expect((await tryFrom("198.51.100.2")).status).toBe(401);
    scene.clock.advance(59_000);
    expect((await scene.trade(code, { sourceIp })).status).toBe(200);
  });

  it("is counted for the address that the gateway sees, which no header of the client's changes", async () => {
    for (let tried = 0; tried < 10; tried++) {
      const forged = `203.0.113.${tried}`;
      const headers = { "x-viewer-address": forged, "x-forwarded-for": forged, forwarded: `for=${forged}` };
      expect((await tryFrom("198.51.100.3", headers)).status).toBe(401);
    }
    expect((await tryFrom("198.51.100.3", { "x-viewer-address": "203.0.113.99" })).status).toBe(429);
  });

  it("is counted for the network of an IPv6 address: one client has all of its addresses", async () => {
    for (let tried = 0; tried < 10; tried++) expect((await tryFrom(`2001:db8:1:2::${tried}`)).status).toBe(401);
    expect((await tryFrom("2001:DB8:1:2:ffff:0:0:1")).status).toBe(429);
    expect((await tryFrom("2001:db8:1:3::1")).status).toBe(401);
    expect((await tryFrom("::1")).status).toBe(401);
  });
});
