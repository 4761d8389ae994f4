import { chatKey, type ChatRecord, type Cut, isCut, isWithin } from "../chat/record.ts";
import { iso } from "../environment/clock.ts";
import type { Actor, Base, MemberContext } from "../environment/context.ts";
import { assignments, expr, type Expression, join } from "../store/expression.ts";
import type { Write } from "../store/table-transactions.ts";
import { released } from "./lifetime.ts";
import { uploadKey, type UploadRecord } from "./record.ts";

/** The first messages of a chat that have an upload. */
const firstsIn = (upload: UploadRecord, chatId: string): string[] =>
  (upload.first_messages ?? []).flatMap((first) =>
    first.startsWith(`${chatId}#`) ? [first.slice(chatId.length + 1)] : [],
  );

/** True if a message of the chat still has the upload. */
const isIn = (upload: UploadRecord, chat: ChatRecord): boolean => {
  const firsts = firstsIn(upload, chat.id);
  return chat.deleted_at === undefined && (firsts.length === 0 || firsts.some((first) => !isCut(chat, first)));
};

/**
 * For each upload false if every message that had it was deleted, whether it has been released yet or not. The chats of those that
 * were attached are read.
 */
export async function areKept(ctx: Base, uploads: readonly UploadRecord[]): Promise<boolean[]> {
  const ids = [...new Set(uploads.flatMap(({ chat_ids }) => chat_ids ?? []))];
  if (ids.length === 0) return uploads.map(() => true);
  const found = await ctx.table.getMany<ChatRecord>(ids.map(chatKey), { consistent: true });
  const chats = found.filter((chat) => chat !== undefined);
  return uploads.map((upload) => {
    const { chat_ids = [] } = upload;
    return chat_ids.length === 0 || chats.some((chat) => chat_ids.includes(chat.id) && isIn(upload, chat));
  });
}

/**
 * The writes that attach uploads to a message of a chat: from then on they live as long as the chat does. A dead one is
 * refused, so that none is attached while the sweeper removes it. `uploads` as they were read: no other message attaches any to
 * the chat until its turn has been accepted.
 */
export const attachWrites = (
  ctx: MemberContext,
  uploads: readonly UploadRecord[],
  chat: Pick<ChatRecord, "id" | "cuts">,
  messageId: string,
): Write[] =>
  uploads.map((upload) => {
    const { id, chat_ids = [] } = upload;
    const chats = chat_ids.includes(chat.id)
      ? []
      : [expr`#chat_ids = list_append(if_not_exists(#chat_ids, ${[]}), ${[chat.id]})`];
    const isFirst = firstsIn(upload, chat.id).every((first) => isCut(chat, first));
    if (isFirst) {
      const first = [`${chat.id}#${messageId}`];
      chats.push(expr`#first_messages = list_append(if_not_exists(#first_messages, ${[]}), ${first})`);
    }
    return {
      update: uploadKey(ctx.actor, id),
      set: expr`SET ${join([expr`#status = ${"ready"}`, ...chats], ", ")} REMOVE #dies_at, #index_pk, #index_sk`,
      when: expr`attribute_exists(#pk) AND (attribute_not_exists(#dies_at) OR #dies_at > ${iso(ctx.clock.now())})`,
    };
  });

/** A chat whose uploads are released, with its owner. */
type OwnedChat = Actor & Pick<ChatRecord, "id">;

/**
 * Takes a deleted chat off its uploads. One that no other chat has is dead at once, and the sweeper removes it with its
 * bytes. Repeating it changes nothing.
 */
export const release = (ctx: Base, chat: OwnedChat, ids: readonly string[]): Promise<void> =>
  releaseWhere(ctx, chat, ids, () => true);

/** Takes the messages of a cut off their uploads. One that an earlier message of the chat has stays the chat's. */
export const releaseCut = (ctx: Base, chat: OwnedChat, ids: readonly string[], cut: Cut): Promise<void> =>
  releaseWhere(ctx, chat, ids, (messageId) => isWithin(cut, messageId));

async function releaseWhere(
  ctx: Base,
  chat: OwnedChat,
  ids: readonly string[],
  isReleased: (messageId: string) => boolean,
): Promise<void> {
  const found = await ctx.table.getMany<UploadRecord>(
    ids.map((id) => uploadKey(chat, id)),
    { consistent: true },
  );
  await Promise.all(
    found.map(async (read) => {
      let upload = read;
      // Another chat may attach or release it at the same time; then it is looked at again.
      for (;;) {
        const change = upload && releasing(upload, chat.id, isReleased, ctx.clock.now());
        if (!upload || !change) return;
        const outcome = await ctx.table.update<UploadRecord>(
          uploadKey(chat, upload.id),
          expr`SET ${assignments(change)}`,
          isAsRead(upload),
        );
        if (outcome.done) return;
        upload = outcome.item;
      }
    }),
  );
}

/** What an upload becomes once messages of a chat are released; undefined if nothing changes. */
function releasing(
  upload: UploadRecord,
  chatId: string,
  isReleased: (messageId: string) => boolean,
  now: number,
): Partial<UploadRecord> | undefined {
  const { chat_ids = [], first_messages } = upload;
  if (!chat_ids.includes(chatId)) return undefined;
  const firsts = firstsIn(upload, chatId);
  const left = firsts.filter((first) => !isReleased(first));
  if (left.length === firsts.length && firsts.length > 0) return undefined;
  const others = left.length > 0 ? chat_ids : chat_ids.filter((chat) => chat !== chatId);
  return {
    chat_ids: others,
    ...(first_messages && {
      first_messages: first_messages.filter(
        (first) => !first.startsWith(`${chatId}#`) || left.includes(first.slice(chatId.length + 1)),
      ),
    }),
    ...(others.length === 0 && released(upload, now)),
  };
}

const isAsRead = ({ chat_ids, first_messages }: UploadRecord): Expression => {
  const isInChats = expr`#chat_ids = ${chat_ids}`;
  return first_messages ? expr`${isInChats} AND #first_messages = ${first_messages}` : isInChats;
};
