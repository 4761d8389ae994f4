import { limits } from "@parley/contract/limits";
import type { SavedQuery, SavedQueryCreate, SavedQueryUpdate } from "@parley/contract/saved-query";
import { DatasourceError, type Dialect } from "@parley/datasource/types";
import { iso } from "../clock.ts";
import type { OrganizationContext } from "../context.ts";
import { expr } from "../expression.ts";
import { fail } from "../failure.ts";
import { isUuid } from "../ids.ts";
import * as Integration from "../integration/integration.ts";
import { organizationPk } from "../keys.ts";
import type { Key } from "../table.ts";

export interface QueryRecord extends Key, SavedQuery {}

/** Who writes: their name is kept with the query. */
interface Author {
  id: string;
  name: string;
}

const prefix = "QUERY#";
const queryKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});

/** The SQL must pass the guard of one of the organization's kinds of database: a query names none. */
async function check(ctx: OrganizationContext, sql: string): Promise<void> {
  const { checkSavedQuery } = await import("@parley/datasource/guard");
  const dialects = new Set<Dialect>((await Integration.list(ctx)).map(({ engine }) => engine));
  if (dialects.size === 0) dialects.add("postgres");
  const refusals: DatasourceError[] = [];
  for (const dialect of dialects) {
    try {
      await checkSavedQuery(sql, dialect);
      return;
    } catch (error) {
      if (!(error instanceof DatasourceError)) throw error;
      refusals.push(error);
    }
  }
  const [first] = refusals;
  if (first) fail("INVALID_SAVED_QUERY", { message: first.message, cause: first });
}

/** The names of the placeholders of SQL that passes the guard. Throws INVALID_SAVED_QUERY. */
async function parametersOf(ctx: OrganizationContext, sql: string | null): Promise<string[]> {
  if (sql === null) return [];
  await check(ctx, sql);
  const { parameterNames } = await import("@parley/datasource/placeholders");
  const names = parameterNames(sql);
  // A message has no room for the values of more (D47): the query could be saved and never run.
  if (names.length > limits.parameters) {
    fail("INVALID_SAVED_QUERY", { message: `A saved query has at most ${limits.parameters} parameters.` });
  }
  return names;
}

/** The organization's saved queries, the oldest first. */
export const list = (ctx: OrganizationContext): Promise<QueryRecord[]> =>
  ctx.table.queryAll<QueryRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix });

/** A saved query; undefined for an id that is malformed, unknown or outside the organization. */
export async function find(ctx: OrganizationContext, id: string): Promise<QueryRecord | undefined> {
  return isUuid(id) ? ctx.table.get<QueryRecord>(queryKey(ctx.actor.organization_id, id)) : undefined;
}

/** Saves a query. Throws INVALID_SAVED_QUERY. */
export async function create(
  ctx: OrganizationContext,
  fields: SavedQueryCreate & { id?: string },
  author: Author,
): Promise<QueryRecord> {
  const organizationId = ctx.actor.organization_id;
  const sql = fields.sql ?? null;
  const parameters = await parametersOf(ctx, sql);
  const id = fields.id ?? ctx.ids.next();
  const now = iso(ctx.clock.now());
  const query: QueryRecord = {
    ...queryKey(organizationId, id),
    id,
    organization_id: organizationId,
    title: fields.title,
    ...(typeof fields.description === "string" && { description: fields.description }),
    prompt: fields.prompt,
    sql,
    keywords: fields.keywords ?? [],
    parameters,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.put({ ...query }, expr`attribute_not_exists(#pk)`);
  if (!outcome.done) throw new Error("the organization has a saved query with this id");
  return query;
}

/** Absent fields stay, null ones are emptied. */
function changed(query: QueryRecord, change: SavedQueryUpdate): QueryRecord {
  const { description, ...rest } = query;
  const nextDescription = change.description === undefined ? description : (change.description ?? undefined);
  return {
    ...rest,
    ...(nextDescription !== undefined && { description: nextDescription }),
    title: change.title ?? query.title,
    prompt: change.prompt ?? query.prompt,
    sql: change.sql === undefined ? query.sql : change.sql,
    keywords: change.keywords === undefined ? query.keywords : (change.keywords ?? []),
  };
}

/** Changes a saved query. Throws SAVED_QUERY_NOT_FOUND, INVALID_SAVED_QUERY. */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: SavedQueryUpdate,
  author: Author,
): Promise<QueryRecord> {
  if (!isUuid(id)) fail("SAVED_QUERY_NOT_FOUND");
  for (;;) {
    const query = await ctx.table.get<QueryRecord>(queryKey(ctx.actor.organization_id, id), { consistent: true });
    if (!query) fail("SAVED_QUERY_NOT_FOUND");
    const next = changed(query, change);
    const record: QueryRecord = {
      ...next,
      parameters: next.sql === query.sql ? query.parameters : await parametersOf(ctx, next.sql),
      last_updated_by: author.id,
      last_updated_by_name: author.name,
      // Later than the last one whatever the clock says, so that no two versions have the same time.
      updated_at: iso(Math.max(ctx.clock.now(), Date.parse(query.updated_at) + 1)),
    };
    // Another change in between is not undone: this one is made again on top of it.
    const outcome = await ctx.table.put({ ...record }, expr`#updated_at = ${query.updated_at}`);
    if (outcome.done) return record;
    if (!outcome.item) fail("SAVED_QUERY_NOT_FOUND");
  }
}

/** Deletes a saved query. Throws SAVED_QUERY_NOT_FOUND. */
export async function remove(ctx: OrganizationContext, id: string): Promise<void> {
  if (!isUuid(id)) fail("SAVED_QUERY_NOT_FOUND");
  const outcome = await ctx.table.remove(queryKey(ctx.actor.organization_id, id), expr`attribute_exists(#pk)`);
  if (!outcome.done) fail("SAVED_QUERY_NOT_FOUND");
}
