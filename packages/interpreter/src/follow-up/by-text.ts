import type { Catalog } from "../catalog/catalog.ts";
import { earlierBy, spanLabel } from "../language/periods.ts";
import { emptyForm, isAggregate, sameExpression } from "../form/visit.ts";
import { countOf } from "../resolve/measures.ts";
import { nameOf } from "../assemble/output-names.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import {
  asMany,
  asShares,
  type End,
  endOfGroups,
  firstOfGroups,
  growing,
  ofAllTime,
  ofAnyValue,
  running,
  totalOf,
} from "./of-groups.ts";
import { LONGEST_CHANGE_CHARACTERS } from "./wording.ts";

type PeriodCondition = Extract<Condition, { kind: "period" }>;

/** A change that words alone say, and what it makes of the form before: null where it cannot be made of it. */
interface Change {
  pattern: RegExp;
  make: (form: LogicalForm, said: { match: RegExpExecArray; catalog: Catalog }) => LogicalForm | null;
}

const HIGH = "highest|best|most|biggest|largest|top|greatest|strongest|maximum";
const LOW = "lowest|worst|least|smallest|weakest|poorest|minimum";
const isHigh = new RegExp(`^(?:${HIGH})$`);
const endOf = (word = ""): End => ({ word, direction: isHigh.test(word) ? "descending" : "ascending" });
const PUT = String.raw`(?:(?:sort|order|rank|list|show|put) (?:it|them|that|this|these|those|the results?)? ?)?`;
const LAST_YEAR =
  "last year|year before|previous year|same (?:period|month|quarter|week|time) last year|a year (?:ago|earlier)";

const changes: readonly Change[] = [
  {
    pattern:
      /^(?:how many|what is the (?:number|count))(?: of (?:them|those|these|that))?(?: (?:are|were|is) (?:there|that|those|these|they|it))?$/,
    make: (form, { catalog }) => countOfRows(form, catalog),
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:by (?:value|amount|size|the number) )?(?:in )?(?:descending|decreasing|reverse|reversed)(?: order)?$|^(?:highest|largest|biggest|most|best) first$`,
    ),
    make: (form) => ordered(form, "descending"),
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:by (?:value|amount|size|the number) )?(?:in )?(?:ascending|increasing)(?: order)?$|^(?:lowest|smallest|least|worst) first$`,
    ),
    make: (form) => ordered(form, "ascending"),
  },
  {
    pattern:
      /^(?:(?:sort|order|rank|list) (?:it |them |that |this |these |those |the results? )?)?(?:alphabetically|in alphabetical order|by (?:the )?(?:name|names|label|title)s?|a to z)$/,
    make: orderedByLabel,
  },
  {
    pattern:
      /^(?:what about |how about |(?:and )?in |for )?(?:the )?(?:(?:month|year|quarter|week|day|period|one) before(?: that)?|previous (?:month|year|quarter|week|day|period|one)|year earlier)$/,
    make: (form, { match }) => moved(form, /\byear\b/.test(match[0])),
  },
  {
    pattern: new RegExp(
      `^(?:(?:and )?how (?:does|did|do) (?:that|this|it|they) compare|compare(?: (?:that|this|it|them))?|compared|versus|vs\\.?|(?:what|how) about compared) ?(?:to|with|against)? ?(?:the )?(?:${LAST_YEAR}|(?:previous|last) (?:month|quarter|week|period))$`,
    ),
    make: (form, { match: [said] }) =>
      compared(form, /\b(?:month|quarter|week|period)$/.test(said) && !/year/.test(said)),
  },
  {
    pattern:
      /^(?:show|give|list|see)?(?: me)? ?(?:the |all (?:the )?)?(?:details|rows|records|underlying (?:rows|data|records)|single (?:rows|orders)|raw data)$/,
    make: detailed,
  },
  {
    pattern: new RegExp(
      `^(?:and )?(?:which|what|who)(?:'s| (?!is\\b|was\\b|has\\b|had\\b)(\\w+))?(?: (?:is|was|are|were|has|had|performed|did))? (?:the )?(${HIGH}|${LOW})$`,
    ),
    make: (form, { match }) => firstOfGroups(form, match[1] ?? "", endOf(match[2])),
  },
  {
    pattern: new RegExp(`^(?:and )?(?:(?:what|which) (?:is|was|are|were) )?(?:the )?(${HIGH}|${LOW}) (\\w+)$`),
    make: (form, { match }) => firstOfGroups(form, match[2] ?? "", endOf(match[1])),
  },
  {
    pattern: new RegExp(
      `^(?:(?:what|how) about |and |show |only |just )*(?:the )?(${HIGH}|bottom|${LOW})(?: (\\d{1,3}))?(?: ones?)?$`,
    ),
    make: (form, { match }) => endOfGroups(form, match[2] === undefined ? null : Number(match[2]), endOf(match[1])),
  },
  {
    pattern:
      /^(?:show|list|give|see)(?: me)? (?:only |just )?(?:the )?(?:first )?(\d{1,3}|all)(?: of (?:them|those|these))?$|^all(?: of them)?$/,
    make: (form, { match: [, count] }) => asMany(form, count === undefined || count === "all" ? null : Number(count)),
  },
  {
    pattern:
      /^(?:and )?(?:(?:what is|what was|what's|give me|show(?: me)?) )?(?:the |it |that )?(?:(?:grand |overall )?total|sum|(?:how much |and |is that )*(?:in total|altogether|all together|overall))(?: of (?:that|those|these|all|them))?$|^how much is (?:that|it) (?:in total|altogether)$|^sum (?:it|them|that) up$/,
    make: (form) => totalOf(form) ?? (form.groups.length === 0 ? ofAllTime(form) : null),
  },
  {
    pattern:
      /^(?:show (?:it |that |this |them )?)?(?:as|in) (?:a |an )?(?:percent(?:age)?s?|shares?|proportions?|%)(?: of (?:the )?(?:total|whole|all))?$|^(?:(?:as a )?(?:share|percentage) of (?:the )?total)$/,
    make: asShares,
  },
  {
    pattern:
      /^(?:(?:what about |for |over |in |of )?(?:all time|all years|any time|the whole time|ever)|(?:since|from) (?:the )?(?:beginning|start)|without (?:the )?(?:dates?|period|date filter|time))$/,
    make: ofAllTime,
  },
  {
    pattern: /^(?:and |now |show |what about |how about )*(?:for |in |across |from )?(?:all|any|every|all the) (\w+)$/,
    make: (form, { match }) => ofAnyValue(form, match[1] ?? ""),
  },
  {
    pattern: /^(?:show (?:it |that )?)?(?:as (?:a )?)?(?:cumulative(?:ly)?|running total|cumulated)$/,
    make: running,
  },
  {
    pattern:
      /^(?:(?:and |show |what is |with )?(?:the )?(?:growth|growth rate|change|month[- ]over[- ]month|year[- ]over[- ]year|mom|yoy)(?: (?:growth|change|rate))?)$/,
    make: growing,
  },
];

/** A change to the answer before that its words alone say, whatever the schema: how it is ordered, counted, shown, moved in time. */
export function continueByText(earlier: LogicalForm, text: string, catalog: Catalog): LogicalForm | null {
  if (text.length > LONGEST_CHANGE_CHARACTERS) return null;
  const plain = text
    .trim()
    .replace(/[?.!]+$/, "")
    .replace(/^(?:ok(?:ay)?|now|then|and|please|so)[, ]+/i, "")
    .replace(/[, ]+(?:instead|please|then)$/i, "")
    .toLowerCase();
  for (const { pattern, make } of changes) {
    const match = pattern.exec(plain);
    const changed = match === null ? null : make(structuredClone(earlier), { match, catalog });
    if (changed !== null) return changed;
  }
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
  if (form.outputs.some(({ expression }) => expression.kind === "bucket")) return monthByMonth(form, [period, before]);
  const within = (expression: Expression, condition: Condition): Expression =>
    expression.kind === "aggregate" ? { ...expression, where: [...(expression.where ?? []), condition] } : expression;
  if (measured.some((output) => output.expression.kind !== "aggregate")) return null;
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

/** A year's months beside those of the year before: the same month of both in a row. */
function monthByMonth(form: LogicalForm, periods: readonly [PeriodCondition, PeriodCondition]): LogicalForm | null {
  const [bucket, ...more] = form.groups;
  const isOfYears = periods.every(({ from, to }) => from !== null && to !== null && from.slice(4) === to.slice(4));
  if (bucket?.kind !== "bucket" || bucket.unit !== "month" || more.length > 0 || !isOfYears) return null;
  const month: Expression = { ...bucket, unit: "month_of_year" };
  const years = compared(
    { ...form, groups: [month], outputs: form.outputs.filter(({ expression }) => isAggregate(expression)) },
    false,
  );
  if (years === null) return null;
  const outputs = [{ expression: month, name: "month" }, ...years.outputs];
  return { ...years, outputs, order: [{ by: month, direction: "ascending" }] };
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
