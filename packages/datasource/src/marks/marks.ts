import type { Dialect } from "../types.ts";

/**
 * What an operator says of a column. `hidden`: for questions it does not exist. `masked`: it is shown as `MASK` and takes part in
 * nothing else. `sensitive`: its values are neither sampled nor looked up; queries read it as any other.
 */
export type Mark = "hidden" | "masked" | "sensitive";

export const COLUMN_MARKS: readonly Mark[] = ["hidden", "masked", "sensitive"];

/** A marked column. Without a schema it is that of the table in every schema. */
export interface ColumnMark {
  schema: string | null;
  table: string;
  column: string;
  mark: Mark;
}

/** What stands in the place of a masked value. */
export const MASK = "•••";

/** True if no statement may read the column's values. */
export const isClosed = ({ mark }: Pick<ColumnMark, "mark">): boolean => mark !== "sensitive";

/** A name as the dialect compares names: PostgreSQL has folded them by then, the others do not mind capitals. */
export const folded = (name: string, dialect: Dialect): string => (dialect === "postgres" ? name : name.toLowerCase());

/** Returns the strictest mark of a column, if it has one. */
export function markOf(
  marks: readonly ColumnMark[],
  dialect: Dialect,
  { schema, table, column }: { schema: string | null; table: string; column: string },
): Mark | undefined {
  const same = (a: string, b: string) => folded(a, dialect) === folded(b, dialect);
  const found = marks.filter(
    (mark) =>
      same(mark.table, table) &&
      same(mark.column, column) &&
      (mark.schema === null || schema === null || mark.schema === schema),
  );
  return COLUMN_MARKS.find((each) => found.some(({ mark }) => mark === each));
}
