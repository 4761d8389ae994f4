import { toldAs } from "../catalog/called.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Comparison, Condition } from "../form/logical-form.ts";
import type { Mention } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";
import { isDated, withoutNumber } from "./own-number.ts";

/** "campaigns that went over budget": what was spent on each, against the budget that each has. */
export function takeBudgets(context: Context): Context {
  const { sketch, subject, catalog } = context;
  const [, denied, verb] = sketch.said.words("a budget kept or not");
  if (subject === null || verb === undefined) return context;
  const [budget, ...others] = numbers(subject).filter(({ words }) => words.includes("budget"));
  const spent = spentOn(subject, catalog);
  // A budget is for all of the time: it says nothing of what was spent in a part of it.
  if (budget === undefined || others.length > 0 || spent === null || isDated(sketch) || denied !== "") return context;
  const left = { kind: "belonging", of: columnExpression(spent), per: subject.name } as const;
  const reached: Condition = { kind: "compare", left, operator: operatorOf(verb), right: columnExpression(budget) };
  const isBudget = (mention: Mention | null) => mention !== null && /^budgets?$/i.test(mention.text);
  context.notes.assumptions.push(`What counts against the budget is ${toldAs(spent)} in ${spent.table.name}.`);
  return {
    ...context,
    sketch: {
      ...sketch,
      ...withoutNumber(sketch, isBudget),
      unknown: sketch.unknown.filter(({ text }) => !SAID_WITH.test(text)),
      negation: null,
    },
    meant: { ...context.meant, reached },
  };
}

/** Verbs that say the same as the words after them. */
const SAID_WITH = /^(?:exceed(?:ed|s|ing)?|stay(?:ed|s)?|remain(?:ed|s)?|overspent|overran|kept|ran)$/i;

const operatorOf = (verb: string): Comparison =>
  /^(?:within|inside)/i.test(verb) ? "<=" : /^(?:under|below)/i.test(verb) ? "<" : ">";

const numbers = ({ columns }: CatalogTable): CatalogColumn[] =>
  columns.filter(({ isNumber, isKey, isForeign, isFlag }) => isNumber && !isKey && !isForeign && !isFlag);

const SPENT = /^(?:spend|spent|spending|costs?|expenses?|expenditures?|total costs?|actual costs?)(?: amount)?$/;

/** What was spent, in the only rows of their own that say so and belong to these. */
function spentOn(subject: CatalogTable, catalog: Catalog): CatalogColumn | null {
  const found = catalog.tables.flatMap((table) =>
    table.isView || table === subject || !isToOne(catalog, table, subject)
      ? []
      : numbers(table).filter(
          ({ words }) =>
            SPENT.test(words.join(" ")) || (isExpense(table) && /^(?:amount|total)$/.test(words.join(" "))),
        ),
  );
  const [only, ...more] = found;
  return more.length > 0 ? null : (only ?? null);
}

const isExpense = ({ words }: CatalogTable): boolean =>
  words.some((word) => /^(?:expenses?|costs?|expenditures?|spend|spendings?)$/.test(word));
