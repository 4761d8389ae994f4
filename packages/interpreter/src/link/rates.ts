import type { Catalog, CatalogColumn, CatalogTable, ValueEntry } from "../catalog/catalog.ts";
import { isPromisedDay, promisedElsewhere } from "../catalog/promised-days.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { rowsOfMass } from "./mass-nouns.ts";
import type { Mention } from "./mention.ts";
import { mentionOf } from "./mention.ts";
import { columnMention } from "./column-links.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";

/** The rows that are told apart, and what is true of the share of them. */
interface Told {
  of: CatalogTable;
  items: Item[];
}

/** What stands before "rate", and where the two words are. */
interface Rated {
  what: Token;
  /** True for rows that the question names itself. */
  isSaid: (table: CatalogTable) => boolean;
  where: { start: number; end: number };
  catalog: Catalog;
}

/**
 * "return rate by category", "cancellation rate", "conversion rate": the share of rows that were returned, cancelled,
 * converted. Read as if it said so; null where the words name a column or nothing that rows can be told by.
 */
export function rateAt(tokens: readonly Token[], at: number, catalog: Catalog): { items: Item[]; end: number } | null {
  const ofRows = rateInWords(tokens, at, catalog);
  if (ofRows !== null) return ofRows;
  const [what, rate] = [tokens[at], tokens[at + 1]];
  if (what?.kind !== "word" || rate === undefined || !/^(rates?|ratio)$/.test(rate.lower)) return null;
  const end = at + 2;
  const named = columnMention([what, rate], at, end, catalog)?.columns ?? [];
  if ((named[0]?.score ?? 0) >= 0.7) return null;
  const stems = new Set(tokens.map((token) => token.stem));
  const by = tokens.findIndex(({ lower }) => /^(?:by|per)$/.test(lower));
  const group = by < 0 ? undefined : tokens[by + 1]?.stem;
  const isSaid = ({ stems: own, columns }: CatalogTable) =>
    own.every((one) => stems.has(one)) ||
    columns.some(({ stems: [only, ...more] }) => only !== undefined && only === group && more.length === 0);
  const rated: Rated = { what, isSaid, where: { start: at, end }, catalog };
  const ratio = partOfMade(rated);
  // Nothing is ranked by one figure over another.
  const isRanked = tokens.some(({ lower }) => RANKING_WORD.test(lower));
  const said = `${what.text} ${rate.text}`;
  if (ratio !== null)
    return { items: isRanked ? [{ kind: "word", capitalised: false, ...rated.where, text: said }] : ratio, end };
  // "scrap rate", of rows that say how much of it there was: not how many others have such rows.
  if (rowsOfMass(tokens, at, catalog) !== null)
    return { items: [{ kind: "word", capitalised: false, ...rated.where, text: said }], end };
  for (const way of ways) {
    const told = way(rated);
    if (told === null) continue;
    const share: Item = { ...cueItem(rated, "share"), cue: { is: "share", percent: false } };
    return { items: [share, rowsItem(rated, told.of), ...told.items], end };
  }
  // The rate at which something happens is no price, which "rate" may mean, too.
  const isOther = happening.test(what.lower) && !named.some(({ column }) => column.stems.includes(rate.stem));
  return isOther ? { items: [{ kind: "word", capitalised: false, ...rated.where, text: said }], end } : null;
}

/** Rates that more than one word before tells. */
const rateInWords: typeof rateAt = (tokens, at, catalog) =>
  latenessRate(tokens, at, catalog) ??
  rateOfState(tokens, at, catalog) ??
  rateOfFlag(tokens, at, catalog) ??
  rateOfOnlyFlag(tokens, at, catalog) ??
  rateOfRows(tokens, at, catalog);

/** "deadline breach rate", of rows that say "deadline_breached": the share of those of which it holds. */
function rateOfFlag(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<typeof rateAt> {
  const [noun, deed, rate] = tokens.slice(at, at + 3);
  if (noun?.kind !== "word" || deed === undefined || !/^(?:rates?|ratio)$/.test(rate?.lower ?? "")) return null;
  const [flag, ...more] = flagsFor(deed, catalog).filter(
    ({ stems, table }) => !table.isView && stems.length > 1 && stems.includes(noun.stem),
  );
  if (flag === undefined || more.length > 0) return null;
  const where = { start: at, end: at + 3 };
  const rated: Rated = { what: deed, isSaid: () => true, where, catalog };
  const share: Item = { ...cueItem(rated, "share"), cue: { is: "share", percent: false } };
  return { items: [share, rowsItem(rated, flag.table), columnItem(rated, flag)], end: where.end };
}

/** "attendance rate", of attendance rows that say "present" and nothing else of the kind: the share of those of which it holds. */
function rateOfOnlyFlag(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<typeof rateAt> {
  const [what, rate] = tokens.slice(at, at + 2);
  if (what?.kind !== "word" || !/^(?:rates?|ratio)$/.test(rate?.lower ?? "")) return null;
  const table = catalog.tables.find(
    ({ stems: [only, ...more], isView }) => only === what.stem && more.length === 0 && !isView,
  );
  const [flag, ...others] = table?.columns.filter(({ isFlag }) => isFlag) ?? [];
  if (table === undefined || flag === undefined || others.length > 0) return null;
  // Of what is done once for each of others, the rate tells how many of these have any: returns of what was sold.
  if (!/^(?:present|attended|here|came|showed up|appeared)$/.test(flag.words.join(" "))) return null;
  const rated: Rated = { what, isSaid: () => true, where: { start: at, end: at + 2 }, catalog };
  const share: Item = { ...cueItem(rated, "share"), cue: { is: "share", percent: false } };
  return { items: [share, rowsItem(rated, table), columnItem(rated, flag)], end: at + 2 };
}

/** "failed payment rate": the share of the payments that failed. */
function rateOfState(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<typeof rateAt> {
  const [what, rows, rate] = tokens.slice(at, at + 3);
  if (what === undefined || rows === undefined || !/^(?:rates?|ratio)$/.test(rate?.lower ?? "")) return null;
  const entry = (catalog.values.get(what.lower) ?? []).find(
    ({ column: { table, isText } }) => isText && !table.isView && table.stems.at(-1) === rows.stem,
  );
  if (entry === undefined) return null;
  const where = { start: at, end: at + 3 };
  const rated: Rated = { what, isSaid: () => true, where, catalog };
  const mention = mentionOf({ ...where, text: what.text, values: [{ ...entry, score: 1 }] });
  const share: Item = { ...cueItem(rated, "share"), cue: { is: "share", percent: false } };
  const value: Item = { kind: "value", mention, ...where, text: what.text };
  return { items: [share, rowsItem(rated, entry.column.table), value], end: where.end };
}

/** "test pass rate": the share of the tests that stand before it. */
function rateOfRows(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<typeof rateAt> {
  const [rows, , rate] = tokens.slice(at, at + 3);
  if (rows === undefined || rate === undefined || !/^(?:rates?|ratio)$/.test(rate.lower)) return null;
  const base = catalog.tables.filter(({ isView }) => !isView);
  // "inspection pass rate", of site_inspections
  const [noun, ...others] = base.filter(({ stems }) => stems.at(-1) === rows.stem);
  const whole = base.find(({ stems: [only, ...more] }) => more.length === 0 && only === rows.stem);
  const named = whole ?? (others.length === 0 ? noun : undefined);
  const told = named === undefined ? null : rateAt(tokens, at + 1, catalog);
  const isOfThem = told?.items.some((item) => item.kind === "schema" && item.mention.tables[0]?.table === named);
  return isOfThem === true && told?.items[0]?.kind === "cue" && told.items[0].cue.is === "share" ? told : null;
}

/** "share of harvest sold", of rows that say how much was harvested and how much of it was sold: all of the one over all of the other. */
export function partOfNumber({ tokens, catalog }: Asked, at: number): Piece | null {
  if (!/^(?:share|proportion|part)$/.test(tokens[at]?.lower ?? "") || tokens[at + 1]?.lower !== "of") return null;
  const first = /^(?:the|our)$/.test(tokens[at + 2]?.lower ?? "") ? at + 3 : at + 2;
  const numbers = (place: number) => {
    const token = tokens[place];
    const named = token?.kind !== "word" ? null : columnMention([token], place, place + 1, catalog);
    return (named?.columns ?? []).filter(({ column: { isNumber, isKey, isFlag } }) => isNumber && !isKey && !isFlag);
  };
  // "share of members insured", of members: rows, and no number that is called after them
  const isRows = (catalog.tablesByStem.get(tokens[first]?.stem ?? "") ?? []).some(
    ({ stems, isView }) => !isView && stems.length === 1,
  );
  const wholes = isRows ? [] : numbers(first);
  const isDeed = /(?:ed|sold|lost|sent|spent)$/.test(tokens[first + 1]?.lower ?? "");
  const part = isDeed
    ? numbers(first + 1).find(({ column }) =>
        wholes.some((one) => one.column.table === column.table && one.column !== column),
      )
    : undefined;
  const whole = wholes.find(({ column }) => column.table === part?.column.table && column !== part.column);
  const what = tokens[at];
  if (part === undefined || whole === undefined || what === undefined) return null;
  // "litres wasted" of wasted_litres: a part of what is called the same, which `assemble/` knows.
  if (whole.column.stems.every((name) => part.column.stems.includes(name))) return null;
  const end = first + 2;
  return {
    items: ratioOf({ what, where: { start: at, end }, isSaid: () => true, catalog }, part.column, whole.column),
    end,
  };
}

/** All of one number over all of another. */
const ratioOf = (rated: Rated, part: CatalogColumn, whole: CatalogColumn): Item[] => [
  { ...cueItem(rated, "total"), cue: { is: "aggregate", fn: "sum" } },
  columnItem(rated, part),
  { ...cueItem(rated, "per"), cue: { is: "group" } },
  columnItem(rated, whole),
];

/** "on time rate", "late delivery rate": the share of what was promised for some day; lateness itself is told by the question. */
function latenessRate(tokens: readonly Token[], at: number, catalog: Catalog): { items: Item[]; end: number } | null {
  const said = tokens
    .slice(at, at + 4)
    .map(({ lower }) => lower)
    .join(" ");
  const found =
    /^(?:on[- ]time|late|delayed|overdue)(?: (?:delivery|arrival|payment|return|shipment|shipping|dispatch|completion|repayment))? (?:rate|ratio)\b/.exec(
      said,
    )?.[0];
  const what = tokens[at];
  if (found === undefined || what === undefined) return null;
  const end = at + found.split(" ").length;
  const deed = tokens[end - 2]?.stem ?? "";
  const rows = isSpecific(found)
    ? promisedRows(deed, catalog)
    : (promisedOf(tokens.slice(end), catalog) ?? promisedRows(deed, catalog));
  if (rows === undefined) return null;
  const rated: Rated = { what, isSaid: () => true, where: { start: at, end }, catalog };
  const share: Item = { ...cueItem(rated, "share"), cue: { is: "share", percent: false } };
  return { items: [share, rowsItem(rated, rows)], end };
}

/** "share of shipments on time", where nothing is called a shipment: of the rows with a day on which they were shipped. */
export function doneOnTime({ tokens, words, catalog }: Asked, at: number): Piece | null {
  const what = tokens[at];
  const isOnTime = words[at + 1] === "late" || (words[at + 1] === "on" && words[at + 2] === "time");
  const isShare = isOnTime && words[at - 1] === "of" && words[at - 2] === "share";
  // "late deliveries by supplier": of what was delivered, late
  const isLate = /^(?:late|delayed|overdue)$/.test(words[at - 1] ?? "") && what?.lower.endsWith("s") === true;
  if (what === undefined || !(isShare || isLate)) return null;
  if (!/^(?:deliver(?:y|ies)|shipments?|arrivals?|dispatch(?:es)?)$/.test(what.lower)) return null;
  const rows = catalog.tablesByStem.has(what.stem) ? undefined : promisedRows(what.stem, catalog);
  const where = { start: at, end: at + 1 };
  return rows === undefined
    ? null
    : { items: [rowsItem({ what, isSaid: () => true, where, catalog }, rows)], end: where.end };
}

/** "on-time delivery rate" says of what. */
const isSpecific = (said: string): boolean => !/^(?:on[- ]time|late|delayed|overdue) (?:rate|ratio)$/.test(said);

/** "on-time rate by machine": the rows with a promised day that belong to what they are told by. */
function promisedOf(after: readonly Token[], catalog: Catalog): CatalogTable | undefined {
  if (!/^(?:by|per|for|of)$/.test(after[0]?.lower ?? "")) return undefined;
  const groups = after
    .slice(1, 4)
    .flatMap((token) => (catalog.tablesByStem.get(token.stem) ?? []).filter(({ isView }) => !isView));
  return catalog.tables
    .filter(({ isView, columns }) => !isView && columns.some(isPromisedDay))
    .filter((table) => groups.some((group) => group === table || isToOne(catalog, table, group)))
    .toSorted((one, other) => nearest(one, groups, catalog) - nearest(other, groups, catalog))[0];
}

const nearest = (table: CatalogTable, groups: readonly CatalogTable[], catalog: Catalog): number =>
  Math.min(...groups.map((group) => distance(catalog, table, group)));

/** The rows that were promised for some day: those of which the deed's day is kept, where there are some. */
const promisedRows = (deed: string, catalog: Catalog): CatalogTable | undefined =>
  catalog.tables.find(
    ({ isView, columns }) => !isView && columns.some(isPromisedDay) && columns.some((one) => isDayOf(one, deed)),
  ) ??
  catalog.tables.find((table) => promisedElsewhere(table, catalog) !== null) ??
  catalog.tables.find(({ isView, columns }) => !isView && columns.some(isPromisedDay));

/** "ship_date" of a shipment. */
const isDayOf = (column: CatalogColumn, deed: string): boolean =>
  column.isDate &&
  !isPromisedDay(column) &&
  column.stems.some((name) => name.length > 2 && deed.startsWith(name) && name !== "time");

/** "scrap rate", of rows that say how much was made and how much of it was scrap: all of the one over all of the other. */
function partOfMade({ what, where, ...rated }: Rated): Item[] | null {
  for (const { columns, isView } of rated.catalog.tables) {
    const numbers = isView ? [] : columns.filter((one) => one.isNumber && !one.isKey && !one.isFlag);
    const part = numbers.find(
      ({ stems }) => stems[0] === what.stem || stems.some((one) => isSameVerb(what.lower, one)),
    );
    const made = numbers.find((one) => one !== part && MADE_IN_ALL.test(one.words.join(" ")));
    if (part === undefined || made === undefined) continue;
    return ratioOf({ ...rated, what, where }, part, made);
  }
  return null;
}

const RANKING_WORD = /^(?:highest|lowest|best|worst|biggest|smallest|largest|greatest|most|least|top|bottom)$/;

/** How much was made, inspected or sent in all. */
const MADE_IN_ALL =
  /^(?:prod|produced|made|total|inspected|tested|checked|output|received|receipt|delivered)(?: (?:quantity|qty|units|pieces|count))?$/;

const happening = /(?:tion|sion|ment|ancy)$|^(?:refund|return|churn|bounce|success|failure|no-show|default|repeat)$/;

/** By what rows may be told: other rows, a column of yes and no, a day, a value, an amount. The first that is there counts. */
const ways: readonly ((rated: Rated) => Told | null)[] = [
  (rated) => {
    const { what, catalog } = rated;
    const rows = catalog.tables.find((table) => table.stems.length === 1 && table.stems[0] === what.stem);
    return rows === undefined ? null : withRows(rated, rows);
  },
  (rated) => {
    const flag = saidFirst(flagsFor(rated.what, rated.catalog), rated);
    return flag === null ? null : { of: flag.table, items: [columnItem(rated, flag)] };
  },
  (rated) => {
    const day = saidFirst(daysFor(rated.what, rated.catalog), rated);
    return day === null ? null : { of: day.table, items: [cueItem(rated, "with"), columnItem(rated, day)] };
  },
  (rated) => {
    const { what, where, catalog } = rated;
    const entries = valuesFor(what, catalog);
    const entry = entries.find(({ column }) => rated.isSaid(column.table)) ?? entries[0];
    if (entry === undefined) return null;
    const mention = mentionOf({ ...where, text: entry.value, values: [{ ...entry, score: 1 }] });
    return { of: entry.column.table, items: [{ kind: "value", mention, ...where, text: entry.value }] };
  },
  (rated) => {
    const amount = amountFor(rated.what, rated.catalog);
    if (amount === null) return null;
    // Where each row has some, the rows themselves are what happened: refunds of sales.
    const isOfEach = amount.source.min !== null && Number(amount.source.min) > 0;
    if (isOfEach) return withRows(rated, amount.table);
    const above: Item = { ...cueItem(rated, "above"), cue: { is: "compare", operator: ">", hint: null } };
    const none: Item = { kind: "number", value: 0, year: null, percent: false, ...rated.where, text: "0" };
    return { of: amount.table, items: [cueItem(rated, "with"), columnItem(rated, amount), above, none] };
  },
];

/** Rows of what those refer to: sales of returns, but not whoever bought. */
function withRows(rated: Rated, rows: CatalogTable): Told | null {
  const of = rated.catalog.links.find(
    ({ from, to }) => from[0]?.table === rows && to[0] !== undefined && !to[0].table.isCustomer,
  )?.to[0]?.table;
  return of === undefined ? null : { of, items: [cueItem(rated, "with"), rowsItem(rated, rows)] };
}

const cueItem = ({ where }: Rated, text: string): Item & { kind: "cue" } => ({
  kind: "cue",
  cue: { is: "relative" },
  other: null,
  ...where,
  text,
});

const rowsItem = ({ what, where }: Rated, table: CatalogTable): Item =>
  schemaItem(mentionOf({ ...where, text: what.text, tables: [{ table, score: 1 }] }));

const columnItem = ({ where }: Rated, column: CatalogColumn): Item =>
  schemaItem(mentionOf({ ...where, text: column.name, columns: [{ column, score: 1 }] }));

function schemaItem(mention: Mention): Item {
  return { kind: "schema", mention, start: mention.start, end: mention.end, text: mention.text };
}

/** "cancellation" and "cancelled", "conversion" and "converted": forms of one verb. */
function isSameVerb(a: string, b: string): boolean {
  const [first, second] = [stem(a), stem(b)];
  // "failure" and "failed"
  if (first === second || (b.length >= 4 && a === `${b.replace(/ed$/, "")}ure`)) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return common >= 5 && /(ed|en|d|t|ing)$/.test(b);
}

const saidFirst = (columns: readonly CatalogColumn[], { isSaid }: Rated): CatalogColumn | null =>
  columns.find(({ table }) => isSaid(table)) ?? columns[0] ?? null;

/** Columns of base tables first: what a view repeats is no other meaning. */
const columnsOf = ({ tables }: Catalog): CatalogColumn[] =>
  tables.toSorted((one, other) => Number(one.isView) - Number(other.isView)).flatMap(({ columns }) => columns);

const flagsFor = (token: Pick<Token, "lower">, catalog: Catalog): CatalogColumn[] =>
  columnsOf(catalog).filter(({ isFlag, words }) => isFlag && words.some((word) => isSameVerb(token.lower, word)));

/** "completion rate" where the day of completion is empty for what is not complete. */
const daysFor = (token: Pick<Token, "lower">, catalog: Catalog): CatalogColumn[] =>
  columnsOf(catalog).filter(
    ({ isDate, source, words }) => isDate && source.nullable && words.some((word) => isSameVerb(token.lower, word)),
  );

/** The rows of which a word before "rate" may tell a share: of each table that has such a state, a flag or a day. */
export function ratedRows(word: string, catalog: Catalog): CatalogTable[] {
  const token = { lower: word.toLowerCase() };
  const columns = [
    ...flagsFor(token, catalog),
    ...daysFor(token, catalog),
    ...valuesFor(token, catalog).map(({ column }) => column),
  ];
  return [...new Set(columns.map(({ table }) => table))].filter(({ isView }) => !isView);
}

/** "refund rate" where rows have a "refund_amount". */
function amountFor(token: Token, catalog: Catalog): CatalogColumn | null {
  for (const table of catalog.tables)
    for (const column of table.isView ? [] : table.columns) {
      const others = column.words.filter((_, i) => column.stems[i] !== token.stem);
      const isNamed =
        others.length < column.words.length &&
        happening.test(token.lower) &&
        others.every((word) => amountWord.test(word));
      if (isNamed && column.isNumber && !column.isKey && !column.isFlag) return column;
    }
  return null;
}

const amountWord = /^(?:amount|sum|total|value|usd|eur|gbp|cents)$/;

/** "no_show", "No-show": spelt the same way. */
const spelt = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]+/g, " ");

/** States called so, one a column. */
function valuesFor({ lower }: Pick<Token, "lower">, catalog: Catalog): ValueEntry[] {
  const isDeed = /(tion|sion|al|ment|ing|ure|ery)s?$/.test(lower) || happening.test(lower) || lower.includes("-");
  return columnsOf(catalog).flatMap((column) => {
    const { values, values_complete } = column.source;
    if (!column.isText || !values_complete || values.length > 12) return [];
    // "win rate" of what was won: another form of the very word.
    const isForm = (one: string) =>
      stem(one.toLowerCase()) === stem(lower) && /(?:ed|won|lost|sold|paid)$/i.test(one) && one.toLowerCase() !== lower;
    // "pass rate" of results that are "pass" or "fail"
    const isResult = /^(?:result|outcome|verdict)$/.test(column.words.at(-1) ?? "");
    const value = values.find((one) =>
      isResult && one.toLowerCase() === lower
        ? true
        : isDeed
          ? spelt(one) === spelt(lower) || isSameVerb(lower, one.toLowerCase())
          : isForm(one),
    );
    return value === undefined ? [] : [{ column, value }];
  });
}
