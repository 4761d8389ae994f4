import { limits } from "@parley/contract/limits";
import { isActive } from "@parley/core/auth/membership";
import type { Actor, Base, MemberContext } from "@parley/core/environment/context";
import * as Connection from "@parley/core/socket/connection";
import type { SocketEnvironment } from "./environment.ts";
import type { Received } from "./parse-frame.ts";
import type { RefusalCode } from "./refusal.ts";

/** A connection that an earlier frame may just be authenticating is read again after these waits. */
const AUTHENTICATION_WAITS_MS = [100, 200, 400];

/** A connection with the identity of a member. */
export type Connected = Connection.ConnectionRecord & { identity: Connection.ConnectionIdentity };

/** The environment of this process, and the member whose connection it is. */
export type ConnectedContext = MemberContext & SocketEnvironment;

export const isConnected = (connection: Connection.ConnectionRecord): connection is Connected =>
  connection.identity !== undefined;

/** The member whose connection it is, by the token that it has. */
export const actorOf = ({ organization_id, member_id, expires_at }: Connection.ConnectionIdentity): Actor => ({
  organization_id,
  member_id,
  issued_at: expires_at - limits.token_lifetime,
});

/** Why an identity is no longer valid, or undefined if it is. */
export async function faultOf(env: Base, identity: Connection.ConnectionIdentity): Promise<RefusalCode | undefined> {
  if (identity.expires_at * 1000 <= env.clock.now()) return "AUTH_EXPIRED";
  return (await isActive(env, identity)) ? undefined : "AUTH_FAILED";
}

/** The connection; one without an identity is given a moment, because frames of one connection may run side by side. */
export async function connectionOf(env: SocketEnvironment, id: string, frame: Received) {
  let connection = await Connection.find(env, id);
  if (frame.action === "authenticate") return connection;
  for (const wait of AUTHENTICATION_WAITS_MS) {
    if (!connection || connection.identity) break;
    await env.clock.sleep(wait);
    connection = await Connection.find(env, id);
  }
  return connection;
}
