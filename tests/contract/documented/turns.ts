import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@parley/contract/errors";
import { type DrivesOf, type Kit, untilLimited } from "./kit.ts";

const message = { client_request_id: "request", message: "Hello" };

/** What is wrong with a message on either route, and the failure it is answered with. */
const wrongBodies = ({ own }: Kit): [ErrorCode, object][] => [
  ["INTEGRATION_REQUIRED", { saved_query_id: own.query_id, parameters: { region: "north" } }],
  ["SAVED_QUERY_NOT_FOUND", { saved_query_id: randomUUID() }],
  ["MISSING_QUERY_PARAMETER", { saved_query_id: own.query_id, integration_id: own.integration_id }],
  ["UPLOAD_NOT_FOUND", { upload_ids: [randomUUID()] }],
];

/** Sent for a turn that runs until one is refused for being too many at once; then the turn is run, and all are answered. */
const crowded =
  (query: string): DrivesOf =>
  ({ stage: { world }, own, at, unknown, fails, works, inNewChat }) => [
    fails("TURN_NOT_FOUND", undefined, { at: unknown }),
    works(undefined, { at: at({ ...own }) }),
    inNewChat("RATE_LIMIT", async (chat_id, token) => {
      const submitted = `POST /v1/agents/${own.agent_id}/chats/${chat_id}/turns`;
      const { turn_id } = (await world.call(submitted, { token, body: message })).body;
      const request = `${at({ agent_id: own.agent_id, chat_id, turn_id })}${query}`;
      const all = Array.from({ length: 31 }, () => world.call(request, { token }));
      const refused = await Promise.any(
        all.map(async (answer) => ((await answer).status === 429 ? answer : Promise.reject(new Error("not refused")))),
      );
      await world.settle();
      await Promise.all(all);
      return refused;
    }),
  ];

export const turnDrives: Record<string, DrivesOf> = {
  "turn.get": crowded("?wait=20"),
  "turn.events": crowded(""),

  "chat.stream": (kit) => {
    const { inNewChat, own, request } = kit;
    const { world } = kit.stage;
    const ask = (chat_id: string, token: string, more: object = {}) =>
      world.call(request, { token, body: { chat_id, message: "Hello", ...more } });
    const wrong: [ErrorCode, object][] = [
      ...wrongBodies(kit),
      ["MISSING_CHAT_ID", { chat_id: undefined }],
      ["CHAT_NOT_FOUND", { chat_id: randomUUID() }],
      ["INTEGRATION_NOT_FOUND", { integration_id: randomUUID() }],
      ["TOO_MANY_UPLOADS", { upload_ids: Array.from({ length: 11 }, () => randomUUID()) }],
    ];
    return [
      inNewChat(undefined, ask),
      ...wrong.map(([code, body]) => inNewChat(code, (chat_id, token) => ask(chat_id, token, body))),
      inNewChat("IDEMPOTENCY_CONFLICT", async (chat_id, token) => {
        await ask(chat_id, token, { client_request_id: "one" });
        return ask(chat_id, token, { client_request_id: "one", message: "Other" });
      }),
      inNewChat("TURN_ALREADY_RUNNING", async (chat_id, token) => {
        await world.call(`POST /v1/agents/${own.agent_id}/chats/${chat_id}/turns`, { token, body: message });
        return ask(chat_id, token);
      }),
      inNewChat("RATE_LIMIT", (chat_id, token) => untilLimited(() => ask(chat_id, token))),
    ];
  },

  "turn.create": (kit) => {
    const { fails, inNewChat, own, at, unknown } = kit;
    const { world } = kit.stage;
    const submit = (chat_id: string, token: string, more: object = {}) =>
      world.call(at({ agent_id: own.agent_id, chat_id }), { token, body: { ...message, ...more } });
    const wrong: [ErrorCode, object][] = [...wrongBodies(kit), ["INTEGRATION_NOT_FOUND", { integration_id: "x" }]];
    return [
      inNewChat(undefined, submit),
      fails("CHAT_NOT_FOUND", message, { at: unknown }),
      ...wrong.map(([code, body]) => inNewChat(code, (chat_id, token) => submit(chat_id, token, body))),
      inNewChat("IDEMPOTENCY_CONFLICT", async (chat_id, token) => {
        await submit(chat_id, token);
        return submit(chat_id, token, { message: "Other" });
      }),
      inNewChat("TURN_ALREADY_RUNNING", async (chat_id, token) => {
        await submit(chat_id, token);
        return submit(chat_id, token, { client_request_id: "other" });
      }),
      inNewChat("RATE_LIMIT", (chat_id, token) =>
        untilLimited(async () => {
          const answer = await submit(chat_id, token, { client_request_id: randomUUID() });
          await world.settle();
          return answer;
        }),
      ),
    ];
  },
};
