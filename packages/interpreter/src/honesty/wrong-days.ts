import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Context } from "../resolve/context.ts";

const death = /^(?:died|death|deceased)$/i;
const ending = /^(?:left|ended|closed|cancelled|canceled|retired|terminated|departed|end|expiry|expires)$/i;
const saysDeath = ["die", "died", "dead", "death", "dece", "lost", "pass", "live", "aliv", "surv", "mort"];

/** Periods whose days are those of something else than was spoken of. */
export function wrongDays({ where }: LogicalForm, { sketch: { said, negation, filters } }: Context): string[] {
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
  return isSpread || isOver ? [label] : [];
}
