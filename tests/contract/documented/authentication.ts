import { userKey } from "@parley/core/member/user-key";
import type { Answer, Call } from "../../support/api.ts";
import type { Tenant } from "../../support/world/world.ts";
import { type Drive, type DrivesOf, type Kit, untilLimited } from "./kit.ts";

/** The drives of an exchange of an API key of the tenant and its member's `user_key`. */
const exchangesOf = ({ stage, request }: Kit, tenant: Tenant): Drive[] => {
  const { world, without } = stage;
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
};

/** A code for the member of an organization of its own, whose key has been asked for nothing. */
async function newCode({ stage: { world } }: Kit): Promise<string> {
  const tenant = await world.newTenant();
  const { email } = tenant.member;
  const body = { email, user_key: userKey(tenant.sharedSecret, email) };
  const { url } = (await world.call("POST /v1/session-codes", { headers: { "x-api-key": tenant.apiKey }, body })).body;
  return new URL(url).hash.replace("#code=", "");
}

/** An address that nobody has signed in from. */
let addresses = 0;
const newAddress = (): string => `192.0.2.${(addresses += 1)}`;

const newSession = async (kit: Kit): Promise<Answer> =>
  kit.stage.world.call("POST /v1/sessions", { body: { code: await newCode(kit) }, sourceIp: newAddress() });

/** The cookie as a browser sends it back. */
const cookieOf = ({ cookies: [cookie = ""] }: Answer): string => cookie.split(";")[0] ?? "";

const withCookie =
  (kit: Kit, call: Call = kit.stage.world.call): Drive["send"] =>
  async () =>
    call(kit.request, { headers: { cookie: cookieOf(await newSession(kit)) } });

export const authenticationDrives: Record<string, DrivesOf> = {
  "authentication.create": (kit) => exchangesOf(kit, kit.stage.tenant),
  // The key of another: what it is asked for is counted together with its exchanges.
  "session_code.create": (kit) => exchangesOf(kit, kit.stage.neighbour),
  "session.create": (kit) => [
    { send: () => newSession(kit) },
    { code: "AUTHENTICATION_FAILED", send: () => kit.stage.world.call(kit.request, { body: { code: "unknown" } }) },
    {
      code: "SIGNING_NOT_CONFIGURED",
      send: async () => kit.stage.without("signing")(kit.request, { body: { code: await newCode(kit) } }),
    },
    {
      code: "RATE_LIMIT",
      send: () => untilLimited(() => kit.stage.world.call(kit.request, { body: { code: "unknown" } })),
    },
  ],
  "session.renew": (kit) => [
    { send: withCookie(kit) },
    { code: "AUTHENTICATION_FAILED", send: () => kit.stage.world.call(kit.request) },
    { code: "SIGNING_NOT_CONFIGURED", send: withCookie(kit, kit.stage.without("signing")) },
  ],
  "session.remove": (kit) => [{ send: withCookie(kit) }, { send: () => kit.stage.world.call(kit.request) }],
};
