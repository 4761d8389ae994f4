import { limits } from "@parley/contract/limits";
import type { TokenClaims } from "../auth/token.ts";
import type { Actor, Base } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { perTable, remember } from "../store/per-table.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { release, take } from "./slots.ts";

/** An open WebSocket connection. Without an identity it waits for its first frame. */
export interface ConnectionRecord extends Item {
  connection_id: string;
  opened_at: number;
  /** True when the client asked for `heartbeat` events. */
  heartbeat: boolean;
  identity?: ConnectionIdentity;
  ttl: number;
  /** `turn_…`: the turn that this connection started last in a chat. */
  [turn: `turn_${string}`]: string;
  /** `replay_…`: the replay that this connection gets in a chat. */
  [replay: `replay_${string}`]: ConnectionReplay;
}

/** A turn whose events a connection gets from the first one on, because it has sent the request again (D50). */
export interface ConnectionReplay {
  turn_id: string;
  /** Who sends it, once a worker has come. */
  worker?: string;
  /** When (ms) it counts as lost, unless its worker renews it. */
  until: number;
}

/** Whose connection it is, until its token expires (unix seconds). */
export interface ConnectionIdentity extends Actor {
  jti: string;
  expires_at: number;
}

export const connectionKey = (connectionId: string): Key => ({ pk: `SOCKET#${connectionId}`, sk: "SOCKET" });

const identityOf = ({ organization_id, member_id, jti, expires_at }: TokenClaims): ConnectionIdentity => ({
  organization_id,
  member_id,
  jti,
  expires_at,
});

/**
 * Keeps a connection that was just opened; with the claims of its token if it came with one. Returns false when the
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
    ...connectionKey(connectionId),
    connection_id: connectionId,
    opened_at: now,
    heartbeat,
    ...(claims && hasSlot && { identity: identityOf(claims) }),
    ttl: Math.floor(now / 1000) + limits.socket_lifetime + 60,
  };
  await ctx.table.put(record);
  if (record.identity) rememberIdentity(ctx, connectionId, record.identity);
  return hasSlot;
}

export async function find(ctx: Base, connectionId: string): Promise<ConnectionRecord | undefined> {
  const found = await ctx.table.get<Partial<ConnectionRecord>>(connectionKey(connectionId), { consistent: true });
  // A last message that was accepted beside the closing leaves an item with its turn alone behind: nobody is there.
  const connection = found?.connection_id === undefined ? undefined : (found as ConnectionRecord);
  if (connection?.identity) rememberIdentity(ctx, connectionId, connection.identity);
  return connection;
}

const CONNECTIONS_REMEMBERED = 5_000;
/** Whose connections they are, as one environment has seen it. */
const identitiesOf = perTable(() => new Map<string, ConnectionIdentity>());

const rememberIdentity = (ctx: Base, connectionId: string, identity: ConnectionIdentity): void =>
  remember(identitiesOf(ctx), connectionId, identity, CONNECTIONS_REMEMBERED);

/**
 * Whose connection it is, if this environment has seen it: the member never changes (D33), the token may.
 * Good for looking things up ahead; it does not say whether the connection is still open and its token still valid.
 */
export const expectedIdentity = (ctx: Base, connectionId: string): ConnectionIdentity | undefined =>
  identitiesOf(ctx).get(connectionId);

/** `identity_changed`: another frame has given the connection an identity since it was read; it may be another member's. */
export type Authenticated = "authenticated" | "no_slot" | "identity_changed";

/** Gives a connection its identity, or a newer token of the same member. */
export async function authenticate(
  ctx: Base,
  connection: ConnectionRecord,
  claims: TokenClaims,
): Promise<Authenticated> {
  const held = connection.identity?.jti;
  if (held !== claims.jti && !(await take(ctx, claims.jti, connection.connection_id))) return "no_slot";
  const isAsRead = held === undefined ? expr`attribute_not_exists(#identity)` : expr`#identity.#jti = ${held}`;
  const outcome = await ctx.table.update<ConnectionRecord>(
    connectionKey(connection.connection_id),
    expr`SET ${assignments({ identity: identityOf(claims) })}`,
    expr`attribute_exists(#pk) AND ${isAsRead}`,
  );
  if (!outcome.done && outcome.item) {
    const now = outcome.item.identity?.jti;
    if (now !== claims.jti) await release(ctx, claims.jti, connection.connection_id);
    return now === claims.jti ? "authenticated" : "identity_changed";
  }
  if (held !== undefined && held !== claims.jti) await release(ctx, held, connection.connection_id);
  // Closed in the meantime: its slot is free again.
  if (!outcome.done) await release(ctx, claims.jti, connection.connection_id);
  return "authenticated";
}

/** A chat and a turn of it that a connection has started. */
export interface Watched {
  chat_id: string;
  turn_id: string;
}

/** An attribute a chat: frames of one connection may run side by side, and neither must forget the other's turn. */
const turnAttribute = (chatId: string): `turn_${string}` => `turn_${chatId.replaceAll("-", "_")}`;

/**
 * The write that remembers which turn the connection watches in a chat. That a connection has been closed since is not a reason to
 * refuse its last message; what this leaves behind expires with the others.
 */
export const watchWrite = (connection: ConnectionRecord, { chat_id, turn_id }: Watched): Write => ({
  update: connectionKey(connection.connection_id),
  set: expr`SET ${assignments({ [turnAttribute(chat_id)]: turn_id, ttl: connection.ttl })}`,
});

/** The turn that a connection has started last in a chat. */
export const turnIn = (connection: ConnectionRecord, chatId: string): string | undefined =>
  connection[turnAttribute(chatId)];

export const replayAttribute = (chatId: string): `replay_${string}` => `replay_${chatId.replaceAll("-", "_")}`;

/** The replay that a connection gets in a chat. */
export const replayIn = (connection: ConnectionRecord, chatId: string): ConnectionReplay | undefined =>
  connection[replayAttribute(chatId)];

/** The turns that a connection gets: those it has started last in each chat, and those that are replayed; the latest one first. */
export function turnsOf(connection: ConnectionRecord): Watched[] {
  const attributes = Object.keys(connection).filter((name) => /^(turn|replay)_/.test(name));
  const chats = new Set(attributes.map((name) => name.slice(name.indexOf("_") + 1).replaceAll("_", "-")));
  return [...chats]
    .flatMap((chat_id) =>
      [turnIn(connection, chat_id), replayIn(connection, chat_id)?.turn_id].flatMap((turn_id): Watched[] =>
        turn_id === undefined ? [] : [{ chat_id, turn_id }],
      ),
    )
    .toSorted((a, b) => (a.turn_id < b.turn_id ? 1 : -1));
}

/** Forgets a connection and frees its slot. The turns it started continue. */
export async function close(ctx: Base, connectionId: string): Promise<void> {
  const removed = await ctx.table.remove<ConnectionRecord>(connectionKey(connectionId));
  const identity = removed.done ? removed.item?.identity : undefined;
  if (identity) await release(ctx, identity.jti, connectionId);
}
