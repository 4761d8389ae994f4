import { BORN, eventOf, isMomentColumn, isOwnDoing } from "./column-words.ts";
import { splitIdentifier } from "../language/inflection.ts";
import type { Expression, Order } from "../form/logical-form.ts";

/** Places in an order, by the rows left out before them. */
const PLACES = ["", "second ", "third ", "fourth ", "fifth "];
export const placeWords = (offset: number | undefined): string =>
  offset === undefined ? "" : (PLACES[offset] ?? `number ${offset + 1} by `);

/** Which end of an order comes first: "highest", "latest". */
export function extremeWord({ by, direction }: Order): string {
  const isTime =
    by.kind === "bucket" || (by.kind === "column" && (isMomentColumn(by) || /(^|[a-z_])year$/i.test(by.column)));
  if (isTime) return direction === "descending" ? "latest" : "earliest";
  if (isLength(by)) return direction === "descending" ? "longest" : "shortest";
  return direction === "descending" ? "highest" : "lowest";
}

/** True for times and ways, which are long or short. */
export const isLength = (by: Expression): boolean => {
  if (by.kind === "elapsed") return by.to.kind === "column";
  if (by.kind === "aggregate") return by.of !== null && by.fn !== "count" && by.fn !== "sum" && isLength(by.of);
  return (
    by.kind === "column" &&
    /(?:^|_| )(?:duration|distance|runtime)(?:$|_| )/i.test(splitIdentifier(by.column).join(" "))
  );
};

/**
 * Rows that come first by an order, whose words are given: "shipments with the highest weight", "members that joined first",
 * "garden that was opened first", "oldest animals".
 */
export function firstRows(rows: string, order: Order, words: string, offset?: number): string {
  const event = order.by.kind === "column" && offset === undefined ? eventOf(order.by) : null;
  if (event === null || event === "") return `${rows} with ${standingWords(order, words, offset)}`;
  const isEarliest = order.direction === "ascending";
  if (event === BORN) return `${isEarliest ? "oldest" : "youngest"} ${rows}`;
  const was = isOwnDoing(event) ? "" : /(?:s|people|staff|\d)$/.test(rows) ? "were " : "was ";
  return `${rows} that ${was}${event} ${isEarliest ? "first" : "last"}`;
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
