import type { Column, Schema, Table } from "@parley/datasource/types";
import { isKeyLike, meaningful, toColumn } from "./columns.ts";
import { guessByValues, guessLinks, guessSelf, isUnique } from "./guessed-keys.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import { inOneGo } from "../language/steps.ts";

/** A column as the rules see it. */
export interface CatalogColumn {
  table: CatalogTable;
  name: string;
  source: Column;
  /** Words of the name. */
  words: string[];
  stems: string[];
  /** Stems that tell it from the table's other columns: without the table's own words and a prefix that most columns share. */
  essential: string[];
  isNumber: boolean;
  isDate: boolean;
  /** A number or text that holds years. */
  isYear: boolean;
  isText: boolean;
  /** Says whether something holds: true or false, 0 or 1. */
  isFlag: boolean;
  isPrimary: boolean;
  isForeign: boolean;
  /** Identifies rows rather than describing them: keys, "…_id", codes used as keys. */
  isKey: boolean;
}

export interface CatalogTable {
  name: string;
  source: Table;
  words: string[];
  stems: string[];
  columns: CatalogColumn[];
  primaryKey: CatalogColumn[];
  /** Columns that name a row to a person (a name, a title, first and last name). */
  label: CatalogColumn[];
  /** People or companies that buy: their side is preferred where two ways lead on. */
  isCustomer: boolean;
  /** Only links other tables: nothing of its own but keys. */
  isBridge: boolean;
}

/** A way from one table to another: `from` refers to `to`. */
export interface Link {
  from: CatalogColumn[];
  to: CatalogColumn[];
  /** 1 for a declared key, more for a guess. */
  cost: number;
}

export interface ValueEntry {
  column: CatalogColumn;
  value: string;
}

/** Everything the rules look up in a schema, built once per schema. */
export interface Catalog {
  schema: Schema;
  tables: CatalogTable[];
  byName: Map<string, CatalogTable>;
  links: Link[];
  /** Every stem used in table and column names. */
  vocabulary: Set<string>;
  columnsByStem: Map<string, CatalogColumn[]>;
  tablesByStem: Map<string, CatalogTable[]>;
  /** Values by their normalised text, by their stems joined, and by each longer word in them. */
  values: Map<string, ValueEntry[]>;
  valuesByStem: Map<string, ValueEntry[]>;
  valuesByWord: Map<string, ValueEntry[]>;
}

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

/** Lower case, one space between words, no punctuation at the ends: how values are compared. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .replace(/^[\s"'.,;:!?(]+|[\s"'.,;:!?)]+$/g, "");
}

function* building(schema: Schema): Generator<void, Catalog> {
  const tables: CatalogTable[] = [];
  for (const table of schema.tables) {
    tables.push(toTable(table, schema.dialect !== "postgres"));
    yield;
  }
  const byName = new Map(tables.map((table) => [table.name, table]));
  const catalog: Catalog = {
    schema,
    tables,
    byName,
    links: [],
    vocabulary: new Set(),
    columnsByStem: new Map(),
    tablesByStem: new Map(),
    values: new Map(),
    valuesByStem: new Map(),
    valuesByWord: new Map(),
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
  yield* guessLinks(catalog);
  guessSelf(catalog);
  yield* guessByValues(catalog);
  for (const table of tables) {
    for (const column of table.columns) column.isKey = isKeyLike(column);
    table.label = labelOf(table);
    const own = table.columns.filter((column) => !column.isForeign && !column.isPrimary);
    table.isBridge = table.columns.filter((column) => column.isForeign).length >= 2 && own.length <= 1;
    index(catalog, table);
    yield;
  }
  return catalog;
}

function pick(table: CatalogTable, names: string[]): CatalogColumn[] {
  return names.flatMap((name) => {
    const found = table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    return found === undefined ? [] : [found];
  });
}

function toTable(source: Table, isLoose: boolean): CatalogTable {
  const words = meaningful(splitIdentifier(source.name));
  const table: CatalogTable = {
    name: source.name,
    source,
    words,
    stems: words.map(stem),
    columns: [],
    primaryKey: [],
    label: [],
    isBridge: false,
    isCustomer: words.some((word) => /^(customer|client|buyer)s?$/.test(word)),
  };
  const primary = new Set(source.primary_key.map((name) => name.toLowerCase()));
  table.columns = source.columns.map((column) =>
    toColumn(table, column, primary.has(column.name.toLowerCase()), isLoose),
  );
  setEssential(table);
  table.primaryKey = pick(table, source.primary_key);
  if (table.primaryKey.length === 0) {
    const id = table.columns.find((column) => /^(id|.*_id|.*Id|.*ID)$/.test(column.name));
    if (id !== undefined && table.columns[0] === id) {
      const rows = source.row_count;
      if (rows === 0 || id.source.distinct_count === null || id.source.distinct_count >= rows) table.primaryKey = [id];
    }
  }
  for (const column of table.primaryKey) column.isPrimary = true;
  return table;
}

/** Units at the end of a name need not be said: "sales" stands for sales_billion. */
const unitWords =
  /^(billions?|millions?|thousands?|usd|eur|euros?|dollars?|gbp|chf|cents?|pence|km|kms|mph|kmh|kph|kg|kgs|lbs?|cm|mm|ft|mi|miles?|meters?|metres?|feet|pct|celsius|fahrenheit|sqm|sqft)$/;

/** EMP_NUM, EMP_LNAME, EMP_HIREDATE: the prefix says nothing. */
function setEssential(table: CatalogTable): void {
  const firsts = table.columns.map((column) => column.stems[0] ?? "");
  const [most] = [...Map.groupBy(firsts, (first) => first)].toSorted(([, a], [, b]) => b.length - a.length);
  const prefix = most !== undefined && most[1].length >= 3 && most[1].length >= 0.6 * firsts.length ? most[0] : null;
  for (const column of table.columns) {
    const own = column.stems.filter(
      (name, i) => !table.stems.includes(name) && !(i === 0 && name === prefix && column.stems.length > 1),
    );
    const said = own.filter((_, i) => !unitWords.test(column.words[column.stems.indexOf(own[i] ?? "")] ?? ""));
    // "shipped_on": that it was done need be said, not the preposition.
    const plain = said.length > 1 ? said.filter((name) => !/^(on|at)$/.test(name)) : said;
    column.essential = plain.length > 0 ? plain : own.length === 0 ? column.stems : own;
  }
}

/** What names a row to a person. */
function labelOf(table: CatalogTable): CatalogColumn[] {
  const named = (test: (words: string[]) => boolean) =>
    table.columns.find((column) => test(column.words) && !column.isForeign);
  const prefixed = new Map(table.columns.map((column) => [column.words.join(" "), column]));
  const own = (words: string[]) => {
    const column = prefixed.get(words.join(" "));
    const kept = words.filter((word) => !table.stems.includes(stem(word)));
    return column === undefined || kept.length === 0
      ? kept.join(" ")
      : kept.filter((word) => column.essential.includes(stem(word))).join(" ");
  };
  const first = named((words) => /^(first name|forename|given name)$/.test(own(words)) || own(words) === "first");
  const last = named((words) => /^(last name|surname|family name)$/.test(own(words)) || own(words) === "last");
  if (first !== undefined && last !== undefined) return [first, last];
  const candidates = [
    named((words) => own(words) === "name" || (own(words) === "" && words.length > 0 && !words.includes("id"))),
    named((words) => own(words) === "full name"),
    named((words) => own(words) === "title"),
    named((words) => words.at(-1) === "name" && words.length <= 3),
    last,
    first,
    named((words) => words.at(-1) === "title"),
    table.columns.some((column) => column.isForeign)
      ? undefined
      : table.columns.find(
          (column) =>
            column.isText &&
            isUnique(column) &&
            /^(company|organi[sz]ation|username|user name|nickname|label)$/.test(column.words.join(" ")),
        ),
    table.columns.find(
      (column) =>
        column.isText && /\b(description|detail|details|label)\b/.test(column.words.join(" ")) && !column.isForeign,
    ),
  ];
  const best = candidates.find((column) => column !== undefined && !column.isNumber);
  if (best !== undefined) return [best];
  // A way between two places is known by both.
  const from = named((words) =>
    /^(origin|source|departure|from)( city| name| station| airport)?$/.test(words.join(" ")),
  );
  const to = named((words) =>
    /^(destination|target|arrival|to)( city| name| station| airport)?$/.test(words.join(" ")),
  );
  if (from?.isText === true && to?.isText === true) return [from, to];
  return [];
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
    if (!column.isText || column.source.values.length === 0) continue;
    for (const value of column.source.values) {
      const plain = normalise(value);
      if (plain === "" || plain.length > 80) continue;
      const entry = { column, value };
      push(catalog.values, plain, entry);
      const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
      push(catalog.valuesByStem, words.map(stem).join(" "), entry);
      if (words.length > 1 && words.length <= 8) {
        for (const word of words) if (word.length > 3) push(catalog.valuesByWord, stem(word), entry);
      }
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
