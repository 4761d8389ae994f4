import { cutText } from "@parley/contract/cut-text";
import type { OrganizationContext } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { queryPrefix, type QueryRecord, type StoredQuery } from "./record.ts";
import { bytesOf, totalKey, type TotalRecord, totalSk, totalWrite } from "./total-bytes.ts";

/**
 * What matching reads of a saved query instead of all of it (D46): about a kilobyte, so that one call reads those of a
 * thousand queries. It is written with the query.
 */
export interface QueryEntry {
  id: string;
  title: string;
  keywords: string;
  /** Words of the description and the prompt, each once. */
  about: string;
  /** Names and values in the SQL, each once. */
  names: string;
  /** The only database that it is for; absent where it is for any. */
  integration_id?: string;
}

interface EntryRecord extends Key, QueryEntry {}

const entryKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${totalSk}#${id}`,
});
const isEntry = (record: EntryRecord | TotalRecord): record is EntryRecord => record.sk !== totalSk;

const KEYWORDS_CHARACTERS = 400;
const ABOUT_CHARACTERS = 500;
const NAMES_CHARACTERS = 300;

const sqlWords = new Set(
  `all and as asc avg between by case cast coalesce count cross date desc distinct else end exists extract false from full
   group having in inner interval is join lateral left like limit max min not null nulls offset on or order outer over
   partition right round rows select sum text then timestamp trunc true union using when where with`.split(/\s+/),
);

/** The words of a text, each once in its first form, as far as there is room. */
function distinctWords(text: string, characters: number, leftOut: ReadonlySet<string> = new Set()): string {
  const words = new Map<string, string>();
  for (const word of text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
    const known = word.toLowerCase();
    if (!leftOut.has(known) && !words.has(known)) words.set(known, word);
  }
  return cutText([...words.values()].join(" "), characters);
}

type Matched = Pick<QueryRecord, "id" | "title" | "prompt" | "sql" | "keywords"> & {
  description?: string | null | undefined;
  integration_id?: string | null | undefined;
};

/** What matching knows about a query. */
export const entryOf = (query: Matched): QueryEntry => ({
  id: query.id,
  title: query.title,
  keywords: cutText(query.keywords.join(" "), KEYWORDS_CHARACTERS),
  about: distinctWords(`${query.description ?? ""} ${query.prompt}`, ABOUT_CHARACTERS),
  names: distinctWords(query.sql ?? "", NAMES_CHARACTERS, sqlWords),
  ...(typeof query.integration_id === "string" && { integration_id: query.integration_id }),
});

const entryItem = (query: StoredQuery): Item => ({ ...entryKey(query.organization_id, query.id), ...entryOf(query) });

/** What is written with a query: its entry, and the total last. `before`: what the query was. */
export const savedWrites = (query: QueryRecord, before?: StoredQuery): Write[] => [
  { put: entryItem(query) },
  // Two writes of one query have different times.
  totalWrite(query.organization_id, bytesOf(query) - (before ? bytesOf(before) : 0), `${query.id} ${query.updated_at}`),
];

/** What is written with a query's removal. */
export const removedWrites = (query: StoredQuery): Write[] => [
  { remove: entryKey(query.organization_id, query.id) },
  totalWrite(query.organization_id, -bytesOf(query), `${query.id} removed`),
];

/**
 * Makes the index of an organization whose queries are older than it. The total comes last and only if there is none:
 * no query is written before it exists, so that the count is exact. Returns the queries.
 */
export async function makeIndex(ctx: OrganizationContext): Promise<StoredQuery[]> {
  const queries = await ctx.table.queryAll<StoredQuery>({
    pk: organizationPk(ctx.actor.organization_id),
    begins: queryPrefix,
    consistent: true,
  });
  const isNew = expr`attribute_not_exists(#pk)`;
  await Promise.all(queries.map((query) => ctx.table.put(entryItem(query), isNew)));
  const bytes = queries.reduce((sum, query) => sum + bytesOf(query), 0);
  await ctx.table.put({ ...totalKey(ctx.actor.organization_id), bytes }, isNew);
  return queries;
}

/** What matching reads of an organization's queries, the oldest first; undefined if it has yet to be made. */
export async function readIndex(ctx: OrganizationContext): Promise<QueryEntry[] | undefined> {
  const pk = organizationPk(ctx.actor.organization_id);
  const records = await ctx.table.queryAll<EntryRecord | TotalRecord>({ pk, begins: totalSk });
  if (!records.some((record) => !isEntry(record))) return undefined;
  return records.filter(isEntry).map(({ pk: _pk, sk: _sk, ...entry }) => entry);
}
