import { backoff, pause } from "./backoff.ts";
import { AbortedError, ApiError, ConnectionError, ParleyError } from "./errors.ts";

import type { Surroundings } from "./turn-life.ts";
import { onReturn } from "./on-return.ts";
import { LONGEST_RETRY_AFTER_MS, waitAsked } from "./persist.ts";
import { PATIENCE_CUTS, RESUME_BASE_MS } from "./recovering.ts";
import { tell } from "./tell.ts";
import { readLog } from "./turn-routes.ts";
import type { TurnState } from "./turn-state.ts";

/** What following a turn needs. `signal` stops it; the turn goes on. */
export interface Following extends Surroundings {
  signal: AbortSignal;
}

/** Whether a failure passes, so that the turn is looked for again. A token provider fails while a browser is offline. */
const isPassing = (error: unknown): error is ParleyError =>
  error instanceof ApiError
    ? error.code === "TOKEN_NOT_PROVIDED" || (error.retryable && error.status !== 409)
    : error instanceof ParleyError && !(error instanceof AbortedError);

/** Takes the turn's events from where `state` is, as far as they come. Returns what cut them off, where that is known. */
async function takeMore(state: TurnState, following: Following): Promise<ParleyError | undefined> {
  const { calls, options, toolEvents, signal } = following;
  const { chatId, id, lastId } = state;
  // Whoever follows a turn names it.
  if (chatId === null || id === null) throw new ParleyError("UNEXPECTED", "The turn has no id");
  try {
    for await (const event of readLog(calls, { chatId, turnId: id }, lastId, { ...options, toolEvents, signal })) {
      state.take(event);
      if (state.isDone) break;
    }
    return undefined;
  } catch (error) {
    if (signal.aborted) throw new AbortedError();
    if (isPassing(error)) return error;
    throw error;
  }
}

/**
 * Follows a turn to its end, on from where `state` is, however often it is cut. `cuts` is how often it was before without a
 * new event. Throws `ConnectionError` once patience is exhausted, `AbortedError` when `signal` aborts, and failures that do not pass.
 */
export async function follow(state: TurnState, following: Following, cuts = 0): Promise<void> {
  const { calls, signal } = following;
  const { maxWait = LONGEST_RETRY_AFTER_MS, onEvent } = calls.options;
  let failed = cuts;
  let asked: number | undefined;
  for (;;) {
    if (failed > 0) {
      state.setStatus("reconnecting");
      await pause(asked ?? backoff(failed - 1, RESUME_BASE_MS), signal, asked === undefined ? onReturn : undefined);
      tell(onEvent, { type: "resume", operation: "turn.events", attempt: failed, status: null, ms: 0, debugId: null });
    }
    const { taken } = state;
    const cause = await takeMore(state, following);
    if (state.isDone) return;
    asked = waitAsked(cause);
    if (asked !== undefined && asked > maxWait) throw cause;
    failed = state.taken > taken ? 1 : failed + 1;
    if (failed >= PATIENCE_CUTS) throw new ConnectionError("The answer was cut off again and again", { cause });
  }
}
