import type { AnswerFiles, Question } from "@parley/core/answer/answer";
import type { GivenDefinition } from "@parley/core/definition/given";
import type { Datasource, QueryResult, Schema } from "@parley/datasource/types";
import type { Rows } from "./score.ts";

/** Where questions are asked: a database, introspected once, with all else that an organization would have beside it. */
export interface Workplace {
  /** As the questions name it. */
  name: string;
  organization_id: string;
  /** Of an integration of the organization; absent for a file of an evaluation. */
  integration_id?: string;
  datasource: Datasource;
  schema: Schema;
  /** What words mean in the database; nothing where absent. */
  definitions?: readonly GivenDefinition[];
  /** Projects whose documents may be searched, and the store that has them. */
  scope: Question["scope"];
  files: AnswerFiles;
  saved_queries: Question["saved_queries"];
  /** The organization's rules. */
  rules: readonly string[];
  /** The memories of who asks; none where absent. */
  memories?: Question["memories"];
  close(): Promise<void>;
}

const EVALUATED_ROWS = 100_000;
const EVALUATION_TIMEOUT_MS = 20_000;

/** Runs a query for as many as 100,000 rows. Throws `DatasourceError`. */
export const runSql = ({ datasource }: Workplace, sql: string, signal: AbortSignal): Promise<QueryResult> =>
  datasource.run(sql.replace(/;\s*$/, ""), {
    row_limit: EVALUATED_ROWS,
    timeout_ms: EVALUATION_TIMEOUT_MS,
    signal,
  });

/** A result as it is compared: the names of its columns, and its rows. */
export const plainRows = ({ columns, rows }: Pick<QueryResult, "columns" | "rows">): Rows => ({
  columns: columns.map(({ name }) => name),
  rows,
});
