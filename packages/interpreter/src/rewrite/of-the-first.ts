import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Condition } from "../form/logical-form.ts";
import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { FilterWish, Sketch } from "../read/sketch.ts";
import { columnExpression } from "../resolve/measures.ts";
import { singular } from "../language/words.ts";
import { type Context, contextOf, tableOf } from "../resolve/context.ts";

type Named = Sketch["tables"][number];
type Ranked = Sketch["superlatives"][number];

/**
 * "revenue by month of our top 3 customers", "what share of revenue comes from the 10 biggest customers": a figure of all the rows of a
 * few, which are found first. Without a group, "revenue of the top 3 customers" is that of each.
 */
export function takeOfTheFirst(context: Context): Context {
  const { sketch, catalog, metric, formOf, notes } = context;
  const found = firstOf(context);
  if (found === null) return context;
  if (isOfEach(found, sketch)) return { ...context, sketch: rankedByFigure(found, sketch) };
  const first = theFirst(found, context);
  if (first === null) return context;
  const rest: Sketch = {
    ...sketch,
    tables: sketch.tables.filter((table) => table !== found.rows),
    superlatives: [],
    limit: null,
  };
  const fresh = contextOf(rest, catalog, { metric, formOf, happened: context.happened });
  fresh.notes.assumptions.push(...notes.assumptions);
  return { ...fresh, meant: { ...context.meant, picked: [first] } };
}

/**
 * "singers in the latest opera by Ada Holt", "who conducted the cheapest play of that house": what follows the first of others says
 * among which of them it is the first. Nothing where nothing follows, or where it is said of the rows that are asked for.
 */
export function takeInTheFirst(context: Context): Context {
  const { sketch, catalog, metric, formOf, notes } = context;
  const found = firstOfOthers(context);
  if (found === null) return context;
  const { rows, ranked, asked } = found;
  // "which class has the highest no-show rate": it is the rate that is ranked.
  if (sketch.share !== null && sketch.share.at === ranked.at + 1) return context;
  const isAfter = ({ at }: { readonly at: number }) => at > rows.at;
  const isOfFirst = (filter: FilterWish) => isAfter(filter) && !isOnlyOf(filter, asked?.table ?? null);
  // "singers in the latest opera by Ada Holt": nobody called so sings.
  const filters = sketch.filters.filter(isOfFirst).map((filter) => withoutTarget(filter, asked?.mention.mention));
  const isBroken = sketch.filters.some((filter) => isAfter(filter) && filter.at < (filters[0]?.at ?? 0));
  if (!filters.some(({ kind }) => kind === "value") || isBroken) return context;
  const among = { ...sketch, filters, said: withoutWho(sketch.said), tables: sketch.tables.filter(isAfter) };
  const first = theFirst({ rows, ranked }, { ...context, sketch: among });
  if (first === null) return context;
  const rest: Sketch = {
    ...sketch,
    tables: sketch.tables.filter((one) => one !== rows && !isAfter(one)),
    filters: sketch.filters.filter((filter) => !isOfFirst(filter)),
    superlatives: [],
    limit: null,
  };
  // "who made the cheapest plate": they are told by what they made, where nothing else is said of them.
  const subject =
    asked === undefined && rest.tables.length + rest.filters.length === 0 ? tableOf(rows.mention, context) : null;
  const fresh = contextOf(rest, catalog, { metric, formOf, happened: context.happened, subject });
  fresh.notes.assumptions.push(...notes.assumptions);
  return { ...fresh, meant: { ...context.meant, picked: [first] } };
}

/** The one that is ranked, after others that are asked for; these are not named where "who" asks for them. */
function firstOfOthers(
  context: Context,
): { rows: Named; ranked: Ranked; asked: Context["named"][number] | undefined } | null {
  const { sketch } = context;
  const [ranked, ...more] = sketch.superlatives;
  if (ranked === undefined || more.length > 0 || ranked.negated || (ranked.limit ?? sketch.limit ?? 1) !== 1)
    return null;
  if (ranked.target.kind !== "hint" && ranked.target.kind !== "column") return null;
  const rows = sketch.tables.find(
    ({ at, each, negated }) => at >= ranked.at && at - ranked.at <= 2 && !each && !negated,
  );
  const table = rows === undefined ? null : tableOf(rows.mention, context);
  if (rows === undefined || table === null || singular(rows.mention.text) !== rows.mention.text) return null;
  const asked = context.named.find(({ mention }) => mention.zone === "focus" && mention.at < ranked.at);
  const isOfOthers = asked === undefined ? sketch.said.has("who does") : asked.table !== table;
  return isOfOthers ? { rows, ranked, asked } : null;
}

/**
 * "group of the garden with the most harvests", "which group does the garden with the most harvests belong to": of the gardens the one
 * is found first, rather than the group that has the most harvests in all of its gardens.
 */
export function takeOfTheMost(context: Context): Context {
  const { sketch, catalog, metric, formOf, notes } = context;
  const found = mostOfOthers(context);
  const first = found === null ? null : theFirst(found, context);
  if (found === null || first === null) return context;
  const { rows, ranked, asked } = found;
  const rest: Sketch = {
    ...sketch,
    tables: sketch.tables.filter((one) => one === asked.mention),
    filters: sketch.filters.filter(({ at }) => at < Math.min(rows.at, ranked.at)),
    superlatives: [],
    buying: null,
    limit: null,
  };
  const fresh = contextOf(rest, catalog, { metric, formOf, happened: context.happened, subject: asked.table });
  fresh.notes.assumptions.push(...notes.assumptions);
  return { ...fresh, meant: { ...context.meant, picked: [first] } };
}

/** The one that has the most of others, and what it belongs to, which is asked for. */
function mostOfOthers({
  sketch,
  named,
  catalog,
}: Context): { rows: Named; ranked: Ranked; asked: Context["named"][number] } | null {
  const ranked = mostOfAll(sketch);
  if (ranked === null) return null;
  const counted = ranked.target.kind === "count" ? ranked.target.mention : null;
  // What is counted, and the sales that "bought" stands for, are no rows that are asked for.
  const said = named.filter(({ mention }) => mention.mention !== counted && sketch.tables.includes(mention));
  const [asked, owned, ...others] = said.filter(({ mention }) => mention.at <= ranked.at + 3);
  if (asked === undefined || owned === undefined || others.length > 0 || asked.mention.at > ranked.at) return null;
  const rows = owned.mention;
  if (!isOneRow(rows, ranked) || [rows, asked.mention].some(({ each, negated }) => each || negated)) return null;
  const belongs = owned.table !== asked.table && isToOne(catalog, owned.table, asked.table);
  return belongs ? { rows, ranked, asked } : null;
}

/** "with the most harvests", "with the highest revenue": the only word that ranks, where no figure and no group is asked for. */
function mostOfAll({ superlatives, outputs, groups, bucket, share, limit }: Sketch): Ranked | null {
  const [ranked, ...more] = superlatives;
  const isPlain = outputs.length + groups.length === 0 && bucket === null && share === null;
  if (ranked === undefined || more.length > 0 || ranked.negated || !isPlain || (ranked.limit ?? limit ?? 1) !== 1)
    return null;
  const { target } = ranked;
  const isCounted = target.kind === "count" && target.mention !== null && isTable(target.mention);
  return isCounted || target.kind === "measure" ? ranked : null;
}

/** "the garden", right beside what ranks it; "which town has hosted the most matches": what it did is no row. */
const isOneRow = ({ mention: { text }, at }: Named, ranked: Ranked): boolean =>
  singular(text) === text && ranked.at - at <= 2 && !/(?:ed|ing)$/i.test(text);

/** True for a value that only the rows asked for can have. */
const isOnlyOf = (filter: FilterWish, table: CatalogTable | null): boolean =>
  filter.kind === "value" && filter.mention.values.every(({ column }) => column.table === table);

const withoutTarget = (filter: FilterWish, target: Mention | undefined): FilterWish =>
  filter.kind === "value" && filter.target !== null && filter.target === target ? { ...filter, target: null } : filter;

/** What is said of the question itself, without those who are asked for. */
const withoutWho = (said: Sketch["said"]): Sketch["said"] => ({
  ...said,
  has: (name) => !/^who\b/.test(name) && said.has(name),
});

/** The rows that are ranked, after a figure that is told by something else. */
function firstOf({ sketch }: Context): { rows: Named; ranked: Ranked } | null {
  const [ranked, ...more] = sketch.superlatives;
  if (ranked === undefined || more.length > 0 || ranked.negated) return null;
  if (ranked.target.kind !== "hint" || !["top", "size", "value", "rating"].includes(ranked.target.hint)) return null;
  const rows = sketch.tables.find(
    ({ at, each, negated }) => at >= ranked.at && at - ranked.at <= 3 && !each && !negated,
  );
  if (rows === undefined || !isTable(rows.mention) || (ranked.limit ?? sketch.limit ?? 1) < 2) return null;
  const isTold =
    sketch.outputs.some(({ at, kind }) => kind !== "column" && at < ranked.at) || countsBefore(sketch, ranked);
  const isOfOthers = sketch.groups.every(({ mention }) => mention.tables[0]?.table !== rows.mention.tables[0]?.table);
  return isTold && isOfOthers && !sketch.whichBucket ? { rows, ranked } : null;
}

/** "revenue of the top 10 customers": nothing else tells the figure, so that it is each one's, by which they are ranked. */
function isOfEach({ ranked }: { ranked: Ranked }, { outputs, groups, bucket, share, said }: Sketch): boolean {
  const [only, ...more] = outputs;
  const isPlain = only?.kind === "measure" && more.length === 0 && ranked.target.kind === "hint";
  const isOne = said.stem("total") || said.stem("combin") || said.stem("togeth");
  return isPlain && only.fn === null && !isOne && groups.length === 0 && bucket === null && share === null;
}

function rankedByFigure({ rows, ranked }: { rows: Named; ranked: Ranked }, sketch: Sketch): Sketch {
  const [only] = sketch.outputs;
  if (only?.kind !== "measure") return sketch;
  const tables = sketch.tables.map((table) => (table === rows ? { ...rows, zone: "focus" as const } : table));
  const target = { kind: "measure", measure: only.measure } as const;
  return { ...sketch, tables, superlatives: [{ ...ranked, zone: "focus", target }], showOrder: true };
}

/** "monthly orders of the 5 biggest customers": rows that are counted. */
const countsBefore = ({ tables, bucket }: Sketch, ranked: Ranked): boolean =>
  bucket !== null && tables.some(({ at, zone, each }) => at < ranked.at && zone === "focus" && !each);

/** That rows are among the first, as the condition that their key is. */
function theFirst({ rows, ranked }: { rows: Named; ranked: Ranked }, context: Context): Condition | null {
  const { sketch } = context;
  const inner = context.formOf({
    ...sketch,
    outputs: [],
    groups: [],
    bucket: null,
    share: null,
    growth: false,
    running: false,
    tables: [{ ...rows, zone: "focus" }, ...sketch.tables.filter(({ at }) => at > rows.at)],
    superlatives: [{ ...ranked, zone: "focus" }],
  });
  const [key, ...more] = tableOf(rows.mention, context)?.primaryKey ?? [];
  if (inner === null || key === undefined || more.length > 0 || inner.subject !== key.table.name) return null;
  if (inner.limit === null || inner.order.length !== 1 || inner.per !== undefined) return null;
  const left = columnExpression(key);
  const form = { ...inner, outputs: [{ expression: left, name: key.name }], all_columns: false };
  return { kind: "within", left, form, negated: false };
}
