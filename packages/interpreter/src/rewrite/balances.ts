import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { type EndStates, endStates, toldOther } from "../catalog/end-states.ts";
import { type Balance, balanceOf, isPaidOnADay } from "../catalog/left-to-do.ts";
import { isPromisedDay } from "../catalog/promised-days.ts";
import type { Condition, Expression } from "../form/logical-form.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";
import { beforeToday } from "./lateness.ts";

const LEFT_TO_PAY = /^(?:outstanding|unpaid|owing|owed)$/i;
const PAST_ITS_DAY = /^overdue$/i;

/** "how much is outstanding", "unpaid pledges", of rows that say what they come to and what of it was paid: the rest. */
export function takeBalances(context: Context): Context {
  const { sketch, meant } = context;
  const said = sketch.unknown.find(({ text }) => LEFT_TO_PAY.test(text) || PAST_ITS_DAY.test(text));
  const balance = said === undefined ? null : balanceAsked(context);
  if (said === undefined || balance === null) return context;
  const { amount, paid } = balance;
  if (isToldByDay(said.text, amount, context)) return context;
  const sums = sketch.outputs.filter((one) => isSumOf(one, balance));
  const isSum = sums.length > 0 || (sketch.outputs.length === 0 && sketch.said.has("how much there is"));
  const conditions = conditionsOf(balance, context);
  const due = amount.table.columns.find(isPromisedDay);
  if (PAST_ITS_DAY.test(said.text)) {
    // Which rows are overdue, lateness tells.
    if (!isSum || due === undefined) return context;
    conditions.push(beforeToday(due, sketch.today));
  }
  const ends = endStates(amount.table);
  const other = ends === null || isStateSaid(ends, context) ? "" : `, with a ${toldOther(ends)}`;
  context.notes.assumptions.push(
    `What is ${said.text.toLowerCase()} is ${toldAs(amount)} less ${toldAs(paid)}${other}.`,
  );
  const unknown = sketch.unknown.filter((word) => word !== said && !/^still$/i.test(word.text));
  const [left, right] = [columnExpression(amount), columnExpression(paid)];
  const read = { ...sketch, unknown, strangeHead: false };
  if (!isSum) {
    const rest: Condition = { kind: "compare", left: right, operator: "<", right: left };
    const reached: Condition = { kind: "every", conditions: [rest, ...conditions] };
    return { ...context, subject: amount.table, sketch: read, meant: { ...meant, reached } };
  }
  const of: Expression = { kind: "arithmetic", operator: "-", left, right };
  const figure: Expression = { kind: "aggregate", fn: "sum", of, distinct: false, table: amount.table.name };
  const [only, ...more] = conditions;
  const condition: Condition | null = more.length > 0 ? { kind: "every", conditions } : (only ?? null);
  return {
    ...context,
    subject: sketch.groups.length > 0 ? context.subject : amount.table,
    sketch: {
      ...read,
      outputs: sketch.outputs.filter((one) => !sums.includes(one)),
      names: sketch.names.filter((name) => !sums.some((one) => "mention" in one && one.mention === name)),
    },
    meant: { ...meant, elapsed: { figure, condition } },
  };
}

/** True where the day on which rows were paid tells better which of them are not. */
function isToldByDay(said: string, { table, words }: CatalogColumn, { named, sketch }: Context): boolean {
  // "which customers owe us money", of bills with a day of payment: those with some that have none
  const isOfOthers = named.some((one) => one.table !== table && !one.mention.each) && sketch.outputs.length === 0;
  // "unpaid rent", of rows that say what was due: those without such a day
  return isPaidOnADay(table) && (isOfOthers || (/^unpaid$/i.test(said) && words.includes("due")));
}

/** "total outstanding amount": the sum of what the rows come to, or of an amount of no rows in particular. */
function isSumOf(one: Context["sketch"]["outputs"][number], { amount, paid }: Balance): boolean {
  if (one.kind === "measure") return one.measure === "money";
  if (one.kind !== "column" && !(one.kind === "aggregate" && one.fn === "sum")) return false;
  const best = one.mention?.columns[0]?.column;
  return best === amount || best === paid || /^amounts?$/i.test(one.mention?.text ?? "");
}

/** Nobody waits for what is written off. */
function conditionsOf({ amount: { table } }: Balance, context: Context): Condition[] {
  const ends = endStates(table);
  return ends === null || isStateSaid(ends, context)
    ? []
    : [{ kind: "among", left: columnExpression(ends.column), values: [...ends.values], negated: true }];
}

const isStateSaid = ({ column }: EndStates, { sketch }: Context): boolean =>
  sketch.filters.some((one) => one.kind === "value" && one.mention.values.some((link) => link.column === column));

/** The balance of the rows that are spoken of, else of the only ones that have one. */
function balanceAsked({ catalog, subject, named }: Context): Balance | null {
  const spoken = [subject, ...named.map(({ table }) => table)].flatMap((table) =>
    table === null ? [] : (balanceOf(table) ?? []),
  );
  const [only, ...more] = catalog.tables.flatMap((table) => (table.isView ? [] : (balanceOf(table) ?? [])));
  // "unpaid shifts" are no unpaid bills.
  const isOfOthers = named.some(({ mention }) => !mention.each && mention.zone === "focus");
  return spoken[0] ?? (more.length > 0 || isOfOthers ? null : (only ?? null));
}
