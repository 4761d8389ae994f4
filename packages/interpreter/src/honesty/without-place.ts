import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { tablesOf, tablesOfCondition } from "../form/visit.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";

/** Of the columns and tables that words may mean, those nearly as like as the best may be meant. */
const MEANT_WITHIN = 0.3;

/** A table is named in full from this likeness on. */
const CALLED_IN_FULL = 0.9;

/** From this likeness on a word says a table, by its name or another word for it. */
const CALLED_SO = 0.7;

/** What was done for there to be a work at all. */
const MADE_BY = /^(?:written|composed|directed|produced|made|painted|designed|published)$/i;

/** What of a question a form has a place for, as it is written there: "table.column", tables, values, units of time. */
interface Used {
  columns: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  numbers: ReadonlySet<number>;
  text: string;
}

/** How many of the names and numbers of a question the form has no place for. */
export function withoutPlace(
  sketch: Sketch,
  form: LogicalForm,
  read: ReadonlySet<string>,
  catalog: Catalog,
): { names: number; numbers: number } {
  const used = usedOf(sketch, form, read, catalog);
  return {
    names: sketch.names.filter((mention) => !isPlaced(mention, used, form)).length,
    numbers: sketch.numbers.filter((number) => !isNumberPlaced(number, used, form)).length,
  };
}

/** An amount that is kept in cents, without what makes whole money of it. */
const inCents = (expression: Expression): Expression =>
  expression.kind === "arithmetic" && expression.right.kind === "literal" ? expression.left : expression;

/** A sum or an average of rows that nothing beside them restricts. */
const isPlainAmount = ({ outputs, where }: LogicalForm): boolean =>
  outputs.some(({ expression }) => {
    const one = inCents(expression);
    return one.kind === "aggregate" && one.fn !== "count" && one.of?.kind === "column";
  }) && !where.some(({ kind }) => kind === "related" || kind === "within");

/** Rows called by their full names that those told do not belong to, which nothing of the form speaks of: "claims cost per customer" told by the price of parcels. */
export function tablesWithoutPlace(
  sketch: Sketch,
  form: LogicalForm,
  read: ReadonlySet<string>,
  catalog: Catalog,
): string[] {
  const told = catalog.byName.get(form.subject);
  if (told === undefined || !sketch.names.some((mention) => rowsCalled(mention) !== null)) return [];
  const used = usedOf(sketch, form, read, catalog);
  const written = new Set([...used.tables, ...used.columns].flatMap(splitIdentifier).map(stem));
  return sketch.names.flatMap((mention) => {
    const first = rowsCalled(mention);
    if (first === null) return [];
    if (first.table === told && isLeftAside(told, form, catalog)) return [mention.text];
    if (isPlaced(mention, used, form)) return [];
    if (["table", "subject"].some((key) => used.text.includes(`"${key}":${JSON.stringify(first.table.name)}`)))
      return [];
    // "number of customers" may be a column, and "lives in" is a deed.
    const isSaidElsewhere = splitIdentifier(mention.text).some((word) => written.has(stem(word)));
    if (isSaidElsewhere || /^(?:in|of|at|to|for)$/.test(splitIdentifier(first.table.name).at(-1) ?? "")) return [];
    // "plays written after 1900": there is no play that nobody wrote.
    if (MADE_BY.test(mention.text) && /_by$/i.test(first.table.name)) return [];
    const isTheirs = isToOne(catalog, told, first.table);
    const isBelow = isToOne(catalog, first.table, told) && !isTheirs;
    // "average cost of a visit" is not told by what medicines cost, of which a visit may need several.
    const isOfOthers = !isTheirs && isPlainAmount(form);
    return isBelow || isOfOthers || !Number.isFinite(distance(catalog, told, first.table)) ? [mention.text] : [];
  });
}

/** The rows that words call by their name, unless they call a column so rather. */
function rowsCalled({ tables: [first], columns: [column] }: Mention): Mention["tables"][number] | null {
  return first === undefined || (column?.score ?? 0) > first.score || first.score < CALLED_SO ? null : first;
}

/** "fines revenue", where all that is told are payments for something else: the rows that are named have nothing to do with it. */
function isLeftAside(rows: CatalogTable, form: LogicalForm, catalog: Catalog): boolean {
  const told = new Set(form.outputs.flatMap(({ expression }) => tablesOf(expression)));
  const beside = [...form.groups.flatMap(tablesOf), ...[...form.where, ...form.having].flatMap(tablesOfCondition)];
  if (told.size === 0 || [...told, ...beside, ...form.joins].includes(rows.name)) return false;
  return [...told].every((name) => {
    const table = catalog.byName.get(name);
    return table !== undefined && !isToOne(catalog, table, rows) && !isToOne(catalog, rows, table);
  });
}

/** "the phones of guests and hosts", told by guests alone. */
export function listedWithoutPlace(
  sketch: Sketch,
  form: LogicalForm,
  read: ReadonlySet<string>,
  catalog: Catalog,
): string[] {
  const named = sketch.tables.filter(
    ({ mention, listed }) => listed === true && (mention.tables[0]?.score ?? 0) >= CALLED_IN_FULL,
  );
  if (named.length === 0) return [];
  const used = usedOf(sketch, form, read, catalog);
  return named.flatMap(({ mention }) => (isPlaced(mention, used, form) ? [] : [mention.text]));
}

const usedOf = (sketch: Sketch, form: LogicalForm, read: ReadonlySet<string>, catalog: Catalog): Used =>
  usedIn(form, new Set([...read, ...passed(sketch, read, catalog)]));

/** Tables that were named and lie between two that are read: "product category" of order lines. */
function passed({ names }: Sketch, read: ReadonlySet<string>, catalog: Catalog): string[] {
  const ends = [...read].flatMap((name) => catalog.byName.get(name) ?? []);
  const isBetween = (table: CatalogTable) =>
    ends.some((one) =>
      ends.some(
        (other) =>
          one !== other &&
          distance(catalog, one, table) + distance(catalog, table, other) === distance(catalog, one, other),
      ),
    );
  const named = new Set(
    names.flatMap(({ tables: [first] }) => (first === undefined || first.score < CALLED_SO ? [] : [first.table])),
  );
  return [...named].filter((table) => !read.has(table.name) && isBetween(table)).map(({ name }) => name);
}

function usedIn(form: LogicalForm, tables: ReadonlySet<string>): Used {
  const columns = new Set<string>();
  const numbers = new Set<number>();
  const text = JSON.stringify(form, (_key, part: unknown) => {
    if (typeof part === "number") numbers.add(part);
    // 0.2, which was said as 20 %
    if (isShare(part)) numbers.add(Number((part.value * 100).toPrecision(12)));
    if (isColumn(part)) {
      columns.add(`${part.table}.${part.column}`);
      if (part.role !== undefined) columns.add(`${part.table}.${part.role}`);
    }
    return part;
  });
  return { columns, tables, numbers, text };
}

function isShare(part: unknown): part is { value: number } {
  return typeof part === "object" && part !== null && "share" in part && part.share === true;
}

function isColumn(part: unknown): part is { table: string; column: string; role?: string } {
  return typeof part === "object" && part !== null && "kind" in part && part.kind === "column";
}

/** True where one of the things the words may mean is in the form, by its own name or as the rows it belongs to. */
function isPlaced({ columns, tables, owners }: Mention, used: Used, form: LogicalForm): boolean {
  const best = Math.max(columns[0]?.score ?? 0, tables[0]?.score ?? 0);
  const isMeant = ({ score }: { score: number }) => score >= best - MEANT_WITHIN;
  return (
    tables.some((link) => isMeant(link) && used.tables.has(link.table.name)) ||
    owners.some((table) => used.tables.has(table.name) && columns.length === 0) ||
    columns.some(
      ({ column, score }) =>
        isMeant({ score }) &&
        (used.columns.has(`${column.table.name}.${column.name}`) ||
          (form.all_columns && column.table.name === form.subject) ||
          (column.isKey && used.tables.has(column.table.name))),
    )
  );
}

function isNumberPlaced(number: number, { numbers, text }: Used, { limit, offset }: LogicalForm): boolean {
  return numbers.has(number) || limit === number || offset === number - 1 || text.includes(String(number));
}
