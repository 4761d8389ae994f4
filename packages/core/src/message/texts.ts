import type { MessageMetadata } from "@parley/contract/message";
import { iso } from "../environment/clock.ts";
import { timeOf } from "../environment/ids.ts";
import type { Files } from "../store/files.ts";
import { fromJsonText, toJsonText } from "../store/json-text.ts";
import { log } from "../observe/log.ts";
import type { KeptReceipt } from "../receipt/record.ts";
import { deflatedTexts, inflatedTexts } from "./deflate.ts";
import { messageKey, type MessageRecord } from "./record.ts";

/**
 * What a message has beside its words (tables, charts, what the answerer keeps) is in its item up to this many bytes: an
 * item of the table has 400 KB, and a turn's messages are written in one transaction of 4 MB. Its words are bounded (D57).
 */
const ITEM_BYTES = 100 * 1024;
/** A field of at most this many bytes stays in the item, even if others go to the bucket. */
const FIELD_BYTES = 4 * 1024;
/** More than this many bytes beside its words are deflated: an item costs by the KB, twice that in a transaction. */
const PLAIN_BYTES = 512;

/** What a question, or a message of a tool, has that the message after it in the turn does not tell. */
type Step = Pick<MessageRecord, "id" | "type" | "content" | "timestamp">;
/** The same as it is kept: of a question no time, where that is its id's. */
type KeptStep = Omit<Step, "timestamp"> & Partial<Step>;

/** The part of a message that is kept deflated in its item, or in the bucket. */
interface KeptTexts {
  metadata: MessageMetadata | null;
  /** Its turn's question and messages of tools, where they came right before it, in their order. */
  steps?: KeptStep[];
  state?: unknown;
  receipt?: KeptReceipt;
}

/** Where the texts of a chat are, by the ids of their messages. */
export const textsPrefix = (chatId: string) => `texts/${chatId}/`;
const textsKey = ({ chat_id, id }: Pick<MessageRecord, "chat_id" | "id">) => `${textsPrefix(chat_id)}${id}.json`;

const bytesOf = (text: string | null | undefined) => (text ? Buffer.byteLength(text) : 0);

/** A message with those before it in its turn that are kept in its item. */
interface Together {
  message: MessageRecord;
  steps: readonly MessageRecord[];
}

const typesOfSteps = new Set<MessageRecord["type"]>(["user", "tool_call", "tool_result", "tool_message"]);

/** True for a question or a message of a tool that has nothing beside its words, and is found by its chat. */
const isStep = ({ type, metadata, upload_ids, index_pk }: MessageRecord): boolean =>
  typesOfSteps.has(type) && metadata === null && upload_ids === undefined && index_pk === undefined;

const besideBytes = ({ metadata, state, receipt }: MessageRecord) =>
  bytesOf(metadata) + bytesOf(state) + bytesOf(receipt);

/** A turn's messages as they are kept: its question and those of its tools, as far as there is room, with the message after them. */
function* together(messages: readonly MessageRecord[]): Generator<Together> {
  let steps: MessageRecord[] = [];
  for (const message of messages) {
    if (isStep(message)) {
      steps.push(message);
      continue;
    }
    const bytes = steps.reduce((sum, { content }) => sum + bytesOf(content), besideBytes(message));
    const isRoom = bytes <= ITEM_BYTES && message.index_pk === undefined;
    if (!isRoom) yield* steps.map((step) => ({ message: step, steps: [] }));
    yield { message, steps: isRoom ? steps : [] };
    steps = [];
  }
  yield* steps.map((step) => ({ message: step, steps: [] }));
}

/** Names a question that is the first: its id is with its words, and a receipt has it there once more, so that it takes next to nothing. */
export const FIRST_QUESTION = "question";

const timeIn = (id: string): string => iso(timeOf(id));

const keptStep = ({ id, type, content, timestamp }: MessageRecord): KeptStep =>
  type === "user" && timestamp === timeIn(id) ? { id, type, content } : { id, type, content, timestamp };

const deflate = (texts: KeptTexts): Uint8Array => deflatedTexts(JSON.stringify(texts));

/** What was inflated, as long as its item is held: the messages before it are read first, then the message itself. */
const known = new WeakMap<Uint8Array, Readonly<KeptTexts>>();

function inflate(bytes: Uint8Array): Readonly<KeptTexts> {
  const before = known.get(bytes);
  if (before) return before;
  // It was written by `deflate`.
  const texts = JSON.parse(inflatedTexts(bytes)) as KeptTexts;
  known.set(bytes, texts);
  return texts;
}

/** A message's item, deflated where that is worth it, and, where it would be too large, the object with the rest of it. */
function parted({ message, steps }: Together): { item: MessageRecord; texts?: string } {
  const [first] = steps;
  const told = first && { steps: steps.map(keptStep) };
  const named = first && { first_step: first.type === "user" ? FIRST_QUESTION : first.id };
  const bytes = besideBytes(message);
  if (bytes <= PLAIN_BYTES)
    return { item: told ? { ...message, ...named, deflated: deflate({ metadata: null, ...told }) } : message };
  const { state, receipt, ...item } = message;
  const metadata = item.metadata === null ? null : fromJsonText(item.metadata);
  const beside = {
    ...(state !== undefined && { state: fromJsonText(state) }),
    ...(receipt !== undefined && { receipt: fromJsonText(receipt) }),
  };
  if (bytes <= ITEM_BYTES)
    return { item: { ...item, ...named, metadata: null, deflated: deflate({ metadata, ...beside, ...told }) } };
  const fields = Object.entries(metadata ?? {});
  const isLarge = ([, value]: [string, unknown]) => bytesOf(JSON.stringify(value)) > FIELD_BYTES;
  const small = fields.filter((field) => !isLarge(field));
  const texts: KeptTexts = { metadata: Object.fromEntries(fields.filter(isLarge)), ...beside };
  return {
    item: { ...item, metadata: small.length > 0 ? toJsonText(Object.fromEntries(small)) : null, has_texts: true },
    texts: JSON.stringify(texts),
  };
}

/** Puts what is too large for the table into the bucket; returns the messages as the table takes them. */
export async function keepTexts(files: Files, messages: readonly MessageRecord[]): Promise<MessageRecord[]> {
  return Promise.all(
    Array.from(together(messages), async (kept) => {
      const { item, texts } = parted(kept);
      if (texts !== undefined) await files.put(textsKey(item), texts, "application/json");
      return item;
    }),
  );
}

/** The messages without what the bucket did not take: at least their words are kept. */
export const withoutTexts = (messages: readonly MessageRecord[]): MessageRecord[] =>
  Array.from(together(messages), (kept) => {
    const { has_texts: _, ...item } = parted(kept).item;
    return item;
  });

/** Removes what `keepTexts` has put for messages that were not written after all. */
export async function dropTexts(files: Files, messages: readonly MessageRecord[]): Promise<void> {
  const keys = messages.filter(({ has_texts }) => has_texts).map(textsKey);
  if (keys.length === 0) return;
  try {
    await files.remove(keys);
  } catch (error) {
    // They go with their chat.
    log("warn", "texts of a lost ending were not removed", {}, error);
  }
}

/** A message with what is kept beside its item's plain fields, which were written last. */
function joined(message: MessageRecord, { metadata, state, receipt }: KeptTexts): MessageRecord {
  const isBare = metadata === null && message.metadata === null;
  const small = message.metadata === null ? {} : fromJsonText(message.metadata);
  return {
    ...message,
    metadata: isBare ? null : toJsonText({ ...metadata, ...small }),
    ...(state !== undefined && { state: toJsonText(state) }),
    ...(receipt !== undefined && { receipt: toJsonText(receipt) }),
  };
}

/** The whole of a message, with what is deflated and what is in the bucket. */
export async function whole(files: Files, message: MessageRecord): Promise<MessageRecord> {
  if (message.deflated) return joined(message, inflate(message.deflated));
  if (!message.has_texts) return message;
  const bytes = await files.get(textsKey(message));
  // Removed while the message was read: then it is gone as well.
  if (!bytes) return message;
  // It was written by `keepTexts`.
  return joined(message, JSON.parse(new TextDecoder().decode(bytes)) as KeptTexts);
}

/** The messages before it that are kept in a message's item, in their order. */
export function stepsIn({ first_step, deflated: bytes, ...item }: MessageRecord): MessageRecord[] {
  if (first_step === undefined || !bytes) return [];
  const { organization_id, member_id, chat_id, turn_id } = item;
  const shared = { organization_id, member_id, chat_id, turn_id, metadata: null };
  return (inflate(bytes).steps ?? []).map((step) => {
    const { id, type, content, timestamp = timeIn(id) } = step;
    const role = type === "user" ? "user" : "assistant";
    return { ...messageKey(chat_id, id), ...shared, role, id, type, content, timestamp };
  });
}

/** One of the messages that are kept in a message's item. */
export const stepIn = (holder: MessageRecord, id: string): MessageRecord | undefined =>
  stepsIn(holder).find((step) => step.id === id);

/** What stays deflated of a message when those that are kept with it get items of their own. */
export function withoutSteps(bytes: Uint8Array): Uint8Array {
  const { steps: _, ...rest } = inflate(bytes);
  return deflate(rest);
}
