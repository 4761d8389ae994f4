import type { Random } from "@parley/local/demo/random";
import type { Cell, Link, Schema, Table } from "./database.ts";
import { type Period, periodsBefore, typedDays } from "./periods.ts";
import type { Scene } from "./phrase.ts";

const NAME = /^[A-Z][A-Za-z' -]{3,25}$/;

const some = <T>(random: Random, list: readonly T[]): T | undefined =>
  list.length > 0 ? random.pick(list) : undefined;

/** An object without the parts that are not there. */
const present = <T extends object>(parts: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as never;

/** A table of a schema by chance, and of what it has one of each kind. */
export function drawScene({ tables, rows }: Schema, random: Random, now: Date): Scene | undefined {
  const table = some(random, tables);
  if (!table) return undefined;
  const date = table.dates.length === 1 ? table.dates[0] : undefined;
  const [number, second] = random.shuffle(table.numbers);
  const category = some(random, table.categories);
  const [value, other] = random.shuffle(category?.values ?? []);
  const parent = some(random, table.links);
  // "Glass", a collection and a material: nobody could tell which is meant.
  const kinds = new Set(tables.flatMap(({ categories }) => categories.flatMap(({ values }) => values)));
  const [name, otherName] = parent ? namesOf(parent, table, random, rows).filter((each) => !kinds.has(each)) : [];
  const [own] = table.label ? random.shuffle(ownNames(table, rows)).filter((each) => !kinds.has(each)) : [];
  const parts = { date, number, second, category, value, other, parent, name, otherName, label: table.label, own };
  const sizes = number ? sizesOf(table, number.sql, rows) : {};
  const period = random.pick(periodsBefore(now));
  return { random, rows, now, table, period, ...present(parts), ...sizes };
}

/** Names of whose the rows are, that are each one's alone and parts of no other. */
function namesOf({ to, from, key }: Link, table: Table, random: Random, rows: Schema["rows"]): string[] {
  const label = `p.${to.label.sql}`;
  const found = rows(
    `select ${label} from ${to.sql} p join ${table.sql} t on t.${from} = p.${key} group by 1 having count(distinct p.${key}) = 1 order by 1`,
  );
  return random.shuffle(plainNames(found));
}

const ownNames = ({ sql, label }: Table, rows: Schema["rows"]): string[] =>
  label ? plainNames(rows(`select ${label.sql} from ${sql} group by 1 having count(*) = 1 order by 1`)) : [];

function plainNames(found: readonly Cell[][] | undefined): string[] {
  const names = (found ?? []).flatMap(([cell]) => (typeof cell === "string" ? [cell] : []));
  return names.filter((name) => NAME.test(name) && !names.some((other) => other !== name && other.includes(name)));
}

function sizesOf(table: Table, number: string, rows: Schema["rows"]): { middle?: number; high?: number } {
  const [found] = rows(`select round(avg(${number})), max(${number}) from ${table.sql}`) ?? [];
  const [middle, most] = found ?? [];
  if (typeof middle !== "number" || typeof most !== "number") return {};
  return { middle, high: Math.round((middle + most) / 2) };
}

/** A day of the table's rows, typed in one of many ways. */
export function drawTypedDay({ table, date, rows, random }: Scene): Period | undefined {
  if (!date) return undefined;
  const days = rows(
    `select distinct substr(${date.sql}, 1, 10) from ${table.sql} where ${date.sql} is not null order by 1`,
  );
  const found = some(random, days ?? [])?.[0];
  return typeof found === "string" ? random.pick(typedDays(found)) : undefined;
}
