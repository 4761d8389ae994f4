import type { SavedQueryCreate, SavedQueryUpdate } from "@parley/contract/saved-query";
import { fitting } from "../environment/answer-size.ts";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import { knownLists } from "../store/known-lists.ts";
import type { Write } from "../store/table-transactions.ts";
import { checkSql } from "./check.ts";
import * as Integration from "../integration/integration.ts";
import { present, queryKey, queryPrefix, type QueryRecord, type StoredQuery } from "./record.ts";
import { entryOf, makeIndex, type QueryEntry, readIndex, removedWrites, savedWrites } from "./matching-index.ts";
import { totalKey, type TotalRecord } from "./total-bytes.ts";

/** Organizations whose index an environment remembers, and the characters of all of them. */
const knownIndexes = knownLists<QueryEntry>({
  lists: 200,
  characters: 4_000_000,
  charactersOf: ({ title, keywords, about, names }) => title.length + keywords.length + about.length + names.length,
});

/** Who writes: their name is kept with the query. */
interface Author {
  id: string;
  name: string;
}

/**
 * The names of the placeholders of SQL that passes the guard: that of its database, where it is for one. Throws
 * INVALID_SAVED_QUERY, INTEGRATION_NOT_FOUND.
 */
async function parametersOf(
  ctx: OrganizationContext,
  { sql, integration_id }: Pick<QueryRecord, "sql" | "integration_id">,
): Promise<string[]> {
  const integration = integration_id === null ? undefined : await Integration.get(ctx, integration_id);
  if (sql === null) return [];
  const { parameters, refusal } = await checkSql(ctx, sql, integration);
  if (refusal) refuseAdministrator("INVALID_SAVED_QUERY", { message: refusal.message, cause: refusal.cause });
  return parameters;
}

/** The organization's saved queries, the oldest first. */
export const list = async (ctx: OrganizationContext): Promise<QueryRecord[]> => {
  const pk = organizationPk(ctx.actor.organization_id);
  return (await ctx.table.queryAll<StoredQuery>({ pk, begins: queryPrefix })).map(present);
};

/** A cursor names the last query shown. */
function afterCursor(ctx: OrganizationContext, cursor: string | undefined): Record<string, unknown> | undefined {
  if (cursor === undefined) return undefined;
  const id = namedBy(cursor);
  if (!isUuid(id)) fail("INVALID_CURSOR");
  return { ...queryKey(ctx.actor.organization_id, id) };
}

/**
 * The organization's saved queries, the oldest first: `limit` of them after the cursor, or all (D60). `next_cursor` is
 * there where pages were asked for, and where an organization from before the bound on their size has more than one answer
 * carries. Throws INVALID_CURSOR.
 */
export async function page(
  ctx: OrganizationContext,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ queries: QueryRecord[]; next_cursor?: string | null }> {
  let after: Record<string, unknown> | undefined = afterCursor(ctx, cursor);
  const most = limit ?? Infinity;
  const found: QueryRecord[] = [];
  do {
    const { items, next } = await ctx.table.query<StoredQuery>({
      pk: organizationPk(ctx.actor.organization_id),
      begins: queryPrefix,
      after,
      // One more than is shown says whether there are more.
      ...(limit !== undefined && { limit: limit + 1 - found.length }),
    });
    found.push(...items.map(present));
    after = next;
  } while (after && found.length <= most);
  const wanted = found.slice(0, most);
  const queries = wanted.slice(0, fitting(wanted));
  const hasMore = found.length > queries.length;
  if (!hasMore && limit === undefined && cursor === undefined) return { queries };
  return { queries, next_cursor: hasMore ? cursorOf(queries.at(-1)?.id ?? "") : null };
}

/**
 * What matching reads of the organization's queries, the oldest first: from this environment's memory where nothing was written
 * since.
 */
export const entries = (ctx: OrganizationContext): Promise<readonly QueryEntry[]> =>
  knownIndexes(ctx, ctx.actor.organization_id, {
    async mark() {
      const total = await ctx.table.get<TotalRecord>(totalKey(ctx.actor.organization_id), { consistent: true });
      return { version: total?.version && `${total.version} ${total.bytes}`, isEmpty: total?.bytes === 0 };
    },
    list: async () => (await readIndex(ctx)) ?? (await makeIndex(ctx)).map(entryOf),
  });

/** Saved queries by their ids, in that order; what is not there is left out. */
export async function findMany(ctx: OrganizationContext, ids: readonly string[]): Promise<QueryRecord[]> {
  const keys = ids.filter(isUuid).map((id) => queryKey(ctx.actor.organization_id, id));
  return (await ctx.table.getMany<StoredQuery>(keys)).filter((query) => query !== undefined).map(present);
}

/** What became of the writes of a query and of what is kept beside it, the total last. */
type Saved = "saved" | { inTheWay: Record<string, unknown> | undefined };

/** Writes a query together with the index. Throws TOO_MANY_SAVED_QUERIES. */
async function save(ctx: OrganizationContext, write: Write, beside: readonly Write[]): Promise<Saved> {
  for (;;) {
    const outcome = await ctx.table.transact([write, ...beside]);
    if (outcome.done) return "saved";
    const [refused, ...others] = outcome.refusals;
    if (refused) return { inTheWay: refused.item };
    if (others.at(-1)?.item) refuseAdministrator("TOO_MANY_SAVED_QUERIES");
    await makeIndex(ctx);
  }
}

/** Saves a query. Throws INVALID_SAVED_QUERY, TOO_MANY_SAVED_QUERIES, INTEGRATION_NOT_FOUND. */
export async function create(
  ctx: OrganizationContext,
  fields: SavedQueryCreate & { id?: string },
  author: Author,
): Promise<QueryRecord> {
  const organizationId = ctx.actor.organization_id;
  const sql = fields.sql ?? null;
  const integration_id = fields.integration_id ?? null;
  const parameters = await parametersOf(ctx, { sql, integration_id });
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
    integration_id,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    created_at: now,
    updated_at: now,
  };
  const outcome = await save(ctx, { put: { ...query }, when: expr`attribute_not_exists(#pk)` }, savedWrites(query));
  if (outcome !== "saved") throw new Error("the organization has a saved query with this id");
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
    integration_id: change.integration_id === undefined ? query.integration_id : change.integration_id,
  };
}

/**
 * Changes a saved query. Throws SAVED_QUERY_NOT_FOUND, INVALID_SAVED_QUERY, TOO_MANY_SAVED_QUERIES, INTEGRATION_NOT_FOUND.
 */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: SavedQueryUpdate,
  author: Author,
): Promise<QueryRecord> {
  if (!isUuid(id)) fail("SAVED_QUERY_NOT_FOUND");
  for (;;) {
    const query = await ctx.table.get<StoredQuery>(queryKey(ctx.actor.organization_id, id), { consistent: true });
    if (!query) fail("SAVED_QUERY_NOT_FOUND");
    const next = changed(present(query), change);
    const isSame = next.sql === query.sql && next.integration_id === (query.integration_id ?? null);
    const record: QueryRecord = {
      ...next,
      parameters: isSame ? query.parameters : await parametersOf(ctx, next),
      last_updated_by: author.id,
      last_updated_by_name: author.name,
      // Later than the last one whatever the clock says, so that no two versions have the same time.
      updated_at: iso(Math.max(ctx.clock.now(), Date.parse(query.updated_at) + 1)),
    };
    // Another change in between is not undone: this one is made again on top of it.
    const outcome = await save(
      ctx,
      { put: { ...record }, when: expr`#updated_at = ${query.updated_at}` },
      savedWrites(record, query),
    );
    if (outcome === "saved") return record;
    if (!outcome.inTheWay) fail("SAVED_QUERY_NOT_FOUND");
  }
}

/** Deletes a saved query. Throws SAVED_QUERY_NOT_FOUND. */
export async function remove(ctx: OrganizationContext, id: string): Promise<void> {
  if (!isUuid(id)) fail("SAVED_QUERY_NOT_FOUND");
  const key = queryKey(ctx.actor.organization_id, id);
  for (;;) {
    const query = await ctx.table.get<StoredQuery>(key, { consistent: true });
    if (!query) fail("SAVED_QUERY_NOT_FOUND");
    const isUnchanged = expr`#updated_at = ${query.updated_at}`;
    // Changed in between: what it holds is another number now.
    if ((await save(ctx, { remove: key, when: isUnchanged }, removedWrites(query))) === "saved") return;
  }
}
