import type { MessageMetadata } from "@parley/contract/message";
import { hasEndOf } from "../chat/record.ts";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { toJsonText } from "../store/json-text.ts";
import type { TurnRecord } from "../turn/record.ts";
import { messageIndex, messageKey, type MessageRecord } from "./record.ts";

/** What is said in a message. */
type Said = Pick<MessageRecord, "id" | "type" | "content"> & { metadata: MessageMetadata | null };

/**
 * A message of the assistant, ready to be written by its turn. It can be found by its id alone: by the index where its turn was
 * accepted before ids of messages ended like their chat's.
 */
export const assistantMessage = (
  ctx: Base,
  { chat_id, organization_id, member_id, turn_id, user_message_id }: TurnRecord,
  { id, type, content, metadata }: Said,
): MessageRecord => ({
  ...messageKey(chat_id, id),
  ...(!hasEndOf(chat_id, user_message_id ?? "") && messageIndex(chat_id, id)),
  id,
  chat_id,
  organization_id,
  member_id,
  turn_id,
  role: "assistant",
  type,
  content,
  timestamp: iso(ctx.clock.now()),
  metadata: metadata && toJsonText(metadata),
});
