import { untilAborted } from "../abort.ts";
import { CONNECT_TIMEOUT_MS, PREPARE_TIMEOUT_MS } from "../driver.ts";
import { unavailable } from "../failure.ts";
import { createIdle, type Pooled } from "./idle.ts";
import { createSlots } from "./slots.ts";

export interface Pool<C extends Pooled> {
  /**
   * Runs `work` on a connection of its own, after `prepare` (which opens the transaction). A connection that was
   * kept and turns out to be dead in `prepare` is replaced by a fresh one, once.
   */
  use<T>(signal: AbortSignal, prepare: Prepare<C>, work: (connection: C) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type Prepare<C> = (connection: C) => Promise<void>;

/** At most `size` connections, served in order of arrival; idle ones are closed after a minute. */
export function createPool<C extends Pooled>(size: number, open: () => Promise<C>): Pool<C> {
  const slots = createSlots(size);
  const idle = createIdle<C>();

  /** Opens a connection; one that arrives after the caller gave up is kept for the next. */
  async function openFresh(signal: AbortSignal): Promise<C> {
    const opening = open();
    try {
      return await untilAborted(opening, signal);
    } catch (error) {
      if (signal.aborted)
        opening.then(
          (late) => idle.keep(late),
          () => {},
        );
      throw error;
    }
  }

  async function ready(signal: AbortSignal, prepare: Prepare<C>): Promise<C> {
    const kept = idle.take();
    if (kept) {
      try {
        await prepareWithin(PREPARE_TIMEOUT_MS, kept, signal, prepare);
        return kept;
      } catch (error) {
        const { broken } = kept;
        idle.keep(kept);
        if (!broken || signal.aborted) throw error;
      }
    }
    const fresh = await openFresh(signal);
    try {
      await prepareWithin(CONNECT_TIMEOUT_MS, fresh, signal, prepare);
      return fresh;
    } catch (error) {
      idle.keep(fresh);
      throw error;
    }
  }

  return {
    async use(signal, prepare, work) {
      signal.throwIfAborted();
      if (idle.isClosed()) throw unavailable("The datasource is closed.");
      await slots.acquire(signal);
      try {
        const connection = await ready(signal, prepare);
        try {
          return await work(connection);
        } finally {
          idle.keep(connection);
        }
      } finally {
        slots.release();
      }
    },
    close: () => idle.close(),
  };
}

/** A connection whose other side vanished (a frozen environment, a router that dropped it) would keep `prepare` waiting. */
async function prepareWithin<C extends Pooled>(
  milliseconds: number,
  connection: C,
  signal: AbortSignal,
  prepare: Prepare<C>,
): Promise<void> {
  const cut = () => connection.destroy();
  const timer = setTimeout(cut, milliseconds);
  signal.addEventListener("abort", cut, { once: true });
  try {
    await prepare(connection);
    signal.throwIfAborted();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cut);
  }
}
