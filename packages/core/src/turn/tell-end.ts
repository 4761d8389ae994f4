import type { SocketEvent, StreamEvent } from "@parley/contract/event";
import type { Base } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { errorData } from "../failure/visible-error.ts";

/** Speaks to connections that may be gone. */
export interface WithFrames {
  frames: { tell(connectionId: string, frame: StreamEvent | SocketEvent): Promise<void> };
}

interface Options {
  /** Also what an edit has promised to say itself. */
  evenOfEdit?: boolean;
  /** The connection to tell if the turn is gone with its chat, which cancelled it. */
  ifGone?: string;
  /** No connection waits for the end, or it gets it from a replay. */
  silently?: boolean;
}

/**
 * Tells the connection that watches an ended turn how it ended (D25, D34). Turns that were cancelled, or were not settled
 * by their worker, keep their place among the open turns until then: only what removes the place
 * tells.
 */
export async function tellEnd(
  ctx: Base & WithFrames,
  { chat_id, turn_id }: Pick<TurnRecord, "chat_id" | "turn_id">,
  { evenOfEdit = false, ifGone, silently = false }: Options = {},
): Promise<void> {
  const isUntold = expr`attribute_exists(#index_pk) AND #status <> ${"in_progress"}`;
  const taken = await ctx.table.update<TurnRecord>(
    turnKey(chat_id, turn_id),
    expr`REMOVE #index_pk, #index_sk`,
    evenOfEdit ? isUntold : expr`${isUntold} AND attribute_not_exists(#told_by_edit)`,
  );
  const isGone = !taken.done && taken.item === undefined;
  const connection = isGone ? ifGone : taken.done ? taken.item.connection_id : undefined;
  if (connection !== undefined && !silently) await ctx.frames.tell(connection, endOf(taken.item));
}

function endOf(turn: TurnRecord | undefined): StreamEvent | SocketEvent {
  if (!turn?.error) return { event: "interrupted", data: { status: "interrupted" } };
  const { code, message, debug_id, retryable } = turn.error;
  return { event: "error", data: errorData(code, message, debug_id, { retryable }) };
}
