import type { MessageMetadata, MessageType } from "@parley/contract/message";
import type { KeptReceipt } from "../receipt/record.ts";
import type { JsonText } from "../store/json-text.ts";
import { chatPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";

export interface MessageRecord extends Item {
  id: string;
  chat_id: string;
  organization_id: string;
  member_id: string;
  turn_id: string;
  role: "user" | "assistant";
  type: MessageType;
  content: string;
  timestamp: string;
  /** Everything but uploads, whose download addresses are signed afresh at each read. */
  metadata: JsonText<MessageMetadata> | null;
  upload_ids?: string[];
  /** What the answerer keeps for later turns; never shown. */
  state?: JsonText<unknown>;
  /** What the answer rests on, signed (D55). */
  receipt?: JsonText<KeptReceipt>;
  /** Metadata, state and receipt, where they are worth deflating (`texts.ts`); `metadata` then has what was said of it since. */
  deflated?: Uint8Array;
  /** The first of the messages that came before this one in its turn and are deflated with it: the id of one of tools, or `FIRST_QUESTION` (`texts.ts`). */
  first_step?: string;
  /** True if metadata, state and receipt were too large for an item: the rest of them is in the bucket (`texts.ts`). */
  has_texts?: true;
}

/** True for the message that a turn ends with: its answer, or the notice that it gave none. */
export const isAnswer = ({ type }: Pick<MessageRecord, "type">): boolean => type === "final" || type === "scope_notice";

export const messageSk = (messageId: string) => `MESSAGE#${messageId}`;
export const messageKey = (chatId: string, messageId: string): Key => ({
  pk: chatPk(chatId),
  sk: messageSk(messageId),
});

/** Index entry that finds a message of a turn that was accepted before ids of messages ended like their chat's. */
export const messageIndex = (chatId: string, messageId: string) => ({
  index_pk: `MESSAGE#${messageId}`,
  index_sk: chatPk(chatId),
});
