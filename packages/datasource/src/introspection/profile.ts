import { relationOf, type CatalogTable, type Engine, type TryRead } from "./engine.ts";
import { isSensitive } from "./sensitive.ts";
import type { Cell, Column } from "../types.ts";

/** Values kept of a text-like column that has too many to keep all: the most frequent ones. */
const SAMPLE_LIMIT = 200;

/** A column of up to this many different values is kept whole where its table is read whole and there is room. */
const WHOLE_LIMIT = 1_000;

/** Values beyond `SAMPLE_LIMIT` of all columns of a database together. */
const ROOM_FOR_WHOLE_COLUMNS = 20_000;

/** What is left of the room for whole columns. */
export interface Room {
  values: number;
}

export const roomForWholeColumns = (): Room => ({ values: ROOM_FOR_WHOLE_COLUMNS });

/** Longest value kept; longer ones are prose, not something a question names. */
const MAX_VALUE_LENGTH = 80;

/** Rows read of a table; fewer of each where there are many tables. */
const ROWS_OF_FEW_TABLES = 50_000;
const ROWS_OF_MANY_TABLES = 10_000;
const MANY_TABLES = 60;

/** Columns read by one statement: three expressions each, and databases allow 1,600 and more. */
const COLUMNS_AT_ONCE = 200;

const PROFILE_TIMEOUT_MS = 4_000;
const RANGE_TIMEOUT_MS = 1_500;

/** What profiling a database's tables goes by. */
interface Profiling {
  engine: Engine;
  /** Tables of the database. */
  tables: number;
  room: Room;
  read: TryRead;
}

/** Fills in row count, distinct counts, ranges and sampled values. What cannot be read in time stays unknown. */
export async function profileTable(table: CatalogTable, { engine, tables, room, read }: Profiling): Promise<void> {
  if (table.columns.length === 0) return;
  const rows = tables > MANY_TABLES ? ROWS_OF_MANY_TABLES : ROWS_OF_FEW_TABLES;
  const relation = relationOf(engine, table);
  const large = table.estimate !== null && table.estimate > rows;
  const from = large
    ? engine.sampleOf(relation, table, rows)
    : `(SELECT ${table.columns.map(({ name }) => engine.quote(name)).join(", ")} FROM ${relation} LIMIT ${rows + 1}) s`;

  const chunks = Array.from({ length: Math.ceil(table.columns.length / COLUMNS_AT_ONCE) }, (_, at) =>
    table.columns.slice(at * COLUMNS_AT_ONCE, (at + 1) * COLUMNS_AT_ONCE),
  );
  let counted: number | null = null;
  for (const columns of chunks) counted = (await countColumns(engine, columns, from, read)) ?? counted;
  if (counted === null) {
    table.row_count = table.estimate ?? 0;
    return;
  }
  const whole = !large && counted <= rows;
  table.row_count = whole ? counted : await totalRows(relation, table, counted, read);
  for (const columns of chunks) await sampleValues(columns, { engine, from, whole, room, read });
  for (const column of table.columns) settleColumn(column, table.row_count, counted, whole);
  if (!whole) await readRanges(engine, table, relation, read);
}

const countable = ({ type }: Column) => type !== "json" && type !== "binary" && type !== "other";
const ranged = ({ type }: Column) => type === "integer" || type === "number" || type === "date" || type === "timestamp";
/** Engines with loose types may find a date in a text column, so its range is read as well. */
const mayBeRanged = (engine: Engine, column: Column) =>
  ranged(column) || (engine.refineType !== undefined && column.type === "text");

/** Distinct counts and ranges over the sample; returns how many rows it had, or null if it could not be read. */
async function countColumns(
  engine: Engine,
  columns: readonly Column[],
  from: string,
  read: TryRead,
): Promise<number | null> {
  const expressions = ["COUNT(*)"];
  const readers: ((cells: Cell[]) => void)[] = [];
  const select = (expression: string, reader: (cell: Cell) => void) => {
    const place = expressions.push(expression) - 1;
    readers.push((cells) => reader(cells[place] ?? null));
  };
  for (const column of columns) {
    const name = engine.quote(column.name);
    if (countable(column)) {
      select(`COUNT(DISTINCT ${name})`, (cell) => {
        column.distinct_count = Number(cell);
      });
    }
    if (mayBeRanged(engine, column)) {
      select(`MIN(${name})`, (cell) => {
        column.min = cell;
      });
      select(`MAX(${name})`, (cell) => {
        column.max = cell;
      });
    }
  }
  const result = await read(`SELECT ${expressions.join(", ")} FROM ${from}`, [], PROFILE_TIMEOUT_MS);
  const row = result?.[0];
  if (!row) return null;
  for (const reader of readers) reader(row);
  return Number(row[0]);
}

async function totalRows(relation: string, table: CatalogTable, counted: number, read: TryRead): Promise<number> {
  if (table.estimate !== null) return Math.max(table.estimate, counted);
  const result = await read(`SELECT COUNT(*) FROM ${relation}`, [], RANGE_TIMEOUT_MS);
  return Number(result?.[0]?.[0] ?? counted);
}

const sampled = (engine: Engine, column: Column) =>
  (column.type === "text" && !/^uuid$/i.test(column.native_type) && !isSensitive(column)) ||
  (engine.refineType !== undefined && (column.type === "date" || column.type === "timestamp"));

/** The rows of a table that are read: all of them, or some. */
interface Sample {
  engine: Engine;
  /** What follows FROM. */
  from: string;
  whole: boolean;
  room: Room;
  read: TryRead;
}

/** How many values of a column are kept; what goes beyond a sample is taken from the room. */
function limitOf({ distinct_count }: Column, { whole, room }: Sample): number {
  const more = (distinct_count ?? 0) - SAMPLE_LIMIT;
  if (!whole || more <= 0 || more > Math.min(WHOLE_LIMIT - SAMPLE_LIMIT, room.values)) return SAMPLE_LIMIT;
  room.values -= more;
  return WHOLE_LIMIT;
}

/** Fills in the most frequent values of text-like columns, all in one statement. */
async function sampleValues(all: readonly Column[], sample: Sample): Promise<void> {
  const { engine, from, whole, read } = sample;
  const columns = all.filter((column) => sampled(engine, column));
  if (columns.length === 0) return;
  const limits = columns.map((column) => limitOf(column, sample));
  const parts = columns.map(({ name }, index) => {
    const value = engine.textOf(engine.quote(name), MAX_VALUE_LENGTH + 1);
    return (
      `SELECT * FROM (SELECT ${index} AS place, ${value} AS value, COUNT(*) AS frequency FROM ${from} ` +
      `WHERE ${engine.quote(name)} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${(limits[index] ?? SAMPLE_LIMIT) + 1}) v${index}`
    );
  });
  const rows = await read(parts.join(" UNION ALL "), [], PROFILE_TIMEOUT_MS);
  if (!rows) return;
  const byPlace = Map.groupBy(rows, ([place]) => Number(place));
  columns.forEach((column, index) => {
    const values = (byPlace.get(index) ?? [])
      .toSorted((a, b) => Number(b[2]) - Number(a[2]))
      .map(([, value]) => String(value));
    if (engine.refineType) column.type = engine.refineType(column, values);
    if (column.type !== "text") return;
    column.values = values.filter((value) => value.length <= MAX_VALUE_LENGTH).slice(0, limits[index]);
    column.values_complete = whole && column.values.length === values.length;
  });
}

/** Drops the range of columns whose range means nothing, and scales the distinct count of a sample to the table. */
function settleColumn(column: Column, rowCount: number, counted: number, whole: boolean): void {
  if (!ranged(column)) {
    column.min = null;
    column.max = null;
  }
  if (whole || column.distinct_count === null || counted === 0) return;
  // A column that hardly repeats in the sample goes on like that; one that repeats has shown most of its values.
  const share = column.distinct_count / counted;
  if (share > 0.5) column.distinct_count = Math.round(share * rowCount);
}

/** Ranges of dates over the whole of a large table: the newest rows matter, and a sample misses them. */
async function readRanges(engine: Engine, table: CatalogTable, relation: string, read: TryRead): Promise<void> {
  const dates = table.columns.filter(({ type }) => type === "date" || type === "timestamp");
  if (dates.length === 0) return;
  const expressions = dates.flatMap(({ name }) => [`MIN(${engine.quote(name)})`, `MAX(${engine.quote(name)})`]);
  const row = (await read(`SELECT ${expressions.join(", ")} FROM ${relation}`, [], RANGE_TIMEOUT_MS))?.[0];
  if (!row) return;
  dates.forEach((column, index) => {
    column.min = row[index * 2] ?? null;
    column.max = row[index * 2 + 1] ?? null;
  });
}
