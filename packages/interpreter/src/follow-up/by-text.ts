import type { Catalog } from "../catalog/catalog.ts";
import { earlierBy, spanLabel } from "../language/periods.ts";
import { emptyForm, isAggregate, sameExpression } from "../form/visit.ts";
import { countOf } from "../resolve/measures.ts";
import { nameOf } from "../assemble/output-names.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";

type PeriodCondition = Extract<Condition, { kind: "period" }>;

/** A change to the answer before that its words alone say, whatever the schema: how it is ordered, counted, shown, moved in time. */
export function continueByText(earlier: LogicalForm, text: string, catalog: Catalog): LogicalForm | null {
  const plain = text
    .trim()
    .replace(/[?.!]+$/, "")
    .replace(/^(?:ok(?:ay)?|now|then|and|please|so)[, ]+/i, "")
    .toLowerCase();
  const form = structuredClone(earlier);
  if (
    /^(?:how many|what is the (?:number|count))(?: of (?:them|those|these|that))?(?: (?:are|were|is) (?:there|that|those|these|they|it))?$/.test(
      plain,
    )
  )
    return countOfRows(form, catalog);
  if (
    /^(?:(?:sort|order|rank|list|show|put) (?:it|them|that|this|these|those|the results?)? ?)?(?:by (?:value|amount|size|the number) )?(?:in )?(?:descending|decreasing|reverse|reversed)(?: order)?$|^(?:highest|largest|biggest|most|best) first$/.test(
      plain,
    )
  )
    return ordered(form, "descending");
  if (
    /^(?:(?:sort|order|rank|list|show|put) (?:it|them|that|this|these|those|the results?)? ?)?(?:by (?:value|amount|size|the number) )?(?:in )?(?:ascending|increasing)(?: order)?$|^(?:lowest|smallest|least|worst) first$/.test(
      plain,
    )
  )
    return ordered(form, "ascending");
  if (
    /^(?:(?:sort|order|rank|list) (?:it |them |that |this |these |those |the results? )?)?(?:alphabetically|in alphabetical order|by (?:the )?(?:name|names|label|title)s?|a to z)$/.test(
      plain,
    )
  )
    return orderedByLabel(form);
  if (
    /^(?:what about |how about |(?:and )?in |for )?(?:the )?(?:(?:month|year|quarter|week|day|period|one) before(?: that)?|previous (?:month|year|quarter|week|day|period|one)|year earlier)$/.test(
      plain,
    )
  )
    return moved(form, /\byear\b/.test(plain));
  if (
    /^(?:(?:and )?how (?:does|did|do) (?:that|this|it|they) compare|compare (?:that|this|it|them)|compared|versus|vs\.?|(?:what|how) about compared) ?(?:to|with|against)? ?(?:the )?(?:last year|year before|previous year|same (?:period|month|quarter|week|time) last year|a year (?:ago|earlier)|(?:previous|last) (?:month|quarter|week|period))$/.test(
      plain,
    )
  )
    return compared(form, /\b(?:month|quarter|week|period)$/.test(plain) && !/year/.test(plain));
  if (
    /^(?:show|give|list|see)?(?: me)? ?(?:the |all (?:the )?)?(?:details|rows|records|underlying (?:rows|data|records)|single (?:rows|orders)|raw data)$/.test(
      plain,
    )
  )
    return detailed(form);
  return null;
}

function countOfRows(form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const table = catalog.byName.get(form.subject);
  if (table === undefined || form.groups.length > 0 || form.combine !== null || form.limit !== null) return null;
  if (form.outputs.some((output) => isAggregate(output.expression))) return null;
  const expression = countOf(table);
  return {
    ...form,
    outputs: [{ expression, name: nameOf(expression) }],
    all_columns: false,
    distinct: false,
    order: [],
  };
}

function ordered(form: LogicalForm, direction: "ascending" | "descending"): LogicalForm | null {
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  const by = measured?.expression ?? form.order[0]?.by ?? form.outputs[0]?.expression;
  return by === undefined ? null : { ...form, order: [{ by, direction }] };
}

function orderedByLabel(form: LogicalForm): LogicalForm | null {
  const label = form.outputs.find((output) => !isAggregate(output.expression));
  return label === undefined ? null : { ...form, order: [{ by: label.expression, direction: "ascending" }] };
}

/** The period a form is about, where there is one. */
const periodOf = (form: LogicalForm): PeriodCondition | undefined =>
  form.where.find((condition): condition is PeriodCondition => condition.kind === "period" && !condition.negated);

function moved(form: LogicalForm, byYear: boolean): LogicalForm | null {
  const period = periodOf(form);
  const before = period === undefined ? null : byYear ? aYearBefore(period) : justBefore(period);
  if (period === undefined || before === null) return null;
  return { ...form, where: form.where.map((condition) => (condition === period ? before : condition)) };
}

function aYearBefore(period: PeriodCondition): PeriodCondition {
  const { from, to, label } = earlierBy("year", { ...period, year: null, length: 0, certain: true });
  return { ...period, from, to, label };
}

/** As long a span, ending where the given one begins; whole months stay whole months. */
function justBefore(period: PeriodCondition): PeriodCondition | null {
  if (period.from === null || period.to === null) return null;
  const [from, to] = [new Date(`${period.from}T00:00:00Z`), new Date(`${period.to}T00:00:00Z`)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const isWhole = from.getUTCDate() === 1 && to.getUTCDate() === 1 && months > 0;
  const start = isWhole
    ? new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - months, 1))
    : new Date(2 * from.getTime() - to.getTime());
  const iso = start.toISOString().slice(0, 10);
  return { ...period, from: iso, to: period.from, label: spanLabel(iso, period.from) };
}

function compared(form: LogicalForm, isJustBefore: boolean): LogicalForm | null {
  const period = periodOf(form);
  const before = period === undefined ? null : isJustBefore ? justBefore(period) : aYearBefore(period);
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  if (period === undefined || before === null || measured.length === 0) return null;
  const within = (expression: Expression, condition: Condition): Expression =>
    expression.kind === "aggregate" ? { ...expression, where: [...(expression.where ?? []), condition] } : expression;
  if (measured.some((output) => output.expression.kind !== "aggregate")) return null;
  if (form.outputs.some((output) => output.expression.kind === "bucket")) return null;
  const named = (condition: PeriodCondition) => condition.label.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const outputs = measured.flatMap((output) =>
    [period, before].map((condition) => ({
      ...output,
      expression: within(output.expression, condition),
      name: `${output.name}_${named(condition)}`,
    })),
  );
  return {
    ...form,
    outputs: [...form.outputs.filter((output) => !isAggregate(output.expression)), ...outputs],
    where: [
      ...form.where.filter((condition) => condition !== period),
      { kind: "either", conditions: [period, before] },
    ],
    order: [],
    limit: null,
  };
}

/** The rows behind a figure. */
function detailed(form: LogicalForm): LogicalForm | null {
  if (form.combine !== null || form.per !== undefined) return null;
  const counted = form.outputs.find((output) => output.expression.kind === "aggregate")?.expression;
  const subject = counted?.kind === "aggregate" ? counted.table : form.subject;
  const keys = form.groups.filter((group) => !form.outputs.some((output) => sameExpression(output.expression, group)));
  if (keys.length > 0 && form.limit !== null) return null;
  return { ...emptyForm(subject), all_columns: true, where: form.where, joins: form.joins, via: form.via };
}
