import { randomBytes } from "node:crypto";
import type { AuthenticationResult } from "@parley/contract/authentication";
import { limits } from "@parley/contract/limits";
import { authenticated, type Proof } from "../auth/authenticate.ts";
import { memberForToken } from "../auth/membership.ts";
import type { Actor, Base } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import type { MemberRecord } from "../member/member.ts";
import { assignments, expr } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";
import { spend } from "../throttle/spend.ts";
import * as Code from "./code.ts";
import { hashOf, newSecret, secretAfter } from "./secret.ts";

/**
 * A page's session (D56). Its cookie is `<id>.<secret>`; each renewal replaces the secret, so that of two who hold a cookie
 * one comes with an old secret, and the session ends.
 */
interface SessionRecord extends Key, Actor {
  /** The SHA-256 of the secret that the next renewal must come with. */
  secret_hash: string;
  /** Unix seconds: a session that was begun before the shared secret was rotated has ended. */
  proved_at: number;
  /** Milliseconds since 1970: when it ends however often it is renewed, and when unless it is. */
  ends_at: number;
  expires_at: number;
  ttl: number;
}

/** An access token, and the cookie that gets the next one: its value and for how many seconds it may be kept. */
export interface SignedIn {
  result: AuthenticationResult;
  cookie: { value: string; max_age: number };
}

const SESSION_ID_BYTES = 16;
const cookiePattern = /^([\w-]{22})\.([\w-]{43})$/;

const key = (id: string): Key => ({ pk: `SESSION#${id}`, sk: "SESSION" });

function parseCookie(cookie: string | undefined): { id: string; secret: string } | undefined {
  const [, id, secret] = cookiePattern.exec(cookie ?? "") ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** When a session that is used now ends unless it is renewed. */
function untilIdle(now: number, endsAt: number): Pick<SessionRecord, "expires_at" | "ttl"> {
  const expiresAt = Math.min(now + limits.session_idle_lifetime * 1000, endsAt);
  return { expires_at: expiresAt, ttl: Math.ceil(expiresAt / 1000) };
}

const cookieOf = (id: string, secret: string, expiresAt: number, now: number): SignedIn["cookie"] => ({
  value: `${id}.${secret}`,
  max_age: Math.floor((expiresAt - now) / 1000),
});

/** The proof that a code or a session stands for. */
const proofOf = (proved: Code.ProvedMember, { email, last_seen_at }: MemberRecord): Proof => ({
  actor: { organization_id: proved.organization_id, member_id: proved.member_id },
  from: proved.proved_at,
  email,
  last_seen_at,
});

/**
 * Begins a session with a code, which is used up in the same transaction: of two at once one wins. `address` is whom the
 * attempts of a minute are counted for. Throws RATE_LIMIT, then AUTHENTICATION_FAILED, and SIGNING_NOT_CONFIGURED.
 */
export async function create(ctx: Base, { code, address }: { code: string; address: string }): Promise<SignedIn> {
  await spend(ctx, "session", address);
  const proved = await Code.find(ctx, code);
  const member = proved && (await memberForToken(ctx, proved, proved.proved_at));
  if (!member) return fail("AUTHENTICATION_FAILED");
  const { organization_id, member_id, proved_at } = proved;
  const result = await authenticated(ctx, proofOf(proved, member));
  const [id, secret] = [randomBytes(SESSION_ID_BYTES).toString("base64url"), newSecret()];
  const now = ctx.clock.now();
  const endsAt = now + limits.session_lifetime * 1000;
  const session: SessionRecord = {
    ...key(id),
    organization_id,
    member_id,
    proved_at,
    secret_hash: hashOf(secret),
    ends_at: endsAt,
    ...untilIdle(now, endsAt),
  };
  const begun = await ctx.table.transact([Code.useUpWrite(code), { put: { ...session } }]);
  if (!begun.done) return fail("AUTHENTICATION_FAILED");
  return { result, cookie: cookieOf(id, secret, session.expires_at, now) };
}

/** Who renews: the cookie, and the name of the attempt if it may have been made before. */
export interface Renewal {
  cookie: string | undefined;
  attempt?: string | undefined;
}

/**
 * A new token for the session of a cookie, and the cookie that takes its place. A cookie that was replaced before ends the
 * session, and so does a member who may no longer come in. Of two renewals at once, both with the cookie of the moment, one
 * wins; the other fails and ends nothing, for its cookie was not an old one. A page whose answer was lost makes the same
 * attempt again and gets the same cookie: it is told from a thief by the attempt's name, which is not in the cookie. Throws
 * AUTHENTICATION_FAILED and SIGNING_NOT_CONFIGURED.
 */
export async function renew(ctx: Base, { cookie, attempt }: Renewal): Promise<SignedIn> {
  const held = parseCookie(cookie);
  const session = held && (await ctx.table.get<SessionRecord>(key(held.id), { consistent: true }));
  if (!session || session.expires_at <= ctx.clock.now()) return fail("AUTHENTICATION_FAILED");
  const secret = attempt === undefined ? newSecret() : secretAfter(held.secret, attempt);
  const isCurrent = hashOf(held.secret) === session.secret_hash;
  const isRepeated = hashOf(secret) === session.secret_hash;
  const member = isCurrent || isRepeated ? await memberForToken(ctx, session, session.proved_at) : undefined;
  if (!member) {
    await ctx.table.remove(key(held.id));
    return fail("AUTHENTICATION_FAILED");
  }
  const result = await authenticated(ctx, proofOf(session, member));
  const now = ctx.clock.now();
  if (isRepeated) return { result, cookie: cookieOf(held.id, secret, session.expires_at, now) };
  const idle = untilIdle(now, session.ends_at);
  const rotated = await ctx.table.update<SessionRecord>(
    key(held.id),
    expr`SET ${assignments({ secret_hash: hashOf(secret), ...idle })}`,
    expr`#secret_hash = ${session.secret_hash}`,
  );
  // Refused by its own secret it was done before: the answer to the first attempt at it was lost.
  if (!rotated.done && rotated.item?.secret_hash !== hashOf(secret)) return fail("AUTHENTICATION_FAILED");
  return { result, cookie: cookieOf(held.id, secret, idle.expires_at, now) };
}

/** Ends the session of a cookie, an old one too; does nothing where there is none. */
export async function remove(ctx: Base, cookie: string | undefined): Promise<void> {
  const held = parseCookie(cookie);
  if (held) await ctx.table.remove(key(held.id));
}
