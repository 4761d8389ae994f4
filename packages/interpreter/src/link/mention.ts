import type { CatalogColumn, CatalogTable, ValueEntry } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";

export interface ColumnLink {
  column: CatalogColumn;
  /** 0 to 1: how much of the name the words cover. */
  score: number;
}

export interface TableLink {
  table: CatalogTable;
  score: number;
}

export interface ValueLink extends ValueEntry {
  score: number;
}

/** Words of the question and what they may mean in this schema. */
export interface Mention {
  start: number;
  end: number;
  text: string;
  columns: ColumnLink[];
  tables: TableLink[];
  values: ValueLink[];
  quoted: boolean;
  /** Tables whose whole name is among the words: "details of the project" speaks of projects. */
  owners: CatalogTable[];
}

/** A mention that means what is given, and nothing else. */
export function mentionOf(given: Pick<Mention, "start" | "end" | "text"> & Partial<Mention>): Mention {
  return { columns: [], tables: [], values: [], quoted: false, owners: [], ...given };
}

/** The stems of a mention's words. */
export const stemsOf = ({ text }: Mention): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(stem),
  );

/** How well the words name the column they name best; 0 for none. */
export const columnScore = (mention: Mention | null): number => mention?.columns[0]?.score ?? 0;

/** How well the words name the table they name best; 0 for none. */
export const tableScore = (mention: Mention | null): number => mention?.tables[0]?.score ?? 0;

/** "borrowed", of loans: a word of like meaning in the singular, which is no name of rows. */
export const isVerbOfRows = ({ tables: [best], text }: Pick<Mention, "tables" | "text">): boolean =>
  best !== undefined && best.score < 0.9 && !/s$/i.test(text);
