import { ClientFrame, clientActions } from "@parley/contract/frame";
import type { ErrorCode } from "@parley/contract/errors";
import { limits } from "@parley/contract/limits";
import { isActive } from "@parley/core/auth/membership";
import { truncate } from "@parley/core/chat/chat";
import type { MemberContext, WithFiles } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import { timeOf } from "@parley/core/environment/ids";
import { find as findIntegration } from "@parley/core/integration/integration";
import { checkEdit } from "@parley/core/ledger/account";
import { log } from "@parley/core/observe/log";
import { locate } from "@parley/core/message/message";
import * as Connection from "@parley/core/socket/connection";
import { prune } from "@parley/core/socket/slots";
import { accept, readChat } from "@parley/core/turn/accept";
import { cancel, requestCancel } from "@parley/core/turn/cancel";
import { giveUp } from "@parley/core/turn/give-up";
import { tellEnd } from "@parley/core/turn/tell-end";
import { opening } from "@parley/core/turn/opening";
import type { TurnRecord } from "@parley/core/turn/record";
import { isTerminal } from "@parley/core/turn/state";
import { running } from "@parley/core/turn/turn";
import { editSubmission, interactiveSubmission, type Submission } from "@parley/core/turn/submission";
import * as v from "valibot";
import { parseJson } from "../api-gateway/json-input.ts";
import { codeFrame, errorFrame, type Frame } from "./frames.ts";
import { claimsOf, type SocketEnvironment } from "./lifecycle.ts";

type Environment = SocketEnvironment & WithFiles;
type ActionContext = MemberContext & Environment;
type StartContext = ActionContext & Pick<Parameters<typeof accept>[0], "chat">;
type Connected = Connection.ConnectionRecord & { identity: Connection.ConnectionIdentity };

/** A connection that an earlier frame may just be authenticating is looked at again after these waits (ms). */
const AUTHENTICATING = [100, 200, 400];
/** How often (ms), and how many times, a connection is looked at whose turn an earlier frame may just be starting. */
const LOOK = 100;
const START_LOOKS = 4;

/** Takes one frame of a client. Failures become `error` frames; the socket stays open but where its identity is at fault. */
export async function act(env: Environment, connectionId: string, body: string): Promise<void> {
  const debugId = env.ids.next();
  try {
    const reply = await answer(env, connectionId, body, debugId);
    if (reply) await env.frames.tell(connectionId, reply);
  } catch (error) {
    await env.frames.tell(connectionId, errorFrame(error, debugId));
  }
}

async function answer(
  env: Environment,
  connectionId: string,
  body: string,
  debugId: string,
): Promise<Frame | undefined> {
  const frame = parse(body);
  // What the frame is about and who is known to have sent it are looked up beside the connection, which says who has.
  const expected = Connection.expectedIdentity(env, connectionId);
  const ahead = () => {
    const chat = "action" in frame && frame.action === "send_message" ? readChat(env, frame.chat_id ?? "") : undefined;
    chat?.catch(() => undefined);
    return chat;
  };
  let chat = expected && ahead();
  const [connection] = await Promise.all([
    connectionOf(env, connectionId, frame),
    // Looked up again where this fails; then it is known whether it matters.
    expected && isActive(env, expected).catch(() => false),
  ]);
  if (connection === undefined) return refuse(env, connectionId, "AUTH_FAILED", debugId);
  if ("action" in frame && frame.action === "authenticate") return authenticate(env, connection, frame.token, debugId);
  if (!isConnected(connection)) return refuse(env, connectionId, "AUTH_FAILED", debugId);
  // Nothing but the connection itself is read for one that speaks for nobody.
  chat ??= ahead();
  if (connection.identity.expires_at * 1000 <= env.clock.now())
    return refuse(env, connectionId, "AUTH_EXPIRED", debugId);
  if (!(await isActive(env, connection.identity))) return refuse(env, connectionId, "AUTH_FAILED", debugId);
  if ("code" in frame) return codeFrame(frame.code, debugId);
  const { organization_id, member_id } = connection.identity;
  const ctx: ActionContext = { ...env, actor: { organization_id, member_id } };
  switch (frame.action) {
    case "send_message":
      return sendMessage({ ...ctx, ...(chat && { chat }) }, connection, frame);
    case "edit_message":
      return editMessage(ctx, connection, frame);
    case "delete_message":
      return deleteMessage(ctx, frame.message_id);
    case "interrupt":
      return interrupt(ctx, connection);
    case "ping":
      return { event: "pong", data: {} };
    default:
      return frame satisfies never;
  }
}

const isConnected = (connection: Connection.ConnectionRecord): connection is Connected =>
  connection.identity !== undefined;

/** The connection; one without an identity is waited for briefly, because frames of one connection may run side by side. */
async function connectionOf(env: Environment, id: string, frame: ReturnType<typeof parse>) {
  let connection = await Connection.find(env, id);
  if ("action" in frame && frame.action === "authenticate") return connection;
  for (const wait of AUTHENTICATING) {
    if (!connection || connection.identity) break;
    await env.clock.sleep(wait);
    connection = await Connection.find(env, id);
  }
  return connection;
}

async function refuse(
  env: Environment,
  connectionId: string,
  code: "AUTH_FAILED" | "AUTH_EXPIRED" | "WS_CONNECTION_CAP",
  debugId: string,
): Promise<undefined> {
  await env.frames.refuse(connectionId, code, debugId);
}

/** A frame by its schema, or the code of what is wrong with it (D34). */
function parse(body: string): ClientFrame | { code: ErrorCode } {
  const json = parseJson(body);
  const frame = "value" in json ? json.value : null;
  if (typeof frame !== "object" || frame === null || !("action" in frame) || typeof frame.action !== "string") {
    return { code: "INVALID_FRAME" };
  }
  if (!clientActions.some((action) => action === frame.action)) return { code: "UNKNOWN_ACTION" };
  const parsed = v.safeParse(ClientFrame, frame);
  if (parsed.success) return parsed.output;
  const isTooLong = parsed.issues.some(
    (issue) => issue.type === "check" && ["message", "content"].includes(v.getDotPath(issue) ?? ""),
  );
  return { code: isTooLong ? "MESSAGE_TOO_LONG" : "INVALID_FRAME" };
}

async function authenticate(
  env: Environment,
  connection: Connection.ConnectionRecord,
  token: string,
  debugId: string,
): Promise<Frame | undefined> {
  const claims = await claimsOf(env, token);
  const isSameMember =
    connection.identity === undefined ||
    (claims?.member_id === connection.identity.member_id &&
      claims.organization_id === connection.identity.organization_id);
  if (!claims || !isSameMember) return refuse(env, connection.connection_id, "AUTH_FAILED", debugId);
  const isAuthenticated =
    (await Connection.authenticate(env, connection, claims)) ||
    ((await prune(env, claims.jti, env.frames)) && (await Connection.authenticate(env, connection, claims)));
  if (isAuthenticated === "changed") {
    // Judged again, by whom the connection speaks for now.
    const current = await Connection.find(env, connection.connection_id);
    return current && authenticate(env, current, token, debugId);
  }
  if (!isAuthenticated) return refuse(env, connection.connection_id, "WS_CONNECTION_CAP", debugId);
  return { event: "authenticated", data: { status: "ok" } };
}

type Action<Name extends ClientFrame["action"]> = Extract<ClientFrame, { action: Name }>;

async function sendMessage(
  ctx: StartContext,
  connection: Connected,
  frame: Action<"send_message">,
): Promise<undefined> {
  if (!frame.chat_id) fail("MISSING_CHAT_ID");
  const submission = interactiveSubmission("socket", frame.chat_id, frame);
  await start(ctx, connection, submission, frame.include_tool_events ?? false);
}

async function editMessage(
  ctx: ActionContext,
  connection: Connected,
  frame: Action<"edit_message">,
): Promise<undefined> {
  const found = await locate(ctx, frame.message_id);
  if (!found) fail("MESSAGE_NOT_FOUND");
  const { chat, message } = found;
  if (message.type !== "user") fail("MESSAGE_NOT_EDITABLE");
  const integrationId = frame.integration_id ?? null;
  if (chat.active_turn_id !== undefined) {
    // An edit that is refused must not cost the answer that is being given.
    if (integrationId !== null && !(await findIntegration(ctx, integrationId))) fail("INTEGRATION_NOT_FOUND");
    await checkEdit(ctx);
    await stop(ctx, connection, chat.id, chat.active_turn_id);
  }
  const submission = editSubmission(chat.id, message, frame.content, integrationId);
  await start(ctx, connection, submission, false);
}

/**
 * Cancels the turn that an edit replaces. Where this connection watches it, `interrupted` is said here: from the turn's
 * worker it could come in the middle of what follows.
 */
async function stop(ctx: ActionContext, connection: Connected, chatId: string, turnId: string): Promise<void> {
  const isWatched = Connection.turnIn(connection, chatId) === turnId;
  const turn = await cancel(ctx, chatId, turnId, isWatched);
  if (isWatched && turn && isTerminal(turn.status)) await tellEnd(ctx, turn, { evenOfEdit: true });
}

/**
 * A turn's opening, said at once: a worker takes a moment to start, and `starting` is to be heard within about 100 ms. The
 * worker goes on from there. A client that has gone stops nothing.
 */
async function sayOpening(ctx: ActionContext, connectionId: string, turn: TurnRecord): Promise<void> {
  try {
    for (const { event } of opening(turn)) await ctx.frames.post(connectionId, event);
  } catch (error) {
    log("info", "nobody hears that a turn starts", {}, error);
  }
}

/** Accepts a message and wakes the worker that runs it: a turn may take longer than this function may (29 s). */
async function start(
  ctx: StartContext,
  connection: Connected,
  submission: Submission,
  toolEvents: boolean,
): Promise<void> {
  const { connection_id, heartbeat } = connection;
  const { turn, released } = await accept(ctx, { ...submission, connection_id }, undefined, ({ chat_id, turn_id }) => [
    Connection.watchWrite(connection, { chat_id, turn_id }),
  ]);
  const { organization_id, member_id, chat_id, turn_id } = turn;
  // Before the new turn begins: an error tells of no turn but the one that streams.
  if (released !== undefined) await tellEnd(ctx, { chat_id, turn_id: released }, { evenOfEdit: true });
  await sayOpening(ctx, connection_id, turn);
  try {
    await ctx.worker.invoke({
      kind: "turn",
      connection_id,
      include_tool_events: toolEvents,
      heartbeat,
      organization_id,
      member_id,
      chat_id,
      turn_id,
    });
  } catch (error) {
    log("error", "no worker could be invoked for a turn", { turn_id }, error);
    // Unless one comes all the same.
    await giveUp(ctx, chat_id, turn_id);
    await tellEnd(ctx, turn);
  }
}

async function deleteMessage(ctx: ActionContext, messageId: string): Promise<Frame> {
  const found = await locate(ctx, messageId);
  if (!found) fail("MESSAGE_NOT_FOUND");
  await truncate(ctx, found.chat.id, found.message);
  return { event: "deleted", data: { message_id: messageId } };
}

/** A turn that was started longer ago runs no more, also by a clock that is behind: a connection may have had a thousand. */
const RUNS_AT_MOST_MS = 2 * limits.turn_deadline * 1000;

/**
 * Cancels the turn that the connection has started last, of those that run. Its worker answers `interrupted` after what it
 * has delivered; where it was lost, this does. One that an earlier frame is just starting is waited for briefly.
 */
async function interrupt(ctx: ActionContext, connection: Connected): Promise<undefined> {
  let current: Connection.ConnectionRecord | undefined = connection;
  for (let look = 0; current && look < START_LOOKS; look++) {
    if (look > 0) await ctx.clock.sleep(LOOK);
    if (look > 0) current = await Connection.find(ctx, connection.connection_id);
    const since = ctx.clock.now() - RUNS_AT_MOST_MS;
    const young = current ? Connection.turnsOf(current).filter(({ turn_id }) => timeOf(turn_id) > since) : [];
    for (const { chat_id, turn_id } of await running(ctx, young)) {
      const { isNew, turn } = await requestCancel(ctx, chat_id, turn_id);
      if (!turn || !isNew) continue;
      if (isTerminal(turn.status)) await tellEnd(ctx, turn);
      return;
    }
  }
  fail("NOTHING_TO_INTERRUPT");
}
