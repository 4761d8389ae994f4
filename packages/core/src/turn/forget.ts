import { type ChatRecord, isCut } from "../chat/record.ts";
import type { Base } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { chatPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { eventsPrefix } from "./event-log.ts";
import { type TurnRecord, turnKey } from "./record.ts";

/** Batches of a turn's log that are removed at once. */
const BATCHES_PER_REMOVAL = 100;

/** True for a turn whose messages an edit or a deletion cut out of the chat, whether they have been removed yet or not. */
export const isForgotten = (chat: ChatRecord, turn: TurnRecord): boolean =>
  turn.is_forgotten === true ||
  (turn.user_message_id !== null && isCut(chat, turn.user_message_id)) ||
  (chat.cuts ?? []).some(({ turn_id }) => turn_id === turn.turn_id);

/**
 * Removes what a person said, and what was answered, from a turn. Its item stays: its request id is remembered as long as
 * the chat (D24). Returns the write units that its events took.
 */
export async function forgetTurn(ctx: Base, chatId: string, turnId: string): Promise<number> {
  await ctx.table.update(
    turnKey(chatId, turnId),
    expr`SET #is_forgotten = ${true}, #request = ${{ message: "" }}`,
    expr`#turn_id = ${turnId} AND #status <> ${"in_progress"}`,
  );
  let units = 0;
  for (;;) {
    const { items, next } = await ctx.table.query<Key>({
      pk: chatPk(chatId),
      begins: eventsPrefix(turnId),
      consistent: true,
      limit: BATCHES_PER_REMOVAL,
      fields: ["pk", "sk"],
    });
    units += await ctx.table.removeMany(items);
    if (!next) return units;
  }
}
