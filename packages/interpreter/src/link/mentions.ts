import { type Catalog, type CatalogColumn, type CatalogTable, normalise } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { singular } from "../language/words.ts";
import { isColumnAndValue } from "./column-and-value.ts";
import { columnLinks } from "./column-links.ts";
import { linkNoise } from "./cover.ts";
import type { ColumnLink, Mention, TableLink, ValueLink } from "./mention.ts";
import { mentionOf } from "./mention.ts";
import { ownersIn, tableLinks } from "./table-links.ts";
import { exactValues, namedAcrossComma, standsLikeName, valueLinks } from "./values.ts";

const maximumSpan = 6;

type Found = Map<number, readonly Mention[]>;

/** What the words of a question mean in a catalog, by where they start: many readers ask for the same words. */
const known = new WeakMap<readonly Token[], WeakMap<Catalog, Found>>();

function foundIn(tokens: readonly Token[], catalog: Catalog): Found {
  const before = known.get(tokens)?.get(catalog);
  if (before !== undefined) return before;
  const catalogs = known.get(tokens) ?? new WeakMap<Catalog, Found>();
  const found: Found = new Map();
  known.set(tokens, catalogs.set(catalog, found));
  return found;
}

/** All that the words from `start` may mean, longest span first. */
export function mentionsAt(tokens: readonly Token[], start: number, catalog: Catalog): readonly Mention[] {
  const found = foundIn(tokens, catalog);
  const before = found.get(start);
  if (before !== undefined) return before;
  const mentions = mentionsFrom(tokens, start, catalog);
  found.set(start, mentions);
  return mentions;
}

function mentionsFrom(tokens: readonly Token[], start: number, catalog: Catalog): Mention[] {
  const found: Mention[] = [];
  const first = tokens[start];
  if (first === undefined || first.kind === "punctuation") return found;
  if (first.kind === "quoted")
    return [
      mentionOf({ start, end: start + 1, text: first.text, values: exactValues(first.text, catalog), quoted: true }),
    ];
  for (let length = Math.min(maximumSpan, tokens.length - start); length > 0; length--) {
    const mention = mentionIn(tokens, start, start + length, catalog);
    if (mention !== null) found.push(mention);
  }
  return found;
}

/** "fees to pay" are not those that are "paid", nor what was: tells words for what is done already. */
function toDo(tokens: readonly Token[], start: number, end: number): (word: string) => boolean {
  const verb = tokens[start]?.lower ?? "";
  const isToDo =
    end === start + 1 &&
    tokens[start - 1]?.lower === "to" &&
    !/(?:ing|ment|ion|al)$/.test(verb) &&
    !/^times?$/.test(tokens[start - 2]?.lower ?? "");
  return (word) => isToDo && /(?:ed|paid|sent|done)$/i.test(word) && word.toLowerCase() !== verb;
}

/** What the words from `start` up to `end` may mean as one; null where that is nothing. */
function mentionIn(tokens: readonly Token[], start: number, end: number, catalog: Catalog): Mention | null {
  const span = tokens.slice(start, end);
  const [first, last] = [span[0], span.at(-1)];
  if (first === undefined || last === undefined || span.some(({ kind }) => kind === "quoted")) return null;
  if (span.some(({ kind }) => kind === "punctuation")) {
    const named = namedAcrossComma(span, catalog);
    return named.length === 0
      ? null
      : mentionOf({ start, end, text: textOf(span).replaceAll(" ,", ","), values: named });
  }
  if (isComingAgain(span, tokens[end], catalog)) return null;
  const isOther = toDo(tokens, start, end);
  const kinds = valuesIn(tokens, start, end, catalog).filter(({ value }) => !isOther(value));
  const isNoName = linkNoise.has(first.lower) || linkNoise.has(last.lower) || first.kind === "number";
  // A possessive ends a name: "student's name" is a table and its column.
  const broken = span.slice(0, -1).some((token) => token.possessive);
  const named = isNoName
    ? []
    : columnsNamed(span, tokens[end], catalog).filter(
        ({ column }) => !column.words.some(isOther) && !hasValueOf(span, column, catalog) && !isFigureOf(span, column),
      );
  const columns = named.length > 0 && isColumnAndValue(tokens, start, end, catalog) ? [] : named;
  const called =
    isNoName || broken ? [] : tableLinks(span, catalog).filter(({ table }) => !isOneOf(span, table, catalog));
  const tables = keptByCode(columns, called, span, catalog);
  if (columns.length + tables.length + kinds.length === 0) return null;
  if (kinds.length === 0 && isAcross(span, columns, tables)) return null;
  return {
    start,
    end,
    text: textOf(span),
    ...(rowsAbout(span, columns, tables) ?? rowsOfDeed(span, columns, tables)),
    values: kinds,
    quoted: false,
    owners:
      span.length > 1 && columns.length > 0 ? [...ownersOf(columns, span, catalog), ...rowsDone(span, columns)] : [],
  };
}

/** "Town councils", of councils of which some are a "Town": those, and no other name for all of them, nor for what came of them. */
function isOneOf([kind, ...rows]: readonly Token[], { stems, name }: CatalogTable, { values }: Catalog): boolean {
  const isPart = rows.length > 0 && (rows.length + 1 > stems.length || !stems.includes(kind?.stem ?? ""));
  const isNamed = (table: CatalogTable) => table.stems.every((one) => rows.some((token) => token.stem === one));
  return (
    isPart &&
    (values.get(kind?.lower ?? "") ?? []).some(({ column: { table } }) => table.name === name || isNamed(table))
  );
}

/** "area of Town councils": the kind as it is stored is no other name for those whose the column is. */
const hasValueOf = (span: readonly Token[], { stems, table }: CatalogColumn, { values }: Catalog): boolean =>
  span.some(
    ({ text, lower, stem, capitalised }, at) =>
      at > 0 &&
      capitalised &&
      !stems.includes(stem) &&
      (values.get(lower) ?? []).some(({ column, value }) => column.table === table && value === text),
  );

/** "sum of refund amount": a sum is asked for, of a column whose name says nothing of one. */
const isFigureOf = ([figure, of]: readonly Token[], { stems }: CatalogColumn): boolean =>
  /^(?:sum|total|average)$/.test(figure?.lower ?? "") && of?.lower === "of" && !stems.includes(figure?.stem ?? "");

/** The columns that words name, which are followed by another. */
function columnsNamed(span: readonly Token[], next: Token | undefined, catalog: Catalog): ColumnLink[] {
  const links = columnLinks(span, catalog);
  const isOther =
    links.length > 0 &&
    (isRowsAndDeed(span, links, catalog) || isPlaced(span, next, catalog) || isInOne(span, links, catalog));
  return isOther ? [] : links;
}

/** "plans", of plan_types that others know by a plan_code: their rows, rather than the codes of others. */
function keptByCode(
  [best]: readonly ColumnLink[],
  tables: readonly TableLink[],
  [only, ...more]: readonly Token[],
  { links }: Catalog,
): TableLink[] {
  const isKey = best !== undefined && best.column.isForeign && best.column.isText && more.length === 0;
  if (!isKey || only === undefined || singular(only.lower) === only.lower) return [...tables];
  const target = links.find(({ from }) => from.length === 1 && from[0] === best.column)?.to[0]?.table;
  return tables
    .map((link) => (link.table === target && link.score < best.score ? { ...link, score: best.score } : link))
    .toSorted((a, b) => b.score - a.score);
}

/** Tables named with their column: "the id of the problem log" is of log entries, of whose name problems are a part. */
function ownersOf(columns: readonly ColumnLink[], span: readonly Token[], catalog: Catalog): CatalogTable[] {
  const owners = ownersIn(span, catalog);
  const best = columns[0]?.score ?? 0;
  const holds = (table: CatalogTable) => columns.some(({ column, score }) => score === best && column.table === table);
  // "treatment fees", of the treatments of a visit: theirs, and not those of a list
  const [own] = columns;
  const isOfLines = (table: CatalogTable) =>
    own !== undefined &&
    own.column.table !== table &&
    !holds(table) &&
    own.column.table.stems.length > table.stems.length &&
    own.column.table.stems.at(-1) === table.stems.at(-1);
  const isPart = (table: CatalogTable) =>
    isOfLines(table) ||
    owners.some(
      (other) =>
        other.stems.length > table.stems.length &&
        table.stems.every((name) => other.stems.includes(name)) &&
        holds(other) &&
        !holds(table),
    );
  return owners.filter((table) => !isPart(table));
}

/** The values that words may mean, in full or in short. */
function valuesIn(tokens: readonly Token[], start: number, end: number, catalog: Catalog): ValueLink[] {
  // "due to complete": what is to be done, and no state
  const before = `${tokens[start - 2]?.lower ?? ""} ${tokens[start - 1]?.lower ?? ""}`;
  if (/^(?:due|scheduled|expected|planned|supposed) to$/.test(before)) return [];
  const span = tokens.slice(start, end);
  // "who reports to Mira Holt", and no report
  if (/^reports?$/.test(span[0]?.lower ?? "") && /^(?:to|under)$/.test(tokens[start + 1]?.lower ?? "")) return [];
  const values = valueLinks(span, catalog, standsLikeName(tokens, start, end));
  return values.length > 0 ? values : kindInShort(span, tokens[end], catalog);
}

/** "sick days", of "Sick leave" among kinds that all are some leave: the word that tells it from the others. */
function kindInShort([only, ...more]: readonly Token[], next: Token | undefined, catalog: Catalog): ValueLink[] {
  if (only?.kind !== "word" || more.length > 0 || !/^(?:days?|hours?|requests?|absences?)$/.test(next?.lower ?? ""))
    return [];
  const lastOf = (value: string) => normalise(value).split(" ").at(-1);
  const found = (catalog.valuesByWord.get(only.stem) ?? []).filter(({ column: { source }, value }) => {
    const [first, ...rest] = normalise(value).split(" ");
    const alike = source.values.filter((one) => lastOf(one) === rest.at(-1));
    return first === only.lower && rest.length > 0 && source.values_complete && alike.length > 2;
  });
  return found.length === 1 ? found.map((entry) => ({ ...entry, score: 0.9 })) : [];
}

const between = /^(?:on|by|with)$/;

/** "accounts on the enterprise [plan]" is no name of one thing, unless it is all but the name itself. */
const isAcross = (span: readonly Token[], [column]: readonly ColumnLink[], [table]: readonly TableLink[]): boolean =>
  span.some(({ lower }) => between.test(lower)) && Math.max(column?.score ?? 0, table?.score ?? 0) < 0.8;

/** "returning customers" come again: they are not those with returns. */
const isComingAgain = ([only, ...more]: readonly Token[], next: Token | undefined, catalog: Catalog): boolean =>
  only?.lower === "returning" &&
  more.length === 0 &&
  next !== undefined &&
  !catalog.values.has(only.lower) &&
  catalog.tablesByStem.get(next.stem)?.some(isPerson) === true;

/** "signups", of which the schema has the "signup_source". */
function rowsAbout(
  [said, ...others]: readonly Token[],
  [best]: readonly ColumnLink[],
  tables: readonly TableLink[],
): Pick<Mention, "columns" | "tables"> | null {
  if (said === undefined || best === undefined || others.length + tables.length > 0) return null;
  const { isText, source, words, table } = best.column;
  const [first, last, ...more] = words;
  const isNoun = /[a-z]{3}s$/.test(said.lower) && first === singular(said.lower);
  const isOfAll = isText && !source.nullable && more.length === 0 && OF_A_DEED.test(last ?? "");
  return isNoun && isOfAll ? { columns: [], tables: [{ table, score: 0.8 }] } : null;
}

/** What a column says of how rows came about. */
const OF_A_DEED = /^(?:source|channel|origin|method)$/;

/** "bookings", of which the schema has the day "booked_on": the rows that were booked, not their days. */
function rowsOfDeed(
  [only, ...more]: readonly Token[],
  columns: ColumnLink[],
  tables: TableLink[],
): Pick<Mention, "columns" | "tables"> {
  const [day] = columns;
  // "orders", of which the schema has the day "ordered_on".
  const isDone = only !== undefined && day?.column.words.includes(only.lower.replace(/s$/, "ed")) === true;
  const isDeed =
    only !== undefined &&
    more.length === 0 &&
    day?.column.isDate === true &&
    (/[a-z]ings$/.test(only.lower) || (isDone && only.lower.endsWith("s")));
  // "gold members", of whom only the day "member_since" is called so
  const isRows =
    only !== undefined &&
    more.length === 0 &&
    tables.length === 0 &&
    day?.column.isDate === true &&
    /[a-z]{3}s$/.test(only.lower) &&
    /^(?:since|until|till|from)$/.test(day.column.words.at(-1) ?? "") &&
    day.column.words[0] === singular(only.lower);
  if (isRows) return { columns: [], tables: [{ table: day.column.table, score: 0.8 }] };
  const rows = isDeed ? tables.find(({ table }) => table === day.column.table) : undefined;
  return rows === undefined ? { columns, tables } : { columns: [], tables: [{ table: rows.table, score: 0.95 }] };
}

/** "tickets opened", of support_tickets that have an "opened_at": rows by the noun of their name, and what was done to them. */
function rowsDone([rows, deed, ...more]: readonly Token[], [day]: readonly ColumnLink[]): CatalogTable[] {
  if (rows === undefined || deed === undefined || more.length > 0 || day?.column.isDate !== true) return [];
  const { table, words, stems } = day.column;
  const isNoun = table.stems.length > 1 && table.stems.at(-1) === rows.stem && !stems.includes(rows.stem);
  return isNoun && words.includes(deed.lower) && /(?:ed|due)$/.test(deed.lower) ? [table] : [];
}

/** "orders shipped", of rows called so: no number of theirs in what was shipped. */
function isRowsAndDeed(span: readonly Token[], [best]: readonly ColumnLink[], catalog: Catalog): boolean {
  const [rows, deed, ...more] = span;
  if (rows === undefined || deed === undefined || more.length > 0) return false;
  // "current employees", beside a view of "current_salaries" with their keys
  const isState = /^(?:current|active|former|past|open)$/.test(rows.lower) && best !== undefined && best.score < 0.5;
  if (isState) return (tableLinks([deed], catalog)[0]?.score ?? 0) >= 0.9;
  if (best === undefined || best.score >= 0.8) return false;
  // "orders ship on time"
  const isNow = best.column.words.some((word) => word.endsWith("ed") && word.startsWith(deed.lower));
  if (!isNow && !/[a-z]{3}ed$/.test(deed.lower)) return false;
  // "orders shipped", of sales orders whose lines say how many were
  const { isNumber, table } = best.column;
  const isOther = (one: CatalogTable) => !one.isView && one !== table && one.stems.at(-1) === rows.stem;
  if (isNumber && rows.lower.endsWith("s") && catalog.tables.some(isOther)) return true;
  return (
    !best.column.essential.some((name) => name.startsWith(deed.stem.slice(0, 4))) &&
    (tableLinks([rows], catalog)[0]?.score ?? 0) >= 0.9
  );
}

/** "customers in state …": a table and a place, not a column's name. */
function isPlaced(span: readonly Token[], next: Token | undefined, catalog: Catalog): boolean {
  const place = span.findIndex((token) => token.lower === "in");
  const right = place < 0 ? [] : span.slice(place + 1).filter((token) => !linkNoise.has(token.lower));
  const named = (part: readonly Token[]) => part.length > 0 && (tableLinks(part, catalog)[0]?.score ?? 0) >= 0.9;
  if (place > 0 && named(span.slice(0, place)) && named(right)) return true;
  // "visits at the clinic"
  const at = span.findIndex((token) => token.lower === "at");
  const held = at < 0 ? [] : span.slice(at + 1).filter((token) => !linkNoise.has(token.lower));
  const isCommon = held.every((token) => !token.capitalised);
  if (at > 0 && isCommon && named(span.slice(0, at)) && named(held)) return true;
  if (next === undefined || span[0]?.lower.endsWith("ed") === true) return false;
  const valued = next.lower === "of" || next.kind === "quoted" || next.kind === "number" || next.capitalised;
  return valued && place > 0 && named(span.slice(0, place));
}

/** "pupils in the form": rows, and where they are, unless a column is called after both; "rainfall in May" may be one of a table of months. */
function isInOne(span: readonly Token[], links: readonly ColumnLink[], catalog: Catalog): boolean {
  const place = span.findIndex(({ lower }) => lower === "in");
  if (place < 1 || span[place - 1]?.lower.endsWith("s") !== true) return false;
  const rows = span.slice(0, place).filter(({ lower }) => !linkNoise.has(lower));
  const isSaid = links.some(({ column }) => rows.some((token) => column.stems.includes(token.stem)));
  return !isSaid && (tableLinks(rows, catalog)[0]?.score ?? 0) >= 0.9;
}

const textOf = (span: readonly Token[]): string => span.map((token) => token.text).join(" ");
