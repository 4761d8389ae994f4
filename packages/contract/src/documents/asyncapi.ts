import type * as v from "valibot";
import { SocketEvent, StreamEvent } from "../event.ts";
import { ClientFrame, clientActions } from "../frame.ts";
import { componentSchemas, type Json, jsonSchema } from "./json-schema.ts";

/** What each frame is for; the names are those of the contract. */
const meanings: Record<string, string> = {
  authenticate: "First-frame authentication, or a newer token of the same member",
  send_message: "Starts a response stream",
  interrupt: "Cancels the active stream",
  edit_message: "Edits a user message, drops all later messages and streams a new response",
  delete_message: "Deletes a message and all later ones",
  ping: "Answered by pong",
  authenticated: "The connection is authenticated",
  chat_metadata: "First event of every response",
  processing: "Progress; `starting` within about 100 ms",
  tool_call: "A tool was invoked (only with include_tool_events)",
  tool_result: "A tool has finished (only with include_tool_events)",
  visualization: "A chart or a table",
  text_delta: "A piece of the final text; concatenate in order",
  message: "The final response",
  interrupted: "Answer to interrupt",
  error: "A failure",
  pong: "Answer to ping",
  heartbeat: "Every 15 s while a turn streams (only with ?heartbeat=1)",
  deleted: "Answer to delete_message",
};

const message = (name: string, payload: Json): Json => ({ name, summary: meanings[name] ?? name, payload });

const received = (): Record<string, Json> =>
  Object.fromEntries(
    ClientFrame.options.map((frame, position) => {
      const name = clientActions[position] ?? "";
      return [name, message(name, jsonSchema(frame))];
    }),
  );

/** Events by name; `error` is a frame of turns and of the socket alike. */
const sent = (): Record<string, Json> =>
  Object.fromEntries(
    [...SocketEvent.options, ...StreamEvent.options].map(
      (event: v.GenericSchema & { entries: { event: { literal: string } } }) => {
        const name = event.entries.event.literal;
        return [name, message(name, jsonSchema(event))];
      },
    ),
  );

const references = (names: readonly string[], direction: string): Json[] =>
  names.map((name) => ({ $ref: `#/channels/socket/messages/${direction}_${name}` }));

/** The WebSocket as AsyncAPI 3, made from the frames' schemas. Client and server frames of one name do not mix. */
export function asyncapi(): Json {
  const client = received();
  const server = sent();
  const messages = Object.fromEntries([
    ...Object.entries(client).map(([name, described]) => [`client_${name}`, described]),
    ...Object.entries(server).map(([name, described]) => [`server_${name}`, described]),
  ]);
  return {
    asyncapi: "3.0.0",
    info: { title: "Parley WebSocket", version: "1.0.0", license: { name: "MIT" } },
    defaultContentType: "application/json",
    channels: {
      socket: {
        address: "/v1/chats/ws",
        title: "The conversation",
        description:
          "Authenticate with `Authorization: Bearer` on the upgrade or with a first frame `authenticate`. Close codes: 4001 authentication failed, 4429 more than 3 connections for one token.",
        messages,
        bindings: {
          ws: {
            method: "GET",
            query: { type: "object", properties: { heartbeat: { type: "string", enum: ["1"] } } },
            headers: { type: "object", properties: { Authorization: { type: "string" } } },
          },
        },
      },
    },
    operations: {
      receive: {
        action: "receive",
        channel: { $ref: "#/channels/socket" },
        summary: "What a client sends",
        messages: references(Object.keys(client), "client"),
      },
      send: {
        action: "send",
        channel: { $ref: "#/channels/socket" },
        summary: "What the service sends",
        messages: references(Object.keys(server), "server"),
      },
    },
    components: { schemas: componentSchemas() },
  };
}
