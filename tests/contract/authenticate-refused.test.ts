import type { Base } from "@parley/core/environment/context";
import * as ApiKey from "@parley/core/organization/api-key";
import { auth } from "@parley/functions/http/auth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, type Call } from "../support/api.ts";
import { standingClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { failed, sign } from "./exchange.ts";

let table: TestTable;
let tenant: Tenant;
let call: Call;
const clock = standingClock();
let base: Base;

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { clock });
  call = api(base, auth);
});
afterAll(() => table.stop());
beforeEach(async () => {
  tenant = await createTenant(base);
});

const credentials = (email = tenant.member.email) => ({ email, user_key: sign(tenant.sharedSecret, email) });
const post = (body: unknown, key = tenant.apiKey) =>
  call("POST /v1/authenticate", { body, headers: { "x-api-key": key } });

describe("POST /v1/authenticate refuses what cannot be an exchange, or is one too many:", () => {
  describe("422", () => {
    const valid = "a".repeat(43);
    it.each([
      ["no body", undefined, [{ type: "missing", loc: ["body"], msg: "Field required" }]],
      [
        "an empty body",
        {},
        [
          { type: "missing", loc: ["body", "email"] },
          { type: "missing", loc: ["body", "user_key"] },
        ],
      ],
      ["a list", [], [{ type: "dict_type", loc: ["body"] }]],
      ["a text", "x", [{ type: "dict_type", loc: ["body"] }]],
      ["null", null, [{ type: "missing", loc: ["body"] }]],
      [
        "an e-mail address that is not a string",
        { email: 7, user_key: valid },
        [{ type: "string_type", loc: ["body", "email"] }],
      ],
      [
        "null for a required field",
        { email: null, user_key: valid },
        [{ type: "string_type", loc: ["body", "email"] }],
      ],
      ["no user_key", { email: "a@example.com" }, [{ type: "missing", loc: ["body", "user_key"] }]],
      [
        "a user_key off its pattern",
        { email: "a@example.com", user_key: "short" },
        [
          {
            type: "string_pattern_mismatch",
            loc: ["body", "user_key"],
            msg: "String should match pattern '^[A-Za-z0-9_-]{43}$'",
            ctx: { pattern: "^[A-Za-z0-9_-]{43}$" },
          },
        ],
      ],
      ["44 characters", { email: "a@example.com", user_key: `${valid}a` }, [{ type: "string_pattern_mismatch" }]],
      [
        "a line break at the end",
        { email: "a@example.com", user_key: `${valid}\n` },
        [{ type: "string_pattern_mismatch" }],
      ],
    ])("for %s", async (_name, body, problems) => {
      const answer = await post(body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject(problems);
      expect(answer.body.detail).toHaveLength(problems.length);
    });

    it("for text that is not JSON", async () => {
      const answer = await call("POST /v1/authenticate", {
        text: '{"email": "secret@example.com"',
        headers: { "x-api-key": tenant.apiKey },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ type: "json_invalid", msg: "JSON decode error" }]);
      expect(answer.body.detail[0].loc[0]).toBe("body");
      expect(answer.text).not.toContain("secret");
    });

    it("comes before 400 and 401", async () => {
      const answer = await call("POST /v1/authenticate", { body: { email: "no address", user_key: "short" } });
      expect(answer.status).toBe(422);
    });
  });

  describe("400 Invalid email format", () => {
    const long = `${"a".repeat(309)}@example.com`;
    it.each([
      "",
      "no address",
      "a@b",
      "@example.com",
      "a@",
      "a@@example.com",
      "a@b@example.com",
      "a b@example.com",
      "a@exam ple.com",
      "a@example..com",
      "a@.com",
      "a@example.com.",
      ".a@example.com",
      "a..b@example.com",
      "a@-example.com",
      "a@example.com\u0000",
      long,
    ])("for %j", async (email) => {
      const answer = await post({ ...credentials(), email });
      expect(answer).toMatchObject({ status: 400, body: { detail: "Invalid email format" } });
    });

    it("not for 320 characters after normalizing", async () => {
      expect(long.length).toBe(321);
      expect(await post({ ...credentials(), email: `   ${long.slice(1)}   ` })).toMatchObject(failed);
    });

    it("comes before 401 and does not spend the key's budget", async () => {
      for (let round = 0; round < 70; round++) {
        expect((await post({ ...credentials(), email: "no address" })).status).toBe(400);
      }
      expect((await post(credentials())).status).toBe(200);
      expect((await call("POST /v1/authenticate", { body: { ...credentials(), email: "no address" } })).status).toBe(
        400,
      );
    });
  });

  describe("429", () => {
    it("refuses the 61st request of a key in a minute, and says when the next will pass", async () => {
      for (let round = 0; round < 60; round++) {
        expect((await post(credentials())).status).toBe(200);
        clock.advance(500);
      }
      const refused = await post(credentials());
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({ code: "RATE_LIMIT", retry_after_seconds: 30 });
      expect(refused.headers["retry-after"]).toBe("30");
      const { key } = await ApiKey.create(tenant.ctx, "another key has a budget of its own");
      expect((await post(credentials(), key)).status).toBe(200);
      clock.advance(29_999);
      expect((await post(credentials())).status).toBe(429);
      clock.advance(1);
      expect((await post(credentials())).status).toBe(200);
      expect((await post(credentials())).status).toBe(429);
    });

    it("counts wrong exchanges apart: sixty of them lock no member out, and the 61st learns nothing", async () => {
      const wrong = { ...credentials(), user_key: "a".repeat(43) };
      const wrongs = [wrong, credentials("nobody@example.com")];
      for (let round = 0; round < 60; round++) expect(await post(wrongs[round % 2])).toMatchObject(failed);
      expect(await post(wrong)).toMatchObject({ status: 429, body: { code: "RATE_LIMIT", retry_after_seconds: 60 } });
      expect((await post(credentials("nobody@example.com"))).status).toBe(429);
      expect((await post(credentials())).status).toBe(200);
      expect(await post(credentials(), "pk_unknown")).toMatchObject(failed);
      const { key } = await ApiKey.create(tenant.ctx, "another key has wrong exchanges of its own");
      expect(await post(wrong, key)).toMatchObject(failed);
      clock.advance(60_000);
      expect(await post(wrong)).toMatchObject(failed);
    });

    it("never lets more than 60 of 200 concurrent requests pass", async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => post(credentials())));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
    });
  });
});
