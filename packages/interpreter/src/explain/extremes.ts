import { isMomentColumn } from "./column-words.ts";
import type { Order } from "../form/logical-form.ts";

/** Places in an order, by the rows left out before them. */
const PLACES = ["", "second ", "third ", "fourth ", "fifth "];
export const placeWords = (offset: number | undefined): string =>
  offset === undefined ? "" : (PLACES[offset] ?? `number ${offset + 1} by `);

/** Which end of an order comes first: "highest", "latest". */
export function extremeWord({ by, direction }: Order): string {
  const isTime =
    by.kind === "bucket" || (by.kind === "column" && (isMomentColumn(by) || /(^|[a-z_])year$/i.test(by.column)));
  if (isTime) return direction === "descending" ? "latest" : "earliest";
  return direction === "descending" ? "highest" : "lowest";
}

/** What stands out by an order whose words are given: "the most orders", "the highest total amount of orders". */
export function standingWords(order: Order, words: string, offset?: number): string {
  const place = placeWords(offset);
  const counted = /^number of (?!different )(.+)$/.exec(words)?.[1];
  if (counted !== undefined && place === "")
    return `the ${order.direction === "descending" ? "most" : "fewest"} ${counted}`;
  const extreme = extremeWord(order);
  // The longest of the longest times of each is the longest.
  return `the ${place}${extreme} ${words.startsWith(`${extreme} `) ? words.slice(extreme.length + 1) : words}`;
}
