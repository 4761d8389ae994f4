import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { emptyForm, isAggregate } from "../form/visit.ts";
import { destinations, origins } from "../catalog/origins-and-destinations.ts";
import { nameInFull } from "../catalog/columns.ts";
import { columnExpression, countOf } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

/** A table that relates rows of one kind to one another: borders, friends, follows. */
interface Pair {
  table: CatalogTable;
  /** Names the one. */
  one: CatalogColumn;
  /** Names the other. */
  other: CatalogColumn;
}

const found = new WeakMap<CatalogTable, Pair | null>();

/** Text columns of a table that are compared with one another: one that relates rows has few. */
const MOST_TEXTS = 100;

/** Two keys of a table to the rows of another, of which one is called like them: "name" and "friend" of persons. */
function pairOfKeys(table: CatalogTable, { links }: Catalog): Pair | null {
  const keys = links.flatMap(({ from: [from, ...more], to: [to] }) =>
    from?.table === table && to !== undefined && to.table !== table && more.length === 0 ? [{ from, to }] : [],
  );
  for (const { from: one, to } of keys) {
    const others = keys.filter((key) => key.to === to && key.from !== one);
    const [other] = others;
    const isCalledSo = one.stems.every((name) => to.stems.includes(name) || to.table.stems.includes(name));
    // "from_port" and "to_port" are the ends of a way, which their prepositions tell apart.
    if (other !== undefined && others.length === 1 && isCalledSo && !isEnd(one))
      return { table, one, other: other.from };
  }
  return null;
}

const isEnd = (column: CatalogColumn): boolean =>
  origins.test(nameInFull(column)) || destinations.test(nameInFull(column));

/** "description" of courses, which says no more than their names do: no other course. */
const TELLS_ITSELF = /^(?:description|details?|remarks?|notes?|comments?|summary|title|label|text)$/;

/** Two columns of a table that name rows of one kind: keys, or texts over the same values. */
function pairIn(table: CatalogTable, catalog: Catalog): Pair | null {
  const known = found.get(table);
  if (known !== undefined) return known;
  const keys = pairOfKeys(table, catalog);
  if (keys !== null) {
    found.set(table, keys);
    return keys;
  }
  const texts = table.columns
    .filter(
      (column) =>
        column.isText &&
        column.source.values.length >= 3 &&
        !isEnd(column) &&
        !TELLS_ITSELF.test(column.words.at(-1) ?? ""),
    )
    .slice(0, MOST_TEXTS);
  let pair: Pair | null = null;
  for (const one of texts) {
    const other = texts.find((column) => column !== one && overlap(one, column) >= 0.6);
    if (other === undefined) continue;
    pair = { table, one, other };
    break;
  }
  found.set(table, pair);
  return pair;
}

/** Share of one column's values that the other holds too. */
export function overlap(a: CatalogColumn, b: CatalogColumn): number {
  const values = new Set(b.source.values.map((value) => value.toLowerCase()));
  const shared = a.source.values.filter((value) => values.has(value.toLowerCase())).length;
  return shared / Math.max(1, a.source.values.length);
}

/** "friends", where the pair is kept as persons with a "friend": the other is named. */
const isOtherNamed = (table: CatalogTable, { sketch, catalog }: Context): boolean =>
  sketch.names.some(({ columns: [best] }) => best?.column.table === table && best.score >= 0.9) &&
  pairOfKeys(table, catalog)?.other ===
    sketch.names.flatMap(({ columns }) => columns.slice(0, 1)).find(({ column }) => column.table === table)?.column;

/** "which state borders the most states": each is the one of as many pairs. */
function rankByOthers(form: LogicalForm, { table, one, other }: Pair, { sketch }: Context): void {
  const [order, ...more] = form.order;
  const isByCount = sketch.superlatives.length === 1 && sketch.superlatives[0]?.target.kind === "count";
  const isOther = (part: Expression) =>
    part.kind === "column" && part.table === table.name && part.column === other.name;
  if (!isByCount || order === undefined || more.length > 0 || !form.groups.some(isOther)) return;
  const key = columnExpression(one);
  form.subject = table.name;
  form.outputs = form.outputs.map((output) =>
    isOther(output.expression) ? { expression: key, name: one.name } : output,
  );
  form.groups = [key];
  form.order = [{ ...order, by: countOf(table) }];
  form.joins = [];
}

/** "how many states border Texas": each pair is one of them. */
function countedAsPair(output: Output, pair: Pair, catalog: Catalog): Output {
  const { expression } = output;
  const rows = rowsOf(pair, catalog);
  if (expression.kind !== "aggregate" || expression.fn !== "count" || expression.table !== rows?.name) return output;
  return { ...output, expression: { ...expression, of: null, distinct: false, table: pair.table.name } };
}

/** The table whose rows a pair's keys refer to. */
const rowsOf = ({ other }: Pair, { links }: Catalog): CatalogTable | undefined =>
  links.find(({ from }) => from[0] === other)?.to[0]?.table;

/** The pair that the question speaks of; null where there is none. */
function pairNamed(context: Context): Pair | null {
  const { catalog, named } = context;
  const tables = new Set(named.map((entry) => entry.table));
  for (const table of catalog.tables) {
    const pair = tables.has(table) || isOtherNamed(table, context) ? pairIn(table, catalog) : null;
    if (pair !== null) return pair;
  }
  return null;
}

/** The value that is the one of a pair, as it is stored; null where none is. */
function valueOfOne({ one, other }: Pair, { sketch, catalog }: Context): string | null {
  const columns = new Set([one, other, ...catalog.links.flatMap(({ from, to }) => (from[0] === one ? to : []))]);
  for (const wish of sketch.filters) {
    if (wish.kind !== "value" || wish.negated) continue;
    const links = wish.mention.values.filter((link) => columns.has(link.column));
    if (links.length > 1) return links[0]?.value ?? null;
  }
  return null;
}

/** "which states border Texas": Texas is the one, what is asked for are the others. */
export function relatePairs(form: LogicalForm, context: Context): void {
  const pair = pairNamed(context);
  if (pair === null) return;
  const asOther = context.sketch.names.filter(({ columns: [best] }) => best?.column === pair.other);
  // "friends of friends": two steps, where one is all that is told here; "both friends from A and friends from B" are of one.
  const isTwice =
    (asOther.length > 1 && !context.sketch.both) ||
    asOther.some(({ text }) => /\b(\w+?)s? of (?:\w+ )?\1s?\b/i.test(text));
  if (isTwice) context.notes.lost.push(...asOther.slice(-1).map(({ text }) => text));
  rankByOthers(form, pair, context);
  const value = valueOfOne(pair, context);
  const index = form.where.findIndex(
    (condition) =>
      condition.kind === "compare" &&
      condition.right.kind === "literal" &&
      String(condition.right.value).toLowerCase() === value?.toLowerCase(),
  );
  if (value === null || index < 0) return;
  form.where = form.where.filter(
    (condition, i) => i !== index && !(condition.kind === "related" && condition.table === pair.table.name),
  );
  form.joins = form.joins.filter((name) => name !== pair.table.name);
  restrictToOthers(form, pair, value, context);
}

/** The others of a pair: what is asked for, or what the rows asked for belong to. */
function restrictToOthers(form: LogicalForm, pair: Pair, value: string, context: Context): void {
  const { subject, catalog } = context;
  const known: Condition = {
    kind: "compare",
    left: columnExpression(pair.one),
    operator: "=",
    right: { kind: "literal", value },
  };
  const others = [{ expression: columnExpression(pair.other), name: pair.other.name }];
  const key = subject?.columns.find((column) => column.isText && overlap(pair.other, column) >= 0.6);
  if (subject !== null && subject !== pair.table && key !== undefined && !showsOthers(form, pair, context)) {
    const inner = { ...emptyForm(pair.table.name), outputs: others, where: [known] };
    form.where.push({ kind: "within", left: columnExpression(key), form: inner, negated: false });
    return;
  }
  form.subject = pair.table.name;
  form.all_columns = false;
  form.outputs = form.outputs.map((output) => countedAsPair(output, pair, catalog));
  if (!form.outputs.some((output) => isAggregate(output.expression))) form.outputs = others;
  form.where.push(known);
}

/** True where the others themselves are listed; "streams in the states that border Texas" lists what is in them. */
function showsOthers(form: LogicalForm, pair: Pair, { subject, catalog }: Context): boolean {
  const rows = rowsOf(pair, catalog);
  if ((rows !== undefined && subject !== rows) || form.order.length > 0) return false;
  const isPlain = form.outputs.every(
    ({ expression }) =>
      expression.kind === "column" &&
      (expression.table === pair.table.name || subject?.label.some(({ name }) => name === expression.column)),
  );
  return isPlain && form.outputs.length + Number(form.all_columns) > 0;
}
