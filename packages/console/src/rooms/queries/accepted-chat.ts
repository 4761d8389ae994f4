import type { Turn } from "@parley/client";

/**
 * The chat of a turn, once the service has accepted its question: from then on the turn goes on without its readers. Throws what
 * the turn failed with before that.
 */
export async function acceptedChatId(turn: Turn): Promise<string> {
  for await (const _event of turn) if (turn.chatId !== null) return turn.chatId;
  throw turn.error ?? new Error("The question was not accepted");
}
