import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Condition } from "../form/logical-form.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";

/** A view that is called after a figure and a unit of time: "mrr_by_month", "monthly_mrr". */
interface Told {
  view: CatalogTable;
  unit: CatalogColumn;
  figure: CatalogColumn;
}

/**
 * "mrr by month", where a view is called just that: what it tells, rather than a sum of rows by some day of theirs. With
 * anything else that restricts or arranges, the view cannot tell it.
 */
export function takeToldByView(context: Context): Context {
  const { sketch } = context;
  const [wish, ...more] = sketch.outputs;
  const { bucket } = sketch;
  if (bucket === null || more.length > 0 || !(wish?.kind === "column" || wish?.kind === "aggregate")) return context;
  const told = wish.mention === null ? null : viewCalled(wish.mention.text, bucket, context);
  const { groups, superlatives, unknown, orders, tables, names } = sketch;
  const isMore =
    groups.length + superlatives.length + unknown.length + orders.length + tables.length > 0 ||
    names.some((one) => one !== wish.mention) ||
    sketch.growth ||
    sketch.running ||
    sketch.versus;
  if (told === null || isMore || (wish.kind === "aggregate" && wish.fn !== "sum")) return context;
  const reached = periodsOf(sketch.filters, told.unit);
  if (reached === undefined) return context;
  const output = (column: CatalogColumn, at: number) => {
    const mention = mentionOf({ start: at, end: at, text: column.words.join(" "), columns: [{ column, score: 1 }] });
    return { kind: "column", mention, at } as const;
  };
  const unit = output(told.unit, 0);
  const outputs = [unit, output(told.figure, 1)];
  const order = { target: unit, direction: "ascending" } as const;
  return {
    ...context,
    subject: told.view,
    sketch: { ...sketch, outputs, orders: [order], bucket: null, filters: [], names: [] },
    meant: { ...context.meant, reached },
  };
}

function viewCalled(text: string, unit: string, { catalog }: Context): Told | null {
  const said = text.toLowerCase().split(" ").map(stem).join(" ");
  for (const view of catalog.tables) {
    const words = view.words.map((word) => stem(word)).join(" ");
    const isCalled = [`${said} ${stem(unit)}`, `${said} by ${stem(unit)}`, `${stem(`${unit}ly`)} ${said}`].includes(
      words,
    );
    const column = view.columns.find(({ words: [only, ...more] }) => only === unit && more.length === 0);
    const figure = view.columns.find((one) => one.isNumber && one.stems.join(" ") === said);
    // A month that stands there for each team is no row of its own.
    const isOfUnits = view.columns.every((one) => one === column || one.isNumber);
    if (view.isView && isCalled && isOfUnits && column !== undefined && figure !== undefined)
      return { view, unit: column, figure };
  }
  return null;
}

/** The months that are asked for, of a column of months; undefined where something else restricts the rows. */
function periodsOf(filters: Context["sketch"]["filters"], unit: CatalogColumn): Condition | null | undefined {
  const [only, ...more] = filters;
  if (only === undefined) return null;
  const isMonths = unit.source.values.length > 0 && unit.source.values.every((value) => /^\d{4}-\d\d$/.test(value));
  if (more.length > 0 || only.kind !== "period" || only.negated || !isMonths) return undefined;
  const { from, to, label } = only.period;
  const isWhole = [from, to].every((day) => day === null || day.endsWith("-01"));
  if (!isWhole) return undefined;
  const month = (day: string | null) => (unit.isMonth ? day : (day?.slice(0, "2024-01".length) ?? null));
  return { kind: "period", left: columnExpression(unit), from: month(from), to: month(to), label, negated: false };
}
