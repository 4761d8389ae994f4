import { limits } from "@parley/contract/limits";
import type { QueryProblem, QueryValidate, QueryVerdict } from "@parley/contract/saved-query";
import { DatasourceError, type Dialect } from "@parley/datasource/types";
import type { OrganizationContext } from "../environment/context.ts";
import * as Integration from "../integration/integration.ts";

/** What the guard says of SQL that is to be saved: the names of its placeholders, and why it may not be saved. */
export interface Checked {
  parameters: string[];
  refusal: { message: string; at: number | undefined; cause?: DatasourceError } | undefined;
}

/** What is known of where the SQL is to run: what it leads to, and which columns are closed there. */
interface Target {
  config?: ReturnType<typeof Integration.configOf>;
  marks?: Integration.IntegrationRecord["column_marks"];
}

/** Why the SQL is refused for a kind of database, or for one integration of that kind. */
export async function refusalFor(
  sql: string,
  dialect: Dialect,
  { config, marks }: Target = {},
): Promise<DatasourceError | undefined> {
  const { checkSavedQuery, realmOf } = await import("@parley/datasource/guard/guard");
  try {
    await checkSavedQuery(sql, dialect, config && realmOf(config), marks);
    return undefined;
  } catch (error) {
    if (error instanceof DatasourceError) return error;
    throw error;
  }
}

/** The SQL must pass the guard of one of the organization's kinds of database, and its marks: a query names none. */
async function refusalForAll(ctx: OrganizationContext, sql: string): Promise<DatasourceError | undefined> {
  const kinds = new Map<string, { engine: Dialect; column_marks?: Target["marks"] }>();
  for (const { engine, column_marks } of await Integration.list(ctx))
    kinds.set(JSON.stringify([engine, column_marks]), { engine, ...(column_marks && { column_marks }) });
  if (kinds.size === 0) kinds.set("", { engine: "postgres" });
  let first: DatasourceError | undefined;
  for (const { engine, column_marks: marks } of kinds.values()) {
    const refusal = await refusalFor(sql, engine, marks && { marks });
    if (!refusal) return undefined;
    first ??= refusal;
  }
  return first;
}

/** Checks SQL that is to be saved: for one integration's database, or for any of the organization's kinds. */
export async function checkSql(
  ctx: OrganizationContext,
  sql: string,
  integration?: Integration.IntegrationRecord,
): Promise<Checked> {
  const refused = integration
    ? await refusalFor(sql, integration.engine, {
        config: Integration.configOf(ctx, integration),
        ...(integration.column_marks && { marks: integration.column_marks }),
      })
    : await refusalForAll(ctx, sql);
  const { parameterNames } = await import("@parley/datasource/placeholders/placeholders");
  const parameters = parameterNames(sql, refused ? undefined : integration?.engine);
  if (refused) return { parameters, refusal: { message: refused.message, at: refused.at, cause: refused } };
  // A message has no room for the values of more (D47): the query could be saved and never run.
  if (parameters.length > limits.parameters) {
    const message = `A saved query has at most ${limits.parameters} parameters.`;
    return { parameters, refusal: { message, at: undefined } };
  }
  return { parameters, refusal: undefined };
}

/** Line and column, from 1 on, of a place in a text. */
function placeIn(sql: string, at: number | undefined): Pick<QueryProblem, "line" | "column"> {
  if (at === undefined) return { line: null, column: null };
  const lines = sql.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
}

/** What saving the SQL would say, for an editor. Connects to nothing. Throws INTEGRATION_NOT_FOUND. */
export async function validate(
  ctx: OrganizationContext,
  { sql, integration_id }: QueryValidate,
): Promise<QueryVerdict> {
  const integration = typeof integration_id === "string" ? await Integration.get(ctx, integration_id) : undefined;
  const { parameters, refusal } = await checkSql(ctx, sql, integration);
  const problem = refusal ? { message: refusal.message, ...placeIn(sql, refusal.at) } : null;
  return { parameters, ok: !refusal, problem };
}
