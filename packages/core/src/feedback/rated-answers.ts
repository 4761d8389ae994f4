import type { RatedAnswer } from "@parley/contract/feedback";
import { chatKey, type ChatRecord, isCut, isOwn } from "../chat/record.ts";
import { fitting } from "../environment/answer-size.ts";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { memberKey, type MemberRecord } from "../member/member.ts";
import { messageKey, type MessageRecord } from "../message/record.ts";
import { stepIn, whole } from "../message/texts.ts";
import { fromJsonText } from "../store/json-text.ts";
import type { Key } from "../store/table-item.ts";
import { type TurnRecord, turnKey } from "../turn/record.ts";
import type { RatingRecord } from "./record.ts";

type Context = OrganizationContext & WithFiles;

/** Answers that are made ready at once: one may bring half a megabyte from the bucket. */
const ANSWERS_PER_STEP = 16;

/** Reads items by key, each once; those that are not there are absent. */
async function readOnce<Item>(ctx: Context, keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const items = await ctx.table.getMany<Item>(distinct);
  const found = new Map(distinct.map((key, place) => [nameOf(key), items[place]]));
  return (key) => found.get(nameOf(key));
}

/** The chats and answers of ratings, as far as they are still there and rated. */
async function answersOf(ctx: Context, ratings: readonly RatingRecord[]) {
  const { organization_id } = ctx.actor;
  const read = await readOnce<ChatRecord | MessageRecord | MemberRecord>(
    ctx,
    ratings.flatMap(({ id, chat_id, member_id }) => [
      chatKey(chat_id),
      messageKey(chat_id, id),
      memberKey(organization_id, member_id),
    ]),
  );
  return ratings.flatMap((rating) => {
    const { id, chat_id, member_id } = rating;
    // Each is what its key says.
    const chat = read(chatKey(chat_id)) as ChatRecord | undefined;
    const message = read(messageKey(chat_id, id)) as MessageRecord | undefined;
    const member = read(memberKey(organization_id, member_id)) as MemberRecord | undefined;
    // What was cut out of its chat, or went with it, is gone for administrators, too.
    const isThere = isOwn(chat, { organization_id, member_id }) && message && !isCut(chat, id);
    return isThere ? [{ rating, chat, message, member }] : [];
  });
}

type Answer = Awaited<ReturnType<typeof answersOf>>[number];

/** The questions that the answers were given to, in their order. */
async function questionsOf(ctx: Context, answers: readonly Answer[]): Promise<(string | undefined)[]> {
  const turns = await ctx.table.getMany<TurnRecord>(
    answers.map(({ message: { chat_id, turn_id } }) => turnKey(chat_id, turn_id)),
  );
  const asked = turns.map((turn, place) => {
    const id = turn?.user_message_id;
    const answer = answers[place]?.message;
    return id && answer && { key: messageKey(answer.chat_id, id), kept: stepIn(answer, id) };
  });
  const read = await readOnce<MessageRecord>(
    ctx,
    asked.flatMap((one) => (one && !one.kept ? [one.key] : [])),
  );
  return asked.map((one) => (one ? (one.kept ?? read(one.key))?.content : undefined));
}

/** An answer as administrators see it; undefined where it is no longer rated. */
async function shown(
  ctx: Context,
  { rating, chat, message, member }: Answer,
  question: string | undefined,
): Promise<RatedAnswer | undefined> {
  const { metadata } = await whole(ctx.files, message);
  const { feedback, feedback_note, sql = [] } = metadata === null ? {} : fromJsonText(metadata);
  if (feedback === undefined || question === undefined) return undefined;
  return {
    message_id: message.id,
    chat_id: chat.id,
    member_id: rating.member_id,
    member_name: member?.name ?? "",
    member_email: member?.email ?? "",
    feedback,
    note: feedback_note ?? null,
    status: rating.status,
    question,
    answer: message.content,
    sql: sql.map((statement) => statement.sql),
    integration_id: sql[0]?.integration_id ?? chat.integration_id,
    answered_at: message.timestamp,
    rated_at: rating.rated_at,
  };
}

/**
 * The answers of ratings, in their order: those that are still there, and only as many as one response carries. `looked` is how
 * many of the ratings were looked at, at least one.
 */
export async function ratedAnswers(
  ctx: Context,
  ratings: readonly RatingRecord[],
): Promise<{ feedback: RatedAnswer[]; looked: number }> {
  const feedback: RatedAnswer[] = [];
  for (let start = 0; start < ratings.length; start += ANSWERS_PER_STEP) {
    const answers = await answersOf(ctx, ratings.slice(start, start + ANSWERS_PER_STEP));
    const questions = await questionsOf(ctx, answers);
    const step = await Promise.all(answers.map((answer, place) => shown(ctx, answer, questions[place])));
    feedback.push(...step.filter((answer) => answer !== undefined));
    const count = fitting(feedback);
    if (count === feedback.length) continue;
    const kept = feedback.slice(0, count);
    return { feedback: kept, looked: ratings.findIndex(({ id }) => id === kept.at(-1)?.message_id) + 1 };
  }
  return { feedback, looked: ratings.length };
}
