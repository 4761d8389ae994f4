import { isActive } from "@parley/core/auth/membership";
import { type TokenClaims, verifyToken } from "@parley/core/auth/token";
import type { Base } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import * as Connection from "@parley/core/socket/connection";
import { takeWithPruning } from "@parley/core/socket/slots";
import type { WithSockets } from "./environment.ts";
import type { Frame } from "./send-frames.ts";
import { refuse } from "./refusal.ts";

/** The claims of a token whose member is active, or undefined. */
export async function claimsOf(env: Base, token: string): Promise<TokenClaims | undefined> {
  try {
    const claims = await verifyToken(env, token);
    return (await isActive(env, claims)) ? claims : undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === "INVALID_TOKEN") return undefined;
    throw error;
  }
}

/** Gives a connection the identity of its first frame, or a newer token of the same member (D33). */
export async function authenticate(
  env: Base & WithSockets,
  connection: Connection.ConnectionRecord,
  token: string,
): Promise<Frame | undefined> {
  const { connection_id, identity } = connection;
  const claims = await claimsOf(env, token);
  const isSameMember =
    identity === undefined ||
    (claims?.member_id === identity.member_id && claims.organization_id === identity.organization_id);
  if (!claims || !isSameMember) return refuse(env, connection_id, "AUTH_FAILED");
  const attempt = () => Connection.authenticate(env, connection, claims);
  const outcome = await takeWithPruning(env, claims.jti, attempt, (made) => made === "no_slot");
  switch (outcome) {
    case "authenticated":
      return { event: "authenticated", data: { status: "ok" } };
    case "no_slot":
      return refuse(env, connection_id, "WS_CONNECTION_CAP");
    case "identity_changed": {
      // Judged again by whose connection it is now.
      const current = await Connection.find(env, connection_id);
      return current && authenticate(env, current, token);
    }
    default:
      return outcome satisfies never;
  }
}
