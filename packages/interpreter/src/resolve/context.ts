import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Mention } from "../link/mention.ts";
import type { TableMention, Sketch } from "../read/sketch.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { measuresOf, purchasesOf } from "../catalog/measures.ts";

/** What the whole question says about which tables are meant. */
export interface Context {
  catalog: Catalog;
  sketch: Sketch;
  /** Tables the question names, with how surely. */
  anchors: Map<CatalogTable, number>;
  /** Table mentions with the table each stands for, in order. */
  named: { table: CatalogTable; mention: TableMention }[];
  subject: CatalogTable | null;
  /** Table of the output resolved last: columns listed together tend to be of one table. */
  last: CatalogTable | null;
  /** A word that may mean several things of which the question does not say which, and those things. */
  either: { word: string; meanings: string[] } | null;
  /** Sketch that could not be met: an answer without them would be a wrong one. */
  lost: string[];
  /** The table whose rows the answer before was made of, for a question that goes on from it. */
  happened: CatalogTable | null;
  /** What "revenue" means by a rule of the organization. */
  metric: MeasureSource | null;
  assumptions: string[];
}

/** Collects the tables a question names, surely or by its columns and values. */
export function contextOf(sketch: Sketch, catalog: Catalog): Context {
  const context: Context = {
    catalog,
    sketch,
    anchors: new Map(),
    named: [],
    subject: null,
    last: null,
    either: null,
    happened: null,
    metric: null,
    lost: [...sketch.lost],
    assumptions: [],
  };
  raiseNamed(context);
  raiseColumns(context);
  raiseValues(context);
  for (const mention of sketch.tables) {
    const table = tableOf(mention.mention, context);
    if (table === null) continue;
    context.named.push({ table, mention });
    raise(context, table, (mention.mention.tables[0]?.score ?? 0) >= 0.9 ? 1 : 0.6);
  }
  nameBuying(context);
  return context;
}

/** Tables that words surely name. */
function raiseNamed(context: Context): void {
  const certain: Mention[] = [];
  for (const table of context.sketch.tables)
    if ((table.mention.tables[0]?.score ?? 0) >= 0.9) certain.push(table.mention);
  for (const mention of certain) {
    const best = mention.tables[0];
    if (best !== undefined && mention.tables.filter((link) => link.score === best.score).length === 1)
      raise(context, best.table, 1);
  }
}

/** Tables of columns that words name, where no other table has one as likely. */
function raiseColumns(context: Context): void {
  for (const mention of columnMentions(context.sketch)) {
    const top = mention.columns[0];
    const second = mention.columns[1];
    const rival = mention.columns.find((link) => link.column.table !== top?.column.table);
    if (
      top !== undefined &&
      top.score >= 0.9 &&
      (second === undefined || rival === undefined || rival.score < top.score - 0.2)
    )
      raise(context, top.column.table, 0.6);
  }
}

/** Tables whose rows a value can only be of, or bears the name of. */
function raiseValues(context: Context): void {
  for (const filter of context.sketch.filters) {
    if (filter.kind !== "value") continue;
    const tables = new Set(filter.mention.values.map((link) => link.column.table));
    const [only] = tables;
    if (tables.size === 1 && only !== undefined) raise(context, only, 0.5);
    // The row that bears the name: Texas is a state before it is a column of cities.
    const bearers = filter.target === null ? filter.mention.values.filter((link) => isBearer(link.column)) : [];
    if (bearers.length === 1 && bearers[0] !== undefined) raise(context, bearers[0].column.table, 0.55);
  }
}

/** "bought" speaks of the table that records purchases, unless the question names it. */
function nameBuying(context: Context): void {
  const { buying } = context.sketch;
  if (buying === null) return;
  const { money, quantity } = measuresOf(context.catalog);
  const table = buying.sold ? (quantity[0]?.table ?? money[0]?.table ?? null) : purchasesOf(context.catalog);
  if (table === null || context.anchors.has(table)) return;
  const mention: Mention = {
    start: buying.at,
    end: buying.at,
    text: "",
    columns: [],
    tables: [],
    values: [],
    quoted: false,
    owners: [],
  };
  context.named.push({
    table,
    mention: { mention, at: buying.at, zone: "modifier", negated: buying.negated, required: true, each: false },
  });
}

function isBearer(column: CatalogColumn): boolean {
  const { distinct_count: distinct } = column.source;
  return (
    column.table.label.includes(column) &&
    column.table.label.length === 1 &&
    distinct !== null &&
    distinct >= column.table.source.row_count
  );
}

function raise(context: Context, table: CatalogTable, weight: number): void {
  context.anchors.set(table, Math.max(context.anchors.get(table) ?? 0, weight));
}

/** Every mention of a column in the question. */
export function columnMentions(sketch: Sketch): Mention[] {
  const found: Mention[] = [];
  for (const output of sketch.outputs)
    if (output.kind === "column" || (output.kind === "aggregate" && output.mention !== null))
      found.push(...(output.mention === null ? [] : [output.mention]));
  for (const group of sketch.groups) found.push(group.mention);
  for (const filter of sketch.filters) if ("target" in filter && filter.target !== null) found.push(filter.target);
  for (const wish of sketch.superlatives)
    if ("mention" in wish.target && wish.target.mention !== null) found.push(wish.target.mention);
  for (const order of sketch.orders) if (order.target.kind === "column") found.push(order.target.mention);
  return found;
}

/** The table a mention stands for. */
export function tableOf(mention: Mention, context: Context): CatalogTable | null {
  let best: { table: CatalogTable; score: number } | null = null;
  for (const link of mention.tables) {
    const score =
      link.score +
      0.15 * (context.anchors.get(link.table) ?? 0) -
      0.02 * link.table.stems.length -
      (link.table.isBridge ? 0.05 : 0);
    if (best === null || score > best.score) best = { table: link.table, score };
  }
  return best?.table ?? null;
}

/** The table named nearest to a place in the question; those right after it first ("the name of the student"). */
export function nearTable(context: Context, at: number, zone?: "focus" | "modifier"): CatalogTable | null {
  const candidates = context.named.filter((entry) => zone === undefined || entry.mention.zone === zone);
  const after = candidates.find((entry) => entry.mention.at >= at);
  if (after !== undefined && after.mention.at - at <= 3) return after.table;
  const before = candidates.findLast((entry) => entry.mention.at <= at);
  return before?.table ?? after?.table ?? null;
}
