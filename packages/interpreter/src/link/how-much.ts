import { amountColumn, isPaidToUs, paidColumn, payColumn, withoutCurrency } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { measuresOf } from "../catalog/measures.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { isMoneyUnit, unitNamed, unitOf } from "../language/units.ts";
import { singular } from "../language/words.ts";
import { ADVERTISING, calledSpend, isAdvertising } from "./called-spend.ts";
import { amountsOf, type Doing, doings, isAmount, isFact, paidOut } from "./doings.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { type ColumnLink, type Mention, mentionOf, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { rowsOfMoney } from "./noun-amounts.ts";
import { ownersIn } from "./table-links.ts";

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

const goingOut = /^(spend|spent|pay|paid)$/;

const auxiliary = /^(did|do|does|have|has|had|was|were|is|are)$/;

const startsSo = (tokens: readonly Token[]): boolean => /^(how|what)$/.test(tokens[0]?.lower ?? "");

function amountAsked({ tokens, catalog }: Asked): Amount | null {
  const beginning = beginningOf(tokens);
  if (beginning === null) return null;
  const { isHowMuch, help, lead } = beginning;
  for (const [at, said] of tokens.entries()) {
    if (at < lead || said.kind !== "word" || said.capitalised || isOfRows(tokens, at, catalog)) continue;
    const fitting = doings.filter((one) => one.verbs.test(said.lower));
    const doing = fitting.find((one) => amountsOf(one, catalog).length > 0) ?? fitting.at(-1);
    if (doing !== undefined && (endsColumn(tokens, at, catalog) || isCostTold(tokens, at))) return null;
    if (doing !== undefined && isDone(said.lower, help, { isHowMuch, isFirst: at === lead }))
      return amountOf(doing, at, { tokens, catalog, lead });
    const kept = doing === undefined && isHowMuch && at > lead ? unitAmount(tokens, at, lead, catalog) : null;
    if (kept !== null) return kept;
  }
  return null;
}

/** "what is the hourly pay of coaches", of their hourly_pay: nothing that is done. */
const endsColumn = (tokens: readonly Token[], at: number, catalog: Catalog): boolean => {
  const said = tokens.slice(at - 1, at + 1).map(({ lower }) => lower);
  return mentionsAt(tokens, at - 1, catalog).some(({ columns }) =>
    columns.some(({ column }) => column.words.join(" ") === said.join(" ")),
  );
};
/** "what was the total cost": a noun, and nothing that is done. */
const isCostTold = (tokens: readonly Token[], at: number): boolean =>
  /^(?:costs?|charges?|spend)$/.test(tokens[at]?.lower ?? "") &&
  /^(?:total|average|overall|highest|lowest|median|mean)$/.test(tokens[at - 1]?.lower ?? "");

/** "the amount of the paid claims": those that were, and nothing that is done. */
const isOfRows = (tokens: readonly Token[], at: number, { tablesByStem }: Catalog): boolean =>
  /^(?:paid|charged|billed|refunded)$/.test(tokens[at]?.lower ?? "") &&
  /^(?:the|all|of|our|their|from|for|in|across|only|any)$/.test(tokens[at - 1]?.lower ?? "") &&
  tablesByStem.has(tokens[at + 1]?.stem ?? "");

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

/** "we", "we usually" */
const isOfHouse = (said: readonly Token[]): boolean =>
  said.length > 0 && said.every(({ lower }) => /^(we|been|usually|really|actually)$/.test(lower));

function amountOf(doing: Doing, at: number, { tokens, catalog, lead }: Place): Amount | null {
  const verb = tokens[at]?.lower ?? "";
  const goal = goalOf(tokens, at, lead, catalog);
  if (goal !== null)
    return { items: summed(goal.columns, at, lead, tokens), lead, spent: { start: at, end: goal.end } };
  const spent = { start: at, end: at + 1 };
  // "what was our advertising spend", where nothing is known of advertising
  if (isOnUnknown(tokens.slice(lead, at), catalog)) return null;
  const isOurs = isOfHouse(tokens.slice(lead, at));
  const ours = isOurs && /^(spend|spent)$/.test(verb) ? spentOn(tokens, at + 1, catalog) : null;
  if (ours !== null)
    return { items: summed(ours.columns, at, lead, tokens), lead, spent: { start: at, end: ours.end } };
  if (isOurs && isOnPaidToUs(tokens, at + 1, catalog)) return null;
  const theirs = at > lead && !isOurs ? tokens.slice(lead, at) : [];
  // What we spend and pay is no money that came in.
  const isOutgoing = isOurs && isGoingOut(verb, catalog);
  const found = columnsOf(doing, verb, theirs, catalog);
  const columns = isOutgoing && found !== null ? outgoing(found, catalog) : found;
  if (columns === null) return null;
  if (columns.length > 0) return { items: summed(columns, at, lead, tokens), lead, spent };
  if (!doing.isRevenue || isOutgoing || measuresOf(catalog).money.length === 0) return null;
  const items: Item[] = [
    { kind: "cue", cue: { is: "measure", measure: "money" }, other: null, start: 0, end: lead, text: "revenue" },
  ];
  return { items, lead, spent };
}

/** "did we pay Ace Ltd", of jobs that say which firm did them and what they cost: that, and nothing that tenants pay. */
function costOfPayee(tokens: readonly Token[], at: number, catalog: Catalog): CatalogColumn | null {
  if (!goingOut.test(tokens[at]?.lower ?? "")) return null;
  const named = mentionsAt(tokens, at + 1, catalog).find(({ values }) => values.length > 0);
  const paid = named?.values[0]?.column.table;
  if (paid === undefined || paid.isCustomer || !paid.label.some((one) => one === named?.values[0]?.column)) return null;
  const rows = catalog.links.flatMap(({ from, to, cost }) =>
    cost < 2 && to[0]?.table === paid && from[0] !== undefined && !from[0].table.isView ? [from[0].table] : [],
  );
  const amounts = [...new Set(rows)].flatMap((table) => amountColumn(table) ?? paidColumn(table) ?? []);
  return amounts.length === 1 ? (amounts[0] ?? null) : null;
}

/** What is spent or given, and on what. */
function goalOf(tokens: readonly Token[], at: number, lead: number, catalog: Catalog): ReturnType<typeof goalAt> {
  const isGiven = /^(?:spend|spent|pay|paid|give|gave|given)$/.test(tokens[at]?.lower ?? "");
  const goal = isGiven ? goalAt(tokens, at + 1, catalog) : null;
  const payee = goal === null && isOfHouse(tokens.slice(lead, at)) ? costOfPayee(tokens, at, catalog) : null;
  if (payee !== null) return { columns: [payee], end: at + 1 };
  return goal ?? (at > lead ? numberSaid(tokens, at, catalog) : null);
}

/** "spend on repairs", of a repair_cost: the words from the verb on are all of its name. */
function numberSaid(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { columns: CatalogColumn[]; end: number } | null {
  const mention = mentionsAt(tokens, at, catalog).find(({ end }) => end > at + 1);
  const columns = mention?.columns.flatMap(({ column, score }) => (score >= 0.9 && isAmount(column) ? [column] : []));
  return mention === undefined || columns === undefined || columns.length === 0 ? null : { columns, end: mention.end };
}

/** "our advertising": a part of the house that nothing here is called by. */
const isOnUnknown = ([first, ...others]: readonly Token[], catalog: Catalog): boolean =>
  first?.lower === "our" && others.length > 0 && others.every((_, i) => mentionsAt(others, i, catalog).length === 0);

/** What we spend and pay, and what we buy of those who sell to us. */
const isGoingOut = (verb: string, catalog: Catalog): boolean =>
  goingOut.test(verb) ||
  (/^(?:order|ordered|buy|bought|purchase|purchased)$/.test(verb) && paidOut(catalog).length > 0);

/** What is summed up of what was done, perhaps by others than the house; null where it is what they are paid. */
function columnsOf(doing: Doing, verb: string, theirs: readonly Token[], catalog: Catalog): CatalogColumn[] | null {
  // "how much do cooks earn": their pay, rather than what comes in.
  if (/^(?:make|made)$/.test(verb) && names(theirs, catalog, isPaid)) return null;
  if (verb.startsWith("earn") && names(theirs, catalog, (table) => isPaid(table) || isPerson(table))) return null;
  const columns = amountsOf(doing, catalog);
  if (theirs.length === 0 || !/^spen[dt]/.test(verb)) return columns;
  // "how much did guests spend": not what the house spends, whose expenses are nobody's, or those of campaigns.
  const people = ownersIn(theirs, catalog).filter(({ isView }) => !isView);
  return columns.filter(
    ({ table }) =>
      table.columns.some(({ isForeign }) => isForeign) &&
      people.every((one) => one === table || isToOne(catalog, table, one)),
  );
}

/** What was paid to others, rather than by them. */
function outgoing(columns: readonly CatalogColumn[], catalog: Catalog): CatalogColumn[] {
  const paid = paidOut(catalog);
  const spent = paid.length > 0 ? paid : columns.filter(({ table }) => !table.words.includes("received"));
  // "how much did we spend on moss", where what was delivered has a cost.
  const costs = catalog.tables.flatMap((table) =>
    table.isView || table.label.length > 0 || !isFact(table)
      ? []
      : table.columns.filter((one) => isAmount(one) && /^(?:total )?costs?$/.test(withoutCurrency(one))),
  );
  return spent.length > 0 ? spent : costs;
}

const isPaid = (table: CatalogTable): boolean => payColumn(table) !== null;

/** True for words that name such rows, or one of them. */
const names = (said: readonly Token[], catalog: Catalog, isSuch: (table: CatalogTable) => boolean): boolean =>
  catalog.tables.some(isSuch) &&
  said.some((_, i) =>
    mentionsAt(said, i, catalog).some(({ tables, values }) =>
      [...tables.filter(({ score }) => score >= 0.9), ...values.map(({ column }) => column)].some(({ table }) =>
        isSuch(table),
      ),
    ),
  );

/** "spend on spring sale", "on ads" of days of campaigns: what was spent there, else what such rows cost. */
function spentOn(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { columns: readonly CatalogColumn[]; end: number } | null {
  const column = calledSpend(catalog);
  const isOn = /^(?:on|for)$/.test(tokens[at]?.lower ?? "");
  if (column !== null && isOn && ADVERTISING.test(tokens[at + 1]?.lower ?? "") && isAdvertising(column, catalog))
    return { columns: [column], end: at + 2 };
  const named = column === null || !isOn ? [] : mentionsAt(tokens, at + 1, catalog);
  const isTheirs = (table: CatalogTable) => column !== null && isToOne(catalog, column.table, table);
  const isNamed = named.some(({ tables, values }) =>
    [...tables.slice(0, 1), ...values.map((link) => link.column)].some(({ table }) => isTheirs(table)),
  );
  if (column !== null && isNamed) return { columns: [column], end: at };
  const costs = costsOf(tokens, at, catalog);
  return costs === null ? null : { columns: costs, end: at };
}

/** "what do we spend on checks", "on plumbing" of repairs: what rows that are named after "on", or are of that kind, cost. */
function costsOf(tokens: readonly Token[], at: number, catalog: Catalog): CatalogColumn[] | null {
  if (!/^(on|for)$/.test(tokens[at]?.lower ?? "")) return null;
  const mentions = mentionsAt(tokens, at + 1, catalog);
  const mention = mentions.find((one) => tableScore(one) >= 0.9) ?? mentions.find(isOfCosts);
  const kinds = mentions.find(({ values }) => values.some(({ score }) => score === 1))?.values ?? [];
  const tables = mention?.tables.slice(0, 1) ?? kinds.map(({ column }) => column);
  const costs = [...new Set(tables.map(({ table }) => table))].flatMap((table) => {
    const column = isFact(table) ? (amountColumn(table) ?? paidColumn(table)) : null;
    // What may be spent is no more than planned.
    return column === null || column.words.includes("budget") || isPaidToUs(column, catalog) ? [] : [column];
  });
  return costs.length === 1 ? costs : null;
}

/** "on shipments", of which only the price is kept: nothing tells what they cost us, and no cost of other rows does. */
const isOnPaidToUs = (tokens: readonly Token[], at: number, catalog: Catalog): boolean =>
  /^(on|for)$/.test(tokens[at]?.lower ?? "") &&
  mentionsAt(tokens, at + 1, catalog).some((one) => {
    const table = tableScore(one) >= 0.9 ? one.tables[0]?.table : undefined;
    const kept = table === undefined ? null : (amountColumn(table) ?? paidColumn(table));
    return kept !== null && isPaidToUs(kept, catalog);
  });

/** "repairs", of repair_jobs that have a cost each: what such rows are for, said without their noun. */
function isOfCosts(mention: Mention): boolean {
  const [best, second] = mention.tables;
  const isHalf = best !== undefined && best.score >= 0.5 && (second?.score ?? 0) < best.score;
  const kept = best === undefined ? null : (amountColumn(best.table) ?? paidColumn(best.table));
  return isHalf && /^costs?$/.test(kept?.words.at(-1) ?? "");
}

/** "spend on salaries a year": numbers that are named after "on" or "for". */
function goalAt(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { columns: CatalogColumn[]; end: number } | null {
  if (!/^(on|for|in)$/.test(tokens[at]?.lower ?? "")) return null;
  const rows = rowsOfMoney(tokens, at + 1, catalog);
  if (rows !== null) return { columns: [rows.amount], end: rows.mention.end };
  const mentions = mentionsAt(tokens, at + 1, catalog);
  const mention = mentions.find((one) => spentIn(one).length > 0);
  if (mention === undefined || mention.tables.some((link) => link.score >= 0.9)) return null;
  const columns = spentIn(mention);
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

/** The numbers that are called so, else the cost beside what is counted: "fuel_cost" beside "fuel_litres". */
function spentIn({ columns, text }: Mention): CatalogColumn[] {
  const called = columns.filter(isSpent).map(({ column }) => column);
  const counted = columns.filter(({ column, score }) => score >= 0.95 && unitOf(column.name) !== undefined);
  const said = singular(text.toLowerCase());
  return called.length > 0
    ? called
    : counted.flatMap(({ column: { table } }) =>
        table.columns.filter((one) => isAmount(one) && one.words.join(" ") === `${said} cost`),
      );
}

/** What was spent is money: "fuel_cost" of fuel, and not the "fuel_litres". */
function isSpent({ column, score }: ColumnLink): boolean {
  const unit = unitOf(column.name);
  const isMoney = unit === undefined || isMoneyUnit(unit);
  const least = /^(?:costs?|expenses?|spend)$/.test(column.words.at(-1) ?? "") ? 0.35 : 0.45;
  return score >= least && isMoney && isAmount(column);
}

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
