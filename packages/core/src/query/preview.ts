import { shortText } from "@parley/contract/cut-text";
import { limits } from "@parley/contract/limits";
import type { PreviewedRows, QueryPreview } from "@parley/contract/saved-query";
import { missingParameters } from "@parley/datasource/placeholders/missing-parameters";
import { DatasourceError, type Dialect, type QueryResult } from "@parley/datasource/types";
import { fitting } from "../environment/answer-size.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { openDatasource } from "../integration/datasource.ts";
import * as Integration from "../integration/integration.ts";
import { spend } from "../throttle/spend.ts";
import { cellText } from "../visualization/cell-text.ts";

type Context = MemberContext & WithFiles;

/** Milliseconds that the statement may take, and all of it with connecting: the gateway waits for 29 seconds. */
const PREVIEW_STATEMENT_TIMEOUT_MS = 10_000;
const PREVIEW_TIMEOUT_MS = 20_000;
/** Characters of a cell that are shown. */
const PREVIEW_CELL_CHARACTERS = 1_000;

/** A database that fails is what the page is to show: none of it is a fault of the service. */
function explain(error: unknown): never {
  if (error instanceof DOMException && error.name === "TimeoutError")
    refuseAdministrator("SOURCE_TIMEOUT", { cause: error });
  if (!(error instanceof DatasourceError)) throw error;
  const said = { message: error.message, cause: error };
  switch (error.code) {
    case "SQL_REJECTED":
      return fail("SQL_REJECTED", said);
    case "SQL_FAILED":
      return fail("SQL_FAILED", said);
    case "QUERY_TIMEOUT":
      return refuseAdministrator("SOURCE_TIMEOUT", said);
    case "DATASOURCE_UNAVAILABLE":
      return refuseAdministrator("SOURCE_UNAVAILABLE", said);
  }
}

interface Bound {
  sql: string;
  parameters: QueryResult["rows"][number];
  /** A failure in the words of who wrote the SQL. */
  inAuthorsWords(error: unknown): unknown;
}

/** The SQL with its values as parameters, checked by the guard. Throws MISSING_QUERY_PARAMETER, `DatasourceError`. */
async function bind(
  dialect: Dialect,
  { sql, parameters }: QueryPreview,
  config: ReturnType<typeof Integration.configOf>,
) {
  const [{ bindPlaceholders, parameterNames }, { checkSelect, realmOf }, { inAuthorsWords }] = await Promise.all([
    import("@parley/datasource/placeholders/placeholders"),
    import("@parley/datasource/guard/guard"),
    import("@parley/datasource/placeholders/authors-words"),
  ]);
  const names = parameterNames(sql, dialect);
  const values = parameters ?? {};
  const missing = missingParameters(names, values);
  if (missing.length > 0) {
    fail("MISSING_QUERY_PARAMETER", { missing, message: `Missing values for the parameters: ${missing.join(", ")}` });
  }
  const bound = bindPlaceholders(sql, dialect, values);
  await checkSelect(bound.sql, dialect, realmOf(config));
  const made: Bound = {
    sql: bound.sql,
    parameters: bound.parameters,
    inAuthorsWords: (error) => (error instanceof DatasourceError ? inAuthorsWords(error, bound.origins, names) : error),
  };
  return made;
}

/** The rows as an answer carries them: cells are cut, and rows that do not fit are left out. */
function shown({ columns, rows, truncated, duration_ms }: QueryResult): PreviewedRows {
  const texts = rows.map((row) => row.map((cell) => shortText(cellText(cell), PREVIEW_CELL_CHARACTERS)));
  const kept = texts.slice(0, fitting(texts));
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: kept,
    row_count: kept.length,
    truncated: truncated || kept.length < rows.length,
    duration_ms,
  };
}

/**
 * Runs SQL that is not saved, as a saved query would run, and returns its first rows. Throws INTEGRATION_NOT_FOUND,
 * MISSING_QUERY_PARAMETER, SQL_REJECTED, SQL_FAILED, SOURCE_TIMEOUT, SOURCE_UNAVAILABLE, RATE_LIMIT.
 */
export async function preview(ctx: Context, asked: QueryPreview): Promise<PreviewedRows> {
  const integration = await Integration.get(ctx, asked.integration_id);
  const bound = await bind(integration.engine, asked, Integration.configOf(ctx, integration)).catch(explain);
  await spend(ctx, "preview", ctx.actor.member_id);
  try {
    const datasource = await openDatasource(ctx, integration);
    const result = await datasource.run(bound.sql, {
      parameters: bound.parameters,
      row_limit: limits.preview_rows,
      timeout_ms: PREVIEW_STATEMENT_TIMEOUT_MS,
      signal: AbortSignal.timeout(PREVIEW_TIMEOUT_MS),
    });
    return shown(result);
  } catch (error) {
    return explain(bound.inAuthorsWords(error));
  }
}
