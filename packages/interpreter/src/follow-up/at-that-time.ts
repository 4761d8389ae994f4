import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { either, isAggregate, sameExpression } from "../form/visit.ts";
import { day, shift } from "../language/periods.ts";
import { columnExpression } from "../resolve/measures.ts";

/** How many days or months before today something is asked of. */
interface Back {
  count: number;
  unit: "month" | "year";
}

/** The day on which somebody or something came. */
const came =
  /^(?:joined|hired|signed up|opened|enrolled|registered|admitted|created|since|customer since|member since|moved in)(?: (?:on|at|date))?$/;

const beginningOf = (table: CatalogTable): CatalogColumn | null =>
  startDay(table) ?? table.columns.find(({ isDate, words }) => isDate && came.test(words.join(" "))) ?? null;

/**
 * "and this time last year", after how many there are that have not left: those that had come by then and not left before. Null where the
 * answer before does not count what is so today, or it is not kept since when and until when it was.
 */
export function atThatTime(form: LogicalForm, catalog: Catalog, today: Date, back: Back): LogicalForm | null {
  const table = catalog.byName.get(form.subject);
  const [start, end] = table === undefined ? [null, null] : [beginningOf(table), endDay(table)];
  if (start === null || end === null || !form.outputs.some(({ expression }) => isAggregate(expression))) return null;
  const [from, to] = [start, end].map(columnExpression);
  const running = form.where.find(
    (one) => one.kind === "missing" && !one.negated && to && sameExpression(one.left, to),
  );
  if (running === undefined || from === undefined || to === undefined) return null;
  const then = shift(today, -back.count, back.unit);
  const [on, after] = [day(then), day(shift(then, 1, "day"))];
  const begun: Condition = { kind: "period", left: from, from: null, to: after, label: `until ${on}`, negated: false };
  const later: Condition = { kind: "period", left: to, from: after, to: null, label: `after ${on}`, negated: false };
  const others = form.where.filter((one) => one !== running);
  return { ...form, where: [...others, begun, either(running, later)] };
}
