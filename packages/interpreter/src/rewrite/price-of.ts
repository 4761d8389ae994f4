import { toldAs } from "../catalog/called.ts";
import { amountColumn } from "../catalog/amounts.ts";
import { isToOne } from "../catalog/joins.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";

const asked = /^(?:costs?|prices?|fees?|charges?)$/i;
const price = /\b(?:price|fee|fare|rate|tariff|rent)\b/;

/** "how much is the Gold plan", "what does the Gold plan cost": the one price that is kept of such rows, rather than a cost of others. */
export function takePrice(context: Context): Context {
  const { sketch } = context;
  const [only] = sketch.outputs;
  if (!asksOne(sketch)) return context;
  const said =
    only === undefined ? sketch.said.has("how much is it") : only.kind === "column" && asked.test(only.mention.text);
  const table = said ? tableOfThing(context) : null;
  const own =
    only?.kind === "column" ? only.mention.columns.find((link) => link.column.table === table)?.column : undefined;
  // "what does a desk cost", of which a cost and a price are kept.
  const isOwn = own !== undefined && !sketch.said.has("what one pays for it");
  const column = table === null || isOwn ? null : priceOf(table);
  if (table === null || column === null) return context;
  if (own !== undefined && own !== column)
    context.notes.assumptions.push(`What somebody pays is ${toldAs(column)}, not ${toldAs(own)}.`);
  const at = only?.at ?? 0;
  const told = (one: CatalogColumn) => {
    const mention = mentionOf({ start: at, end: at, text: one.name, columns: [{ column: one, score: 1 }] });
    return { kind: "column", at, mention } as const;
  };
  const isOne = sketch.filters.some(
    (filter) => filter.kind === "value" && filter.mention.values.some((link) => table.label.includes(link.column)),
  );
  // Of several that have names each is told with its own; many rows are on one plan, and its price is told once.
  const names = isOne ? [] : table.label;
  const distinct = sketch.distinct || (!isOne && names.length === 0);
  return { ...context, subject: table, sketch: { ...sketch, outputs: [...names, column].map(told), distinct } };
}

/** "is the lamp cheaper than the rug", of products with a unit_price, where offers of others have a price, too: what those very things cost. */
export function takeComparedPrice(context: Context): Context {
  const { sketch } = context;
  const [only, ...more] = sketch.outputs;
  if (!sketch.versus || only?.kind !== "aggregate" || only.mention === null || more.length > 0) return context;
  const [best] = only.mention.columns;
  const table = asked.test(only.mention.text) ? tableOfAll(sketch) : null;
  const column = table === null ? null : priceOf(table);
  if (table === null || column === null || best?.column.table === table || sketch.groups.length > 0) return context;
  const { start, end, text } = only.mention;
  const mention = mentionOf({ start, end, text, columns: [{ column, score: 1 }] });
  const names = sketch.names.map((one) => (one === only.mention ? mention : one));
  return { ...context, subject: table, sketch: { ...sketch, names, outputs: [{ ...only, mention }] } };
}

/** "the average price of an order", of whose lines alone a price is kept: what the order comes to as a whole. */
export function takePriceOfWhole(context: Context): Context {
  const { sketch, catalog } = context;
  const [only, ...more] = sketch.outputs;
  if (only?.kind !== "aggregate" || only.mention === null || more.length > 0 || only.fn === "sum") return context;
  const [best] = only.mention.columns;
  if (best === undefined || !/^(?:costs?|prices?) of\b/i.test(only.mention.text)) return context;
  const lines = best.column.table;
  const whole = only.mention.owners.find((one) => one !== lines && isToOne(catalog, lines, one));
  const column = whole === undefined || priceOf(whole) !== null ? null : amountColumn(whole);
  if (whole === undefined || column === null) return context;
  const { start, end, text } = only.mention;
  const mention = mentionOf({ start, end, text, columns: [{ column, score: 1 }] });
  const names = sketch.names.map((one) => (one === only.mention ? mention : one));
  return { ...context, subject: whole, sketch: { ...sketch, names, outputs: [{ ...only, mention }] } };
}

/** The table of whose rows all that is compared are values of one column. */
function tableOfAll({ filters }: Context["sketch"]): CatalogTable | null {
  const [first = [], ...others] = filters.flatMap((one) => (one.kind === "value" ? [one.mention.values] : []));
  const shared = first.filter((one) => others.every((links) => links.some(({ column }) => column === one.column)));
  const [only, ...more] = new Set(shared.map(({ column }) => column.table).filter(({ isView }) => !isView));
  return others.length > 0 && only !== undefined && more.length === 0 ? only : null;
}

/** True where one thing at the most is asked for, of no groups and no ranking. */
const asksOne = ({ outputs, groups, superlatives, negation }: Context["sketch"]): boolean =>
  outputs.length < 2 && groups.length + superlatives.length === 0 && negation === null;

/** The table of the thing: the rows that are named, or those of the value that names it. */
function tableOfThing({ sketch, named }: Context): CatalogTable | null {
  const values = sketch.filters.flatMap((filter) =>
    filter.kind === "value" && !filter.negated ? [filter.mention] : [],
  );
  const isPlain = sketch.filters.every(({ kind }) => kind === "value");
  const tables = new Set(
    named.length > 0
      ? named.map((entry) => entry.table)
      : values.flatMap((mention) => mention.values.map(({ column }) => column.table)),
  );
  const [only, ...more] = [...tables].filter((table) => !table.isView);
  return isPlain && more.length === 0 ? (only ?? null) : null;
}

function priceOf({ columns }: CatalogTable): CatalogColumn | null {
  const found = columns.filter(({ isNumber, isKey, words }) => isNumber && !isKey && price.test(words.join(" ")));
  return found.length === 1 ? (found[0] ?? null) : null;
}
