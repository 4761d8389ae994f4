import { type ChatRecord } from "../chat/record.ts";
import type { Base } from "../environment/context.ts";
import { shownTime } from "../environment/ids.ts";
import { type TurnRecord, turnKey } from "../turn/record.ts";
import { isTerminal } from "../turn/state.ts";
import { messageKey, type MessageRecord } from "./record.ts";
import { FIRST_QUESTION } from "./texts.ts";

/**
 * What a turn was asked, as a message. While the turn runs it is the turn's own alone, which has its words anyway: an item of its own
 * would cost as much as the chat. It gets its place among the messages in the transaction that ends the turn.
 */
export const questionOf = ({ chat_id, organization_id, member_id, turn_id, ...turn }: TurnRecord): MessageRecord => {
  const id = turn.user_message_id ?? "";
  const { message, upload_ids = [] } = turn.request;
  return {
    ...messageKey(chat_id, id),
    id,
    chat_id,
    organization_id,
    member_id,
    turn_id,
    role: "user",
    type: "user",
    content: message,
    timestamp: new Date(shownTime(id, Date.parse(turn.created_at))).toISOString(),
    metadata: null,
    ...(upload_ids.length > 0 && { upload_ids }),
  };
};

/** What a turn writes when it ends: its question first, where it has kept it until then. */
export function withQuestion(turn: TurnRecord, messages: readonly MessageRecord[]): readonly MessageRecord[] {
  const [first] = messages;
  const { asks = false, user_message_id } = turn;
  const isThere = first?.id === user_message_id || first?.first_step === FIRST_QUESTION;
  return asks && !isThere ? [questionOf(turn), ...messages] : messages;
}

/** The turn, once its question has an item of its own. */
export function withoutQuestion({ asks: _held, ...turn }: TurnRecord): TurnRecord {
  return turn;
}

/**
 * The turn that runs in a chat, where it alone has its question. If none has though one ran when the chat was read, the question has
 * got its place since: who has looked for it before looks once more.
 */
export async function holderIn(ctx: Base, { id, active_turn_id }: ChatRecord): Promise<TurnRecord | undefined> {
  if (active_turn_id === undefined) return undefined;
  const turn = await ctx.table.get<TurnRecord>(turnKey(id, active_turn_id), { consistent: true });
  return turn?.asks && !isTerminal(turn.status) ? turn : undefined;
}
