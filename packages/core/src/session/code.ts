import { limits } from "@parley/contract/limits";
import { type ExchangeRequest, prove } from "../auth/authenticate.ts";
import { requireSigning } from "../auth/token.ts";
import { iso } from "../environment/clock.ts";
import type { Actor, Base, OrganizationContext } from "../environment/context.ts";
import * as Organization from "../organization/organization.ts";
import { expr } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { hashOf, newSecret } from "./secret.ts";

/** A code that signs a member in to a page, once. Times of expiry are milliseconds since 1970. */
interface SessionCodeRecord extends Key, Actor {
  /** Unix seconds: what was proved before the shared secret was rotated is void. */
  proved_at: number;
  expires_at: number;
  ttl: number;
}

/** What a code stands for. */
export type ProvedMember = Pick<SessionCodeRecord, "organization_id" | "member_id" | "proved_at">;

const key = (code: string): Key => ({ pk: `SESSION_CODE#${hashOf(code)}`, sk: "SESSION_CODE" });

/** A code, and when it expires (RFC 3339). */
export interface SessionCode {
  code: string;
  expires_at: string;
}

/** Makes a code for a member; `from` is the unix second from which tokens may be issued to them. Only its SHA-256 is kept. */
async function issue(ctx: Base, actor: Actor, from: number): Promise<SessionCode> {
  await requireSigning(ctx);
  const code = newSecret();
  const now = ctx.clock.now();
  const expiresAt = now + limits.session_code_lifetime * 1000;
  const record: SessionCodeRecord = {
    ...key(code),
    organization_id: actor.organization_id,
    member_id: actor.member_id,
    proved_at: Math.max(Math.floor(now / 1000), from),
    expires_at: expiresAt,
    ttl: Math.ceil(expiresAt / 1000),
  };
  await ctx.table.put({ ...record });
  return { code, expires_at: iso(expiresAt) };
}

/**
 * Makes a code for a member who is proved as for a token (D56). It lives five minutes. Throws what `prove` throws, and
 * SIGNING_NOT_CONFIGURED: a code that no token can be had for is not given out.
 */
export async function create(ctx: Base, request: ExchangeRequest): Promise<SessionCode> {
  const { actor, from } = await prove(ctx, request);
  return issue(ctx, actor, from);
}

/** Makes a code for a member of the organization, whom the operator vouches for. Throws SIGNING_NOT_CONFIGURED. */
export async function createFor(ctx: OrganizationContext, memberId: string): Promise<SessionCode> {
  const organization = await Organization.get(ctx);
  return issue(ctx, { ...ctx.actor, member_id: memberId }, organization?.tokens_from ?? 0);
}

/** What a code stands for; undefined if it is unknown, used, or has expired. */
export async function find(ctx: Base, code: string): Promise<ProvedMember | undefined> {
  const record = await ctx.table.get<SessionCodeRecord>(key(code), { consistent: true });
  return record && record.expires_at > ctx.clock.now() ? record : undefined;
}

/** The write that uses a code up: refused if it was used since. */
export const useUpWrite = (code: string): Write => ({ remove: key(code), when: expr`attribute_exists(#pk)` });
