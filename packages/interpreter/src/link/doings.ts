import { amountColumn, bestAmount, OF_ONE, paidColumn } from "../catalog/amounts.ts";
import { isPaidOut } from "../catalog/measures.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";

/** What is done with money or goods, and by which names of columns and tables the amount is kept. */
export interface Doing {
  verbs: RegExp;
  /** Words of a column that holds the amount. */
  columns: RegExp | null;
  /** Words of a table whose rows are such amounts. */
  tables: RegExp | null;
  /** Words of a column that holds another amount of such rows. */
  other?: RegExp;
  /** True where the money taken is meant if nothing is named so. */
  isRevenue: boolean;
  /** An example of it. */
  example: string;
}

export const doings: readonly Doing[] = [
  {
    verbs: /^(costs?)$/,
    columns: /\b(costs?|expenses?)\b/,
    tables: /\b(costs?|expenses?)\b/,
    isRevenue: false,
    example: "how much did the repairs cost",
  },
  {
    verbs: /^(spend|spends|spent)$/,
    columns: /\b(spend|spent|spending|expenditure)\b/,
    tables: /\b(spend|spends|spending|expenses?|expenditures?|disbursements?)\b/,
    isRevenue: true,
    example: "how much did Kim spend",
  },
  {
    verbs: /^(pay|pays|paid|collect|collects|collected|receive|receives|received)$/,
    columns: /\b(paid)\b/,
    tables: /\b(payments?)\b/,
    isRevenue: true,
    example: "how much did Kim pay",
  },
  {
    verbs: /^disbursed?$/,
    columns: /\b(paid out|disbursed)\b/,
    tables: /\b(payouts?|disbursements?)\b/,
    isRevenue: false,
    example: "how much did we pay out",
  },
  {
    verbs: /^(refund|refunds|refunded|reimburse[sd]?|give back|gave back|pay back|paid back)$/,
    columns: /\b(refund|refunded|reimbursed|reimbursement)\b/,
    tables: /\b(refunds?|reimbursements?)\b/,
    isRevenue: false,
    example: "how much did we refund",
  },
  {
    verbs: /^(bill|bills|billed|invoice|invoices|invoiced)$/,
    columns: /\b(billed|invoiced)\b/,
    tables: /\b(invoices?|bills?)\b/,
    other: /\b(?:paid|tax)\b/,
    isRevenue: true,
    example: "how much did we bill in May",
  },
  {
    verbs: /^(charge|charges|charged|bill|bills|billed|invoice|invoiced)$/,
    columns: /\b(fee|fees|charge|charges|charged|billed)\b/,
    tables: /\b(invoices?|bills?|charges?)\b/,
    other: /\b(?:paid|tax)\b/,
    isRevenue: true,
    example: "how much did we charge for planting",
  },
  {
    verbs: /^(borrow|borrows|borrowed|lend|lends|lent|owe|owes|owed)$/,
    columns: /\b(loan|loaned|borrowed|lent|owed|principal)\b/,
    tables: /\b(loans?|credits?|debts?)\b/,
    isRevenue: false,
    example: "how much did Kim borrow",
  },
  {
    verbs: /^(donate|donates|donated|give|gave|given|raise|raised|contribute|contributed)$/,
    columns: /\b(donated|donation|raised|contributed|contribution)\b/,
    tables: /\b(donations?|gifts?|contributions?)\b/,
    isRevenue: false,
    example: "how much did Kim donate",
  },
  {
    verbs: /^(pledge|pledged|promised)$/,
    columns: /\b(pledged|promised)\b/,
    tables: /\b(pledges?)\b/,
    isRevenue: false,
    example: "how much did Kim pledge",
  },
  {
    verbs:
      /^(order|orders|ordered|buy|bought|purchase|purchased|take|took|taken|sell|sold|make|made|earn|earns|earned|bring|brought)$/,
    columns: null,
    tables: null,
    isRevenue: true,
    example: "how much did customers from Norway order",
  },
];

export const isAmount = (column: CatalogColumn): boolean =>
  column.isNumber && !column.isKey && !column.isYear && !column.isFlag && !column.isForeign;

/** Energy, weight, length: "kwh_billed" is what was billed for, and no money. */
const MEASURED =
  /\b(?:[kmg]?wh|kg|tons?|tonnes?|km|miles?|lit(?:er|re)s?|m[23]|gallons?|hours?|hrs|minutes?|units?|qty|quantity)\b/;
const isMeasured = ({ words }: CatalogColumn): boolean => MEASURED.test(words.join(" "));

/** Columns that hold what is done: first those that are called so, then the amounts of tables that are. */
export function amountsOf({ columns, tables, other: others }: Doing, catalog: Catalog): CatalogColumn[] {
  const called = catalog.tables.flatMap((table) =>
    table.columns.filter(
      (column) => isAmount(column) && !isMeasured(column) && columns?.test(column.words.join(" ")) === true,
    ),
  );
  const facts = called.filter(
    (column) => isFact(column.table) && !(isOfOne(column) && called.some((other) => isTotal(other, column.table))),
  );
  if (facts.length > 0) return facts;
  const rows = catalog.tables.flatMap((table) => {
    if (tables?.test(table.words.join(" ")) !== true || !isFact(table)) return [];
    // "how much did we invoice", of invoices that say what they come to and what of it was paid
    const own = table.columns.filter((column) => isAmount(column) && others?.test(column.words.join(" ")) !== true);
    return bestAmount(table, own)?.column ?? amountColumn(table) ?? paidColumn(table) ?? [];
  });
  // A list of prices is meant where nothing tells what was done.
  return rows.length > 0 || tables === null ? rows : called;
}

/** What was paid to those who sell to us. */
export const paidOut = ({ tables }: Catalog): CatalogColumn[] =>
  tables.flatMap((table) => (!table.isView && isPaidOut(table) ? (amountColumn(table) ?? []) : []));

/** "unit_cost", beside a "total_cost" of the same rows. */
const isOfOne = ({ words }: CatalogColumn): boolean => words.some((word) => OF_ONE.test(word));
const isTotal = ({ table, words }: CatalogColumn, of: CatalogTable): boolean =>
  table === of && words.some((word) => /^(total|amount|line)$/.test(word));

/** Rows that happened to something, rather than a list of things with their prices. */
export const isFact = (table: CatalogTable): boolean =>
  table.columns.some((column) => column.isForeign) ||
  (table.label.length === 0 && table.columns.some((column) => column.isDate));
