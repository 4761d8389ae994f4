import { bestAmount } from "../catalog/amounts.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { endStates, toldOther } from "../catalog/end-states.ts";
import type { Condition, Expression } from "../form/logical-form.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";

const OPEN = /^(?:outstanding|unpaid|owing|owed)$/i;

/** "how much is outstanding", "unpaid pledges", of rows that say what they come to and what of it was paid: the rest. */
export function takeBalances(context: Context): Context {
  const { sketch } = context;
  const said = sketch.unknown.find(({ text }) => OPEN.test(text));
  const balance = said === undefined ? null : balanceAsked(context);
  if (said === undefined || balance === null) return context;
  const { amount, paid } = balance;
  // Nobody waits for what is written off.
  const ends = endStates(amount.table);
  const [left, right] = [columnExpression(amount), columnExpression(paid)];
  const unknown = sketch.unknown.filter((word) => word !== said && !/^still$/i.test(word.text));
  const isOfThese = ({ columns: [best] }: { columns: readonly { column: CatalogColumn }[] }) =>
    best?.column === amount || best?.column === paid;
  const sums = sketch.outputs.filter(
    (one) =>
      (one.kind === "aggregate" && one.fn === "sum" && one.mention !== null && isOfThese(one.mention)) ||
      (one.kind === "column" && isOfThese(one.mention)),
  );
  const isSum = sums.length > 0 || (sketch.outputs.length === 0 && sketch.said.has("how much there is"));
  const isGrouped = sketch.groups.length > 0;
  const rest = { ...context, subject: isGrouped && isSum ? context.subject : amount.table };
  const { meant } = context;
  const isSaid = sketch.filters.some(
    (one) => one.kind === "value" && one.mention.values.some(({ column }) => column === ends?.column),
  );
  const ended: Condition[] =
    ends === null || isSaid
      ? []
      : [{ kind: "among", left: columnExpression(ends.column), values: [...ends.values], negated: true }];
  context.notes.assumptions.push(
    `What is ${said.text.toLowerCase()} is ${amount.words.join(" ")} less ${paid.words.join(" ")}${ended.length > 0 && ends !== null ? `, with a ${toldOther(ends)}` : ""}.`,
  );
  if (!isSum) {
    const conditions: Condition[] = [{ kind: "compare", left: right, operator: "<", right: left }, ...ended];
    return {
      ...rest,
      sketch: { ...sketch, unknown, strangeHead: false },
      meant: { ...meant, reached: { kind: "every", conditions } },
    };
  }
  const of: Expression = { kind: "arithmetic", operator: "-", left, right };
  const figure: Expression = { kind: "aggregate", fn: "sum", of, distinct: false, table: amount.table.name };
  const outputs = sketch.outputs.filter((one) => !sums.includes(one));
  return {
    ...rest,
    sketch: { ...sketch, unknown, outputs, strangeHead: false },
    meant: { ...meant, elapsed: { figure, condition: ended[0] ?? null } },
  };
}

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

interface Balance {
  amount: CatalogColumn;
  paid: CatalogColumn;
}

/** What rows come to, and what of it was paid; null where a day says whether they are. */
function balanceOf(table: CatalogTable): Balance | null {
  const numbers = table.columns.filter(({ isNumber, isKey, isFlag }) => isNumber && !isKey && !isFlag);
  const [paid, ...more] = numbers.filter(({ words }) => words.some((word) => /^(?:paid|settled)$/.test(word)));
  const isDated = table.columns.some(
    ({ isDate, words }) => isDate && words.some((word) => /^(?:paid|settled)$/.test(word)),
  );
  if (paid === undefined || more.length > 0 || isDated) return null;
  const amount = bestAmount(
    table,
    numbers.filter((one) => one !== paid),
  )?.column;
  return amount === undefined ? null : { amount, paid };
}
