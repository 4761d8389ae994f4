import type { MessageMetadata } from "@parley/contract/message";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { toJsonText } from "../store/json-text.ts";
import type { TurnRecord } from "../turn/record.ts";
import { messageIndex, messageKey, type MessageRecord } from "./record.ts";

/** What is said in a message. */
type Said = Pick<MessageRecord, "id" | "type" | "content"> & { metadata: MessageMetadata | null };

/** A message of the assistant, ready to be written by its turn. It can be found by its id alone. */
export const assistantMessage = (
  ctx: Base,
  { chat_id, organization_id, member_id, turn_id }: TurnRecord,
  { id, type, content, metadata }: Said,
): MessageRecord => ({
  ...messageKey(chat_id, id),
  ...messageIndex(chat_id, id),
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
