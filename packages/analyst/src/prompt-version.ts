/**
 * The version of the words that every model is given: the role and the tools. It stands in receipts (D55), so that an
 * answer can be told from one that other words would have made. `tests/analyst/prompt-version.test.ts` keeps the hash
 * of each version's words.
 */
export const PROMPT_VERSION = "7";
