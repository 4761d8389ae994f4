import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { plural, quoted, singular, spoken } from "./words.ts";

export type Cell = string | number | null;

export interface Column {
  /** In a question's words. */
  said: string;
  /** As SQL names it, without its table. */
  sql: string;
}

/** A column of a few words, by which rows are told apart. */
export interface Category extends Column {
  values: readonly string[];
}

/** A table's rows are each of one row of another, by a key. */
export interface Link {
  to: Table & { label: Column };
  /** The key's column here, and the column there that it names. */
  from: string;
  key: string;
}

export interface Table {
  sql: string;
  one: string;
  many: string;
  /** What a row is called by. */
  label?: Column;
  /** Columns that can be added up and compared. */
  numbers: readonly Column[];
  categories: readonly Category[];
  /** Where there is only one, it is the time of the row. */
  dates: readonly Column[];
  links: Link[];
}

/** A database as questions are composed from it. */
export interface Schema {
  name: string;
  tables: readonly Table[];
  /** The rows of a query; undefined where it cannot be run. */
  rows: (sql: string) => Cell[][] | undefined;
  close: () => void;
}

interface RawColumn {
  name: string;
  type: string;
  pk: boolean;
  /** A key of another table, or a name for the row that is no word. */
  key: boolean;
}

const KEY_NAME = /(?:^|_| )(?:id|code|number|no|num|key)$|id$/i;
const NO_AMOUNT =
  /year|month|day|date|rank|lat|long|zip|phone|^is|^has|active|avg|total|discount|^ssn$|elected|founded|built/i;
/** When a person or a thing came, goes or should be there is no time at which rows happen. */
const NO_TIME_OF_ROWS = /hired|born|birth|due|next|expir|end|left|until|valid|promised|review|^since/i;
const NO_CATEGORY = /date|time|name|address|phone|email|desc|detail|url|other|comment|note|_at$|_on$/i;
const WORD_VALUE = /^[A-Za-z][A-Za-z '_-]{2,25}$/;
/** People's names tell no kinds apart. */
const TWO_NAMES = /^[A-Z]\w+ [A-Z]/;
const FEW_ROWS = 4;
/** Of fewer rows in a period nobody asks. */
const MANY_ROWS = 30;
const MOST_VALUES = 15;
/** Rows of which more share a name are told by their kind. */
const MOSTLY_UNIQUE = 0.8;

/** Reads the tables of an SQLite file whose rows can be asked about in plain words. */
export function readSchema(file: string): Schema {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = (sql: string): Cell[][] | undefined => {
    try {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement.all() as unknown as Cell[][];
    } catch {
      return undefined;
    }
  };
  const names = rows("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name");
  const tables = new Map<string, Table>();
  for (const [name] of names ?? []) {
    const table = readTable(String(name), rows);
    if (table) tables.set(String(name).toLowerCase(), table);
  }
  for (const [name, table] of tables) table.links = linksOf(name, tables, rows);
  return { name: basename(file, ".sqlite"), tables: [...tables.values()], rows, close: () => database.close() };
}

type Rows = Schema["rows"];

const count = (rows: Rows, sql: string): number => Number(rows(sql)?.[0]?.[0] ?? 0);

function readTable(name: string, rows: Rows): Table | undefined {
  const sql = quoted(name);
  const one = singular(spoken(name));
  const size = count(rows, `select count(*) from ${sql}`);
  if (size < FEW_ROWS || one.split(" ").length > 2 || /^(?:has|is) | (?:in|of)$/.test(one)) return undefined;
  const columns = columnsOf(name, rows);
  const label = labelOf(one, columns);
  if (label && count(rows, `select count(distinct ${quoted(label.name)}) from ${sql}`) < size * MOSTLY_UNIQUE)
    return undefined;
  const categories = columns
    .filter(
      (column) => column !== label && /char|text/i.test(column.type) && !column.key && !NO_CATEGORY.test(column.name),
    )
    .map((column) => ({ ...columnOf(column), values: valuesOf(sql, column.name, rows) }))
    .filter(({ values }) => values.length >= 2 && values.length <= MOST_VALUES && values.length < size * 0.8)
    .filter(({ said, values }) => said !== one && values.every((value) => WORD_VALUE.test(value)))
    .filter(({ values }) => !values.every((value) => TWO_NAMES.test(value)));
  return {
    sql,
    one,
    many: plural(one),
    ...(label && { label: columnOf(label) }),
    numbers: columns.filter((column) => isAmount(sql, column, rows)).map(columnOf),
    categories,
    dates: columns.filter((column) => isDate(sql, column, rows)).map(columnOf),
    links: [],
  };
}

const columnOf = ({ name }: RawColumn): Column => ({ said: spoken(name), sql: quoted(name) });

function columnsOf(table: string, rows: Rows): RawColumn[] {
  const keys = new Set(
    (rows(`pragma foreign_key_list(${quoted(table)})`) ?? []).map((key) => String(key[3]).toLowerCase()),
  );
  return (rows(`pragma table_info(${quoted(table)})`) ?? []).map(([, name, type, , , pk]) => ({
    name: String(name),
    type: String(type),
    pk: Number(pk) > 0,
    key: Number(pk) > 0 || keys.has(String(name).toLowerCase()) || KEY_NAME.test(String(name)),
  }));
}

const labelOf = (one: string, columns: readonly RawColumn[]): RawColumn | undefined =>
  columns.find(({ name }) => /^(?:name|full_?name)$/i.test(name)) ??
  columns.find(({ name }) => /^title$/i.test(name) && !columns.some((other) => /last_?name/i.test(other.name))) ??
  columns.find(({ name }) => [`${one} name`, `${one} title`].includes(spoken(name))) ??
  columns.find(({ name }) => name.toLowerCase() === "company_name");

const valuesOf = (table: string, column: string, rows: Rows): string[] =>
  (
    rows(
      `select ${quoted(column)} from ${table} where ${quoted(column)} is not null group by 1 order by count(*) desc, 1`,
    ) ?? []
  )
    .slice(0, MOST_VALUES + 1)
    .map(([value]) => String(value));

function isAmount(table: string, { name, type, key }: RawColumn, rows: Rows): boolean {
  if (key || !/int|real|num|dec|float|double/i.test(type) || NO_AMOUNT.test(name)) return false;
  const distinct = `count(distinct ${quoted(name)})`;
  return (
    count(rows, `select ${distinct} from ${table} where typeof(${quoted(name)}) in ('integer', 'real')`) >= FEW_ROWS
  );
}

function isDate(table: string, { name, type }: RawColumn, rows: Rows): boolean {
  if (!/date|time|_at$|_on$/i.test(`${type} ${name}`) || /int|real/i.test(type)) return false;
  const some = rows(`select ${quoted(name)} from ${table} where ${quoted(name)} is not null limit 5`) ?? [];
  if (NO_TIME_OF_ROWS.test(name) || count(rows, `select count(*) from ${table}`) < MANY_ROWS) return false;
  return some.length > 0 && some.every(([value]) => /^\d{4}-\d\d-\d\d/.test(String(value)));
}

/** The keys to other tables whose rows have names, of each table only where it is one key: of two, a question would have to say which. */
function linksOf(name: string, tables: ReadonlyMap<string, Table>, rows: Rows): Link[] {
  const keys = (rows(`pragma foreign_key_list(${quoted(name)})`) ?? []).map((key) => ({
    to: String(key[2]).toLowerCase(),
    from: String(key[3]),
    key: key[4],
  }));
  return keys.flatMap(({ to, from, key }) => {
    const table = tables.get(to);
    if (!table?.label || to === name || key === null || key === undefined) return [];
    if (keys.filter((other) => other.to === to).length > 1) return [];
    return [{ to: { ...table, label: table.label }, from: quoted(from), key: quoted(String(key)) }];
  });
}
