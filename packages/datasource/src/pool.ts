import { untilAborted } from "./abort.ts";
import { CONNECT_TIMEOUT_MS, IDLE_TIMEOUT_MS, PREPARE_TIMEOUT_MS } from "./driver.ts";
import { unavailable } from "./failure.ts";

/** A connection with a life: once `broken` it is never used again. */
export interface Pooled {
  readonly broken: boolean;
  /** Ends the session properly if the other side still listens. */
  end(): Promise<void>;
  /** Cuts the connection at once; what waits for it fails. */
  destroy(): void;
}

export interface Pool<C extends Pooled> {
  /**
   * Runs `work` on a connection of its own, after `prepare` (which opens the transaction). A connection that was
   * kept and turns out to be dead in `prepare` is replaced by a fresh one, once.
   */
  use<T>(
    signal: AbortSignal,
    prepare: (connection: C) => Promise<void>,
    work: (connection: C) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** At most `size` connections, served in order of arrival; idle ones are closed after a minute. */
export function createPool<C extends Pooled>(size: number, open: () => Promise<C>): Pool<C> {
  const idle: { connection: C; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  let free = size;
  let closed = false;

  async function acquire(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    let turn = () => {};
    const granted = new Promise<void>((resolve) => {
      turn = resolve;
      waiting.push(turn);
    });
    try {
      await untilAborted(granted, signal);
    } catch (reason) {
      const place = waiting.indexOf(turn);
      // No longer waiting: the slot was granted in the same tick, so hand it on.
      if (place >= 0) waiting.splice(place, 1);
      else release();
      throw reason;
    }
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  function takeIdle(): C | undefined {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (!kept.connection.broken) return kept.connection;
      void kept.connection.end();
    }
    return undefined;
  }

  function keep(connection: C): void {
    if (connection.broken || closed) {
      void connection.end();
      return;
    }
    const kept = {
      connection,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(kept), 1);
        void connection.end();
      }, IDLE_TIMEOUT_MS).unref(),
    };
    idle.push(kept);
  }

  /** Opens a connection; one that arrives after the caller gave up is kept for the next. */
  async function openFresh(signal: AbortSignal): Promise<C> {
    const opening = open();
    try {
      return await untilAborted(opening, signal);
    } catch (error) {
      if (signal.aborted) opening.then(keep, () => {});
      throw error;
    }
  }

  /** A connection whose other side vanished (a frozen environment, a router that dropped it) would keep `prepare` waiting. */
  async function prepareWithin(
    milliseconds: number,
    connection: C,
    signal: AbortSignal,
    prepare: (connection: C) => Promise<void>,
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

  async function ready(signal: AbortSignal, prepare: (connection: C) => Promise<void>): Promise<C> {
    const kept = takeIdle();
    if (kept) {
      try {
        await prepareWithin(PREPARE_TIMEOUT_MS, kept, signal, prepare);
        return kept;
      } catch (error) {
        const { broken } = kept;
        keep(kept);
        if (!broken || signal.aborted) throw error;
      }
    }
    const fresh = await openFresh(signal);
    try {
      await prepareWithin(CONNECT_TIMEOUT_MS, fresh, signal, prepare);
      return fresh;
    } catch (error) {
      keep(fresh);
      throw error;
    }
  }

  return {
    async use(signal, prepare, work) {
      signal.throwIfAborted();
      if (closed) throw unavailable("The datasource is closed.");
      await acquire(signal);
      try {
        const connection = await ready(signal, prepare);
        try {
          return await work(connection);
        } finally {
          keep(connection);
        }
      } finally {
        release();
      }
    },
    async close() {
      closed = true;
      const ending = idle.splice(0).map(({ connection, timer }) => {
        clearTimeout(timer);
        return connection.end();
      });
      await Promise.all(ending);
    },
  };
}
