import type { CatalogTable } from "../catalog/catalog.ts";
import { type Context, contextOf } from "../resolve/context.ts";
import { hinted } from "../resolve/hinted.ts";

/**
 * "the cheapest plan", where members have the code of a plan, and plans a fee of their own: the plans are ranked, rather than
 * the members by whatever is cheapest of theirs.
 */
export function takeRankedReferences(context: Context): Context {
  const { sketch, catalog, subject, happened, metric, formOf } = context;
  const [only, ...others] = sketch.outputs;
  const [ranked, ...more] = sketch.superlatives;
  if (only?.kind !== "column" || ranked?.target.kind !== "hint" || others.length + more.length > 0) return context;
  if (sketch.tables.length + sketch.groups.length > 0 || only.mention.owners.length > 0) return context;
  const { hint } = ranked.target;
  const [key] = only.mention.columns;
  const things = key?.column.isForeign === true ? referredBy(key.column.table, key.column.name, context) : null;
  const isCalled = only.mention.tables.some(({ table }) => table === things);
  if (key === undefined || key.score >= SAID_IN_FULL || things === null || !isCalled) return context;
  if (hinted(things, hint) === null || hinted(key.column.table, hint) !== null) return context;
  const mention = { ...only.mention, columns: [], tables: [{ table: things, score: 1 }] };
  const { at } = only;
  const rows = { mention, at, zone: "focus", negated: false, required: false, each: false } as const;
  return contextOf({ ...sketch, outputs: [], tables: [rows] }, catalog, {
    subject: subject === key.column.table ? null : subject,
    happened,
    metric,
    formOf,
  });
}

/** A key is said by its own name from this likeness on: "plan code". */
const SAID_IN_FULL = 0.9;

const referredBy = (table: CatalogTable, name: string, { catalog }: Context): CatalogTable | null =>
  catalog.links.find(
    ({ from, to }) => from.length === 1 && from[0]?.table === table && from[0].name === name && !to[0]?.table.isView,
  )?.to[0]?.table ?? null;
