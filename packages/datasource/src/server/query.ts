import type { Admission } from "../driver.ts";
import type { Query } from "../introspection/engine.ts";
import type { Pool } from "../pool/pool.ts";
import { runStatement, type Session } from "./session.ts";
import { type Cell, DatasourceError, type QueryResult, type RunOptions } from "../types.ts";

/** How a server's sessions run one statement. */
export interface StatementRunner<S extends Session> {
  /** Opens the read-only transaction with the statement's limits. */
  begin(session: S, options: RunOptions): Promise<void>;
  /** Asks the catalog and the planner, in the statement's transaction. Throws a `DatasourceError` if it must not run. */
  admit?(session: S, sql: string, options: RunOptions, admission: Admission): Promise<void>;
  /** Reads at most `row_limit` rows. */
  read(session: S, sql: string, options: RunOptions): Promise<Omit<QueryResult, "duration_ms">>;
  /** What an error the server reported means; nothing for any other error. */
  explain(error: unknown, timeout_ms: number): DatasourceError | undefined;
}

/** Runs each statement on a session of the pool, in a read-only transaction of its own. */
export const queryThrough =
  <S extends Session>(pool: Pool<S>, runner: StatementRunner<S>): Query =>
  (sql, options, admission) =>
    pool.use(
      options.signal,
      (session) => runner.begin(session, options),
      async (session) => {
        const started = performance.now();
        const result = await runStatement(
          session,
          options,
          async () => {
            if (admission) await runner.admit?.(session, sql, options, admission).catch(refuse);
            // A cancel that came between two statements has ended none.
            options.signal.throwIfAborted();
            return runner.read(session, sql, options);
          },
          (error) => (error instanceof Refusal ? error.reason : runner.explain(error, options.timeout_ms)),
        );
        return { ...result, duration_ms: Math.round(performance.now() - started) };
      },
    );

/** A statement that was refused before it ran: the session can be used again. */
class Refusal extends Error {
  readonly reason: DatasourceError;
  constructor(reason: DatasourceError) {
    super(reason.message);
    this.name = "Refusal";
    this.reason = reason;
  }
}

function refuse(error: unknown): never {
  throw error instanceof DatasourceError ? new Refusal(error) : error;
}

/** Characters a row adds to a result, by which the result is cut. */
export const rowLength = (cells: readonly Cell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 8), 0);
