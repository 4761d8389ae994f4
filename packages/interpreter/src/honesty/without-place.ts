import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { distance } from "../catalog/joins.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";

/** Of the columns and tables that words may mean, those nearly as like as the best may be meant. */
const MEANT_WITHIN = 0.3;

/** A table is named in full from this likeness on. */
const CALLED_IN_FULL = 0.9;

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
  const tables = new Set([...read, ...passed(sketch, read, catalog)]);
  const used = usedIn(form, tables);
  return {
    names: sketch.names.filter((mention) => !isPlaced(mention, used, form)).length,
    numbers: sketch.numbers.filter((number) => !isNumberPlaced(number, used, form)).length,
  };
}

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
    names.flatMap(({ tables: [first] }) => (first === undefined || first.score < CALLED_IN_FULL ? [] : [first.table])),
  );
  return [...named].filter((table) => !read.has(table.name) && isBetween(table)).map(({ name }) => name);
}

function usedIn(form: LogicalForm, tables: ReadonlySet<string>): Used {
  const columns = new Set<string>();
  const numbers = new Set<number>();
  const text = JSON.stringify(form, (_key, part: unknown) => {
    if (typeof part === "number") numbers.add(part);
    if (isColumn(part)) {
      columns.add(`${part.table}.${part.column}`);
      if (part.role !== undefined) columns.add(`${part.table}.${part.role}`);
    }
    return part;
  });
  return { columns, tables, numbers, text };
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
