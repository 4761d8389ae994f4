import { joined } from "../language/words.ts";

/** Marks of what could not be told, as clauses of a sentence. */
const clauses: ReadonlyMap<string, string> = new Map([
  ["a comparison", "what the comparison is with"],
  ["the comparison", "what the comparison is with"],
  ["what is compared", "by which figure to compare"],
  ["how often", "what was done so often"],
  ["two states at once", "how both can be true: each of them is in one state at a time"],
  ["on average", "which figure to average"],
  ["both at once", "how both can be true: the one is the opposite of the other"],
  ["for each", "for each of what"],
  ["top", "by which figure to rank"],
  ["each of several values", "how often each value is there: cells hold several of them"],
  ["what was sold", "how many were sold: nothing here counts that"],
  ["what is wanted", "what they want or think: nothing here tells that"],
  ["what the stock is worth", "what the stock is worth: nothing here says it as one figure"],
  ["what was not done then", "which rows the time is of"],
  ["what was made", "how many were made: what is counted here was sold"],
  ["what is thought", "what to think or do: the data only says what there is"],
  ["why", "why it is so: the data only says what happened, and when and where"],
  ["what is to come", "what is still to come: the data only says what there is so far"],
  ["what is allowed", "what is allowed: tables only say what has happened"],
]);

/** True for what says which part of a question was lost, rather than for words of it. */
export const isMark = (lost: string): boolean => clauses.has(lost);

/** One plain sentence for the words that were read but could not be placed. */
export function lostText(lost: readonly string[]): string {
  const words = [
    ...new Set(
      lost
        .filter((one) => !clauses.has(one))
        .map((one) =>
          one
            .replace(/^(?:and|but|or) (?=.)/i, "")
            .replace(/^(by|sum of|avg of|min of|max of|median of|count of) (?=.)/, ""),
        ),
    ),
  ];
  // "worst" says it more plainly than "show me the worst one".
  const quoted = words
    .filter((one) => !words.some((other) => other !== one && ` ${one} `.includes(` ${other} `)))
    .map((one) => `“${one}”`);
  // By what it is to be told is said by the word itself.
  const told = lost.flatMap((one) => (one === "for each" && quoted.length > 0 ? [] : (clauses.get(one) ?? [])));
  const [only] = quoted;
  const named =
    only === undefined ? [] : [`what ${joined(quoted)} ${quoted.length === 1 ? "refers" : "refer"} to in the data`];
  return `I could not tell ${[...named, ...told].join(", nor ")}.`;
}
