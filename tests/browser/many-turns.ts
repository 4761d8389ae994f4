import * as Chat from "@parley/core/chat/chat";
import { chatKey } from "@parley/core/chat/record";
import type { MemberContext } from "@parley/core/environment/context";
import { messageIndex, messageKey, type MessageRecord } from "@parley/core/message/record";
import { assignments, expr } from "@parley/core/store/expression";
import { toJsonText } from "@parley/core/store/json-text";

/** Makes a chat in which so many questions were answered, each with a paragraph and a table of ten rows. Returns its id. */
export async function fillWithTurns(ctx: MemberContext, agent_id: string, turns: number): Promise<string> {
  const { id: chatId } = await Chat.create(ctx, { title: `A chat of ${turns} turns`, agent_id });
  const timestamp = new Date(ctx.clock.now()).toISOString();
  let last = "";
  for (let turn = 0; turn < turns; turn += 1) {
    const turn_id = ctx.ids.next();
    const message = (
      role: MessageRecord["role"],
      content: string,
      metadata: MessageRecord["metadata"],
    ): MessageRecord => {
      const id = ctx.ids.next();
      const type = role === "user" ? "user" : "final";
      const keys = { ...messageKey(chatId, id), ...messageIndex(chatId, id) };
      return { ...keys, ...ctx.actor, id, chat_id: chatId, turn_id, role, type, content, timestamp, metadata };
    };
    const rows = Array.from({ length: 10 }, (_, row) => [`Region ${row}`, String(turn * 10 + row)]);
    const table = { id: ctx.ids.next(), type: "table" as const, headers: ["region", "amount"], rows, row_count: 10 };
    const question = message("user", `Question ${turn}: amount by region`, null);
    const answer = message(
      "assistant",
      `The **most** has region 9, of ten.\n\n- one\n- two\n\nThat is answer ${turn}.`,
      toJsonText({ visualizations: [table] }),
    );
    await ctx.table.put(question);
    await ctx.table.put(answer);
    last = answer.id;
  }
  await ctx.table.update(chatKey(chatId), expr`SET ${assignments({ last_message_id: last })}`);
  return chatId;
}
