import type { CommonErrorCode } from "@parley/contract/errors";
import type { Operation } from "@parley/contract/operation";
import { activeMember } from "@parley/core/auth/membership";
import { type TokenClaims, verifyToken } from "@parley/core/auth/token";
import type { Actor, Base } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import type { MemberRecord } from "@parley/core/member/member";
import { bearerToken } from "../api-gateway/bearer.ts";
import type { HttpRequest } from "./http-message.ts";
import { isCrossSite } from "./public-address.ts";

/** D12: one route has its own words for a missing header. */
const missingHeader: Partial<Record<string, CommonErrorCode>> = { "voice_session.create": "AUTHENTICATION_REQUIRED" };

const noClaims: TokenClaims = { member_id: "", organization_id: "", jti: "", issued_at: 0, expires_at: 0 };

export interface Caller {
  token: TokenClaims;
  actor: Actor;
  /** The caller's record, once it is known to be active and to have the role the operation asks for. */
  member: Promise<MemberRecord>;
}

/** The caller of an operation that takes no token. Nothing reads `member` there; it never settles. */
const anyone: Caller = { token: noClaims, actor: noClaims, member: new Promise<never>(() => undefined) };

async function admitted(ctx: Base, token: TokenClaims, operation: Operation): Promise<MemberRecord> {
  const member = await activeMember(ctx, token);
  if (operation.access === "admin" && member.role !== "admin") fail("ADMIN_REQUIRED");
  return member;
}

/**
 * The caller. The token is checked now (401), and so is where a page comes from that has none (403); whether a token's member
 * is active and may do this is `member`, started here.
 * Throws `Failure`.
 */
export async function callerOf(ctx: Base, request: HttpRequest, operation: Operation): Promise<Caller> {
  if (operation.access === "public" || operation.access === "api_key") return anyone;
  if (operation.access === "code" || operation.access === "session") {
    if (isCrossSite(request, ctx.settings)) fail("CROSS_SITE_REQUEST");
    return anyone;
  }
  const header = request.headers.get("authorization");
  if (header === null) fail(missingHeader[operation.id] ?? "MISSING_AUTHORIZATION");
  const bearer = bearerToken(header);
  if (bearer === undefined) fail("INVALID_TOKEN");
  const token = await verifyToken(ctx, bearer);
  const { organization_id, member_id, issued_at } = token;
  const actor = { organization_id, member_id, issued_at };
  const member = admitted(ctx, token, operation);
  // The refusal is seen where it is awaited; a handler that fails first must not make it an unhandled one.
  member.catch(() => undefined);
  return { token, actor, member };
}
