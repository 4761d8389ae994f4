import { amountColumn, paidColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { measuresOf } from "../catalog/measures.ts";
import type { Token } from "../language/tokens.ts";
import { unitNamed, unitOf } from "../language/units.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** What is done with money or goods, and by which names of columns and tables the amount is kept. */
interface Doing {
  verbs: RegExp;
  /** Words of a column that holds the amount. */
  columns: RegExp | null;
  /** Words of a table whose rows are such amounts. */
  tables: RegExp | null;
  /** True where the money taken is meant if nothing is named so. */
  isRevenue: boolean;
  /** An example of it. */
  example: string;
}

const doings: readonly Doing[] = [
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
    tables: /\b(spend|spends|spending|expenses?|expenditures?)\b/,
    isRevenue: true,
    example: "how much did Kim spend",
  },
  {
    verbs: /^(pay|pays|paid)$/,
    columns: /\b(paid)\b/,
    tables: /\b(payments?)\b/,
    isRevenue: true,
    example: "how much did Kim pay",
  },
  {
    verbs: /^(refund|refunds|refunded|reimburse[sd]?|give back|gave back|pay back|paid back)$/,
    columns: /\b(refund|refunded|reimbursed|reimbursement)\b/,
    tables: /\b(refunds?|reimbursements?)\b/,
    isRevenue: false,
    example: "how much did we refund",
  },
  {
    verbs: /^(charge|charges|charged|bill|bills|billed|invoice|invoiced)$/,
    columns: /\b(fee|fees|charge|charges|charged|billed)\b/,
    tables: /\b(invoices?|bills?|charges?)\b/,
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
    columns: /\b(donated|donation|raised|contributed|contribution|pledged)\b/,
    tables: /\b(donations?|gifts?|contributions?|pledges?)\b/,
    isRevenue: false,
    example: "how much did Kim donate",
  },
  {
    verbs: /^(order|orders|ordered|buy|bought|purchase|purchased|take|took|taken|sell|sold|make|made|bring|brought)$/,
    columns: null,
    tables: null,
    isRevenue: true,
    example: "how much did customers from Norway order",
  },
];

/** A question for an amount: what is summed up, and which words say so. */
interface Amount {
  /** Stands in place of "how much did". */
  items: Item[];
  /** The words before the doer. */
  lead: number;
  /** The words that are spoken for: the verb, and what money is spent on. */
  spent: { start: number; end: number } | null;
}

/** "how much did Acme pay", "what do we spend on salaries": the amount of what was done is summed up. */
export function howMuch(asked: Asked, at: number): Piece | null {
  if (at > 0 && !startsSo(asked.tokens)) return null;
  const amount = amountAsked(asked);
  if (amount === null) return null;
  if (at === 0) return { items: amount.items, end: amount.lead };
  return amount.spent?.start === at ? { items: [], end: amount.spent.end } : null;
}

const auxiliary = /^(did|do|does|have|has|had|was|were|is|are)$/;

const startsSo = (tokens: readonly Token[]): boolean => /^(how|what)$/.test(tokens[0]?.lower ?? "");

function amountAsked({ tokens, catalog }: Asked): Amount | null {
  const beginning = beginningOf(tokens);
  if (beginning === null) return null;
  const { isHowMuch, help, lead } = beginning;
  for (const [at, said] of tokens.entries()) {
    if (at < lead || said.kind !== "word" || said.capitalised) continue;
    const doing = doings.find((one) => one.verbs.test(said.lower));
    if (doing !== undefined && isDone(said.lower, help, { isHowMuch, isFirst: at === lead }))
      return amountOf(doing, at, { tokens, catalog, lead });
    const kept = doing === undefined && isHowMuch && at > lead ? unitAmount(tokens, at, lead, catalog) : null;
    if (kept !== null) return kept;
  }
  return null;
}

/** "how much did", "what does": the helping verb, and how many words that is. */
function beginningOf(tokens: readonly Token[]): { isHowMuch: boolean; help: string; lead: number } | null {
  const isHowMuch = tokens[0]?.lower === "how" && tokens[1]?.lower === "much";
  const helper = isHowMuch ? (tokens[2]?.lower === "money" ? 3 : 2) : 1;
  const help = tokens[helper]?.lower ?? "";
  const isAsked = isHowMuch || tokens[0]?.lower === "what";
  return isAsked && auxiliary.test(help) ? { isHowMuch, help, lead: helper + 1 } : null;
}

/** True for what somebody did: not the price of a thing ("how much does the lamp cost"), nor a thing that is called so. */
function isDone(verb: string, help: string, { isHowMuch, isFirst }: { isHowMuch: boolean; isFirst: boolean }): boolean {
  if (/^costs?$/.test(verb) && /^(do|does|is|are)$/.test(help)) return false;
  if (isFirst && /^(did|do|does)$/.test(help)) return false;
  return isHowMuch || /^(costs?|spend|spent|pay|paid|charge|charged)$/.test(verb);
}

interface Place {
  tokens: readonly Token[];
  catalog: Catalog;
  lead: number;
}

function amountOf(doing: Doing, at: number, { tokens, catalog, lead }: Place): Amount | null {
  const goal = /^(spend|spent|pay|paid)$/.test(tokens[at]?.lower ?? "") ? goalAt(tokens, at + 1, catalog) : null;
  if (goal !== null)
    return { items: summed(goal.columns, at, lead, tokens), lead, spent: { start: at, end: goal.end } };
  const spent = { start: at, end: at + 1 };
  const columns = amountsOf(doing, catalog);
  if (columns.length > 0) return { items: summed(columns, at, lead, tokens), lead, spent };
  if (!doing.isRevenue || measuresOf(catalog).money.length === 0) return null;
  const items: Item[] = [
    { kind: "cue", cue: { is: "measure", measure: "money" }, other: null, start: 0, end: lead, text: "revenue" },
  ];
  return { items, lead, spent };
}

/** "spend on salaries a year": numbers that are named after "on" or "for". */
function goalAt(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { columns: CatalogColumn[]; end: number } | null {
  if (!/^(on|for|in)$/.test(tokens[at]?.lower ?? "")) return null;
  const mention = mentionsAt(tokens, at + 1, catalog).find((one) =>
    one.columns.some((link) => link.score >= 0.45 && isAmount(link.column)),
  );
  if (mention === undefined || mention.tables.some((link) => link.score >= 0.9)) return null;
  const columns = mention.columns
    .filter((link) => link.score >= 0.45 && isAmount(link.column))
    .map(({ column }) => column);
  const unit = tokens[mention.end + 1]?.stem ?? "";
  const isOver =
    /^(a|per|each|every)$/.test(tokens[mention.end]?.lower ?? "") &&
    columns.some((column) =>
      column.stems.some(
        (name) =>
          name === unit ||
          (unit === "year" && name.startsWith("annual")) ||
          (unit === "month" && name.startsWith("monthl")),
      ),
    );
  return { columns, end: mention.end + (isOver ? 2 : 0) };
}

const isAmount = (column: CatalogColumn): boolean =>
  column.isNumber && !column.isKey && !column.isYear && !column.isFlag && !column.isForeign;

/** Columns that hold what is done: first those that are called so, then the amounts of tables that are. */
function amountsOf({ columns, tables }: Doing, catalog: Catalog): CatalogColumn[] {
  const called = catalog.tables.flatMap((table) =>
    table.columns.filter((column) => isAmount(column) && columns?.test(column.words.join(" ")) === true),
  );
  const facts = called.filter(({ table }) => isFact(table));
  if (called.length > 0 && tables !== null && facts.length === 0) return called;
  if (facts.length > 0) return facts;
  return catalog.tables.flatMap((table) => {
    if (tables?.test(table.words.join(" ")) !== true || !isFact(table)) return [];
    return amountColumn(table) ?? paidColumn(table) ?? [];
  });
}

/** Rows that happened to something, rather than a list of things with their prices. */
const isFact = (table: CatalogTable): boolean => table.columns.some((column) => column.isForeign);

/** "how much did the vans carry, in kg": the column that is kept in the unit that is asked for. */
function unitAmount(tokens: readonly Token[], at: number, lead: number, catalog: Catalog): Amount | null {
  const place = tokens.findIndex(
    (token, i) => i > at && token.lower === "in" && unitNamed(tokens[i + 1]?.lower ?? "") !== undefined,
  );
  const unit = place < 0 ? undefined : unitNamed(tokens[place + 1]?.lower ?? "");
  const said = tokens[at];
  if (unit === undefined || said === undefined || mentionsAt(tokens, at, catalog).length > 0) return null;
  if (!/^(in|on|during|last|this|,|since|to|from|per|by)$/.test(tokens[at + 1]?.lower ?? "")) return null;
  const columns = catalog.tables
    .filter((table) => isFact(table) && table.columns.some((column) => column.isDate))
    .flatMap((table) => table.columns.filter((column) => isAmount(column) && unitOf(column.name) === unit));
  if (columns.length === 0) return null;
  return { items: summed(columns, at, lead, tokens), lead, spent: { start: at, end: at + 1 } };
}

function summed(columns: readonly CatalogColumn[], at: number, lead: number, tokens: readonly Token[]): Item[] {
  const text = tokens[at]?.text ?? "";
  const mention = mentionOf({ start: 0, end: lead, text, columns: columns.map((column) => ({ column, score: 1 })) });
  return [
    { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, start: 0, end: lead, text: "total" },
    { kind: "schema", mention, start: 0, end: lead, text },
  ];
}
