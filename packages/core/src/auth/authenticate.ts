import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AuthenticationResult } from "@parley/contract/authentication";
import { iso } from "../clock.ts";
import type { Base } from "../context.ts";
import { fail } from "../failure.ts";
import { emailKey, type EmailRecord } from "../member/member.ts";
import { isEmail, normalizeEmail } from "../member/email.ts";
import { userKey } from "../member/user-key.ts";
import { spendKey } from "../organization/api-key.ts";
import { openSharedSecret, organizationKey, type OrganizationRecord } from "../organization/organization.ts";
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

/**
 * Exchanges an API key and a `user_key` for an access token (D9): INVALID_EMAIL, then RATE_LIMIT, then
 * AUTHENTICATION_FAILED for everything else, which does the same reads and the same HMAC whatever is wrong.
 */
export async function authenticate(
  ctx: Base,
  request: { api_key: string; email: string; user_key: string },
): Promise<AuthenticationResult> {
  const email = normalizeEmail(request.email);
  if (!isEmail(email)) fail("INVALID_EMAIL");
  const organizationId = await spendKey(ctx, request.api_key);
  const owner = organizationId ?? noOrganization;
  // Key by key these are an organization and an e-mail address.
  const [organization, address] = (await ctx.table.getMany([organizationKey(owner), emailKey(owner, email)])) as [
    OrganizationRecord | undefined,
    EmailRecord | undefined,
  ];
  const isSigned = isSame(request.user_key, userKey(secretOf(ctx, organization), email));
  if (!isSigned || !organization || !address?.active) return fail("AUTHENTICATION_FAILED");
  const { token, claims } = await issueToken(ctx, { organization_id: organization.id, member_id: address.member_id });
  return {
    token,
    member_id: claims.member_id,
    organization_id: claims.organization_id,
    expires_at: iso(claims.expires_at * 1000),
  };
}
