/** What a generated database consists of: statements that make it and rows in the order in which they must be loaded. */
export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;
export type Table = { name: string; rows: readonly Row[] };
export type Dataset = {
  /** CREATE TABLE statements with their keys and checks. */
  schema: string;
  tables: readonly Table[];
  /** Indexes and comments, made after the rows are in. */
  finish: string;
};
/** A database that can be generated. */
export type Recipe = {
  /** Changes whenever the generator does, so that what an older one loaded is made anew. */
  version: string;
  make(anchor: Date): Dataset;
};

/** Cents as an amount: 12990 is 129.9. Amounts stay whole cents until they become a cell. */
export function euros(cents: number): number {
  return cents / 100;
}
