import { userKey } from "@parley/core/member/user-key";
import type { Call } from "../../support/api.ts";
import { type DrivesOf, untilLimited } from "./kit.ts";

export const authenticationDrives: Record<string, DrivesOf> = {
  "authentication.create": ({ stage, request }) => {
    const { world, tenant, without } = stage;
    const key = { "x-api-key": tenant.apiKey };
    const who = { email: tenant.member.email, user_key: userKey(tenant.sharedSecret, tenant.member.email) };
    const exchange = (headers: Record<string, string>, body: unknown, call: Call = world.call) =>
      call(request, { headers, body });
    return [
      { send: () => exchange(key, who) },
      { code: "INVALID_EMAIL", send: () => exchange(key, { ...who, email: "nobody" }) },
      { code: "AUTHENTICATION_FAILED", send: () => exchange({ "x-api-key": "none" }, who) },
      { code: "SIGNING_NOT_CONFIGURED", send: () => exchange(key, who, without("signing")) },
      { code: "SERVER_MISCONFIGURED", send: () => exchange(key, who, without("encryption")) },
      { code: "RATE_LIMIT", send: () => untilLimited(() => exchange(key, who)) },
      { send: () => exchange(key, {}) },
    ];
  },
};
