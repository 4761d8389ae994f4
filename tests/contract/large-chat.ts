import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { chatKey } from "@parley/core/chat/record";
import { assignments, expr } from "@parley/core/store/expression";
import { messageIndex, messageKey } from "@parley/core/message/record";
import { uploadKey } from "@parley/core/upload/record";
import { newChat, type Person, upload, type World } from "../support/world/world.ts";

/** The id of the n-th message, from 1. */
export const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`;

/** A chat with very many messages of so many bytes (a multiple of 25), and an upload of its last one. */
export async function largeChatOf(
  world: World,
  person: Person,
  { messages, bytes }: { messages: number; bytes: number },
): Promise<{ chat: string; upload_id: string }> {
  const chat = await newChat(world, person);
  const { upload_id } = await upload(world, person);
  const content = "x".repeat(bytes);
  const message = (at: number) => ({
    ...messageKey(chat, idOf(at)),
    ...messageIndex(chat, idOf(at)),
    ...person.ctx.actor,
    id: idOf(at),
    chat_id: chat,
    turn_id: idOf(at),
    role: "user",
    type: "user",
    content,
    timestamp: "2026-01-01T00:00:00.000Z",
    metadata: null,
    ...(at === messages && { upload_ids: [upload_id] }),
  });
  const batches = Array.from({ length: messages / 25 }, (_, batch) => batch);
  const lane = async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const puts = Array.from({ length: 25 }, (_, at) => ({
        PutRequest: { Item: marshall(message(batch * 25 + at + 1)) },
      }));
      await world.table.client.send(new BatchWriteItemCommand({ RequestItems: { [world.table.name]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const last = expr`SET ${assignments({ last_message_id: idOf(messages) })}`;
  await world.base.table.update(chatKey(chat), last);
  const attached = assignments({ chat_ids: [chat], first_messages: [`${chat}#${idOf(messages)}`] });
  const key = uploadKey(person.ctx.actor, upload_id);
  await world.base.table.update(key, expr`SET ${attached} REMOVE #dies_at, #index_pk, #index_sk`);
  for (const name of [idOf(5), idOf(messages)])
    await world.bucket.files.put(`results/${chat}/${name}.json`, '{"headers":[],"rows":[]}', "application/json");
  return { chat, upload_id };
}
