import type { SchemaTable, SourceSchema } from "@parley/contract/source";
import { cutText } from "@parley/contract/cut-text";
import type { Schema, Table } from "@parley/datasource/types";
import { fitting } from "../environment/answer-size.ts";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { find, type IntegrationRecord } from "./integration.ts";
import { storedSchema } from "./stored-schema.ts";

/** Characters of a comment that are shown: a table of 1,600 columns must fit an answer. */
const SHOWN_COMMENT_CHARACTERS = 500;

const shownComment = (comment: string | null): string | null =>
  comment === null ? null : cutText(comment, SHOWN_COMMENT_CHARACTERS);

/** A table without the values that were sampled. */
const shownTable = ({ columns, comment, foreign_keys, ...table }: Table): SchemaTable => ({
  schema: table.schema,
  name: table.name,
  comment: shownComment(comment),
  is_view: table.is_view ?? false,
  row_count: table.row_count,
  primary_key: table.primary_key,
  columns: columns.map(({ name, type, native_type, nullable, comment: words }) => ({
    name,
    type,
    native_type,
    nullable,
    comment: shownComment(words),
  })),
  foreign_keys,
});

/** A cursor names the schema and how many of its tables were shown. */
function shownBefore(cursor: string | undefined, version: string): number {
  if (cursor === undefined) return 0;
  const [named, shown = ""] = namedBy(cursor).split("#");
  return named === version && /^\d{1,9}$/.test(shown) ? Number(shown) : fail("INVALID_CURSOR");
}

/** The schema that was last read of the database that the integration leads to now, if it was. */
async function knownSchema(
  ctx: OrganizationContext & WithFiles,
  integration: IntegrationRecord,
): Promise<Schema | undefined> {
  const { schema_summary, updated_at } = integration;
  if (!schema_summary) return undefined;
  const stored = await storedSchema(ctx, integration);
  // A new name changes neither; what was read of another database has neither.
  const isIts =
    stored?.schema.introspected_at === schema_summary.introspected_at || stored?.integration_updated_at === updated_at;
  return isIts ? stored?.schema : undefined;
}

/**
 * What an integration's database holds, as it was last read: `limit` tables after the cursor, or as many as an answer
 * carries. Never connects. Throws SOURCE_NOT_FOUND, INVALID_CURSOR; a cursor is invalid once the schema was read again.
 */
export async function page(
  ctx: OrganizationContext & WithFiles,
  id: string,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<SourceSchema> {
  const integration = await find(ctx, id);
  if (!integration) return refuseAdministrator("SOURCE_NOT_FOUND");
  const known = await knownSchema(ctx, integration);
  const version = known?.introspected_at ?? "";
  const start = shownBefore(cursor, version);
  const rest = (known?.tables ?? []).slice(start);
  const wanted = rest.slice(0, limit).map(shownTable);
  const tables = wanted.slice(0, fitting(wanted));
  return {
    schema: known ? { hash: known.hash, tables: known.tables.length, introspected_at: known.introspected_at } : null,
    introspection: integration.introspection ?? null,
    tables,
    tables_left_out: known?.tables_left_out ?? 0,
    next_cursor: tables.length < rest.length ? cursorOf(`${version}#${start + tables.length}`) : null,
  };
}
