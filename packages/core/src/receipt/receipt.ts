import { type ReceiptErrorCode, receiptErrors } from "@parley/contract/receipt-errors";
import type { Receipt } from "@parley/contract/receipt";
import type { MemberContext, OrganizationContext, WithFiles } from "../environment/context.ts";
import { Failure } from "../failure/failure.ts";
import { find, messageOf } from "../message/message.ts";
import { messageKey, type MessageRecord } from "../message/record.ts";
import { stepIn, whole } from "../message/texts.ts";
import { fromJsonText } from "../store/json-text.ts";
import type { KeptReceipt } from "./record.ts";

/** A receipt, and what is kept with it. */
export interface FoundReceipt {
  receipt: Receipt;
  kept: KeptReceipt;
  answer: MessageRecord;
}

function refuse(code: ReceiptErrorCode): never {
  throw new Failure(code, undefined, receiptErrors[code]);
}

/** The receipt that an answer has; undefined where it has none. */
export async function receiptOf(
  ctx: OrganizationContext & WithFiles,
  message: MessageRecord,
): Promise<FoundReceipt | undefined> {
  const answer = await whole(ctx.files, message);
  if (answer.receipt === undefined) return undefined;
  const kept = fromJsonText(answer.receipt);
  const key = messageKey(answer.chat_id, kept.question_id);
  const asked = stepIn(answer, kept.question_id) ?? (await ctx.table.get<MessageRecord>(key, { consistent: true }));
  // What asked is cut together with what answers.
  return asked && { receipt: { ...kept.receipt, message_id: answer.id, question: asked.content }, kept, answer };
}

/** The receipt of an answer in one of the caller's chats. Throws RECEIPT_NOT_FOUND. */
export async function findReceipt(
  ctx: MemberContext & WithFiles,
  chatId: string,
  messageId: string,
): Promise<FoundReceipt> {
  const found = await find(ctx, chatId, messageId);
  return (found && (await receiptOf(ctx, found.message))) ?? refuse("RECEIPT_NOT_FOUND");
}

/** The same as clients see it. Throws RECEIPT_NOT_FOUND. */
export const get = async (ctx: MemberContext & WithFiles, chatId: string, messageId: string): Promise<Receipt> =>
  (await findReceipt(ctx, chatId, messageId)).receipt;

/** The receipt of an answer of anyone in the organization, by the answer's id alone. Throws RECEIPT_NOT_FOUND. */
export async function locateReceipt(ctx: OrganizationContext & WithFiles, messageId: string): Promise<FoundReceipt> {
  const message = await messageOf(ctx, messageId);
  if (message?.organization_id !== ctx.actor.organization_id) refuse("RECEIPT_NOT_FOUND");
  const { organization_id, member_id } = message;
  return findReceipt({ ...ctx, actor: { organization_id, member_id } }, message.chat_id, messageId);
}
