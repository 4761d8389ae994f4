import type { Condition } from "../form/logical-form.ts";
import { bestAmount } from "./amounts.ts";
import { toldAs } from "./called.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { yesOf } from "./columns.ts";

/** What rows come to, and what of it was paid. */
export interface Balance {
  amount: CatalogColumn;
  paid: CatalogColumn;
}

const numbersOf = ({ columns }: CatalogTable): CatalogColumn[] =>
  columns.filter(({ isNumber, isKey, isFlag }) => isNumber && !isKey && !isFlag);

/** What rows come to, and what of it was paid; null where a day says whether they are, and not each says how much was. */
export function balanceOf(table: CatalogTable): Balance | null {
  const numbers = numbersOf(table);
  const [paid, ...more] = numbers.filter(({ words }) => words.some((word) => /^(?:paid|settled)$/.test(word)));
  if (paid === undefined || more.length > 0 || (isPaidOnADay(table) && paid.source.nullable)) return null;
  const amount = bestAmount(
    table,
    numbers.filter((one) => one !== paid),
  )?.column;
  return amount === undefined ? null : { amount, paid };
}

export const isPaidOnADay = ({ columns }: CatalogTable): boolean =>
  columns.some(({ isDate, words }) => isDate && words.some((word) => /^(?:paid|settled)$/.test(word)));

const REST = /\b(?:balance|outstanding|open amount|amount open|amount due|owed|owing|unpaid)\b/;
const FINISHED = /^(?:is |has |was )?(?:paid|settled|returned|completed|done|closed|finished)$/;

/** What rows have of which nobody waits any more, where no day says so: nothing left to pay, or a yes. With its words. */
export function leftToDo(table: CatalogTable): { condition: Condition; told: string } | null {
  const left = (column: CatalogColumn) => ({ kind: "column", table: column.table.name, column: column.name }) as const;
  const flag = table.columns.find(({ isFlag, words }) => isFlag && FINISHED.test(words.join(" ")));
  if (flag !== undefined) {
    const right = { kind: "literal", value: yesOf(flag), yes: true } as const;
    return { condition: { kind: "compare", left: left(flag), operator: "!=", right }, told: `not ${toldAs(flag)}` };
  }
  // An amount due that is never nothing is what was due, and not what is left of it.
  const rest = numbersOf(table).find(({ words, source: { min } }) => REST.test(words.join(" ")) && min === 0);
  if (rest !== undefined) {
    const right = { kind: "literal", value: 0 } as const;
    return {
      condition: { kind: "compare", left: left(rest), operator: ">", right },
      told: `${toldAs(rest)} above 0`,
    };
  }
  const balance = balanceOf(table);
  if (balance === null) return null;
  const { amount, paid } = balance;
  return {
    condition: { kind: "compare", left: left(paid), operator: "<", right: left(amount) },
    told: `${toldAs(paid)} below ${toldAs(amount)}`,
  };
}
