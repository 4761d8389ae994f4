import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { isPlanned } from "../../catalog/date-columns.ts";
import { endDays, startDay } from "../../catalog/running-rows.ts";
import type { Condition } from "../../form/logical-form.ts";
import { columnExpression } from "../../resolve/measures.ts";

/** The end is not known, or still to come where ends are known before they come. */
export function notEnded(end: CatalogColumn, today: string): Condition {
  const left = columnExpression(end);
  const missing: Condition = { kind: "missing", left, negated: false };
  const ahead: Condition = { kind: "period", left, from: today, to: null, label: "today or later", negated: false };
  if (!end.source.nullable) return ahead;
  if (!isPlanned(end, today)) return missing;
  return { kind: "either", conditions: [missing, ahead] };
}

/** Rows that have begun by a day, where any begin later, and have not ended. */
export function holdsOn(table: CatalogTable, today: string): Condition[] {
  const start = startDay(table);
  const begun: Condition[] =
    start !== null && isPlanned(start, today)
      ? [{ kind: "compare", left: columnExpression(start), operator: "<=", right: { kind: "literal", value: today } }]
      : [];
  return [...begun, ...endDays(table).map((end) => notEnded(end, today))];
}
