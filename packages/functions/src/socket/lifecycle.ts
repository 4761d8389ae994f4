import { limits } from "@parley/contract/limits";
import { activeMember } from "@parley/core/auth/membership";
import { type TokenClaims, verifyToken } from "@parley/core/auth/token";
import type { Base } from "@parley/core/context";
import { Failure } from "@parley/core/failure";
import * as Connection from "@parley/core/socket/connection";
import { holders, release } from "@parley/core/socket/slots";
import type { WorkerInvoker } from "@parley/core/turn/wake";
import type { Frames } from "./frames.ts";

export type SocketEnvironment = Base & { worker: WorkerInvoker; frames: Frames };

/** What the client said when it opened the connection. Header names are in lower case. */
export interface Opening {
  connection_id: string;
  authorization: string | undefined;
  query: Record<string, string | undefined>;
}

/**
 * Opens a connection (`$connect`). Answers 403 for a token in the address; every other refusal is accepted first, told
 * by a frame, and closed by the follow-up, because nothing can be said on a connection that is not open yet (D35).
 */
export async function connect(env: SocketEnvironment, opening: Opening): Promise<{ statusCode: number }> {
  const { connection_id, authorization, query } = opening;
  if (query["token"] !== undefined) return { statusCode: 403 };
  const heartbeat = query["heartbeat"] === "1";
  if (authorization === undefined) {
    await Connection.open(env, connection_id, heartbeat, undefined);
    await env.worker.invoke({ kind: "silence", connection_id });
    return { statusCode: 200 };
  }
  const claims = await claimsOf(env, /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
  if (!claims) {
    await Connection.open(env, connection_id, heartbeat, undefined);
    await env.worker.invoke({ kind: "refuse", connection_id, code: "AUTH_FAILED" });
    return { statusCode: 200 };
  }
  const isOpen =
    (await Connection.open(env, connection_id, heartbeat, claims)) ||
    ((await pruneGone(env, claims.jti)) && (await Connection.open(env, connection_id, heartbeat, claims)));
  await env.worker.invoke(
    isOpen ? { kind: "welcome", connection_id } : { kind: "refuse", connection_id, code: "WS_CONNECTION_CAP" },
  );
  return { statusCode: 200 };
}

/** The claims of a token whose member is active, or undefined. */
export async function claimsOf(env: Base, token: string): Promise<TokenClaims | undefined> {
  try {
    const claims = await verifyToken(env, token);
    await activeMember(env, claims);
    return claims;
  } catch (error) {
    if (error instanceof Failure && error.code === "INVALID_TOKEN") return undefined;
    throw error;
  }
}

/**
 * Frees the slots of connections that are gone without having said so. Answers true when there is room now: one that has
 * just said so may have made it.
 */
export async function pruneGone(env: SocketEnvironment, jti: string): Promise<boolean> {
  const connections = await holders(env, jti);
  const open = await Promise.all(connections.map((id) => env.frames.isOpen(id)));
  const gone = connections.filter((_, position) => !open[position]);
  await Promise.all(gone.map((id) => release(env, jti, id)));
  return gone.length > 0 || connections.length < limits.sockets_per_token;
}
