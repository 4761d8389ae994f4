import type { CatalogColumn } from "./catalog.ts";
import { nameInFull } from "./columns.ts";

const promised =
  /\b(due|promised|deadline|required|expected|scheduled|planned|target|estimated|agreed|wanted|needed)\b| by$/;

/** The day for which something was promised, rather than that on which it happened. */
export const isPromisedDay = (column: CatalogColumn): boolean => column.isDate && promised.test(nameInFull(column));
