import { isToOne } from "../catalog/joins.ts";
import { tablesOf } from "../form/visit.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Context } from "../resolve/context.ts";

const death = /^(?:died|death|deceased)$/i;
const ending = /^(?:left|ended|closed|cancelled|canceled|retired|terminated|departed|end|expiry|expires)$/i;
const saysDeath = ["die", "died", "dead", "death", "dece", "lost", "pass", "live", "aliv", "surv", "mort"];

/** Periods whose days are those of something else than was spoken of. */
export function wrongDays(form: LogicalForm, context: Context): string[] {
  const { where } = form;
  const { said, negation, filters } = context.sketch;
  const [label = "what was not done then"] = filters.flatMap((one) =>
    one.kind === "period" ? [one.period.label] : [],
  );
  const periods = where.flatMap((one) => (one.kind === "period" ? [one] : []));
  // "which coach had no lessons last month": it is the lessons that were not, rather than the month.
  const isDenied = (one: Condition) =>
    ((one.kind === "within" || one.kind === "related") && one.negated) ||
    (one.kind === "compare" && one.operator === "!=");
  const isSpread = negation !== null && periods.some(({ negated }) => negated) && where.some(isDenied);
  const isOfDeath = (word: string) =>
    death.test(word) && !saysDeath.some((start) => said.begins(start) || said.stem(start));
  const isOfEnd = (word: string) => ending.test(word) && said.stem("new") && !said.stem(stem(word.toLowerCase()));
  // "new animals this month", where nothing but the day of their death is known.
  const isOver = periods.some(
    ({ left }) =>
      left.kind === "column" && splitIdentifier(left.column).some((word) => isOfDeath(word) || isOfEnd(word)),
  );
  return isSpread || isOver ? [label] : monthsOfOthers(form, context);
}

/** "accounts cancelled this year by month", whose subscriptions are cancelled: no months of the accounts' own day. */
function monthsOfOthers({ groups, subject }: LogicalForm, { sketch, catalog }: Context): string[] {
  const own = catalog.byName.get(subject);
  const isByOwnDay = groups.some((group) => group.kind === "bucket" && tablesOf(group.of).includes(subject));
  if (own === undefined || sketch.bucket === null || !isByOwnDay) return [];
  return sketch.filters.flatMap((one) => {
    const [best] = (one.kind === "period" ? one.target?.columns : undefined) ?? [];
    const isOfOthers =
      best !== undefined &&
      best.score >= NAMED_DAY_SCORE &&
      best.column.isDate &&
      best.column.table !== own &&
      !isToOne(catalog, own, best.column.table);
    return isOfOthers && one.kind === "period" ? [`${one.target?.text ?? ""} by ${sketch.bucket}`] : [];
  });
}

/** A day is spoken of by its own name from this likeness on. */
const NAMED_DAY_SCORE = 0.95;
