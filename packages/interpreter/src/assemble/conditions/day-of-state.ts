import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { distance } from "../../catalog/joins.ts";
import type { Context } from "../../resolve/context.ts";

/** States and the words by which the day they came about is kept. */
const events: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(cancel|churn|terminat|end|stop|expire)/,
    /\b(cancel|cancelled|canceled|cancellation|end|ended|terminated|churned|stopped)\b/,
  ],
  [/^(close|resolve|complete|finish|solve|done)/, /\b(closed|resolved|completed|finished|solved|done|end|ended)\b/],
  [/^(deliver|arriv)/, /\b(delivered|delivery|arrived|arrival)\b/],
  [/^(ship|dispatch|sent)/, /\b(shipped|shipping|ship|dispatched|sent)\b/],
  [/^(pay|paid|settle)/, /\b(paid|payment|settled)\b/],
  [/^(approv|accept)/, /\b(approved|approval|accepted)\b/],
  [/^return/, /\b(returned|return)\b/],
  [/^(refund)/, /\b(refunded|refund|returned)\b/],
];

/** "subscriptions cancelled last year": of the days of a row, the one on which it came into that state. */
export function dayOfState(context: Context, near: CatalogTable | null): CatalogColumn | null {
  const days = context.sketch.filters.flatMap((filter) => {
    if (filter.kind !== "value" || filter.negated) return [];
    const tables = filter.mention.values.map((link) => link.column.table);
    const table = tables.find((one) => one === near || one === context.subject) ?? nearestOf(tables, context);
    const column = filter.mention.values.find((link) => link.column.table === table)?.column;
    return [{ column, day: dayKept(filter.mention.text.toLowerCase(), table) }];
  });
  const first = days.find(({ day }) => day !== null);
  // "open vs closed cases this month": no day is one of both.
  const isOfAll = days.every(({ column, day }) => column !== first?.column || day === first?.day);
  return first !== undefined && isOfAll ? first.day : null;
}

/** "members who cancelled in May", where orders may be cancelled as well: of the rows that are nearest to them. */
function nearestOf(tables: readonly CatalogTable[], { subject, catalog }: Context): CatalogTable | undefined {
  if (subject === null) return tables[0];
  const far = (table: CatalogTable) => distance(catalog, table, subject);
  return tables.toSorted((a, b) => far(a) - far(b))[0];
}

/** "open vs closed cases this month": the day of closing, which open cases have not. */
export function isDayOfOneState(day: CatalogColumn, { sketch }: Context): boolean {
  const states = sketch.filters.flatMap((filter) => {
    const value = filter.kind === "value" && !filter.negated ? filter.mention.values[0] : undefined;
    return value?.column.table === day.table ? [value] : [];
  });
  const isOneColumn = new Set(states.map(({ column }) => column)).size === 1;
  const days = states.map(({ value }) => dayKept(value.toLowerCase(), day.table));
  return isOneColumn && days.includes(day) && days.some((one) => one !== day);
}

/** The day on which rows came into a state. */
export function dayKept(said: string, table: CatalogTable | undefined): CatalogColumn | null {
  for (const [state, kept] of events) {
    const day = state.test(said)
      ? table?.columns.find((one) => one.isDate && kept.test(one.words.join(" ")))
      : undefined;
    if (day !== undefined) return day;
  }
  return null;
}
