import { find } from "./find-own.ts";
import type { Surroundings } from "./turn-life.ts";
import type { Submission } from "./submit.ts";
import { cancelTurn } from "./turn-routes.ts";
import type { TurnState } from "./turn-state.ts";
import type { Source } from "./turn.ts";

/** A question is withdrawn after this long (ms) if the service has not said that it was accepted; then its chat is looked at. */
const WITHDRAWAL_MS = 1_000;

/** What is known of a turn that is asked here. */
export interface Asked {
  submission: Submission;
  /** What can interrupt the turn by its own means. */
  source: Source | undefined;
  /** Stops the sending and the listening. */
  stop: () => void;
}

/** Resolves once the turn is accepted or has ended, at the latest after `ms`. */
async function acceptedWithin(state: TurnState, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<true>((resolve) => (timer = setTimeout(resolve, ms, true)));
  while (!state.isAccepted && !state.isDone) {
    if (await Promise.race([state.changed(), late])) break;
  }
  clearTimeout(timer);
}

/** Takes back what has been sent; cancels it if it was accepted and nothing has been heard of that. */
async function withdraw({ submission, stop }: Asked): Promise<void> {
  stop();
  const { calls, chatId, options } = submission;
  const { turnId = null } = (await find(submission, options)) ?? {};
  if (chatId !== null && turnId !== null) await cancelTurn(calls, { chatId, turnId }, options);
}

/** Cancels a turn in the service, or withdraws it if it was not accepted yet. Nothing happens to one that has ended. Throws a `ParleyError`. */
export async function cancel(state: TurnState, { calls, options }: Surroundings, asked?: Asked): Promise<void> {
  if (asked && !state.isAccepted) await acceptedWithin(state, WITHDRAWAL_MS);
  if (state.status === "ended") return;
  if (asked && !state.isAccepted) return withdraw(asked);
  if (await asked?.source?.interrupt?.()) return;
  const { chatId, id } = state;
  if (chatId !== null && id !== null) state.isCancelled = await cancelTurn(calls, { chatId, turnId: id }, options);
}
