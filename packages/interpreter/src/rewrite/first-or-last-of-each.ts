import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Condition } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";
import { buyingTable } from "../resolve/buying.ts";
import { type Context, explain, tableOf } from "../resolve/context.ts";
import { columnExpression, timeColumn } from "../resolve/measures.ts";

type Filter = Sketch["filters"][number];

/** A time from a day up to, not including, another; open where nothing is said. */
interface Span {
  from: string | null;
  to: string | null;
}

/** Each one's own first or last row, and the time in which it is. */
interface EndOfEach {
  isFirst: boolean;
  subject: CatalogTable;
  rows: CatalogTable;
  day: CatalogColumn;
  span: Span;
  filter: Filter;
}

/**
 * "customers whose last order was before 2025", "members who made their first visit in May": each one's own first or last, so that there
 * is one in that time and none before it, or after it.
 */
export function takeFirstOrLastOfEach(context: Context): Context {
  const { sketch, meant } = context;
  const found = endOfEach(context);
  if (found === null) return context;
  explain(context, ({ text }) => /^(?:time|placed|made|took|had)$/i.test(text));
  return {
    ...context,
    named: context.named.filter(({ table }) => table !== found.rows),
    sketch: {
      ...sketch,
      buying: null,
      filters: sketch.filters.filter((one) => one !== found.filter),
      tables: sketch.tables.filter(({ mention }) => tableOf(mention, context) !== found.rows),
      superlatives: sketch.superlatives.filter(({ target }) => target.kind !== "hint" || target.hint !== "date"),
    },
    meant: { ...meant, picked: [...meant.picked, ...thereAndNoneBeyond(found)] },
  };
}

function endOfEach(context: Context): EndOfEach | null {
  const { sketch, subject, catalog, named } = context;
  const [, end, noun = ""] = sketch.said.words("first or last of each");
  const [, which] = sketch.said.words("for the first or last time");
  const said = end ?? which;
  if (subject === null || said === undefined) return null;
  const isSaid = ({ table, mention }: Context["named"][number]) =>
    table !== subject && (end === undefined || mention.mention.text.toLowerCase().startsWith(noun.toLowerCase()));
  const bought = end === undefined && sketch.buying !== null ? buyingTable(context) : null;
  const rows = bought ?? named.find(isSaid)?.table ?? null;
  const day = rows === null ? null : timeColumn(rows, context);
  const [filter, ...more] = sketch.filters.filter((one) => spanOf(one) !== null);
  const span = filter === undefined ? null : spanOf(filter);
  if (rows === null || filter === undefined || span === null || more.length > 0) return null;
  if (day?.isDate !== true || !isToOne(catalog, rows, subject)) return null;
  return { isFirst: /^(?:first|earliest)$/i.test(said), subject, rows, day, span, filter };
}

/** That there are rows of that time, and none on the other side of it. */
function thereAndNoneBeyond({ isFirst, subject, rows, day, span, filter }: EndOfEach): Condition[] {
  const related = ({ from, to }: Span, negated: boolean): Condition => {
    const label = labelOf({ from, to }, filter);
    const where: Condition[] = [{ kind: "period", left: columnExpression(day), from, to, label, negated: false }];
    return { kind: "related", subject: subject.name, table: rows.name, where, negated };
  };
  const { from, to } = span;
  const beyond = isFirst ? { from: null, to: from } : { from: to, to: null };
  const isOpen = beyond.from === null && beyond.to === null;
  return isOpen ? [related(span, false)] : [related(span, false), related(beyond, true)];
}

/** The time a condition is of, where it is of no column in particular. */
function spanOf(filter: Filter): Span | null {
  if (filter.negated) return null;
  if (filter.kind === "period") return filter.period;
  if (filter.kind !== "compare" || filter.hint !== "date" || filter.target !== null) return null;
  const { operand, operator } = filter;
  const period = operand.kind === "period" ? operand.period : operand.kind === "number" ? operand.year : null;
  if (period === null) return null;
  switch (operator) {
    case "<":
      return { from: null, to: period.from };
    case "<=":
      return { from: null, to: period.to };
    case ">":
      return { from: period.to, to: null };
    case ">=":
      return { from: period.from, to: null };
    case "=":
      return period;
    case "!=":
      return null;
  }
}

/** How a time is called: as it was, or by the day with which it begins or ends. */
function labelOf({ from, to }: Span, filter: Filter | undefined): string {
  if (filter?.kind === "period" && filter.period.from === from && filter.period.to === to) return filter.period.label;
  return from === null ? `before ${to ?? ""}` : to === null ? `since ${from}` : `${from} to ${to}`;
}
