import { splitIdentifier } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** The columns by which rows are told apart, where nothing declares any: one of its own that is called a key and holds no value twice. */
export function guessPrimaryKeys(tables: readonly CatalogTable[]): void {
  const owners = new Map<string, CatalogTable[]>();
  const held = new Map<string, number>();
  for (const table of tables)
    for (const column of table.columns) {
      const name = plain(column);
      held.set(name, (held.get(name) ?? 0) + 1);
      if (isCalledKeyOf(column, table)) owners.set(name, [...(owners.get(name) ?? []), table]);
    }
  for (const table of tables) {
    if (table.primaryKey.length > 0) continue;
    // Of two, the one that other tables have as well.
    const [called] = table.columns
      .filter((column) => isCalledKeyOf(column, table) && mayTellRows(column))
      .toSorted((a, b) => (held.get(plain(b)) ?? 0) - (held.get(plain(a)) ?? 0));
    const key = called ?? firstId(table, owners);
    if (key === undefined) continue;
    key.isPrimary = true;
    table.primaryKey = [key];
  }
}

/** The first column, where it is called a key, and the key of no other table: "course_id" of notes is that of courses. */
function firstId(table: CatalogTable, owners: ReadonlyMap<string, readonly CatalogTable[]>): CatalogColumn | undefined {
  const [first] = table.columns;
  if (first === undefined || !/^(?:id|.*_id|.*Id|.*ID)$/.test(first.name) || !mayTellRows(first)) return undefined;
  const isOfOthers =
    !table.isView && (owners.get(plain(first)) ?? []).some((owner) => owner !== table && !owner.isView);
  return isOfOthers ? undefined : first;
}

const plain = ({ name }: CatalogColumn): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");

/** "paperid", "paper_code" and "pid" of papers, "cust_no" of customers. */
function isCalledKeyOf(column: CatalogColumn, { words }: CatalogTable): boolean {
  const isSpeltOut =
    KEY_WORD.test(column.words.at(-1) ?? "") &&
    column.words.length > 1 &&
    column.words.slice(0, -1).join(" ") === singular(words.join(" "));
  if (isSpeltOut) return true;
  const [, named = ""] = /^(.*?)(?:id|code|no|nr|num|number|key)$/.exec(plain(column)) ?? [];
  const whole = words.join("");
  const initials = words.map((word) => word.slice(0, 1)).join("");
  const isInitials = named === initials && plain(column).endsWith("id");
  return named !== "" && (named === whole || named === singular(words.join(" ")).replaceAll(" ", "") || isInitials);
}

/** What older systems tell rows by. */
const KEY_WORD = /^(?:code|no|nr|num|number)$/;

function mayTellRows({ source, table }: CatalogColumn): boolean {
  const rows = table.source.row_count;
  return rows === 0 || source.distinct_count === null || source.distinct_count >= rows;
}

/** The one column that tells a row by: its key, or the "sample_pk" of samples that nothing declares and that may stand in several rows. */
export function keyOfRow({ primaryKey, columns, words }: CatalogTable): CatalogColumn | undefined {
  const [key, ...more] = primaryKey;
  if (key !== undefined) return more.length === 0 ? key : undefined;
  const name = `${singular(words.join(" "))} id`;
  return columns.find((column) => splitIdentifier(column.name).join(" ") === name);
}
