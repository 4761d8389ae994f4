import { eventComponent, eventSchemas, frameComponent, frameSchemas } from "./components.ts";
import { examplesOf } from "./examples/examples.ts";
import { type Json, reference } from "./json-schema.ts";
import { about, allSchemas, localAddress, used } from "./openapi.ts";
import { componentWords } from "./described.ts";

/** One kind of frame, by the name of its schema. */
function message(component: string, name: string): Json {
  const [summary = ""] = componentWords[component] ?? [];
  return {
    name,
    title: component,
    summary,
    contentType: "application/json",
    payload: reference(component),
    examples: examplesOf(component).map((payload, place) => ({ name: `${component}${place + 1}`, payload })),
  };
}

const messageReference = (component: string): Json => ({ $ref: `#/components/messages/${component}` });
const channelReference = (component: string): Json => ({ $ref: `#/channels/socket/messages/${component}` });

const servers: Json = {
  local: { host: localAddress, protocol: "ws", description: "This machine, as `npm start` has it" },
  deployed: {
    host: "{host}",
    protocol: "wss",
    description: "A deployed stage",
    variables: { host: { default: "api.parley.example", description: "The stage's host" } },
  },
};

const frames = [...frameSchemas.keys()].map((name) => [frameComponent(name), name] as const);
const events = [...eventSchemas.keys()].map((name) => [eventComponent(name), name] as const);

/** The WebSocket as AsyncAPI 3, made from the frames' schemas. */
export function asyncapi(): Json {
  const messages = Object.fromEntries(
    [...frames, ...events].map(([component, name]) => [component, message(component, name)]),
  );
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Parley WebSocket",
      description:
        "Many chats on one socket. Authenticate with the header `Authorization: Bearer` on the upgrade, or within ten seconds with a first frame `authenticate`. Create chats over HTTP (see `/v1/openapi.json`), send messages here, and ignore events whose name is not known.",
      ...about,
      tags: [{ name: "conversation", description: "Messages and their answers." }],
    },
    defaultContentType: "application/json",
    servers,
    channels: {
      socket: {
        address: "/v1/chats/ws",
        title: "The conversation",
        description:
          "Close codes: 4001 authentication failed, 4429 more than 3 connections for one token. A gateway that cannot send them names them in `close_code` of the last `error` event. A connection lasts at most two hours.",
        servers: Object.keys(servers).map((name) => ({ $ref: `#/servers/${name}` })),
        messages: Object.fromEntries(
          Object.keys(messages).map((component) => [component, messageReference(component)]),
        ),
        bindings: {
          ws: {
            method: "GET",
            query: {
              type: "object",
              properties: {
                heartbeat: {
                  type: "string",
                  enum: ["1"],
                  description: "`1` to be sent `heartbeat` events every 15 s while a turn streams.",
                },
              },
            },
            headers: {
              type: "object",
              properties: {
                Authorization: {
                  type: "string",
                  description: "`Bearer` and an access token; without it the first frame must be `authenticate`.",
                },
              },
            },
          },
        },
      },
    },
    operations: {
      receive: {
        action: "receive",
        channel: { $ref: "#/channels/socket" },
        summary: "What a client sends",
        description: "One JSON object a frame, named by its `action`, at most 32 KB.",
        messages: frames.map(([component]) => channelReference(component)),
      },
      send: {
        action: "send",
        channel: { $ref: "#/channels/socket" },
        summary: "What the service sends",
        description: "One JSON object a frame, named by its `event`.",
        messages: events.map(([component]) => channelReference(component)),
      },
    },
    components: { messages, schemas: used(messages, allSchemas()) },
  };
}
