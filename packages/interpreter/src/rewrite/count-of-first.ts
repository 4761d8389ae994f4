import type { CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Sketch } from "../read/sketch.ts";
import { columnOf } from "../resolve/columns.ts";
import { type Context, tableOf } from "../resolve/context.ts";

type TableMention = Sketch["tables"][number];

/**
 * "which smith made the most rings, and how many rings did they make": the count by which they are ranked is shown beside
 * the one who is first, rather than all rings of theirs counted.
 */
export function takeCountOfFirst(context: Context): Context {
  const { sketch } = context;
  const [ranked, ...others] = sketch.superlatives;
  const beside = countBeside(context);
  if (beside === null || others.length > 0 || ranked?.target.kind !== "count" || ranked.negated) return context;
  const isSame = rowsOf(ranked.target.mention, context) === beside.rows;
  if (!isSame || ranked.at > beside.at || beside.asked.at > ranked.at) return context;
  const known = withoutRows(context, beside.rows);
  return { ...known, sketch: { ...known.sketch, showOrder: true } };
}

/** "the dearest ring and how often was it sold": how many rows there are of what was done with it, as it is there once itself. */
export function takeTimesOfFirst(context: Context): Context {
  const { sketch, catalog } = context;
  const [counted, ...more] = sketch.outputs;
  const [asked, ...tables] = sketch.tables;
  const beside = sketch.said.words("and how many");
  const alone = sketch.said.words("how often the first");
  const [, word, deed = ""] = alone.length > 0 ? alone : beside;
  const [ranked, ...others] = sketch.superlatives;
  const isByValue = ranked !== undefined && ranked.target.kind !== "common" && ranked.target.kind !== "count";
  const isOfOne = isByValue && others.length === 0 && sketch.groups.length === 0;
  if (counted?.kind !== "count" || counted.mention !== null || more.length > 0 || asked === undefined) return context;
  if (!isOfOne || word?.toLowerCase() !== "often") return context;
  const thing = tableOf(asked.mention, context);
  const rows = new Set(
    catalog.links.flatMap(({ from, to, cost }) =>
      to[0]?.table === thing && from[0] !== undefined && from[0].table !== thing && !from[0].table.isView && cost < 2
        ? [from[0].table]
        : [],
    ),
  );
  const named = tables.map(({ mention }) => tableOf(mention, context));
  if (named.some((table) => table === null || !rows.has(table))) return context;
  const called = [...rows].filter((table) => named.includes(table) || table.stems.includes(stem(deed.toLowerCase())));
  const [only, ...rest] = called.length > 0 ? called : rows;
  if (only === undefined || rest.length > 0) {
    context.notes.lost.push("how often");
    return context;
  }
  const { at } = counted;
  const mention = mentionOf({ start: at, end: at, text: only.name, tables: [{ table: only, score: 1 }] });
  return { ...context, sketch: { ...sketch, outputs: [{ ...counted, mention }] } };
}

/** "which smiths made rings for Ann, and how many rings did they make": of each of them. */
export function takeCountOfEach(context: Context): Context {
  const { sketch } = context;
  const beside = countBeside(context);
  const isTotal = sketch.said.stem("total") || sketch.said.stem("altogeth") || sketch.said.stem("overal");
  if (beside === null || sketch.superlatives.length > 0 || isTotal || !sketch.said.has("which rows")) return context;
  const { asked, rows } = beside;
  if (
    asked.mention.start > 2 ||
    !sketch.tables.some((one) => one !== asked && one.at < beside.at && isOf(one.mention, rows, context))
  )
    return context;
  const known = withoutRows(context, rows);
  return { ...known, sketch: { ...known.sketch, groups: [{ at: asked.at, mention: asked.mention }] } };
}

/** "which smiths made the most rings, and how many rings did each smith make": all of them, those with the most first. */
export function takeCountsInOrder(context: Context): Context {
  const { sketch } = context;
  const [counted, ...more] = sketch.outputs;
  const [ranked, ...others] = sketch.superlatives;
  const [group, ...groups] = sketch.groups;
  const [asked] = sketch.tables;
  if (counted?.kind !== "count" || ranked?.target.kind !== "count" || group === undefined || asked === undefined)
    return context;
  if (more.length + others.length + groups.length > 0 || ranked.limit !== null || ranked.negated) return context;
  const rows = rowsOf(counted.mention, context);
  const isSame = rows !== null && rowsOf(ranked.target.mention, context) === rows && ranked.at < counted.at;
  const isOfAsked =
    asked.at < ranked.at && isTable(group.mention) && isOf(group.mention, tableOf(asked.mention, context), context);
  if (!isSame || !isOfAsked || sketch.bucket !== null) return context;
  const direction = ranked.direction === "most" ? "descending" : "ascending";
  return { ...context, sketch: { ...sketch, superlatives: [], orders: [{ target: counted, direction }] } };
}

/** What is counted after somebody else was asked for, and nothing else is. */
function countBeside(context: Context): { asked: TableMention; rows: CatalogTable; at: number } | null {
  const { sketch } = context;
  const [counted, ...more] = sketch.outputs;
  const [asked] = sketch.tables;
  if (counted?.kind !== "count" || more.length > 0 || sketch.groups.length > 0 || asked === undefined) return null;
  const rows = rowsOf(counted.mention, context) ?? rowsWith(counted.mention, context);
  const isOther = asked.zone === "focus" && !asked.negated && tableOf(asked.mention, context) !== rows;
  return rows !== null && isOther && asked.at < counted.at ? { asked, rows, at: counted.at } : null;
}

/** The question without the rows being named: their count says it. */
function withoutRows(context: Context, rows: CatalogTable): Context {
  return {
    ...context,
    named: context.named.filter(({ mention }) => !isOf(mention.mention, rows, context)),
    sketch: { ...context.sketch, tables: context.sketch.tables.filter(({ mention }) => !isOf(mention, rows, context)) },
  };
}

const isOf = (mention: Mention, rows: CatalogTable | null, context: Context): boolean =>
  rows !== null && rowsOf(mention, context) === rows;

const rowsOf = (mention: Mention | null, context: Context): CatalogTable | null =>
  mention === null || !isTable(mention) ? null : tableOf(mention, context);

/** "how many stops": the rows that hold the number. */
function rowsWith(mention: Mention | null, context: Context): CatalogTable | null {
  const column = mention === null ? null : columnOf(mention, context);
  return column?.isNumber === true && !column.isKey ? column.table : null;
}
