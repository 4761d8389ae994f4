import type { ColumnMark, ColumnMarking, Mark, SchemaTable, Source } from "@parley/client";

type Engine = Source["engine"];

/** What a column can be marked as, the strictest first. */
export const marks: readonly Mark[] = ["hidden", "masked", "sensitive"];

/** A column by the names that a mark has it under. */
export type ColumnName = Pick<ColumnMark, "table" | "column">;

/** A name as a database compares names: only PostgreSQL minds capitals. */
const folded = (name: string, engine: Engine): string => (engine === "postgres" ? name : name.toLowerCase());

/** A table's name in a mark: in PostgreSQL with its schema, so that no table of another schema is meant. */
const nameInMark = ({ schema, name }: SchemaTable, engine: Engine): string =>
  engine === "postgres" && schema !== null ? `${schema}.${name}` : name;

/** The marks of a database's columns, with what is to become of them. */
export class ColumnMarks {
  readonly #engine: Engine;
  readonly #kept: readonly ColumnMark[];
  readonly #changes: ReadonlyMap<string, ColumnMarking>;

  constructor(engine: Engine, kept: readonly ColumnMark[], changes: ReadonlyMap<string, ColumnMarking> = new Map()) {
    this.#engine = engine;
    this.#kept = kept;
    this.#changes = changes;
  }

  /** What is to be changed, as the service takes it. */
  get changes(): ColumnMarking[] {
    return [...this.#changes.values()];
  }

  /** What these columns are marked as once the changes are kept: the strictest, null for nothing. */
  markOf(columns: readonly ColumnName[]): Mark | null {
    const now = new Set(
      columns.map((column) => {
        const change = this.#changes.get(this.#keyOf(column));
        return change ? change.mark : this.#keptOf(column);
      }),
    );
    return marks.find((mark) => now.has(mark)) ?? null;
  }

  /** The changes with these columns marked otherwise. What is as it was is no change. */
  marking(columns: readonly ColumnName[], mark: Mark | null): ReadonlyMap<string, ColumnMarking> {
    const changes = new Map(this.#changes);
    for (const column of columns) {
      if (this.#keptOf(column) === mark) changes.delete(this.#keyOf(column));
      else changes.set(this.#keyOf(column), { table: column.table, column: column.column, mark });
    }
    return changes;
  }

  /** The names that a table's column is marked under; the table's own where it is not marked yet. */
  namesOf(table: SchemaTable, column: string): readonly ColumnName[] {
    const named = this.#keptOn(table).filter((each) => this.#isSame(each.column, column));
    return named.length > 0 ? named : [{ table: nameInMark(table, this.#engine), column }];
  }

  /** The columns of a table that are marked and not described: what is hidden is not. */
  undescribedOf(table: SchemaTable): readonly string[] {
    const described = new Set(table.columns.map(({ name }) => folded(name, this.#engine)));
    return this.#keptOn(table).flatMap(({ column }) => (described.has(folded(column, this.#engine)) ? [] : [column]));
  }

  /** How many of a table's columns are marked. */
  countOf(table: SchemaTable): number {
    const columns = [...table.columns.map(({ name }) => name), ...this.undescribedOf(table)];
    return columns.filter((column) => this.markOf(this.namesOf(table, column)) !== null).length;
  }

  /** The marked columns of tables that are not among these. */
  elsewhere(tables: readonly SchemaTable[]): readonly ColumnName[] {
    const known = new Set(tables.flatMap((table) => this.#tableNames(table)));
    return this.#kept.filter(({ table }) => !known.has(folded(table, this.#engine)));
  }

  #isSame(one: string, other: string): boolean {
    return folded(one, this.#engine) === folded(other, this.#engine);
  }

  #keyOf({ table, column }: ColumnName): string {
    return JSON.stringify([folded(table, this.#engine), folded(column, this.#engine)]);
  }

  #keptOf({ table, column }: ColumnName): Mark | null {
    return (
      this.#kept.find((each) => this.#isSame(each.table, table) && this.#isSame(each.column, column))?.mark ?? null
    );
  }

  /** A mark without a schema is that of a table in every schema. */
  #tableNames(table: SchemaTable): string[] {
    return [table.name, nameInMark(table, this.#engine)].map((name) => folded(name, this.#engine));
  }

  #keptOn(table: SchemaTable): ColumnMark[] {
    if (this.#kept.length === 0) return [];
    const names = this.#tableNames(table);
    return this.#kept.filter((each) => names.includes(folded(each.table, this.#engine)));
  }
}
