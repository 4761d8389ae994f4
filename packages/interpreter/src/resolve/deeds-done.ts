import type { CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";

/** What may never have been done to anything that other rows refer to. */
const DONE =
  /^(?:mention|use|book|buy|bought|order|rent|sold|sell|visit|attend|assign|hire|chose|choose|taken|took|schedul|request|served|seen|list|link|involv|referenc|fill|done|did|perform|giv|gave|made|make|play|call|lent|borrow|join|led|need|want|any)/i;

/** "never rated", where there are ratings, or "never booked" of whatever has bookings by another name. */
export const isDeedOf = (text: string, table: CatalogTable): boolean => DONE.test(text) || isCalledSo(text, table);

/** "rated", where there are ratings. */
export const isCalledSo = (text: string, { stems }: CatalogTable): boolean =>
  stems.some((name) => name.slice(0, 4) === stem(text.toLowerCase()).slice(0, 4));

/** A word for what was done: "groomed", "driven", "paid". */
export const isPastDeed = (text: string): boolean =>
  /(?:ed|wn|ne|seen|heard|met|paid|bought|sold|sent|come)$/i.test(text);
