import type { Base } from "@parley/core/environment/context";
import { auth } from "@parley/functions/http/auth";
import { sessions } from "@parley/functions/http/sessions";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Answer, api, type Call, type CallOptions } from "../support/api.ts";
import { standingClock } from "../support/clock.ts";
import { baseFor, type EnvironmentOptions } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { sign } from "./exchange.ts";

/** A cookie as a browser sends it back. */
export const cookieOf = ({ cookies: [cookie = ""] }: Answer): string => cookie.split(";")[0] ?? "";

export interface SigningIn {
  clock: ReturnType<typeof standingClock>;
  table: TestTable;
  base: Base;
  /** An organization of the test's own. */
  tenant: Tenant;
  call: Call;
  /** A new code for the tenant's member. */
  code(): Promise<string>;
  /** Trades a code from an address of its own. */
  trade(code: string, options?: CallOptions): Promise<Answer>;
  /** A new session's cookie. */
  cookie(): Promise<string>;
  renew(cookie: string, attempt?: string): Promise<Answer>;
}

/** What tests of the sign-in of pages share: a table, time that stands still, and an organization for each test. */
export function useSigningIn(options: EnvironmentOptions = {}): SigningIn {
  const clock = standingClock();
  let addresses = 0;
  const scene = {
    clock,
    async code() {
      const { email } = scene.tenant.member;
      const body = { email, user_key: sign(scene.tenant.sharedSecret, email) };
      const answer = await scene.call("POST /v1/session-codes", {
        headers: { "x-api-key": scene.tenant.apiKey },
        body,
      });
      return new URL(answer.body.url).hash.replace("#code=", "");
    },
    trade: (code: string, more: CallOptions = {}) =>
      scene.call("POST /v1/sessions", { body: { code }, sourceIp: `192.0.2.${(addresses += 1)}`, ...more }),
    cookie: async () => cookieOf(await scene.trade(await scene.code())),
    renew: (cookie: string, attempt?: string) =>
      scene.call("POST /v1/sessions/renew", {
        headers: { cookie, ...(attempt !== undefined && { "idempotency-key": attempt }) },
      }),
  } as SigningIn; // the rest is there before the first test

  beforeAll(async () => {
    scene.table = await startTable();
    scene.base = baseFor(scene.table, { clock, ...options });
    scene.call = api(scene.base, [...auth, ...sessions]);
  });
  afterAll(() => scene.table.stop());
  beforeEach(async () => {
    scene.tenant = await createTenant(scene.base);
  });
  return scene;
}
