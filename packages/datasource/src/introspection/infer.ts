import { relationOf, type CatalogTable, type Engine, type TryRead } from "./engine.ts";
import { handlesOf, nameScore, pointersOf } from "./key-names.ts";
import { patience } from "./patience.ts";
import type { Column } from "../types.ts";

/** A foreign key that names suggest and values must confirm. */
interface Candidate {
  from: CatalogTable;
  column: Column;
  to: CatalogTable;
  key: Column;
  score: number;
}

/** A column that identifies a table's rows. */
interface Key {
  to: CatalogTable;
  key: Column;
}

/** The keys of all tables in their order, and the places of those that a name leads to. */
interface Keys {
  all: Key[];
  /** Places in `all`. */
  byHandle: Map<string, number[]>;
  byTable: Map<CatalogTable, number[]>;
}

const INCLUSION_TIMEOUT_MS = 2_000;
const SAMPLED_KEYS = 1_000;
/** Statements spent on confirming; a database of many alike tables must not take minutes. */
const MAX_CHECKS = 400;

/** From this score on a name is clear, and a few orphaned values do not count against it. */
const CLEAR = 4;
const ORPHANS_TOLERATED = 0.1;

/**
 * Adds foreign keys that are not declared: a column whose name points at another table's key and whose sampled values
 * occur there. Columns that already belong to a declared key are left alone. Where a column has no values at all, its
 * name must point at one declared primary key alone.
 */
export async function inferForeignKeys(engine: Engine, tables: CatalogTable[], read: TryRead): Promise<void> {
  let checks = 0;
  const others = patience();
  const keys = indexKeys(tables);
  for (const from of tables) {
    const declared = new Set(from.foreign_keys.flatMap(({ columns }) => columns));
    for (const column of from.columns) {
      if (declared.has(column.name) || from.view) continue;
      const empty = column.distinct_count === 0;
      if (!empty && checks >= MAX_CHECKS) continue;
      await others();
      const candidates = candidatesFor(engine, from, column, keys);
      const found = empty ? onlyByName(candidates) : await firstIncluded(candidates);
      if (found)
        from.foreign_keys.push({
          columns: [column.name],
          table: found.to.name,
          references: [found.key.name],
          inferred: true,
        });
    }
  }

  async function firstIncluded(candidates: Candidate[]): Promise<Candidate | undefined> {
    for (const candidate of candidates) {
      if (checks++ >= MAX_CHECKS) return undefined;
      if (await isIncluded(engine, candidate, read)) return candidate;
    }
    return undefined;
  }
}

function onlyByName(candidates: Candidate[]): Candidate | undefined {
  const declared = candidates.filter(({ to, key }) => to.primary_key.length === 1 && to.primary_key[0] === key.name);
  const [first, second] = declared;
  return first && first.score !== second?.score ? first : undefined;
}

function indexKeys(tables: readonly CatalogTable[]): Keys {
  const keys: Keys = { all: [], byHandle: new Map(), byTable: new Map() };
  for (const to of tables) {
    for (const key of keysOf(to)) {
      const place = keys.all.push({ to, key }) - 1;
      push(keys.byTable, to, place);
      for (const handle of handlesOf(to, key)) push(keys.byHandle, handle, place);
    }
  }
  return keys;
}

function push<Name>(map: Map<Name, number[]>, name: Name, place: number): void {
  const places = map.get(name);
  if (places) places.push(place);
  else map.set(name, [place]);
}

/** Where a column may point, the likeliest first. */
function candidatesFor(engine: Engine, from: CatalogTable, column: Column, keys: Keys): Candidate[] {
  const loose = engine.refineType !== undefined;
  const places = new Set(keys.byTable.get(from));
  for (const pointer of pointersOf(column)) for (const place of keys.byHandle.get(pointer) ?? []) places.add(place);
  const candidates: Candidate[] = [];
  for (const place of [...places].toSorted((a, b) => a - b)) {
    const found = keys.all[place];
    if (!found || found.key === column) continue;
    const { to, key } = found;
    if (!comparable(column, key, loose) || outOfRange(column, key)) continue;
    const score = nameScore(from, column, to, key);
    if (score > 0) candidates.push({ from, column, to, key, score: score + (to.schema === from.schema ? 0.5 : 0) });
  }
  return candidates.toSorted((a, b) => b.score - a.score);
}

/** Columns that identify a row: the primary key, and those whose values never repeat in a table read as a whole. */
function keysOf(table: CatalogTable): Column[] {
  if (table.view) return [];
  return table.columns.filter(({ name, distinct_count }) => {
    if (table.primary_key.length === 1 && table.primary_key[0] === name) return true;
    return table.row_count > 1 && distinct_count === table.row_count;
  });
}

const FAMILIES: Partial<Record<Column["type"], string>> = { integer: "number", number: "number", text: "text" };

/** Loosely typed engines (SQLite) join a text with a number. */
function comparable(column: Column, key: Column, loose: boolean): boolean {
  const families = [FAMILIES[column.type], FAMILIES[key.type]];
  if (families.includes(undefined)) return false;
  return (loose || families[0] === families[1]) && isUuid(column) === isUuid(key);
}

function isUuid({ native_type }: Column): boolean {
  return /^uuid$/i.test(native_type);
}

/** Numbers that never fall into the key's range cannot be keys. */
function outOfRange(column: Column, key: Column): boolean {
  const numbers = [column.min, column.max, key.min, key.max];
  if (!numbers.every((value) => typeof value === "number")) return false;
  const [min = 0, max = 0, keyMin = 0, keyMax = 0] = numbers;
  return max < keyMin || min > keyMax;
}

async function isIncluded(engine: Engine, candidate: Candidate, read: TryRead): Promise<boolean> {
  const { from, column, to, key, score } = candidate;
  const value = engine.quote(column.name);
  const orphaned = `NOT EXISTS (SELECT 1 FROM ${relationOf(engine, to)} k WHERE k.${engine.quote(key.name)} = s.value)`;
  const rows = await read(
    `SELECT COUNT(*), COUNT(CASE WHEN ${orphaned} THEN 1 END) FROM (SELECT DISTINCT ${value} AS value ` +
      `FROM ${relationOf(engine, from)} WHERE ${value} IS NOT NULL LIMIT ${SAMPLED_KEYS}) s`,
    [],
    INCLUSION_TIMEOUT_MS,
  );
  const [values, orphans] = (rows?.[0] ?? []).map(Number);
  if (values === undefined || orphans === undefined || values === 0) return false;
  return orphans <= (score >= CLEAR ? values * ORPHANS_TOLERATED : 0);
}
