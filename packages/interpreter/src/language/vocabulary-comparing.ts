import type { VocabularyLine } from "./cues.ts";

/** Words that compare. */
export const comparingWords: readonly VocabularyLine[] = [
  [
    { is: "compare", operator: ">", hint: null },
    `more than, greater than, larger than, higher than, bigger than, over, above, exceeding, exceeds, exceed,
     in excess of, >, more expensive than, strictly more than, strictly greater than, beyond, upwards of`,
  ],
  [{ is: "compare", operator: ">", hint: "age" }, "older than, aged over, aged above, aged more than"],
  [{ is: "compare", operator: ">=", hint: "age" }, "aged at least"],
  [{ is: "compare", operator: "<=", hint: "age" }, "aged at most, aged up to"],
  [{ is: "compare", operator: "=", hint: "age" }, "aged"],
  [
    { is: "compare", operator: ">", hint: "length" },
    "longer than, lasted more than, last longer than, lasts longer than, lasting longer than, lasted longer than",
  ],
  [{ is: "compare", operator: ">", hint: "weight" }, "heavier than"],
  [{ is: "compare", operator: ">", hint: "strength" }, "stronger than, more powerful than"],
  [{ is: "compare", operator: "<", hint: "strength" }, "weaker than, less powerful than"],
  [{ is: "compare", operator: ">", hint: "height" }, "taller than"],
  [
    { is: "compare", operator: ">", hint: "price" },
    "costing more than, costs more than, cost more than, priced over, priced above, pricier than, dearer than",
  ],
  [
    { is: "compare", operator: ">", hint: "date" },
    "after, later than, newer than, more recent than, more recently than",
  ],
  [{ is: "compare", operator: "=", hint: "date" }, "on the same day as"],
  [{ is: "compare", operator: ">=", hint: "date" }, "since, starting from, from on, on or after"],
  [
    { is: "compare", operator: ">=", hint: null },
    `at least, no less than, not less than, no fewer than, not fewer than, greater than or equal to,
     more than or equal to, minimum of, a minimum of, >=, larger or equal to, bigger or equal to, greater or equal to, higher or equal to,
     more or equal to, equal to or more than, equal to or greater than, equal to or above, equal or above,
     equal or more than, at or above, at or over, starting at`,
  ],
  [
    { is: "compare", operator: "<", hint: null },
    "less than, fewer than, lower than, smaller than, under, below, <, strictly less than, short of",
  ],
  [{ is: "compare", operator: "<", hint: "age" }, "younger than, aged under, aged below, aged less than"],
  [{ is: "compare", operator: "<", hint: "length" }, "shorter than"],
  [{ is: "compare", operator: "<", hint: "weight" }, "lighter than"],
  [
    { is: "compare", operator: "<", hint: "price" },
    `costing less than, costs less than, cost less than, cheaper than, priced under, priced below,
     less expensive than`,
  ],
  [{ is: "compare", operator: "<", hint: "date" }, "before, earlier than, older date than, prior to, until"],
  [
    { is: "compare", operator: "<=", hint: null },
    `at most, no more than, not more than, up to, less than or equal to, a maximum of, maximum of, not over,
     not exceeding, <=, smaller or equal to, less or equal to, lower or equal to, equal to or less than,
     equal to or below, equal or below, equal or less than, at or below, at or under, capped at, never above, never over`,
  ],
  [{ is: "compare", operator: "=", hint: null }, "equal to, equals, equal, exactly, =, is exactly"],
  [
    { is: "compare", operator: "!=", hint: null },
    "not equal to, other than, different from, is not equal to, <>, !=, differs from, different than",
  ],
  [
    { is: "or_more" },
    `or more, or above, or higher, or greater, or over, or later, and above, or longer, or older, and over,
     and up, or after, and more, or larger, or newer`,
  ],
  [
    { is: "or_less" },
    `or less, or fewer, or below, or lower, or under, or earlier, and below, or shorter, or younger, and under,
     or smaller`,
  ],
  [{ is: "comparative", operator: ">", hint: null }, "higher, larger, greater, bigger, more"],
  [{ is: "comparative", operator: "<", hint: null }, "lower, smaller, less, fewer"],
  [{ is: "comparative", operator: ">", hint: "age" }, "older"],
  [{ is: "comparative", operator: "<", hint: "age" }, "younger"],
  [{ is: "comparative", operator: ">", hint: "length" }, "longer"],
  [{ is: "comparative", operator: "<", hint: "length" }, "shorter"],
  [{ is: "between", hint: null }, "between, ranging from, in the range of, ranges from, in the range"],
  [
    { is: "between", hint: "price" },
    "cost between, costs between, costing between, priced between, priced from, costing from",
  ],
  [{ is: "between", hint: "age" }, "aged between, aged from"],
];
