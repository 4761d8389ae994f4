import { CANCEL_GRACE_MS } from "../driver.ts";
import { timedOut, unavailable } from "../failure.ts";
import type { Pooled } from "../pool/idle.ts";
import { DatasourceError, type RunOptions } from "../types.ts";

/** What a connection received since its limit was set. */
export interface Received {
  bytes(): number;
  exceeded(): boolean;
  stop(): void;
}

/** A session with a database server, in a read-only transaction while a statement runs. */
export interface Session extends Pooled {
  /** Asks the server to cancel the statement this session runs, over a connection of its own. Never rejects. */
  cancel(): Promise<void>;
  rollback(): Promise<void>;
  /** Cuts the connection once it received more than `bytes` from now on. */
  limit(bytes: number): Received;
}

/**
 * Runs a statement so that abort and deadline reach the server, and ends its transaction. `explain` says what an error
 * the server reported means, and nothing for any other error. A session whose statement was cancelled is not used
 * again: a late cancel must not hit the next statement.
 */
export async function runStatement<T>(
  session: Session,
  { signal, timeout_ms }: RunOptions,
  work: () => Promise<T>,
  explain: (error: unknown) => DatasourceError | undefined,
): Promise<T> {
  let overdue = false;
  let stopping: NodeJS.Timeout | undefined;
  const stop = () => {
    if (stopping) return;
    stopping = setTimeout(() => session.destroy(), CANCEL_GRACE_MS);
    void session.cancel();
  };
  // The server's own timeout comes first; this one is for a server that no longer answers.
  const deadline = setTimeout(() => {
    overdue = true;
    stop();
  }, timeout_ms + CANCEL_GRACE_MS);
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) stop();
    const result = await work();
    signal.throwIfAborted();
    if (!session.broken) await session.rollback();
    return result;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (overdue) throw timedOut(timeout_ms);
    throw await failureOf(session, error, explain);
  } finally {
    clearTimeout(deadline);
    clearTimeout(stopping);
    signal.removeEventListener("abort", stop);
    if (stopping) session.destroy();
  }
}

/** What the failure means; leaves the session usable or destroyed. */
async function failureOf(
  session: Session,
  error: unknown,
  explain: (error: unknown) => DatasourceError | undefined,
): Promise<unknown> {
  if (error instanceof DatasourceError) {
    session.destroy();
    return error;
  }
  const explained = explain(error);
  if (explained) {
    if (!session.broken) await session.rollback().catch(() => session.destroy());
    return explained;
  }
  if (session.broken) return unavailable("The connection to the database was lost.");
  session.destroy();
  return error;
}

/** Counts what a socket receives and cuts the connection where it is too much. */
export function limitBytes(stream: NodeJS.ReadableStream, bytes: number, cut: () => void): Received {
  let received = 0;
  const count = (chunk: Buffer | string) => {
    received += chunk.length;
    if (received > bytes) cut();
  };
  stream.on("data", count);
  return { bytes: () => received, exceeded: () => received > bytes, stop: () => stream.removeListener("data", count) };
}
