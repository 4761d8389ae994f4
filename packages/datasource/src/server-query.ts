import type { Query } from "./engine.ts";
import type { Pool } from "./pool.ts";
import { runStatement, type Session } from "./session.ts";
import type { Cell, DatasourceError, QueryResult, RunOptions } from "./types.ts";

/** How a server's sessions run one statement. */
export interface StatementRunner<S extends Session> {
  /** Opens the read-only transaction with the statement's limits. */
  begin(session: S, options: RunOptions): Promise<void>;
  /** Reads at most `row_limit` rows. */
  read(session: S, sql: string, options: RunOptions): Promise<Omit<QueryResult, "duration_ms">>;
  /** What an error the server reported means; nothing for any other error. */
  explain(error: unknown, timeout_ms: number): DatasourceError | undefined;
}

/** Runs each statement on a session of the pool, in a read-only transaction of its own. */
export const queryThrough =
  <S extends Session>(pool: Pool<S>, runner: StatementRunner<S>): Query =>
  (sql, options) =>
    pool.use(
      options.signal,
      (session) => runner.begin(session, options),
      async (session) => {
        const started = performance.now();
        const result = await runStatement(
          session,
          options,
          () => runner.read(session, sql, options),
          (error) => runner.explain(error, options.timeout_ms),
        );
        return { ...result, duration_ms: Math.round(performance.now() - started) };
      },
    );

/** Characters a row adds to a result, by which the result is cut. */
export const rowLength = (cells: readonly Cell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 8), 0);
