import { setTimeout as pause } from "node:timers/promises";
import { untilAborted } from "../abort.ts";
import { CANCEL_GRACE_MS } from "../driver.ts";
import { timedOut } from "../failure.ts";
import type { Query } from "../introspection/engine.ts";
import { createSlots } from "../pool/slots.ts";
import type { QueryResult, RunOptions } from "../types.ts";

/** A statement that a service runs by itself once it was started, and that is asked after by its id. */
export interface RemoteStatement<Result> {
  /** Starts it. Returns its id. */
  start(): Promise<string>;
  /** Whether it has ended well. Throws a `DatasourceError` where it failed. */
  isFinished(id: string, signal: AbortSignal): Promise<boolean>;
  read(id: string, signal: AbortSignal): Promise<Result>;
  cancel(id: string, signal: AbortSignal): Promise<unknown>;
}

/** Milliseconds between two looks: few at first, and up to a second for what takes long. */
const FIRST_LOOK_PAUSE_MS = 50;
const LONGEST_LOOK_PAUSE_MS = 1_000;
const PAUSE_GROWTH = 1.5;

/**
 * Runs a statement to its end and reads its result. Abort and deadline cancel it at the service, whose answer to that is
 * waited for 1.5 seconds at most. Throws `QUERY_TIMEOUT`, the signal's reason, and what `remote` throws.
 */
export async function runRemotely<Result>(
  remote: RemoteStatement<Result>,
  { signal, timeout_ms }: Pick<RunOptions, "signal" | "timeout_ms">,
): Promise<Result> {
  signal.throwIfAborted();
  const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(timeout_ms)));
  const ended = AbortSignal.any([signal, deadline]);
  // Never aborted: what was started can only be cancelled by the id that comes back.
  const started = remote.start();
  let isDone = false;
  const work = async (): Promise<Result> => {
    const id = await started;
    let wait = FIRST_LOOK_PAUSE_MS;
    while (!(await remote.isFinished(id, ended))) {
      await pause(wait, undefined, { signal: ended });
      wait = Math.min(LONGEST_LOOK_PAUSE_MS, wait * PAUSE_GROWTH);
    }
    isDone = true;
    return remote.read(id, ended);
  };
  try {
    return await untilAborted(work(), ended);
  } catch (error) {
    if (!ended.aborted) throw error;
    if (!isDone) await cancelled(started, remote);
    if (signal.aborted) throw signal.reason;
    throw timedOut(timeout_ms);
  }
}

/** Asks for the end of the statement, and waits a little for the answer. */
async function cancelled(started: Promise<string>, remote: Pick<RemoteStatement<unknown>, "cancel">): Promise<void> {
  const grace = AbortSignal.timeout(CANCEL_GRACE_MS);
  // It may have ended, or never begun: there is nothing more to do about it.
  const asked = started.then((id) => remote.cancel(id, grace)).catch(() => {});
  await untilAborted(asked, grace).catch(() => {});
}

/** Runs statements by `run`, at most `connections` at a time, and says how long each took. */
export function remoteQuery(
  connections: number,
  run: (sql: string, options: RunOptions) => Promise<Omit<QueryResult, "duration_ms">>,
): Query {
  const slots = createSlots(connections);
  return async (sql, options) => {
    await slots.acquire(options.signal);
    try {
      const begun = performance.now();
      const result = await run(sql, options);
      return { ...result, duration_ms: Math.round(performance.now() - begun) };
    } finally {
      slots.release();
    }
  };
}
