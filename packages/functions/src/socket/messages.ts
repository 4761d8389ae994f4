import type { ClientFrame } from "@parley/contract/frame";
import type { Base } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import { locate } from "@parley/core/message/message";
import { remove } from "@parley/core/message/remove";
import { log } from "@parley/core/observe/log";
import * as Connection from "@parley/core/socket/connection";
import { askReplay, replayEnded } from "@parley/core/socket/replay";
import { accept } from "@parley/core/turn/accept";
import { cancel } from "@parley/core/turn/cancel";
import { beginEdit } from "@parley/core/turn/edit";
import { giveUp } from "@parley/core/turn/give-up";
import { opening } from "@parley/core/turn/opening";
import type { TurnRecord } from "@parley/core/turn/record";
import { isTerminal } from "@parley/core/turn/state";
import { interactiveSubmission, type Submission } from "@parley/core/turn/submission";
import { tellEnd } from "@parley/core/turn/tell-end";
import type { Connected, ConnectedContext } from "./connected-member.ts";
import type { Frame } from "./send-frames.ts";

type StartContext = ConnectedContext & Pick<Parameters<typeof accept>[0], "chat">;
type Action<Name extends ClientFrame["action"]> = Extract<ClientFrame, { action: Name }>;

/** Starts a turn. Throws `Failure` with the codes of an acceptance, and MISSING_CHAT_ID. */
export async function sendMessage(
  ctx: StartContext,
  connection: Connected,
  frame: Action<"send_message">,
): Promise<undefined> {
  if (!frame.chat_id) fail("MISSING_CHAT_ID");
  const submission = interactiveSubmission("socket", frame.chat_id, frame);
  await start(ctx, connection, submission, frame.include_tool_events ?? false);
}

/** Replaces a message and everything after it by a new turn, and stops the one that runs. Throws `Failure`. */
export async function editMessage(
  ctx: ConnectedContext,
  connection: Connected,
  frame: Action<"edit_message">,
): Promise<undefined> {
  const edit = { route: "socket", content: frame.content, integration_id: frame.integration_id ?? null } as const;
  const { submission, chat } = await beginEdit(
    ctx,
    await locate(ctx, frame.message_id, "question"),
    edit,
    (chatId, turnId) => stop(ctx, connection, chatId, turnId),
  );
  await start({ ...ctx, ...(chat && { chat }) }, connection, submission, false);
}

/**
 * Cancels the turn that an edit replaces. If this connection watches it, `interrupted` is sent here: from the turn's
 * worker it could come in the middle of what follows.
 */
async function stop(ctx: ConnectedContext, connection: Connected, chatId: string, turnId: string): Promise<void> {
  const isWatched = Connection.turnIn(connection, chatId) === turnId;
  const turn = await cancel(ctx, chatId, turnId, isWatched);
  if (isWatched && turn && isTerminal(turn.status)) await tellEnd(ctx, turn, { evenOfEdit: true });
}

/**
 * A turn's opening, sent at once: a worker takes a moment to start, and `starting` should arrive within about 100 ms. The
 * worker goes on from there. A client that has gone stops nothing.
 */
async function sayOpening(ctx: ConnectedContext, connectionId: string, turn: TurnRecord): Promise<void> {
  try {
    for (const { event } of opening(turn)) await ctx.frames.post(connectionId, event);
  } catch (error) {
    log("info", "the start of a turn could not be sent", {}, error);
  }
}

/** True unless the connection gets the turn already: from the turn's own worker, or from a replay of it. Throws RATE_LIMIT. */
const needsReplay = async (ctx: Base, connection: Connected, turn: TurnRecord): Promise<boolean> =>
  (turn.connection_id !== connection.connection_id || isTerminal(turn.status)) && askReplay(ctx, connection, turn);

/**
 * Accepts a message and wakes the worker that runs it, or, where it was accepted before, one that replays its turn (D50): a turn
 * may take longer than this function may (29 s).
 */
async function start(
  ctx: StartContext,
  connection: Connected,
  submission: Submission,
  toolEvents: boolean,
): Promise<void> {
  const { connection_id, heartbeat } = connection;
  const { turn, released, replayed } = await accept(
    ctx,
    { ...submission, connection_id },
    {
      also: ({ chat_id, turn_id }) => [Connection.watchWrite(connection, { chat_id, turn_id })],
    },
  );
  const { organization_id, member_id, chat_id, turn_id } = turn;
  const ids = { organization_id, member_id, chat_id, turn_id };
  const task = { connection_id, include_tool_events: toolEvents, heartbeat, ...ids };
  if (replayed) {
    // Frames of two turns of a chat would mix.
    const after = Connection.turnIn(connection, chat_id);
    const { issued_at } = ctx.actor;
    if (await needsReplay(ctx, connection, turn))
      await ctx.worker.invoke({ kind: "replay", after, issued_at, ...task });
    return;
  }
  // What is replayed in this chat is an ended turn, as the chat was free: its last frames come before the new turn's.
  await replayEnded(ctx, connection, chat_id);
  // Before the new turn begins: an error is always about the turn that streams.
  if (released !== undefined) await tellEnd(ctx, { chat_id, turn_id: released }, { evenOfEdit: true });
  await sayOpening(ctx, connection_id, turn);
  try {
    await ctx.worker.invoke({ kind: "turn", ...task });
  } catch (error) {
    log("error", "no worker could be invoked for a turn", { turn_id }, error);
    // Unless one comes after all.
    await giveUp(ctx, chat_id, turn_id);
    await tellEnd(ctx, turn);
  }
}

/** Deletes a message and everything after it. Throws MESSAGE_NOT_FOUND, TURN_ALREADY_RUNNING. */
export async function deleteMessage(ctx: ConnectedContext, messageId: string): Promise<Frame> {
  await remove(ctx, await locate(ctx, messageId, "question"));
  return { event: "deleted", data: { message_id: messageId } };
}
