import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { emptyForm } from "../form/visit.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { TwoLists } from "../language/two-lists.ts";
import { columnExpression } from "../resolve/measures.ts";

/** Words for any list, beside those that say which. */
const ANY_LIST =
  /^(?:the|a|an|of|our|my|this|that|s|files?|lists?|sheets?|tables?|tabs?|data|spreadsheets?|workbook|csv|xlsx|tsv|json|one|all|months?)$/;
/** Words for whatever a list holds. */
const ANYTHING =
  /^(?:all|the|of|our|my|people|persons?|names?|ones?|rows?|entries|entry|items?|things?|records?|else|everyone|everybody|those|values?)$/;

/** What of one table is not in another that lists the same, or is in both. Null where it cannot be told which tables, or by what. */
export function ofTwoLists(
  { operation, noun, lists }: TwoLists,
  catalog: Catalog,
): { form: LogicalForm; by: CatalogColumn } | null {
  const tables = catalog.tables.filter(({ isView }) => !isView);
  const [one, other] =
    lists === null ? (tables.length === 2 ? tables : []) : lists.map((said) => listCalled(said, tables));
  if (!one || !other || one === other) return null;
  // What refers to one another are no two lists of the same.
  const isLinked = catalog.links.some(({ cost, from, to }) => {
    const ends = new Set([from[0]?.table, to[0]?.table]);
    return cost <= 1 && ends.has(one) && ends.has(other);
  });
  const pair = isLinked ? null : sameIn(one, other, noun, tables);
  if (pair === null) return null;
  const [first, second] = pair.map((column) => ({
    ...emptyForm(column.table.name),
    outputs: [{ expression: columnExpression(column), name: column.name }],
  }));
  return first === undefined || second === undefined
    ? null
    : { form: { ...first, combine: { operation, form: second } }, by: pair[0] };
}

/** The table that the words which are left of a list's name are all in: "October's file" is timesheet_october. */
function listCalled(said: string, tables: readonly CatalogTable[]): CatalogTable | undefined {
  const stems = splitIdentifier(said.toLowerCase().replaceAll(/'s\b/g, ""))
    .filter((word) => !ANY_LIST.test(word.toLowerCase()))
    .map((word) => stem(word.toLowerCase()));
  if (stems.length === 0) return undefined;
  const [only, ...more] = tables.filter((table) => stems.every((one) => table.stems.includes(one)));
  return more.length === 0 ? only : undefined;
}

/** A column that both have, called so: the one that is named, else the one that names their rows. */
function sameIn(
  one: CatalogTable,
  other: CatalogTable,
  noun: string,
  tables: readonly CatalogTable[],
): [CatalogColumn, CatalogColumn] | null {
  const stems = noun
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && !ANYTHING.test(word))
    .map(stem);
  const isOfOthers = tables.some(
    (table) =>
      table !== one && table !== other && stems.length > 0 && stems.every((said) => table.stems.includes(said)),
  );
  if (isOfOthers) return null;
  const pairs = one.columns.flatMap((column): [CatalogColumn, CatalogColumn][] => {
    const same = other.columns.find((each) => each.stems.join(" ") === column.stems.join(" "));
    return same === undefined || column.isDate || column.isFlag ? [] : [[column, same]];
  });
  const called = pairs.filter(([{ stems: own }]) => stems.length > 0 && stems.every((said) => own.includes(said)));
  if (called.length > 0) return called.length === 1 ? (called[0] ?? null) : null;
  // "which guests", of a list of guests whose column is "name"
  const isAny = stems.every((said) => one.stems.includes(said) || other.stems.includes(said));
  const naming = pairs.filter(
    ([{ isText, source }]) => isText && isTelling(source.distinct_count, one.source.row_count),
  );
  const named = naming.find(([column]) => one.label.includes(column));
  return isAny ? (named ?? naming[0] ?? null) : null;
}

/** Kinds are few among many rows; names are many. */
const isTelling = (distinct: number | null, rows: number): boolean => distinct !== null && distinct * 5 >= rows;
