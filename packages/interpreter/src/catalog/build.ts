import type { Dialect, Schema, Table } from "@parley/datasource/types";
import { isKeyLike, meaningful, toColumn } from "./columns.ts";
import { callPlainly, leadOf } from "./called.ts";
import {
  guessByValues,
  guessLinks,
  guessPeopleInRoles,
  guessRoles,
  guessSelf,
  guessShared,
  guessViewKeys,
  guessViews,
  isUnique,
} from "./guessed-keys.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import { inOneGo } from "../language/steps.ts";
import type { Catalog, CatalogColumn, CatalogTable, Link } from "./catalog.ts";
import { keysTogether } from "./composite-keys.ts";
import { guessPrimaryKeys } from "./guessed-primary.ts";
import { labelOf } from "./labels.ts";
import { isPerson } from "./persons.ts";
import { emptyIndex, indexColumn } from "./value-index.ts";

const catalogs = new WeakMap<Schema, Catalog>();

/** The catalog of a schema; built on first use. */
export const catalogOf = (schema: Schema): Catalog => inOneGo(catalogSteps(schema));

/** Like `catalogOf`; built in steps, as a schema may have many thousands of columns. */
export function* catalogSteps(schema: Schema): Generator<void, Catalog> {
  const known = catalogs.get(schema);
  if (known !== undefined) return known;
  const built = yield* building(schema);
  // Somebody else may have built it between the steps.
  const first = catalogs.get(schema);
  if (first !== undefined) return first;
  catalogs.set(schema, built);
  return built;
}

function* building(schema: Schema): Generator<void, Catalog> {
  const tables: CatalogTable[] = [];
  // Views come last: of two that would do, the first is taken everywhere.
  const prefixes: Prefixes = { some: prefixesOf(schema), all: sharedWord(schema), exports: exportsOf(schema) };
  for (const table of schema.tables.toSorted((a, b) => Number(a.is_view ?? false) - Number(b.is_view ?? false))) {
    tables.push(toTable(table, schema.dialect, prefixes));
    yield;
  }
  yield* callPlainly(tables);
  guessPrimaryKeys(tables);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const values = emptyIndex();
  const catalog: Catalog = {
    schema,
    tables,
    byName,
    links: [],
    vocabulary: new Set(),
    columnsByStem: new Map(),
    tablesByStem: new Map(),
    ...values,
  };
  for (const table of tables) {
    for (const key of table.source.foreign_keys) {
      const target = byName.get(key.table);
      if (target === undefined) continue;
      const from = pick(table, key.columns);
      const to = pick(target, key.references);
      if (from.length === 0 || from.length !== to.length) continue;
      for (const column of from) column.isForeign = true;
      catalog.links.push({ from, to, cost: key.inferred ? 1.2 : 1 });
    }
  }
  catalog.links = keysTogether(catalog.links);
  guessViewKeys(catalog);
  yield* guessLinks(catalog);
  guessRoles(catalog);
  guessPeopleInRoles(catalog);
  guessSelf(catalog);
  guessViews(catalog);
  yield* guessByValues(catalog);
  guessShared(catalog);
  callByRole(catalog);
  // Where nothing declares a key, what is called like one of another table leads there all the same.
  const leading = new Set(catalog.links.flatMap(({ from, to }) => (to[0]?.isPrimary === true ? from : [])));
  for (const table of tables) {
    for (const column of table.columns) column.isKey = isKeyLike(column) || isRunningNumber(column, leading);
    table.label = labelOf(table);
    const leads = table.columns.filter((column) => column.isForeign || leading.has(column));
    const own = table.columns.filter((column) => !leads.includes(column) && !column.isPrimary);
    table.isBridge = leads.length >= 2 && own.length <= 1;
    index(catalog, table);
    for (const column of table.columns) if (column.isText) indexColumn(values, column);
    yield;
  }
  return catalog;
}

/** "cust_no", "pmt_no": a number that leads to other rows, or that no two rows have; it measures nothing. */
const isRunningNumber = (column: CatalogColumn, leading: ReadonlySet<CatalogColumn>): boolean =>
  !column.table.isView &&
  column.source.type === "integer" &&
  column.words.length > 1 &&
  /^(?:number|no|nr|code|key)$/.test(column.words.at(-1) ?? "") &&
  (leading.has(column) || (column.table.source.row_count >= LEAST_TO_DIFFER && isUnique(column)));

/** Of fewer rows, any numbers may differ by chance. */
const LEAST_TO_DIFFER = 10;

function pick(table: CatalogTable, names: string[]): CatalogColumn[] {
  return names.flatMap((name) => {
    const found = table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    return found === undefined ? [] : [found];
  });
}

/** What older systems end the names of tables with: "cust_mst" has customers, "ord_hdr" orders and "dist_ref" districts. */
const namedRows = (words: string[]): string[] =>
  words.length > 1 && /^(?:mst|mstr|hdr|ref|lkp|lkup)$/.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;

/** What an export of one year, or of "data", is called after: "sampledata15" has samples, and "visits_2019" visits. */
function namedExport(words: readonly string[]): string[] {
  const [last = "", before] = [words.at(-1), words.at(-2)];
  const isYear = before !== undefined && /^(?:\d\d|(?:19|20)\d\d)$/.test(last);
  const plain = isYear ? words.slice(0, -1) : [...words];
  const [, rows] = /^(?!meta|big|time|turn)([a-z]{4,})(?:data|tbl|table)$/.exec(plain.at(-1) ?? "") ?? [];
  return rows === undefined ? plain : [...plain.slice(0, -1), rows];
}

/** What a file is called that somebody saved, rather than what its rows are. */
const SAVED_FILE = /^(?:exports?|exported|sheet\d*|data|dataset|dump|extract|raw|csv|xlsx?|download|file|table\d*)$/;

/** "Order ID" of a "sales export": its rows are orders, of which the first column tells one from another; null for other tables. */
function rowsOfFile({ name, columns: [first], row_count, is_view, foreign_keys }: Table): string[] | null {
  if (is_view === true || foreign_keys.length > 0) return null;
  if (first === undefined || !splitIdentifier(name).some((word) => SAVED_FILE.test(word))) return null;
  const words = splitIdentifier(first.name);
  const isNumbered = words.length > 1 && /^(?:id|no|nr|num|number|code|ref|reference)$/.test(words.at(-1) ?? "");
  const isOne = first.distinct_count !== null && row_count > 1 && first.distinct_count >= row_count;
  return isNumbered && isOne && !SAVED_FILE.test(words[0] ?? "") && words[0] !== "row" ? words.slice(0, -1) : null;
}

/** The names of tables as those of what they have rows of, where no two would be called the same. */
function exportsOf({ tables }: Schema): ReadonlyMap<string, string[]> {
  const named = tables.map(
    (table) => [table.name, rowsOfFile(table) ?? namedExport(splitIdentifier(table.name))] as const,
  );
  const often = Map.groupBy(named, ([, words]) => words.map(stem).join(" "));
  const isShorter = ([name, words]: (typeof named)[number]) =>
    words.join("").length < splitIdentifier(name).join("").length;
  return new Map(named.filter((one) => isShorter(one) && often.get(one[1].map(stem).join(" "))?.length === 1));
}

const prefixOf = ({ name }: Table): string => /^([a-z]{1,4})_(?=.)/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** What is no word of its own, as it has no vowel: "sb", "crm". */
const UNSPEAKABLE = /^[b-df-hj-np-tv-xz]{2,4}$/;

/** What the tables of each part of a system begin with, where all do, or most with the same letters: "crm_contact", "crm_call", "fin_invoice". */
function prefixesOf({ tables }: Schema): ReadonlySet<string> {
  const base = tables.filter((table) => table.is_view !== true);
  const byPrefix = Map.groupBy(base, prefixOf);
  const isShared = byPrefix.size * 2 <= base.length && base.length > 2 && !byPrefix.has("");
  const isNamed = base.every(({ name }) => namedRows(meaningful(splitIdentifier(name))).length > 1);
  const found = isShared && isNamed ? [...byPrefix.keys()] : [];
  const most = [...byPrefix].flatMap(([prefix, those]) =>
    UNSPEAKABLE.test(prefix) && those.length > 2 && those.length * 3 >= base.length * 2 ? [prefix] : [],
  );
  return new Set([...found, ...most, "v", "vw"]);
}

/** The word that every table begins with, however long it is: it tells none of them from another. */
function sharedWord({ tables }: Schema): string | null {
  const names = tables.filter((table) => table.is_view !== true).map(({ name }) => splitIdentifier(name));
  const [first] = names[0] ?? [];
  const isShared = names.length > 2 && names.every((words) => words.length > 1 && words[0] === first);
  return isShared && first !== undefined ? first : null;
}

/** What a table is called before people, if nothing but its prefix is left out. */
function calledTable(source: Table, prefix: string | null): string {
  const words = splitIdentifier(source.name);
  return prefix !== null && words.length > 1 && words[0] === prefix ? words.slice(1).join("_") : source.name;
}

/** Prefixes of tables, and the one that all share. */
interface Prefixes {
  some: ReadonlySet<string>;
  all: string | null;
  /** Words of tables that are called after a year, or "data". */
  exports: ReadonlyMap<string, string[]>;
}

/** "tenants_tenant", "orders_orderitem": what a framework calls after a part of the program and its model; null for other names. */
function modelOf([part = "", model = "", ...more]: readonly string[]): string[] | null {
  if (more.length > 0 || model === "" || !part.endsWith("s")) return null;
  const app = stem(part);
  if (stem(model) === app) return [model];
  const [, first, last] = JOINED_NOUNS.exec(model) ?? [];
  return first !== undefined && last !== undefined && [first, last].some((word) => stem(word) === app)
    ? [first, last]
    : null;
}

/** Nouns that the name of a model may end with, written together with what is before them. */
const JOINED_NOUNS =
  /^([a-z]{3,}?)(items?|payments?|requests?|tickets?|profiles?|details?|invoices?|contracts?|reviews?|categor(?:y|ies)|addresse?s?|messages?|entr(?:y|ies)|records?|lines?|types?|groups?)$/;

function toTable(source: Table, dialect: Dialect, { some, all, exports }: Prefixes): CatalogTable {
  const ofExport = exports.get(source.name);
  const split = namedRows(meaningful(ofExport ?? splitIdentifier(source.name)));
  // "tbl_leave_request": where the prefix is no word at all, it is left out already.
  const isPrefixed = split.length > 1 && some.has(prefixOf(source)) && split[0] === prefixOf(source);
  const model = isPrefixed || ofExport !== undefined ? null : modelOf(split);
  const words = model ?? (isPrefixed ? split.slice(1) : split);
  const prefix = isPrefixed ? (split[0] ?? null) : all;
  const table: CatalogTable = {
    name: source.name,
    called: ofExport === undefined && model === null ? calledTable(source, prefix) : words.join("_"),
    prefix,
    source,
    words,
    stems: words.map(stem),
    columns: [],
    primaryKey: [],
    label: [],
    isBridge: false,
    isView: source.is_view === true,
    isCustomer: words.some((word) => /^(customer|client|buyer)s?$/.test(word)),
  };
  const primary = new Set(source.primary_key.map((name) => name.toLowerCase()));
  table.columns = source.columns.map((column) =>
    toColumn(table, column, primary.has(column.name.toLowerCase()), dialect),
  );
  setEssential(table);
  table.primaryKey = pick(table, source.primary_key);
  for (const column of table.primaryKey) column.isPrimary = true;
  return table;
}

/** Units at the end of a name need not be said: "sales" stands for sales_billion. */
const unitWords =
  /^(billions?|millions?|thousands?|usd|eur|euros?|dollars?|gbp|chf|cents?|pence|km|kms|mph|kmh|kph|kg|kgs|lbs?|cm|mm|ft|mi|miles?|meters?|metres?|feet|pct|kwh|mwh|gwh|kw|kwp|litres?|liters?|tons?|tonnes?|celsius|fahrenheit|sqm|sqft|acres?|ppm|ppb|mgl|ntu|hpa|mbar|lux|db|dba|volts?|watts?|rpm|psi|inch|inches|yards?|knots?|degrees)$/;

/** Units of a letter or two, behind what is measured in them: "wtr_temp_c", "batt_v", "wave_ht_m", "area_km2". */
const SHORT_UNITS: readonly (readonly [measured: RegExp, unit: RegExp])[] = [
  [/^(?:temp|temperature|dewpoint|point)$/, /^[cfk]$/],
  [/^(?:battery|batt|volt|voltage)$/, /^v$/],
  [/^(?:weight|mass)$/, /^(?:g|t|lb|oz)$/],
  [/^(?:delay|wait|waiting|lateness|downtime|turnaround)$/, /^(?:days?|hours?|minutes?|mins?)$/],
  [/^(?:height|depth|elevation|altitude|length|width|distance|level)$/, /^m$/],
  [/^(?:speed|gust|wind|velocity)$/, /^(?:ms|kt|kts)$/],
  [/^(?:km|m|cm|mm)$/, /^[23]$/],
];

/** "square_meters" is called no square. */
const isUnitAt = ({ words }: CatalogColumn, at: number): boolean =>
  (unitWords.test(words[at] ?? "") && !/^(?:square|cubic|sq)$/.test(words[at - 1] ?? "")) ||
  (at > 0 && SHORT_UNITS.some(([measured, unit]) => measured.test(words[at - 1] ?? "") && unit.test(words[at] ?? "")));

const PLANNED = /^(?:budget|target|goal|quota|forecast|plan|planned)$/;
const GENERAL_NOUN = /^(?:amount|value|total|sum|number|count|quantity|month|year|period|id|name|type|date|note|code)$/;

/** EMP_NUM, EMP_LNAME, EMP_HIREDATE: the prefix says nothing. */
function setEssential(table: CatalogTable): void {
  const firsts = table.columns.map((column) => column.stems[0] ?? "");
  const [most] = [...Map.groupBy(firsts, (first) => first)].toSorted(([, a], [, b]) => b.length - a.length);
  const prefix = most !== undefined && most[1].length >= 3 && most[1].length >= 0.6 * firsts.length ? most[0] : null;
  const lead = table.prefix === null ? null : leadOf(table);
  // "sb_tx_amount": neither that of the system nor that of the table.
  const isLead = (name: string, i: number) =>
    i === 1 && lead !== null && table.prefix !== null && prefix === stem(table.prefix) && name === stem(lead);
  for (const column of table.columns) {
    // "pPos": a letter before a word says nothing, either.
    const isLed = column.stems[0]?.length === 1 && (column.stems[1]?.length ?? 0) >= 3;
    const own = column.stems.filter(
      (name, i) =>
        !table.stems.includes(name) &&
        !(i === 0 && column.stems.length > 1 && (name === prefix || isLed)) &&
        !(column.stems.length > 2 && isLead(name, i)),
    );
    // "unit_price" of a price list is called a price.
    if (own.length > 0 && own.every((name) => /^(?:unit|each|piec)$/.test(name)))
      own.push(...column.stems.filter((name) => !own.includes(name)));
    // "sales_budget" of store_budgets is not called sales: what was planned need be said.
    if (own.length > 0 && !own.every((name) => GENERAL_NOUN.test(name)))
      own.push(...column.stems.filter((name) => PLANNED.test(name) && !own.includes(name)));
    const said = own.filter((name) => !isUnitAt(column, column.stems.indexOf(name)));
    const plain = plainly(column, said);
    // "arrears_cents" of rent_arrears is called by its noun, and not by its unit alone.
    const measured = column.stems.filter((_, i) => !isUnitAt(column, i));
    const left = own.length > 0 && measured.length > 0 ? measured : column.stems;
    column.essential = plain.length > 0 ? plain : said.length === 0 ? left : own;
  }
}

/** Where a way begins or ends; "return" of a return_branch_id may be a deed. */
const END_OF_WAY = /^(?:origin|destination|source|target)$/;

const areAlike = ({ from, to }: Link, key: CatalogColumn, target: CatalogColumn): boolean =>
  from.length === 1 && from[0]?.table === key.table && to[0] === target;

const PERSON_IN_ROLE = /[a-z]{3}(?:er|or|ee)$|^(?:head|lead|chief|chair|dean|coach|captain|pilot|guide|host)$/;

/** "owner_emp_no" of campaigns is called the owner, and "reviewer_staff_id" the reviewer: who somebody is to the row. */
function callByRole({ links }: Catalog): void {
  for (const { from, to } of links) {
    const [key, target] = [from[0], to[0]];
    if (key === undefined || target === undefined || from.length > 1 || key.table === target.table) continue;
    const role = key.essential.filter(
      (name) => ![...target.table.stems, ...target.stems].includes(name) && !/^(?:id|number|no|code)$/.test(name),
    );
    const isLed = role.length === 1 && role.length + 2 === key.essential.length;
    // "origin_depot_id" beside a "destination_depot_id"
    const isOneOfTwo =
      isLed && !isPerson(target.table) && links.some((link) => link.from[0] !== key && areAlike(link, key, target));
    if (isOneOfTwo && END_OF_WAY.test(key.words[key.stems.indexOf(role[0] ?? "")] ?? "")) key.essential = role;
    const isRole = isLed && isPerson(target.table);
    if (isRole && PERSON_IN_ROLE.test(key.words[key.stems.indexOf(role[0] ?? "")] ?? "")) key.essential = role;
  }
}

/** The stems of a name without those that only say that it is a day, or yes or no. */
function plainly({ isDate, isFlag, words }: CatalogColumn, said: string[]): string[] {
  // "shipped_on": that it was done need be said, not the preposition.
  const plain = said.length > 1 ? said.filter((name) => !/^(on|at)$/.test(name)) : said;
  // "quantity_on_hand" is called what is on hand.
  if (/\bon hand$/.test(words.join(" ")) && plain[0] === "quantiti") return plain.slice(1);
  // "last_inspected_on": "never inspected" says it, too.
  if (isDate && plain.length > 1 && plain[0] === "last") plain.shift();
  // "has_spa" is called the spa.
  if (isFlag && plain.length > 1 && /^(?:has|have)$/.test(words[0] ?? "")) plain.shift();
  // "refunded_flag" is called refunded.
  if (isFlag && plain.length > 1 && /^(?:fl|flag|ind|indicator|yn)$/.test(plain.at(-1) ?? "")) plain.pop();
  // "duration_seconds" is the duration.
  if (plain.length === 2 && /\b(?:duration|runtime) (?:sec|min|second|minute|hour)s?$/.test(words.join(" ")))
    plain.pop();
  return plain;
}

function index(catalog: Catalog, table: CatalogTable): void {
  for (const name of new Set(table.stems)) {
    catalog.vocabulary.add(name);
    push(catalog.tablesByStem, name, table);
  }
  for (const column of table.columns) {
    for (const name of new Set(column.stems)) {
      catalog.vocabulary.add(name);
      push(catalog.columnsByStem, name, column);
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
