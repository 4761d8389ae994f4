import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AuthenticationResult } from "@parley/contract/authentication";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { emailKey, type EmailRecord } from "../member/member.ts";
import { isEmail, normalizeEmail } from "../member/email.ts";
import { noteSeen, type SeenMember } from "../member/last-seen.ts";
import { userKey } from "../member/user-key.ts";
import { credentialKey, type CredentialRecord, spendExchange } from "../organization/api-key.ts";
import { organizationKey, type OrganizationRecord } from "../organization/record.ts";
import { openSharedSecret } from "../organization/shared-secret.ts";
import { perTable, remember } from "../store/per-table.ts";
import { issueToken } from "./token.ts";

/** Stands in for what an unknown key or organization does not have, so that it costs the same work. */
const noOrganization = "00000000-0000-0000-0000-000000000000";
const noSecret = randomBytes(32).toString("base64url");

function secretOf(ctx: Base, organization: OrganizationRecord | undefined): string {
  if (!organization) return noSecret;
  try {
    return openSharedSecret(ctx, organization);
  } catch (cause) {
    // The encryption keys of the deployment are missing or malformed, or not the ones the secret was sealed with.
    return fail("SERVER_MISCONFIGURED", { cause });
  }
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

interface Found {
  credential: CredentialRecord | undefined;
  organization: OrganizationRecord | undefined;
  address: EmailRecord | undefined;
}

/** Whose key it is, as an environment has seen it: that never changes. */
const ownersOf = perTable(() => new Map<string, string>());
const KEYS_REMEMBERED = 1_000;

/**
 * What an exchange is about, in one call if the environment has seen the key before or the key does not exist: that takes as
 * long for an unknown key as for a known one. A good key costs an environment a second call once.
 */
async function find(ctx: Base, apiKey: string, email: string): Promise<Found> {
  const known = ownersOf(ctx);
  const guess = known.get(apiKey) ?? noOrganization;
  const first = await read(ctx, apiKey, email, guess);
  const owner = first.credential?.organization_id;
  if (owner === undefined || owner === guess) return first;
  remember(known, apiKey, owner, KEYS_REMEMBERED);
  return read(ctx, apiKey, email, owner);
}

async function read(ctx: Base, apiKey: string, email: string, owner: string): Promise<Found> {
  const keys = [credentialKey(apiKey), organizationKey(owner), emailKey(owner, email)];
  // In the order of the keys: an API key, an organization and an e-mail address.
  const [credential, organization, address] = (await ctx.table.getMany(keys)) as [
    CredentialRecord | undefined,
    OrganizationRecord | undefined,
    EmailRecord | undefined,
  ];
  return { credential, organization, address };
}

/** What an exchange is asked with. */
export interface ExchangeRequest {
  api_key: string;
  email: string;
  user_key: string;
}

/** A member who was proved, and the unix second from which tokens may be issued to them. */
export interface Proof extends SeenMember {
  from: number;
}

/**
 * Proves a member by an API key and a `user_key` (D9). Throws INVALID_EMAIL, then RATE_LIMIT, then AUTHENTICATION_FAILED for
 * everything else, with the same reads, the same HMAC and the same write whatever is wrong. A key has 60 right exchanges a
 * minute and 60 wrong ones.
 */
export async function prove(ctx: Base, request: ExchangeRequest): Promise<Proof> {
  const email = normalizeEmail(request.email);
  if (!isEmail(email)) fail("INVALID_EMAIL");
  const { credential, organization, address } = await find(ctx, request.api_key, email);
  const isSigned = isSame(request.user_key, userKey(secretOf(ctx, organization), email));
  const isKnown = credential !== undefined && credential.revoked_at === undefined;
  const isRight = isKnown && isSigned && organization !== undefined && address?.active === true;
  await spendExchange(ctx, request.api_key, isRight ? "right" : isKnown ? "wrong" : "unknown");
  if (!isRight) return fail("AUTHENTICATION_FAILED");
  const actor = { organization_id: organization.id, member_id: address.member_id };
  return { actor, email, last_seen_at: address.last_seen_at, from: organization.tokens_from ?? 0 };
}

/** An access token for a member who was proved, as clients get it, and who has thus been seen. Throws SIGNING_NOT_CONFIGURED. */
export async function authenticated(ctx: Base, proof: Proof): Promise<AuthenticationResult> {
  const { token, claims } = await issueToken(ctx, proof.actor, proof.from);
  await noteSeen(ctx, proof);
  return {
    token,
    member_id: claims.member_id,
    organization_id: claims.organization_id,
    expires_at: iso(claims.expires_at * 1000),
  };
}

/** Exchanges an API key and a `user_key` for an access token. Throws what `prove` throws, and SIGNING_NOT_CONFIGURED. */
export const authenticate = async (ctx: Base, request: ExchangeRequest): Promise<AuthenticationResult> =>
  authenticated(ctx, await prove(ctx, request));
