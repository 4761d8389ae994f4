import { payColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { unitNamed } from "../language/units.ts";
import { mentionsAt } from "./mentions.ts";
import { type Rewriter, written } from "./rewriter.ts";

const HELP_BEFORE_EARNERS = /^(?:do|does|did)$/;
const MOST_WORDS_OF_EARNERS = 4;
/** "per hour", of an hourly rate. */
const OFTEN_PAID = new Map([
  ["hour", "hourly"],
  ["day", "daily"],
  ["night", "nightly"],
  ["week", "weekly"],
  ["month", "monthly"],
  ["year", "yearly"],
]);

/** "what does Mira Holt earn", "how much do the nurses earn": what they are paid, rather than what comes in with them. */
export const whatTheyEarn: Rewriter = (tokens, at, catalog) => {
  if (at > 0) return null;
  const isHowMuch = tokens[0]?.lower === "how" && tokens[1]?.lower === "much";
  const help = isHowMuch ? 2 : 1;
  if (!isHowMuch && tokens[0]?.lower !== "what") return null;
  const earns = tokens.findIndex(({ lower }) => lower === "earn");
  const who = tokens.slice(help + 1, earns);
  if (!HELP_BEFORE_EARNERS.test(tokens[help]?.lower ?? "") || who.length === 0 || who.length > MOST_WORDS_OF_EARNERS)
    return null;
  const pay = payOf(who, catalog);
  const end = pay === null ? null : endAfter(tokens.slice(earns + 1), pay);
  if (pay === null || end === null) return null;
  const lead = written(tokens.slice(0, help + 1), ["the", ...pay.words, "of"]);
  return { tokens: [...lead, ...who], end: earns + 1 + end };
};

/** What those are paid whom words name, by most of them at once. Null where nobody is paid, or people of several kinds are. */
function payOf(said: readonly Token[], catalog: Catalog): CatalogColumn | null {
  const mentions = said.flatMap((_, i) => mentionsAt(said, i, catalog));
  const most = Math.max(...mentions.map(({ start, end }) => end - start));
  const named = mentions
    .filter(({ start, end }) => end - start === most)
    .flatMap(({ tables, values }) => [
      ...tables.flatMap(({ table, score }) => (score >= 0.9 ? [table] : [])),
      ...values.map(({ column }) => column.table),
    ]);
  const paid = [...new Set(named)].filter((table) => !table.isView && payColumn(table) !== null);
  const [table, ...more] = paid;
  return table === undefined || more.length > 0 ? null : payColumn(table);
}

/** How many words after "earn" say no more than how often that is paid; null where others follow. */
function endAfter(rest: readonly Token[], { words }: CatalogColumn): number | null {
  const said = rest.filter(({ kind }) => kind === "word");
  if (said.length === 0) return 0;
  const [by, unit, ...more] = said;
  const isOften = /^(?:per|an?|each|every)$/.test(by?.lower ?? "") && more.length === 0;
  const name = OFTEN_PAID.get(unit?.lower ?? "");
  return isOften && name !== undefined && (words.includes(name) || words.includes(unit?.lower ?? "")) ? 2 : null;
}

const COSTS_PER_TIME = /^((?:what|how much) (?:do|does|did)) .+ cost (?:per|an?|each|every) (\w+)$/;

/** "what does Heron cost per day", "how much are the canoes a day": the price of one that is kept so. */
export const costPerTime: Rewriter = (tokens, at, catalog) => {
  const cost = at > 0 ? -1 : tokens.findIndex(({ lower }) => lower === "cost");
  if (cost < 0) return null;
  const said = tokens.flatMap(({ kind, lower }) => (kind === "word" ? [lower] : [])).join(" ");
  const [, lead = "", unit = ""] = COSTS_PER_TIME.exec(said) ?? [];
  const often = OFTEN_PAID.get(unit);
  const help = lead.split(" ").length;
  const who = tokens.slice(help, cost);
  const only = often === undefined ? pricedByMeasure(unit, catalog) : pricedPer({ unit, often }, catalog);
  if (who.length === 0 || who.length > MOST_WORDS_OF_EARNERS) return null;
  if (only === null) return costOfOtherTime(tokens, { help, cost, unit }, catalog);
  return { tokens: [...written(tokens.slice(0, help), ["the", ...only.words, "of"]), ...who], end: cost + 3 };
};

/** "what does the course cost per year", of a monthly_fee: its price, and how often it is asked for. */
function costOfOtherTime(
  tokens: readonly Token[],
  { help, cost, unit }: { help: number; cost: number; unit: string },
  catalog: Catalog,
): ReturnType<Rewriter> {
  const other = { year: { unit: "month", often: "monthly" }, month: { unit: "year", often: "yearly" } }[unit];
  const kept = other === undefined ? null : pricedPer(other, catalog);
  if (kept === null || other === undefined) return null;
  const price = kept.words.filter((word) => word !== other.often);
  return {
    tokens: [...written(tokens.slice(0, help), ["the", ...price, "of"]), ...tokens.slice(help, cost)],
    end: cost + 1,
  };
}

/** "average price per kg", "cost per kwh", of a price_ct_per_kwh: that column, whatever else it is counted in. */
export const pricePerMeasure: Rewriter = (tokens, at, catalog) => {
  const said = tokens.slice(at, at + 3);
  const [price, by, unit] = said;
  if (!/^(?:price|cost|rate)s?$/.test(price?.lower ?? "") || !/^(?:per|an?|each)$/.test(by?.lower ?? "")) return null;
  const only = unit === undefined ? null : pricedByMeasure(unit.lower, catalog);
  // In whole money, as nobody asked for cents.
  const words = only?.words.filter((word) => word !== "cents") ?? [];
  return only === null ? null : { tokens: written(said, words), end: at + 3 };
};

/** The one price for a unit of what is measured: a price_per_kg. */
function pricedByMeasure(said: string, { tables }: Catalog): CatalogColumn | null {
  const unit = unitNamed(said);
  if (unit === undefined) return null;
  const isPriced = ({ isNumber, isKey, words }: CatalogColumn) =>
    isNumber && !isKey && words.at(-2) === "per" && unitNamed(words.at(-1) ?? "") === unit;
  const found = tables.flatMap(({ isView, columns }) => (isView ? [] : columns.filter(isPriced)));
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only;
}

/** The one price for a unit of time: an hourly_rate, a day_rate, a price_per_night. */
function pricedPer({ unit, often }: { unit: string; often: string }, { tables }: Catalog): CatalogColumn | null {
  const isPriced = ({ isNumber, isKey, words }: CatalogColumn) =>
    isNumber &&
    !isKey &&
    (words.includes(often) || (words.includes(unit) && words.some((word) => PRICE_NOUNS.test(word))));
  const [only, ...more] = tables.flatMap(({ isView, columns }) => (isView ? [] : columns.filter(isPriced)));
  return only === undefined || more.length > 0 ? null : only;
}

const PRICE_NOUNS = /^(?:prices?|rates?|costs?|charges?|fees?|rents?)$/;
const DEARER_OR_CHEAPER = /^(?:cheapest|dearest|expensive|costliest|pricier|priciest|cheaper)$/;

/** "price per hour", "cheapest hall per day", of an hourly_rate or a daily_price: what it is kept as, rather than hours of the day. */
export const pricePerTime: Rewriter = (tokens, at, catalog) => {
  const isPriced = PRICE_NOUNS.test(tokens[at]?.lower ?? "");
  const start = isPriced ? at + 1 : at;
  const [by, unit] = tokens.slice(start, start + 2);
  const often = OFTEN_PAID.get(unit?.lower ?? "");
  if (often === undefined || !/^(?:per|an?)$/.test(by?.lower ?? "")) return null;
  if (!isPriced && !tokens.slice(0, at).some(({ lower }) => DEARER_OR_CHEAPER.test(lower))) return null;
  const only = pricedPer({ unit: unit?.lower ?? "", often }, catalog);
  if (only === null) return null;
  return { tokens: written(tokens.slice(at, start + 2), [...(isPriced ? [] : ["by"]), ...only.words]), end: start + 2 };
};
