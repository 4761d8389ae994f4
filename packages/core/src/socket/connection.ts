import { limits } from "@parley/contract/limits";
import type { TokenClaims } from "../auth/token.ts";
import type { Actor, Base } from "../context.ts";
import { assignments, expr } from "../expression.ts";
import type { Item, Key, Write } from "../table.ts";
import { release, take } from "./slots.ts";

/** An open WebSocket connection. Without an identity it waits for its first frame. */
export interface ConnectionRecord extends Item {
  connection_id: string;
  opened_at: number;
  /** True when the client asked for `heartbeat` events. */
  heartbeat: boolean;
  identity?: ConnectionIdentity;
  /** The turn that this connection started last: what `interrupt` cancels. */
  active?: { chat_id: string; turn_id: string };
  ttl: number;
}

/** Who the connection speaks for, until its token runs out (unix seconds). */
export interface ConnectionIdentity extends Actor {
  jti: string;
  expires_at: number;
}

const key = (connectionId: string): Key => ({ pk: `SOCKET#${connectionId}`, sk: "SOCKET" });

const identityOf = ({ organization_id, member_id, jti, expires_at }: TokenClaims): ConnectionIdentity => ({
  organization_id,
  member_id,
  jti,
  expires_at,
});

/**
 * Keeps a connection that was just opened; with the claims of its token where it came with one. Answers false when the
 * token's connections are all in use; the connection is then kept without an identity, until it is closed.
 */
export async function open(
  ctx: Base,
  connectionId: string,
  heartbeat: boolean,
  claims: TokenClaims | undefined,
): Promise<boolean> {
  const now = ctx.clock.now();
  const hasSlot = claims === undefined || (await take(ctx, claims.jti, connectionId));
  const record: ConnectionRecord = {
    ...key(connectionId),
    connection_id: connectionId,
    opened_at: now,
    heartbeat,
    ...(claims && hasSlot && { identity: identityOf(claims) }),
    ttl: Math.floor(now / 1000) + limits.socket_lifetime + 60,
  };
  await ctx.table.put(record);
  return hasSlot;
}

export const find = (ctx: Base, connectionId: string): Promise<ConnectionRecord | undefined> =>
  ctx.table.get<ConnectionRecord>(key(connectionId), { consistent: true });

/** Gives a connection its identity, or a newer token of the same member. Answers false when the token has no slot left. */
export async function authenticate(ctx: Base, connection: ConnectionRecord, claims: TokenClaims): Promise<boolean> {
  const held = connection.identity?.jti;
  if (held !== claims.jti && !(await take(ctx, claims.jti, connection.connection_id))) return false;
  const outcome = await ctx.table.update(
    key(connection.connection_id),
    expr`SET ${assignments({ identity: identityOf(claims) })}`,
    expr`attribute_exists(#pk)`,
  );
  if (held !== undefined && held !== claims.jti) await release(ctx, held, connection.connection_id);
  // Closed in the meantime: its slot is free again.
  if (!outcome.done) await release(ctx, claims.jti, connection.connection_id);
  return true;
}

/**
 * The write that remembers which turn `interrupt` means. A connection that was closed since is no reason to refuse its
 * last message; what this then leaves behind dies with the others.
 */
export const activeWrite = (connection: ConnectionRecord, active: { chat_id: string; turn_id: string }): Write => ({
  update: key(connection.connection_id),
  set: expr`SET #active = ${active}, #ttl = ${connection.ttl}`,
});

/** Forgets a connection and frees its slot. The turns it started go on. */
export async function close(ctx: Base, connectionId: string): Promise<void> {
  const removed = await ctx.table.remove<ConnectionRecord>(key(connectionId));
  const identity = removed.done ? removed.item?.identity : undefined;
  if (identity) await release(ctx, identity.jti, connectionId);
}
