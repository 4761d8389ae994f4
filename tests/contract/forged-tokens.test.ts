import { createHmac, createPublicKey, randomInt } from "node:crypto";
import { issueToken } from "@parley/core/auth/token";
import { newSigningKeys, parseKeys } from "@parley/core/environment/secrets";
import { roomToken } from "@parley/core/voice/room-token";
import { memories } from "@parley/functions/http/memories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, api, type Call } from "../support/api.ts";
import { standingClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { attackersKey, forge, type Forgery } from "../support/tokens.ts";
import { timesOf } from "../support/sampled.ts";

const signingKeys = newSigningKeys();
const [key] = parseKeys(signingKeys);
const clock = standingClock();
const seconds = Math.floor(clock.now() / 1000);
let table: TestTable;
let tenant: Tenant;
let call: Call;
let good: string;

beforeAll(async () => {
  table = await startTable();
  const base = baseFor(table, { clock, signingKeys });
  tenant = await createTenant(base);
  call = api(base, memories);
  good = (await issueToken(base, tenant.member.ctx.actor)).token;
});
afterAll(() => table.stop());

const ask = (token: string): Promise<Answer> => call("GET /v1/user-memories", { token });
const forged = (forgery: Forgery) => ask(forge(key, tenant.member.ctx.actor, clock.now(), forgery));
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = (more: Record<string, unknown> = {}) => ({
  sub: tenant.member.id,
  org: tenant.id,
  jti: "f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
  iat: seconds,
  exp: seconds + 60,
  iss: "parley",
  aud: "parley",
  ...more,
});
/** A token whose parts are put together by hand. */
const made = (header: unknown, payload: unknown, secret: Buffer | string): string => {
  const signed = `${typeof header === "string" ? header : encode(header)}.${typeof payload === "string" ? payload : encode(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

/** Every refusal looks the same: status, body and headers, but for the request's own id. */
const shown = ({ status, text, headers: { "x-request-id": _id, ...headers } }: Answer) => ({ status, text, headers });
const refusal = {
  status: 401,
  text: '{"detail":"Invalid or expired token","code":"INVALID_TOKEN"}',
  headers: {
    "cache-control": "no-store",
    "content-type": "application/json",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
  },
};

describe("tokens that the service did not issue (R10)", () => {
  it("a good one is accepted, and so are the hand-made ones below without what is wrong with them", async () => {
    const secret = Buffer.from(key.secret, "base64url");
    expect((await ask(good)).status).toBe(200);
    expect((await forged({})).status).toBe(200);
    expect((await ask(made({ alg: "HS256", typ: "JWT", kid: key.kid }, claims(), secret))).status).toBe(200);
  });

  it("are refused at the second of their exp, and let in one second before", async () => {
    expect((await forged({ claims: { exp: seconds + 1 } })).status).toBe(200);
    for (const exp of [seconds, seconds - 1, 0, -1, String(seconds + 60), null, seconds + 1 - 1e-9 - 1]) {
      expect(shown(await forged({ claims: { exp } })), String(exp)).toEqual(refusal);
    }
  });

  it("are refused whatever algorithm their header names", async () => {
    for (const alg of [
      "none",
      "None",
      "NONE",
      "nOnE",
      "",
      "hs256",
      "HS384",
      "HS512",
      "RS256",
      "ES256",
      "EdDSA",
      "PS256",
      "dir",
      null,
      256,
      ["HS256"],
    ]) {
      expect(shown(await forged({ header: { alg } })), String(alg)).toEqual(refusal);
    }
    const [header, payload] = good.split(".");
    for (const unsigned of [
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${encode({ alg: "none" })}.${payload}.`,
      `${header}..`,
      "..",
      "a.b.c",
    ]) {
      expect(shown(await ask(unsigned)), unsigned).toEqual(refusal);
    }
  });

  it("are refused when they bring a key of their own, or name one that the deployment does not have", async () => {
    const jwk = { kty: "oct", k: Buffer.from("a key of an attacker's, long enough!").toString("base64url") };
    const own = Buffer.from(jwk.k, "base64url");
    const pem = createPublicKey(attackersKey()).export({ type: "spki", format: "pem" });
    const headers: [Record<string, unknown>, Buffer | string][] = [
      [{ kid: key.kid, jwk }, own],
      [{ jwk }, own],
      [{ kid: key.kid, jku: "https://evil.example/keys" }, own],
      [{ kid: key.kid, x5u: "https://evil.example/cert" }, own],
      [{ kid: key.kid, x5c: ["MIIB"] }, own],
      // The usual confusion: what is public is used as the secret.
      [{ kid: key.kid }, pem],
      [{ kid: key.kid }, key.kid],
      [{ kid: key.kid }, ""],
      // The secret as text instead of what it encodes.
      [{ kid: key.kid }, key.secret],
      ...[
        "",
        "unknown",
        "../../dev/null",
        `${key.kid}\0`,
        "__proto__",
        "constructor",
        "' OR 1=1 --",
        "x".repeat(10_000),
      ].map((kid): [Record<string, unknown>, Buffer | string] => [{ kid }, Buffer.from(key.secret, "base64url")]),
      [{ kid: [key.kid] }, Buffer.from(key.secret, "base64url")],
      [{ kid: null }, Buffer.from(key.secret, "base64url")],
      [{ kid: key.kid, crit: ["exp"] }, Buffer.from(key.secret, "base64url")],
      [{ kid: key.kid, b64: false, crit: ["b64"] }, Buffer.from(key.secret, "base64url")],
    ];
    for (const [header, secret] of headers) {
      expect(
        shown(await ask(made({ alg: "HS256", ...header }, claims(), secret))),
        JSON.stringify(header).slice(0, 200),
      ).toEqual(refusal);
    }
  });

  it("are refused for another issuer or audience, and for claims that are not ids", async () => {
    const wrong = [
      { iss: "parley " },
      { iss: ["parley"] },
      { iss: undefined },
      { aud: "parley2" },
      { aud: ["other"] },
      { aud: undefined },
      { aud: "" },
      { sub: "" },
      { sub: "../x" },
      { sub: { $ne: null } },
      { org: [tenant.id] },
      { org: `${tenant.id}#MEMBER#${tenant.member.id}` },
      { jti: "" },
      { jti: 1 },
      { iat: "now" },
      { iat: undefined },
      { nbf: seconds + 1 },
      { nbf: "x" },
    ];
    for (const claim of wrong) expect(shown(await forged({ claims: claim })), JSON.stringify(claim)).toEqual(refusal);
    const secret = Buffer.from(key.secret, "base64url");
    for (const payload of ["null", "[]", "1", '"x"', "{", ""].map((text) => Buffer.from(text).toString("base64url"))) {
      expect(shown(await ask(made({ alg: "HS256", kid: key.kid }, payload, secret))), payload).toEqual(refusal);
    }
  });

  it("are refused when they are another service's: a media room's token opens nothing here", async () => {
    const token = await roomToken({
      apiKey: "parley",
      apiSecret: key.secret,
      room: "room",
      identity: tenant.member.id,
      name: "x",
      agentName: undefined,
      briefing: {
        organization_id: tenant.id,
        member_id: tenant.member.id,
        chat_id: "",
        integration_id: "",
        trace_id: "",
      },
      issuedAt: seconds,
    });
    expect(shown(await ask(token))).toEqual(refusal);
  });

  it("good ones with a byte changed, taken out or put in are all refused, and all alike", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/~!é";
    const answers = new Set<string>();
    for (let round = 0; round < timesOf(10_000); round++) {
      const at = randomInt(good.length);
      const character = alphabet[randomInt(alphabet.length)] ?? "";
      const changed =
        good.slice(0, at) + (round % 3 === 1 ? "" : character) + good.slice(round % 3 === 2 ? at : at + 1);
      if (changed !== good) answers.add(JSON.stringify(shown(await ask(changed))));
    }
    // Every spelling of the last character, which carries two bits that decoders drop.
    for (const character of alphabet) {
      const changed = good.slice(0, -1) + character;
      if (changed !== good) answers.add(JSON.stringify(shown(await ask(changed))));
    }
    expect([...answers].map((answer): unknown => JSON.parse(answer))).toEqual([refusal]);
    expect((await ask(good)).status).toBe(200);
  }, 60_000);
});
