import { IDLE_TIMEOUT_MS } from "../driver.ts";

/** A connection with a life: once `broken` it is never used again. */
export interface Pooled {
  readonly broken: boolean;
  /** Ends the session properly if the other side still listens. */
  end(): Promise<void>;
  /** Cuts the connection at once; what waits for it fails. */
  destroy(): void;
}

/** Idle connections, each for a minute. */
export function createIdle<C extends Pooled>() {
  const idle: { connection: C; timer: NodeJS.Timeout }[] = [];
  let closed = false;

  return {
    isClosed: (): boolean => closed,

    /** The connection that was kept last and is not broken. */
    take(): C | undefined {
      for (let kept = idle.pop(); kept; kept = idle.pop()) {
        clearTimeout(kept.timer);
        if (!kept.connection.broken) return kept.connection;
        void kept.connection.end();
      }
      return undefined;
    },

    keep(connection: C): void {
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
    },

    /** Ends all connections, and from now on each that is kept. */
    async close(): Promise<void> {
      closed = true;
      const ending = idle.splice(0).map(({ connection, timer }) => {
        clearTimeout(timer);
        return connection.end();
      });
      await Promise.all(ending);
    },
  };
}
