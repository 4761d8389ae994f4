import type { Catalog } from "../catalog/catalog.ts";
import { endDay } from "../catalog/running-rows.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOfCondition } from "../form/visit.ts";
import { nameOfMonth, span } from "../language/periods.ts";
import type { Sketch } from "../read/sketch.ts";

/** "and this year?" after this year beside last: of that time alone. */
export function withoutComparison(form: LogicalForm): LogicalForm {
  const compared = form.where.find(
    (one) => one.kind === "either" && one.conditions.every(({ kind }) => kind === "period"),
  );
  if (compared?.kind !== "either") return form;
  const [first] = compared.conditions;
  const ofAll = (expression: Expression): Expression => {
    if (expression.kind === "arithmetic")
      return { ...expression, left: ofAll(expression.left), right: ofAll(expression.right) };
    if (expression.kind !== "aggregate" || expression.where === undefined) return expression;
    const { where, blank: _, ...rest } = expression;
    const kept = where.filter(({ kind }) => kind !== "period");
    return kept.length === 0 ? rest : { ...rest, where: kept };
  };
  const outputs: Output[] = [];
  for (const output of form.outputs) {
    const expression = ofAll(output.expression);
    if (outputs.some((one) => sameExpression(one.expression, expression))) continue;
    const label = first?.kind === "period" ? first.label.toLowerCase().replace(/[^a-z0-9]+/g, "_") : "";
    outputs.push({ ...output, expression, name: output.name.replace(new RegExp(`_${label}$`), "") });
  }
  const where = form.where.flatMap((one) => (one === compared ? (first === undefined ? [] : [first]) : [one]));
  return { ...form, outputs, where, order: form.order.map((one) => ({ ...one, by: ofAll(one.by) })) };
}

/** "which are not" after those of some that are active: the others of these. Null where it is not one condition that tells them apart. */
export function withoutWhatWasAdded(form: LogicalForm, longBefore: LogicalForm): LogicalForm | null {
  const isKnown = (one: Condition) => longBefore.where.some((other) => JSON.stringify(other) === JSON.stringify(one));
  const [added, ...more] = form.where.filter((one) => !isKnown(one));
  const isWhole = longBefore.where.every((one) =>
    form.where.some((own) => JSON.stringify(own) === JSON.stringify(one)),
  );
  if (added === undefined || more.length > 0 || !isWhole || form.subject !== longBefore.subject) return null;
  if (form.limit !== null || longBefore.limit !== null || form.having.length > 0) return null;
  const opposite = oppositeOf(added);
  return opposite === null ? null : { ...form, where: form.where.map((one) => (one === added ? opposite : one)) };
}

/** "how many aren't" after the meters that are smart: the others, where one thing alone tells these. Null where several do. */
export function theOpposite(form: LogicalForm): LogicalForm | null {
  const [told, ...more] = form.where.filter(({ kind }) => kind !== "period");
  const isCut = form.limit !== null || form.having.length > 0 || form.combine !== null;
  const opposite = told === undefined || more.length > 0 || isCut ? null : oppositeOf(told);
  if (opposite === null || tablesOfCondition(opposite).some((name) => name !== form.subject)) return null;
  return { ...form, where: form.where.map((one) => (one === told ? opposite : one)) };
}

/** Those of the rows before whose last day has not come, where they were told by it. Null for any other rows. */
export function notEnded(form: LogicalForm, { byName }: Catalog): LogicalForm | null {
  const table = byName.get(form.subject);
  const end = table === undefined ? null : endDay(table);
  const told = form.where.find(
    (one) => one.kind === "missing" && one.negated && one.left.kind === "column" && one.left.column === end?.name,
  );
  if (told?.kind !== "missing" || form.limit !== null) return null;
  return { ...form, where: form.where.map((one) => (one === told ? { ...told, negated: false } : one)) };
}

/** "and porcelain" of one product: no longer of that one, of which it is known. A condition that names one row gives way. */
export function giveWay(form: LogicalForm, added: Condition, { byName }: Catalog): void {
  if (added.kind !== "compare" || added.operator !== "=" || added.left.kind !== "column") return;
  const { left } = added;
  const label = new Set(byName.get(left.table)?.label.map(({ name }) => name));
  if (label.has(left.column)) return;
  form.where = form.where.filter(
    (one) =>
      one.kind !== "compare" ||
      one.operator !== "=" ||
      one.left.kind !== "column" ||
      one.left.table !== left.table ||
      !label.has(one.left.column),
  );
}

/** "without the cancelled orders" of what customers paid: of the orders that are added up, rather than of customers who have none. */
export function ofRowsMeasured(condition: Condition, form: LogicalForm, measured: string | undefined): Condition {
  if (condition.kind !== "related" || !condition.negated || condition.table !== measured) return condition;
  const [only, ...more] = condition.where;
  const isFigure = form.outputs.some(({ expression }) => isAggregate(expression));
  return only === undefined || more.length > 0 || !isFigure ? condition : (oppositeOf(only) ?? condition);
}

function oppositeOf(condition: Condition): Condition | null {
  if (condition.kind === "missing" || condition.kind === "related")
    return { ...condition, negated: !condition.negated };
  if (condition.kind !== "compare" || condition.right.kind !== "literal") return null;
  if (condition.operator === "=") return { ...condition, operator: "!=" };
  return condition.operator === "!=" ? { ...condition, operator: "=" } : null;
}

/** "only those above 100,000" of groups: of their figure, rather than of a row of them. */
export function limitsOfFigure(
  sketch: Sketch,
  { groups, outputs }: LogicalForm,
): { rest: Sketch; limits: Condition[] } {
  const figures = outputs.filter(({ expression }) => isAggregate(expression));
  const [figure] = figures;
  if (groups.length === 0 || figure === undefined || figures.length > 1) return { rest: sketch, limits: [] };
  const limits: Condition[] = [];
  const filters = sketch.filters.filter((filter) => {
    if (filter.kind !== "compare" || filter.operand.kind !== "number") return true;
    if (filter.target !== null || filter.fn !== null || filter.measure !== null || filter.hint !== null) return true;
    const value =
      figure.unit === "share" && filter.operand.value > 1 ? filter.operand.value / 100 : filter.operand.value;
    limits.push({
      kind: "compare",
      left: figure.expression,
      operator: filter.operator,
      right: { kind: "literal", value },
    });
    return false;
  });
  return { rest: { ...sketch, filters }, limits };
}

/** "and in April?" after March 2024: the April next to it; after 2024, that of the year. */
export function inYearSpokenOf({ where }: LogicalForm, sketch: Sketch): Sketch {
  const before = where.flatMap((one) => (one.kind === "period" && !one.negated ? [one] : []))[0];
  if (before === undefined || before.from === null || before.to === null) return sketch;
  const [from, to] = [before.from, before.to].map((date) => new Date(`${date}T00:00:00Z`));
  if (from === undefined || to === undefined) return sketch;
  const isMonth = to.getTime() - from.getTime() <= 31 * 86_400_000;
  const filters = sketch.filters.map((filter) => {
    if (filter.kind !== "period" || filter.period.anyYear !== true || filter.period.from === null) return filter;
    const month = Number(filter.period.from.slice(5, 7)) - 1;
    const away = isMonth ? month - from.getUTCMonth() : 0;
    const year = from.getUTCFullYear() + (away > 6 ? -1 : away < -6 ? 1 : 0);
    const isAhead = Date.UTC(year, month, 1) > Date.parse(sketch.today);
    const start = new Date(Date.UTC(isAhead ? from.getUTCFullYear() : year, month, 1));
    const period = span({ from: start, unit: "month" }, `${nameOfMonth(month)} ${start.getUTCFullYear()}`, 1);
    return { ...filter, period };
  });
  return { ...sketch, filters };
}

/** "and qualified ones?" of the share that was won: of what the figures count. False where they have no such condition. */
export function replaceInFigures(form: LogicalForm, condition: Condition): boolean {
  const column = columnOfCondition(condition);
  const isOnIt = (one: Condition) => column !== null && one.kind !== "period" && columnOfCondition(one) === column;
  let isReplaced = false;
  const replaced = (expression: Expression): Expression => {
    if (expression.kind === "arithmetic")
      return { ...expression, left: replaced(expression.left), right: replaced(expression.right) };
    if (expression.kind !== "aggregate" || expression.where?.some(isOnIt) !== true) return expression;
    isReplaced = true;
    return { ...expression, where: [...expression.where.filter((one) => !isOnIt(one)), condition] };
  };
  form.outputs = form.outputs.map((output) => ({ ...output, expression: replaced(output.expression) }));
  form.order = form.order.map((order) => ({ ...order, by: replaced(order.by) }));
  form.having = form.having.map((one) => (one.kind === "compare" ? { ...one, left: replaced(one.left) } : one));
  return isReplaced;
}

/** A form whose figures are parts of a whole, with that whole changed as well: of last year, both are. */
export function withWholes(form: LogicalForm, change: (whole: LogicalForm) => LogicalForm): LogicalForm {
  const changed = (expression: Expression): Expression => {
    if (expression.kind === "query") return { ...expression, form: change(expression.form) };
    if (expression.kind !== "arithmetic") return expression;
    return { ...expression, left: changed(expression.left), right: changed(expression.right) };
  };
  return {
    ...form,
    outputs: form.outputs.map((output) => ({ ...output, expression: changed(output.expression) })),
    order: form.order.map((order) => ({ ...order, by: changed(order.by) })),
    having: form.having.map((one) => (one.kind === "compare" ? { ...one, left: changed(one.left) } : one)),
  };
}

/** A new condition holds of the whole, too; one that picks some of the groups leaves it as it is. */
export function replaceInWholes(form: LogicalForm, condition: Condition): void {
  const tables = tablesOfCondition(condition);
  const isOfGroups = form.groups.some(
    (group) => group.kind === "column" && condition.kind !== "period" && isOn(condition, group, tables),
  );
  if (isOfGroups) return;
  const changed = withWholes(form, (whole) => {
    const moved = structuredClone(whole);
    replaceCondition(moved, condition);
    return moved;
  });
  Object.assign(form, changed);
}

/** True for a condition on a column that groups are told by, or on their name. */
function isOn(condition: Condition, group: Expression, tables: readonly string[]): boolean {
  if (group.kind !== "column") return false;
  const column = columnOfCondition(condition);
  return (
    column === JSON.stringify(group) || (tables.length === 1 && tables[0] === group.table && /id$/i.test(group.column))
  );
}

/** "and today?" of the guests of those who came yesterday: of those who come today. */
function movedInside(conditions: readonly Condition[], period: Condition): Condition[] | null {
  if (period.kind !== "period") return null;
  let isMoved = false;
  const moved = conditions.map((one): Condition => {
    if (one.kind !== "within" || one.form.limit !== null) return one;
    const isOnIt = (inner: Condition) => inner.kind === "period" && sameExpression(inner.left, period.left);
    const where = one.form.where.some(isOnIt)
      ? one.form.where.map((inner) => (isOnIt(inner) ? period : inner))
      : movedInside(one.form.where, period);
    if (where === null) return one;
    isMoved = true;
    return { ...one, form: { ...one.form, where } };
  });
  return isMoved ? moved : null;
}

/** A new condition on a column takes the place of the old one on it. */
export function replaceCondition(form: LogicalForm, condition: Condition): void {
  const moved = movedInside(form.where, condition);
  if (moved !== null) {
    form.where = moved;
    return;
  }
  const columns = new Set([columnOfCondition(condition), ...statesIn(condition)]);
  form.where = form.where.filter((known) => {
    const column = columnOfCondition(known);
    return column === null || !columns.has(column);
  });
  form.where.push(condition);
}

/** "and how many were cancelled this year", after those that are active: nothing is in two states at once. */
const statesIn = (condition: Condition): (string | null)[] =>
  condition.kind === "every"
    ? condition.conditions.flatMap((one) =>
        one.kind === "compare" && one.operator === "=" && one.right.kind === "literal" ? [columnOfCondition(one)] : [],
      )
    : [];

function columnOfCondition(condition: Condition): string | null {
  switch (condition.kind) {
    case "either":
    case "every": {
      const columns = new Set(condition.conditions.map(columnOfCondition));
      return columns.size === 1 ? ([...columns][0] ?? null) : null;
    }
    case "related":
      return condition.where.length === 0
        ? null
        : `${condition.table}:${condition.where.map(columnOfCondition).join(",")}`;
    case "compare":
    case "among":
    case "like":
    case "missing":
    case "period":
    case "within":
      return JSON.stringify(condition.left);
  }
}
