import { limits } from "@parley/contract/limits";
import { isActive } from "@parley/core/auth/membership";
import { type TokenClaims, verifyToken } from "@parley/core/auth/token";
import type { Base, WithWakes } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import * as Connection from "@parley/core/socket/connection";
import { prune } from "@parley/core/socket/slots";
import type { Frames } from "./frames.ts";

export type SocketEnvironment = Base & WithWakes & { frames: Frames };

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
    // Nobody waits for it: until it speaks, a connection costs one write and this message.
    await env.queue.send({ kind: "silence", connection_id }, limits.socket_silence);
    return { statusCode: 200 };
  }
  const claims = await claimsOf(env, /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
  if (!claims) {
    await Connection.open(env, connection_id, heartbeat, undefined);
    await env.worker.invoke({ kind: "refuse", connection_id, code: "AUTH_FAILED" });
    return { statusCode: 200 };
  }
  await admit(env, connection_id, heartbeat, claims);
  return { statusCode: 200 };
}

/** Opens a connection for a member where the token has a slot left; otherwise it is opened to be refused. */
export async function admit(
  env: SocketEnvironment,
  connectionId: string,
  heartbeat: boolean,
  claims: TokenClaims,
): Promise<void> {
  const open = () => Connection.open(env, connectionId, heartbeat, claims);
  const isOpen = (await open()) || ((await prune(env, claims.jti, env.frames)) && (await open()));
  await env.worker.invoke(
    isOpen
      ? { kind: "welcome", connection_id: connectionId }
      : { kind: "refuse", connection_id: connectionId, code: "WS_CONNECTION_CAP" },
  );
}

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
