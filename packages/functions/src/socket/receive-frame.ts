import { isActive } from "@parley/core/auth/membership";
import { fail } from "@parley/core/failure/failure";
import * as Connection from "@parley/core/socket/connection";
import { readChat } from "@parley/core/turn/accept";
import { authenticate } from "./authenticate.ts";
import type { SocketEnvironment } from "./environment.ts";
import { errorFrame, type Frame } from "./send-frames.ts";
import { interrupt } from "./interrupt.ts";
import { deleteMessage, editMessage, sendMessage } from "./messages.ts";
import { parse, type Received } from "./parse-frame.ts";
import { refuse } from "./refusal.ts";
import { actorOf, connectionOf, faultOf, isConnected, type ConnectedContext } from "./connected-member.ts";

/** Takes one frame of a client. Failures become `error` frames; the socket stays open unless its identity is at fault. */
export async function receiveFrame(env: SocketEnvironment, connectionId: string, body: string): Promise<void> {
  const debugId = env.ids.next();
  try {
    const reply = await answer(env, connectionId, parse(body));
    if (reply) await env.frames.tell(connectionId, reply);
  } catch (error) {
    await env.frames.tell(connectionId, errorFrame(error, debugId));
  }
}

async function answer(env: SocketEnvironment, connectionId: string, frame: Received): Promise<Frame | undefined> {
  // What the frame is about and its presumed sender are looked up beside the connection, which names the sender.
  const expected = Connection.expectedIdentity(env, connectionId);
  let chat = expected && chatAhead(env, frame);
  const [connection] = await Promise.all([
    connectionOf(env, connectionId, frame),
    // Looked up again if this fails; then it is known whether it matters.
    expected && isActive(env, expected).catch(() => false),
  ]);
  if (connection === undefined) return refuse(env, connectionId, "AUTH_FAILED");
  if (frame.action === "authenticate") return authenticate(env, connection, frame.token);
  if (!isConnected(connection)) return refuse(env, connectionId, "AUTH_FAILED");
  // Nothing but the connection itself is read for one without an identity.
  chat ??= chatAhead(env, frame);
  const fault = await faultOf(env, connection.identity);
  if (fault) return refuse(env, connectionId, fault);
  const ctx: ConnectedContext = { ...env, actor: actorOf(connection.identity) };
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
    case "wrong":
      return fail(frame.code);
    default:
      return frame satisfies never;
  }
}

/** Begins to read the chat that a message is for; a failure is seen where it is needed. */
function chatAhead(env: SocketEnvironment, frame: Received): ReturnType<typeof readChat> | undefined {
  // With a request id the chat is read beside what the id may have become.
  if (frame.action !== "send_message" || !frame.chat_id || typeof frame.client_request_id === "string")
    return undefined;
  const chat = readChat(env, frame.chat_id);
  chat.catch(() => undefined);
  return chat;
}
