import type { TokenClaims } from "@parley/core/auth/token";
import * as Connection from "@parley/core/socket/connection";
import { takeWithPruning } from "@parley/core/socket/slots";
import { bearerToken } from "../api-gateway/bearer.ts";
import { claimsOf } from "./authenticate.ts";
import type { SocketEnvironment } from "./environment.ts";
import { wantsHeartbeat } from "./heartbeat.ts";
import { startAuthenticationDeadline } from "./authentication-deadline.ts";

/** What the client said when it opened the connection. Header names are in lower case. */
export interface Opening {
  connection_id: string;
  authorization: string | undefined;
  query: Record<string, string | undefined>;
}

/**
 * Opens a connection (`$connect`). Returns 403 for a token in the address; every other refused connection is accepted first, told
 * by a frame, and closed by the follow-up, because nothing can be sent on a connection that is not open yet (D35).
 */
export async function connect(env: SocketEnvironment, opening: Opening): Promise<{ statusCode: number }> {
  const { connection_id, authorization, query } = opening;
  if (query["token"] !== undefined) return { statusCode: 403 };
  const heartbeat = wantsHeartbeat(query);
  if (authorization === undefined) {
    await Connection.open(env, connection_id, heartbeat, undefined);
    await startAuthenticationDeadline(env, connection_id);
    return { statusCode: 200 };
  }
  const token = bearerToken(authorization);
  const claims = token === undefined ? undefined : await claimsOf(env, token);
  if (!claims) {
    await Connection.open(env, connection_id, heartbeat, undefined);
    await env.worker.invoke({ kind: "refuse", connection_id, code: "AUTH_FAILED" });
    return { statusCode: 200 };
  }
  await admit(env, connection_id, heartbeat, claims);
  return { statusCode: 200 };
}

/** Opens a connection for a member if the token has a slot left; otherwise it is opened to be refused. */
export async function admit(
  env: SocketEnvironment,
  connectionId: string,
  heartbeat: boolean,
  claims: TokenClaims,
): Promise<void> {
  const open = () => Connection.open(env, connectionId, heartbeat, claims);
  const isOpen = await takeWithPruning(env, claims.jti, open, (hasSlot) => !hasSlot);
  await env.worker.invoke(
    isOpen
      ? { kind: "welcome", connection_id: connectionId }
      : { kind: "refuse", connection_id: connectionId, code: "WS_CONNECTION_CAP" },
  );
}
