import type { End } from "./of-groups.ts";

/** Words for the upper end of a list, for a pattern. */
export const HIGH =
  "highest|best|most|biggest|largest|top|greatest|strongest|maximum|busiest|most expensive|priciest|dearest";
/** And for the lower one. */
export const LOW = "lowest|worst|least|fewest|smallest|weakest|poorest|minimum|quietest|slowest|cheapest";
const isHigh = new RegExp(`^(?:${HIGH})$`);
/** The end that a word says. */
export const endOf = (word = ""): End => ({ word, direction: isHigh.test(word) ? "descending" : "ascending" });
