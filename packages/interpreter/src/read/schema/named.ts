import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { FoundTable } from "../part.ts";
import { isCue, isEnd, type Reader } from "../reader.ts";

/** A column, and the words around it. */
export interface Named {
  reader: Reader;
  mention: Mention;
  start: number;
  previous: Item | undefined;
  next: Item | undefined;
}

/** The tables whose names stand in the column's: "details of the project" speaks of projects. */
export function ownersOf(mention: Mention): FoundTable[] {
  return mention.owners.map((table) => ({ mention: { ...mention, tables: [{ table, score: 1 }], columns: [] } }));
}

/** True where nothing more is said of what was named. */
export function endsClause(next: Item | undefined): boolean {
  return isEnd(next) || isCue(next, "and", "comma");
}
