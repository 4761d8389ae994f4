import { rejected } from "../failure.ts";

/** What is said where a statement wants what marks have closed. */
export const closedRelation = (name: string) =>
  rejected(`The relation "${name}" cannot be read: it shows columns that an administrator has closed.`);
export const takenName = (name: string) =>
  rejected(`A query of WITH cannot be called "${name}": a table with closed columns has that name.`);
export const oddPlace = (name: string) =>
  rejected(`The table "${name}" has closed columns: it can only be named in FROM or JOIN, with an alias at most.`);
export const maskedUse = (column: string) =>
  rejected(`The column "${column}" is masked: it can be shown, and used for nothing else.`);
export const hiddenColumn = (column: string) =>
  rejected(`The column "${column}" is not available: an administrator has hidden it.`);
/** Where more than one table is read, it may be another one's column that is meant. */
export const hiddenUnlessQualified = (column: string) =>
  rejected(
    `The column "${column}" is not available: an administrator has hidden it. If another table's is meant, write that table's name before it.`,
  );
