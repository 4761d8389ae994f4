import { randomUUID } from "node:crypto";
import type { Answer } from "../../support/api.ts";
import { type DrivesOf, type Kit, untilLimited } from "./kit.ts";

/** A chat's question, after its answer. */
async function asked({ stage: { world } }: Kit, chat_id: string, token: string): Promise<string> {
  await world.call("POST /v1/chats", { token, body: { chat_id, message: "Hello" } });
  const chat = await world.call(`GET /v1/chats/${chat_id}`, { token });
  return chat.body.messages[0].id;
}

/** Sends, and has a durable turn accepted in the chat right before the request's own transaction. */
async function overtaken(kit: Kit, chat_id: string, token: string, send: () => Promise<Answer>): Promise<Answer> {
  const { world } = kit.stage;
  let isFirst = true;
  world.table.intercept("overtaken", async ({ command }, proceed) => {
    if (command === "TransactWriteItemsCommand" && isFirst) {
      isFirst = false;
      const turns = `POST /v1/agents/${kit.own.agent_id}/chats/${chat_id}/turns`;
      await world.call(turns, { token, body: { client_request_id: randomUUID(), message: "Hello" } });
    }
    return proceed();
  });
  try {
    return await send();
  } finally {
    world.table.release("overtaken");
  }
}

export const messageDrives: Record<string, DrivesOf> = {
  "message.feedback": ({ works, fails, unknown }) => [
    works({ feedback: "positive" }),
    fails("INVALID_FEEDBACK", { feedback: "fine" }),
    fails("MESSAGE_NOT_FOUND", { feedback: "positive" }, { at: unknown }),
  ],

  "receipt.get": ({ works, fails, unknown }) => [works(), fails("RECEIPT_NOT_FOUND", undefined, { at: unknown })],
  "receipt.verify": ({ stage, works, fails, unknown, request, overBudget }) => [
    works(),
    fails("RECEIPT_NOT_FOUND", undefined, { at: unknown }),
    overBudget((token) => stage.world.call(request, { token })),
  ],

  "message.edit": (kit) => {
    const { fails, inNewChat, at, unknown, request } = kit;
    const { world } = kit.stage;
    const edit = (chat_id: string, message_id: string, token: string, more: object = {}) =>
      world.call(at({ chat_id, message_id }), { token, body: { content: "Changed", ...more } });
    return [
      fails("MESSAGE_NOT_FOUND", { content: "Changed" }, { at: unknown }),
      // An answer.
      fails("MESSAGE_NOT_EDITABLE", { content: "Changed" }, { at: request }),
      inNewChat(undefined, async (chat_id, token) => edit(chat_id, await asked(kit, chat_id, token), token)),
      inNewChat("INTEGRATION_NOT_FOUND", async (chat_id, token) =>
        edit(chat_id, await asked(kit, chat_id, token), token, { integration_id: randomUUID() }),
      ),
      inNewChat("TURN_ALREADY_RUNNING", async (chat_id, token) => {
        const message_id = await asked(kit, chat_id, token);
        return overtaken(kit, chat_id, token, () => edit(chat_id, message_id, token));
      }),
      inNewChat("RATE_LIMIT", async (chat_id, token) => {
        const message_id = await asked(kit, chat_id, token);
        return untilLimited(() => edit(chat_id, message_id, token));
      }),
    ];
  },

  "message.remove": (kit) => {
    const { fails, inNewChat, at, unknown } = kit;
    const { world } = kit.stage;
    const remove = (chat_id: string, message_id: string, token: string) =>
      world.call(at({ chat_id, message_id }), { token });
    return [
      fails("MESSAGE_NOT_FOUND", undefined, { at: unknown }),
      inNewChat(undefined, async (chat_id, token) => remove(chat_id, await asked(kit, chat_id, token), token)),
      inNewChat("TURN_ALREADY_RUNNING", async (chat_id, token) => {
        const message_id = await asked(kit, chat_id, token);
        return overtaken(kit, chat_id, token, () => remove(chat_id, message_id, token));
      }),
    ];
  },
};
