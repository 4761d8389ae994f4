import { growthOf } from "../assemble/growth.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { day, earlierBy, floor, soFar, span, spanLabel, type Period, type Unit } from "../language/periods.ts";
import { columnExpression } from "../resolve/measures.ts";
import { isCalled } from "./of-groups.ts";
import { growthFrom, type PeriodCondition, periodOf } from "./other-times.ts";

const THAT_GREW = "grew|grown|growing|gained|rose|risen|rising|increased|increasing|improved|went up|gone up|going up";
const THAT_FELL =
  "dropped|dropping|fell|fallen|falling|declined|declining|decreased|decreasing|shrank|shrunk|shrinking|went down|gone down|going down|lost";

/** "which one dropped the most", "and which shrank"; captures the name of the groups, how they changed, and which of these. */
export const WHICH_CHANGED = new RegExp(
  `^(?:and |but )?(?:which|who|what)(?: ones?| of (?:them|these|those)| ([a-z]+))?(?: (?:has|have|is|are))? (${THAT_GREW}|${THAT_FELL})(?: (?:the )?(most|least|fastest|strongest))?$`,
);

/**
 * Those of the groups shown of which the figure grew, or fell; the first of them where the one is asked for that did so the most. Null
 * where no two times can be compared.
 */
export function changedGroups(
  form: LogicalForm,
  match: RegExpExecArray,
  { catalog, today }: { catalog: Catalog; today: Date },
): LogicalForm | null {
  const [, named = "", deed = "", end] = match;
  if (named !== "" && !form.groups.some((group) => isCalled(group, named))) return null;
  const grown = withGrowth(form, { catalog, today });
  const growth = grown?.outputs.find(({ unit }) => unit === "growth")?.expression;
  if (grown === null || growth === undefined) return null;
  const isDown = new RegExp(`^(?:${THAT_FELL})$`).test(deed);
  const isFirst = end !== undefined;
  const having = grown.having.filter((one) => one.kind !== "compare" || !sameExpression(one.left, growth));
  const limit: Condition = {
    kind: "compare",
    left: growth,
    operator: isDown ? "<" : ">",
    right: { kind: "literal", value: 0 },
  };
  // A change against the row before is known once all rows are, and leaves none of them out.
  if (!isFirst && hasRowBefore(growth)) return null;
  const direction = isDown === (end === "least") ? "descending" : "ascending";
  const { chart: _, ...rest } = grown;
  return {
    ...rest,
    having: isFirst ? having : [...having, limit],
    order: [{ by: growth, direction }],
    limit: isFirst ? 1 : null,
  };
}

const hasRowBefore = (expression: Expression): boolean => JSON.stringify(expression).includes('"kind":"previous"');

/** The groups with how much their figure grew, whichever of them were shown first for it. */
function withGrowth(form: LogicalForm, of: { catalog: Catalog; today: Date }): LogicalForm | null {
  if (form.groups.length === 0 || form.combine !== null || form.per !== undefined || form.offset !== undefined)
    return null;
  if (form.outputs.some(({ unit }) => unit === "growth")) return form;
  if (form.limit !== null || form.having.length > 0) return null;
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  const [figure, other, ...more] = figures;
  if (figure === undefined || more.length > 0) return null;
  if (other !== undefined) return ofTwoTimes(form, figure, other);
  return againstRowBefore(form, figure, of.today) ?? againstYearBefore(form, figure, of);
}

/** Of a figure in two years, side by side. */
function ofTwoTimes(form: LogicalForm, figure: Output, other: Output): LogicalForm | null {
  const [one, two] = [timeOf(figure.expression), timeOf(other.expression)];
  const both = form.where.find(({ kind }) => kind === "either");
  if (one === null || two === null || both?.kind !== "either" || !sameExpression(one.bare, two.bare)) return null;
  const [before, after] = (one.period.from ?? "") < (two.period.from ?? "") ? [one, two] : [two, one];
  const output = { ...figure, expression: one.bare, name: nameWithout(figure.name, one.period) };
  const outputs = [...form.outputs.filter(({ expression }) => !isAggregate(expression)), output];
  const rest = { ...form, outputs, where: form.where.filter((condition) => condition !== both) };
  return growthFrom(rest, before.period, after.period);
}

const nameWithout = (name: string, { label }: PeriodCondition): string =>
  name.replace(new RegExp(`_${label.toLowerCase().replace(/[^a-z0-9]+/g, "_")}$`), "");

/** A figure of one time, told apart from that time. */
function timeOf(expression: Expression): { period: PeriodCondition; bare: Expression } | null {
  if (expression.kind !== "aggregate") return null;
  const { where = [], blank: _, ...rest } = expression;
  const periods = where.filter((one): one is PeriodCondition => one.kind === "period" && !one.negated);
  const [period] = periods;
  if (period === undefined || periods.length > 1) return null;
  const kept = where.filter((one) => one !== period);
  return { period, bare: kept.length === 0 ? rest : { ...rest, where: kept } };
}

/** Of a figure by month or year: against the one before, up to the last that is over; one that still runs is always less. */
function againstRowBefore(form: LogicalForm, figure: Output, today: Date): LogicalForm | null {
  const [over, ...more] = form.groups;
  if (over?.kind !== "bucket" || more.length > 0 || !isUnit(over.unit)) return null;
  const given = periodOf(form);
  const end = day(floor(today, over.unit));
  const outputs = [...form.outputs, growthOf(figure.expression, over)];
  if (given !== undefined && given.to !== null && given.to <= end) return { ...form, outputs };
  const from = given?.from ?? null;
  if (from !== null && from >= end) return null;
  const label = from === null ? `before ${end}` : spanLabel(from, end);
  const period: PeriodCondition = { kind: "period", left: over.of, from, to: end, label, negated: false };
  return { ...form, outputs, where: [...form.where.filter((one) => one !== given), period] };
}

const isUnit = (unit: string): unit is Unit => /^(?:day|week|month|quarter|year)$/.test(unit);

/** Of a figure by kind, and by year or of one time: that time against the same of the year before, no more of it than has passed. */
function againstYearBefore(
  form: LogicalForm,
  figure: Output,
  { catalog, today }: { catalog: Catalog; today: Date },
): LogicalForm | null {
  const buckets = form.groups.filter(({ kind }) => kind === "bucket");
  const [bucket, ...more] = buckets;
  const isByYear = bucket === undefined || (bucket.kind === "bucket" && bucket.unit === "year");
  const groups = form.groups.filter((group) => group !== bucket);
  if (more.length > 0 || !isByYear || groups.length === 0) return null;
  const given = periodOf(form);
  const of = given?.left ?? (bucket?.kind === "bucket" ? bucket.of : dayTold(figure, catalog));
  // Years that were named are not the last two.
  if (of === null || (given !== undefined && bucket !== undefined)) return null;
  const year = span({ from: floor(today, "year"), unit: "year" }, "this year", 1);
  const after: Period = given === undefined ? year : { ...given, year: null, length: 0, certain: true };
  if (after.from === null || after.to === null) return null;
  const before = earlierBy("year", soFar(after, day(today)));
  const conditions = [before, after].map(({ from, to, label }): PeriodCondition => ({
    kind: "period",
    left: of,
    from,
    to,
    label,
    negated: false,
  }));
  const [earlier, later] = conditions;
  const outputs = form.outputs.filter(({ expression }) => bucket === undefined || !sameExpression(expression, bucket));
  const where = form.where.filter((condition) => condition !== given);
  const rest = { ...form, outputs, groups, where, order: [] };
  return earlier === undefined || later === undefined ? null : growthFrom(rest, earlier, later);
}

function dayTold({ expression }: Output, { byName }: Catalog): Expression | null {
  const table = byName.get(tablesOf(expression)[0] ?? "");
  const column = table === undefined ? null : dateColumn(table);
  return column?.isDate === true ? columnExpression(column) : null;
}
