import { BatchWriteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { chatKey } from "@parley/core/chat/record";
import type { MemberContext, WithFiles } from "@parley/core/environment/context";
import { assignments, expr } from "@parley/core/store/expression";
import { messageIndex, messageKey, type MessageRecord } from "@parley/core/message/record";
import type { Item } from "@parley/core/store/table-item";
import { append } from "@parley/core/turn/event-log";
import { opening } from "@parley/core/turn/opening";
import type { LoggedEvent } from "@parley/core/turn/packed-events";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import { keepRows } from "@parley/core/visualization/kept-rows";
import { seededRandom } from "./figures.ts";

/** A question, a call, its result and the answer. */
const MESSAGES_OF_A_TURN = 4;
/** One turn of this many has a table, whose rows are in the bucket. */
const TURNS_PER_TABLE = 10;
const BATCH = 25;
const LANES = 8;

/** What a chat is filled with. */
export interface Filled {
  items: number;
  bytes: number;
  objects: number;
}

/** A turn as it is kept once it has been answered, with its messages of 2 to 4 KB. */
function answeredTurn(ctx: MemberContext, chatId: string, text: (bytes: number) => string) {
  const ids = Array.from({ length: MESSAGES_OF_A_TURN + 2 }, () => ctx.ids.next());
  const [turn_id = "", ...messageIds] = ids;
  const table_id = messageIds.pop() ?? "";
  const timestamp = new Date(ctx.clock.now()).toISOString();
  const messages = messageIds.map((id, at): MessageRecord => ({
    ...messageKey(chatId, id),
    ...messageIndex(chatId, id),
    ...ctx.actor,
    id,
    chat_id: chatId,
    turn_id,
    role: at === 0 ? "user" : "assistant",
    type: (["user", "tool_call", "tool_result", "final"] as const)[at] ?? "final",
    content: text(2_000),
    timestamp,
    metadata: null,
  }));
  const turn: TurnRecord = {
    ...turnKey(chatId, turn_id),
    ...ctx.actor,
    turn_id,
    chat_id: chatId,
    agent_id: null,
    route: "socket",
    user_message_id: messageIds[0] ?? null,
    message_floor: messageIds[0] ?? "",
    request: { message: text(500) },
    status: "completed",
    attempt: 1,
    deadline: ctx.clock.now(),
    progress: null,
    assistant_message_id: messageIds.at(-1) ?? null,
    error: null,
    usage: null,
    created_at: timestamp,
    updated_at: timestamp,
    completed_at: timestamp,
  };
  return { turn, messages, table_id };
}

/** Fills a chat with turns that were answered, with their items, events and objects as the service keeps them. */
export async function fillChat(ctx: MemberContext & WithFiles, chatId: string, messages: number): Promise<Filled> {
  const random = seededRandom(messages);
  const words = Array.from({ length: 4_000 }, () => random().toString(36).slice(2, 8)).join(" ");
  const text = (least: number) => {
    const from = Math.floor(random() * 8_000);
    return words.slice(from, from + least + Math.floor(random() * least));
  };
  const filled: Filled = { items: 0, bytes: 0, objects: 0 };
  const client = new DynamoDBClient({});
  const TableName = JSON.parse(process.env["SST_RESOURCE_Table"] ?? "{}").name;
  const write = async (items: readonly Item[]) => {
    const puts = items.map((item) => ({ PutRequest: { Item: marshall(item) } }));
    const { UnprocessedItems } = await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: puts } }));
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error("the table did not take everything");
    filled.items += items.length;
    filled.bytes += items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
  };
  let left = messages / MESSAGES_OF_A_TURN;
  let made = 0;
  let last = "";
  const lane = async () => {
    while (left > 0) {
      const turns = Array.from({ length: Math.min(left, BATCH / (MESSAGES_OF_A_TURN + 1)) }, () =>
        answeredTurn(ctx, chatId, text),
      );
      left -= turns.length;
      await write(turns.flatMap(({ turn, messages: all }) => [turn, ...all]));
      const said = (): LoggedEvent => ({ seq: 3, event: { event: "text_delta", data: { content: text(1_000) } } });
      await Promise.all(turns.map(({ turn }) => append(ctx, turn, [...opening(turn), said()])));
      filled.items += turns.length;
      last = turns.flatMap(({ messages: all }) => all.map(({ id }) => id)).reduce((a, b) => (a > b ? a : b), last);
      for (const { table_id } of turns) {
        made += 1;
        if (made % TURNS_PER_TABLE !== 0) continue;
        const table = { id: table_id, type: "table" as const, headers: ["word"], rows: [] };
        await keepRows(ctx.files, chatId, table, [[text(2_000)]]);
        filled.objects += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await ctx.table.update(chatKey(chatId), expr`SET ${assignments({ last_message_id: last })}`);
  client.destroy();
  return filled;
}
