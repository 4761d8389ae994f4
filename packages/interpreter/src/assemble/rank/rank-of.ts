import { singular } from "../../language/words.ts";
import { measuresOf } from "../../catalog/measures.ts";
import { isShared } from "../../catalog/columns.ts";
import { isToOne } from "../../catalog/joins.ts";
import type { Context } from "../../resolve/context.ts";
import { nearTable, tableOf } from "../../resolve/context.ts";
import { amountColumn } from "../../catalog/amounts.ts";
import { type Mention, stemsOf } from "../../link/mention.ts";
import { isTable } from "../../read/reader.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { hintStems } from "../../language/hints.ts";
import { hinted, hintedNear } from "../../resolve/hinted.ts";
import { columnExpression, countOf, measureExpression } from "../../resolve/measures.ts";
import { countTarget, fail } from "../figures/counts.ts";
import { isAggregate } from "../../form/visit.ts";
import { moneyOfKinds, rankOfBuyers, usualRank } from "./usual-rank.ts";
import { usualAggregate } from "../../read/figures/implicit.ts";
import { moneyNouns } from "../../language/money-nouns.ts";
import type { AggregateFunction, Expression, LogicalForm, Order } from "../../form/logical-form.ts";
import type { SuperlativeWish } from "../../read/sketch.ts";

/** What rows are ranked by. */
export interface Rank extends Order {
  /** True where it is shown beside what is ranked in any case. */
  isShown: boolean;
}

/** "the most" is what comes first when the highest comes first. */
export function directionOf(wish: SuperlativeWish): Order["direction"] {
  return wish.direction === "most" ? "descending" : "ascending";
}

/** The words of a ranking that nothing could be ranked by. */
export function lostRank({ target, said }: SuperlativeWish): string {
  return target.kind === "column" ? target.mention.text : (said ?? "what is compared");
}

/** What a superlative compares. Null where it cannot be told. */
export function rankOf(form: LogicalForm, wish: SuperlativeWish, context: Context): Rank | null {
  const { target } = wish;
  const direction = directionOf(wish);
  switch (target.kind) {
    case "column":
      return rankOfColumn(wish, target, { form, context });
    case "hint":
      return rankOfHint(form, wish, target.hint, context);
    case "measure":
      return rank(measureExpression(target.measure, null, context), direction);
    case "count":
    case "common":
      return rank(countTarget(target.mention, target.kind, form, context), direction);
  }
}

function rank(by: Expression | null, direction: Order["direction"], isShown = false): Rank | null {
  return by === null ? null : { by, direction, isShown };
}

/** "by amount invoiced", "by payouts": the amounts of the rows that are named; "by rentals": how many there are. */
function amountOf(mention: Mention, context: Context): Expression | null {
  const table = isTable(mention) && (mention.tables[0]?.score ?? 0) >= 0.9 ? tableOf(mention, context) : null;
  if (table === null || table === context.subject) return null;
  const isAmount = context.sketch.said.has("amount") || moneyNouns.test(mention.text);
  const column = isAmount ? amountColumn(table) : null;
  if (column === null) return isAmount ? null : countOf(table);
  const of = columnExpression(column);
  return { kind: "aggregate", fn: "sum", of, distinct: false, table: column.table.name };
}

/** The column something is ranked by; "top 3 valleys by deliveries" is by how many there are, and not by the day of one. */
function rankedColumn(mention: Mention, isBy: boolean, near: CatalogTable, context: Context): CatalogColumn | null {
  const column = columnOf(mention, context, { near, kind: "measured" });
  return isBy && isTable(mention) && column?.isDate === true ? null : column;
}

/** What adds up over the rows of somebody, as prices and rates do not. */
const FLOW = /(?:^|\s)(?:spends?|spending|costs?|expenses|expenditures?|turnover|revenues?|earnings|expense amount)$/i;

/** What many say of one: of all of them together it is an average. */
const FELT = /^(?:(?:customer|client|guest|member|user) )?(?:satisfaction|feedback)(?: scores?| ratings?)?$/i;

/** "which brand has the lowest rating": its usual one, where no more than one is asked for and nothing is told by it. */
const isUsualRating = ({ limit }: SuperlativeWish, { text }: Mention, { sketch: { groups } }: Context): boolean =>
  /^(?:(?:customer|user|review|guest) )?rating$/i.test(text) && (limit ?? 1) === 1 && groups.length === 0;

/** What adds up over the rows of one kind: a branch has no lowest quantity but that of all its sales. */
const ADDED_UP =
  /(?:^|\s)(?:quantity|quantities|units|amounts?|refunds?|payouts?|payments?|sales|income|commissions?)$/i;

/**
 * A function of a column; "the highest average score", which is what rows keep, is no average of averages, unless both are
 * said: "the highest average mean score".
 */
function figureOf(column: CatalogColumn, fn: AggregateFunction, { text }: Mention): Expression {
  const of = columnExpression(column);
  const isKept = fn === "avg" && !AVERAGE_SAID.test(text) && column.words.some((word) => AVERAGE_SAID.test(word));
  return isKept ? of : { kind: "aggregate", fn, of, distinct: false, table: column.table.name };
}

const AVERAGE_SAID = /\b(?:average|avg|mean)\b/i;

function rankOfColumn(
  wish: SuperlativeWish,
  { mention, fn, by, hint, times }: SuperlativeWish["target"] & { kind: "column" },
  { form, context }: { form: LogicalForm; context: Context },
): Rank | null {
  const subject = context.subject ?? fail();
  const near = nearTable(context, wish.at) ?? subject;
  const named = rankedColumn(mention, by === true, near, context);
  if (named === null) return by === true ? rank(amountOf(mention, context), directionOf(wish), true) : null;
  const column = (hint === undefined ? null : hintedBehind(named, hint, context)) ?? named;
  const direction = directionOf(wish);
  const of = columnExpression(column);
  const total = (each: AggregateFunction): Expression => figureOf(column, each, mention);
  if (fn !== null) return rank(total(fn), direction);
  const isMany = column.isNumber && !isToOne(context.catalog, subject, column.table);
  // "top 3 employees by expense amount": all that belongs to each.
  if (by === true && isMany) return rank(total(usualAggregate(mention)), direction, true);
  // "the region with the lowest satisfaction": on average, rather than that of one ticket
  if (isMany && (FELT.test(mention.text) || isUsualRating(wish, mention, context)))
    return rank(total("avg"), direction);
  const isSummed = isSummedUp(wish, column, { mention, times, isMany }, { form, context });
  const usual = isMany && isLoad(wish, mention) ? "sum" : usualAggregate(mention);
  return rank(isSummed && !column.isYear ? total(usual) : of, direction);
}

/** True where all that belongs to each is added up, rather than the greatest of it told. */
function isSummedUp(
  wish: SuperlativeWish,
  column: CatalogColumn,
  { mention, times, isMany }: { mention: Mention; times: boolean | undefined; isMany: boolean },
  { form, context }: { form: LogicalForm; context: Context },
): boolean {
  // "who took the most sick days": all of a person's; "who has the best rating": on average.
  // "the customer with the most ordered quantity": of all a customer has.
  // "the campaign with the highest spend", "the highest repair cost": of all its days, of all its repairs.
  const isOfAll =
    context.sketch.said.has("who") ||
    /^(most|fewest|least)( ordered| sold)?$/i.test(wish.said ?? "") ||
    // "which client has the highest total invoice amount", of invoices that each have a total_amount: that of all of them
    (/^total\b/i.test(mention.text) && column.words.includes("total")) ||
    FLOW.test(mention.text);
  const isOfKind = isKindOfEvents(form, column, mention);
  // "the driver of the trip with the highest toll": of that trip
  const isOne = context.named.some(
    ({ table, mention: { mention: rows, each } }) =>
      table === column.table &&
      table !== context.subject &&
      !each &&
      table.words.some((word) => singular(word) === rows.text.toLowerCase()),
  );
  return times !== true && !isOne && (isOfKind ? isOfAll || ADDED_UP.test(mention.text) : isOfAll && isMany);
}

/** "which clients ship the most weight": of all they ship together, whatever a weight is usually told by. */
const isLoad = ({ said = "" }: SuperlativeWish, { text }: Mention): boolean =>
  /^(?:weight|mass|load)$/i.test(text) && /^(?:most|least)$/i.test(said);

/** "the highest pasture": how high it lies, whatever else is told of its size. */
const heightOf = ({ columns }: CatalogTable): CatalogColumn | null =>
  columns.find(({ isNumber, words }) => isNumber && /^(?:height|altitude|elevation)$/.test(words[0] ?? "")) ?? null;

/** "which grower has the most wasted stems": of all that was bought of each, as what was bought on some day has no name itself. */
function isKindOfEvents({ outputs }: LogicalForm, { table, isNumber }: CatalogColumn, mention: Mention): boolean {
  const isKind = (column: CatalogColumn) => column.isText && isShared(column);
  // Lines of an event happen on its day.
  const isEvent = isNumber && table.label.every(isKind) && table.columns.some((one) => one.isDate || one.isForeign);
  if (!isEvent) return false;
  // "which insurer refunds the most", of claims that are told by their insurer
  const named = stemsOf(mention);
  if (outputs.length === 0)
    return table.label.length > 0 && table.label.every(({ essential }) => essential.every((name) => named.has(name)));
  return outputs.every(({ expression }) =>
    table.columns.some(
      (column) =>
        expression.kind === "column" &&
        expression.table === table.name &&
        expression.column === column.name &&
        isKind(column),
    ),
  );
}

/** "the cheapest plan", where a plan is a key: the price of the plans it refers to. */
function hintedBehind(key: CatalogColumn, hint: string, { catalog }: Context): CatalogColumn | null {
  const link = key.isForeign
    ? catalog.links.find((one) => one.from.length === 1 && one.from[0] === key && one.to[0]?.table !== key.table)
    : undefined;
  const table = link?.to[0]?.table;
  return table === undefined ? null : hinted(table, hint);
}

/** "the worst rated hotel", which has stars, and reviews with a rating, or with stars themselves: what it was rated on average. */
function ratingOf(
  subject: CatalogTable,
  own: CatalogColumn | null,
  isRated: boolean,
  { catalog }: Context,
): Expression | null {
  const names = isRated && own === null ? hintStems("rating") : ["rating"];
  const isRating = ({ isNumber, isKey, stems }: CatalogColumn) =>
    isNumber && !isKey && names.some((name) => stems.includes(name));
  if (own !== null && isRating(own)) return null;
  const [only, ...more] = catalog.tables.flatMap((table) =>
    table !== subject && !table.isView && isToOne(catalog, table, subject) ? table.columns.filter(isRating) : [],
  );
  if (only === undefined || more.length > 0) return null;
  return { kind: "aggregate", fn: "avg", of: columnExpression(only), distinct: false, table: only.table.name };
}

/** What is sold, earned or simply first; undefined for other hints. */
function measuredBy(form: LogicalForm, hint: string, context: Context): Expression | null | undefined {
  if (hint === "top") {
    const isMeasured = form.outputs.some((output) => isAggregate(output.expression));
    return isMeasured ? null : usualRank(form, context);
  }
  if (hint === "sold") return measureExpression("quantity", null, context) ?? measureExpression("money", null, context);
  const isProfit = hint === "profit" && measuresOf(context.catalog).profit.length > 0;
  return isProfit ? measureExpression("profit", null, context) : undefined;
}

function rankOfHint(form: LogicalForm, wish: SuperlativeWish, hint: string, context: Context): Rank | null {
  const direction = directionOf(wish);
  const measured = measuredBy(form, hint, context);
  if (measured !== undefined) return rank(measured, direction);
  const subject = context.subject ?? fail();
  // "the latest balance of each member": of the rows that hold what is shown.
  const isOwn = context.sketch.outputs.some((output) => output.kind === "column" && output.at === wish.at);
  const near = isOwn && hint === "date" ? subject : (nearTable(context, wish.at) ?? subject);
  const isOfMoney = /^(?:size|value|rating)$/.test(hint) && !/rated$/i.test(wish.said ?? "");
  const all = (isOfMoney ? moneyOfKinds(form, context) : null) ?? allOfEach(hint, near, subject, context);
  if (all !== null) return rank(all, direction, true);
  const high = /^(?:highest|lowest)$/i.test(wish.said ?? "") ? heightOf(near) : null;
  const column = boundFor(high ?? hintedNear([near, subject], hint, context), direction);
  const isRated = /rated$/i.test(wish.said ?? "");
  const behind = rankBehind(hint, column, { isRated, near }, context);
  if (behind !== null) return rank(behind, direction);
  // What is rated is no revenue.
  if (column === null) return rank(isRated ? null : rankOfBuyers(hint, context), direction);
  const turned = direction === "descending" ? "ascending" : "descending";
  return rank(columnExpression(column), isTurned(hint, column) ? turned : direction);
}

/** What is kept of others: what a sale came to, what customers bought, how something was rated. */
function rankBehind(
  hint: string,
  column: CatalogColumn | null,
  { isRated, near }: { isRated: boolean; near: CatalogTable },
  context: Context,
): Expression | null {
  const subject = context.subject ?? fail();
  const isOther = column?.table !== subject;
  if (hint === "rating") {
    // "our best customers": those who bought most, whatever they think of what they bought
    const spent = !isRated && subject.isCustomer && isOther ? rankOfBuyers(hint, context) : null;
    return spent ?? ratingOf(subject, column, isRated, context);
  }
  // "the highest sale": by its own price, rather than by what was offered for it
  const isOwnWorth = column === null || (isOther && near === subject);
  return isOwnWorth ? worthOf(hint, subject, context) : null;
}

/** The oldest was born first, and the slowest takes the most time. */
const isTurned = (hint: string, { isDate, isYear, words }: CatalogColumn): boolean =>
  (hint === "age" && (isDate || isYear)) ||
  (hint === "speed" && words.some((word) => /^(?:time|duration)$/.test(word)));

/** "the best paid job", whose pay is from salary_min to salary_max: by the upper bound; the least by the lower. */
function boundFor(column: CatalogColumn | null, direction: Order["direction"]): CatalogColumn | null {
  if (column === null) return null;
  const isUp = direction === "descending";
  const other = (word: string) => (isUp ? upperBound : lowerBound).get(word) ?? word;
  const name = column.words.map(other).join(" ");
  return column.table.columns.find(({ words, isNumber }) => isNumber && words.join(" ") === name) ?? column;
}

const bounds = [
  ["min", "max"],
  ["minimum", "maximum"],
  ["low", "high"],
  ["from", "to"],
] as const;
const upperBound: ReadonlyMap<string, string> = new Map(bounds);
const lowerBound: ReadonlyMap<string, string> = new Map(bounds.map(([low, high]) => [high, low]));

/** "the broker with the highest payouts": all of a broker's together; "the highest payout" is one. */
function allOfEach(hint: string, rows: CatalogTable, subject: CatalogTable, context: Context): Expression | null {
  const text = context.named.find(({ table }) => table === rows)?.mention.mention.text ?? "";
  const amount = amountColumn(rows);
  const isSeveral = /s$/i.test(text) && moneyNouns.test(text) && !isToOne(context.catalog, subject, rows);
  if (hint !== "size" || !isSeveral || rows === subject || amount === null) return null;
  return { kind: "aggregate", fn: "sum", of: columnExpression(amount), distinct: false, table: rows.name };
}

/** "the biggest order": by what it comes to. */
const worthOf = (hint: string, rows: CatalogTable, { catalog }: Context): Expression | null =>
  hint === "size" ? (measuresOf(catalog).money.find(({ table }) => table === rows)?.value ?? null) : null;
