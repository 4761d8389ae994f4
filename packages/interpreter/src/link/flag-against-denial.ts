import { amountColumn } from "../catalog/amounts.ts";
import { type Rewriter, written } from "./rewriter.ts";

const AGAINST = /^(?:vs|versus|against|or)$/;
/** What is said of rows of which something does not hold. */
const OTHER_DENIALS: ReadonlyMap<string, RegExp> = new Map([["recurring", /^(?:one-?off|one-?time|single|once)$/]]);

/** "active vs inactive volunteers", "recurring vs one-off gifts", of rows with a flag for the one: told by the flag. */
export const flagAgainstDenial: Rewriter = (tokens, at, catalog) => {
  const [one, against, other, rows] = tokens.slice(at, at + 4);
  if (one?.kind !== "word" || other?.kind !== "word" || rows?.kind !== "word") return null;
  if (!AGAINST.test(against?.lower ?? "") || !isDenied(one.lower, other.lower)) return null;
  const [flag, ...more] = (catalog.columnsByStem.get(one.stem) ?? []).filter(
    ({ isFlag, table, essential }) =>
      isFlag && !table.isView && essential.length === 1 && table.stems.at(-1) === rows.stem,
  );
  if (flag === undefined || more.length > 0 || catalog.values.has(other.lower)) return null;
  const count = amountColumn(flag.table) === null ? ["number", "of"] : [];
  return {
    tokens: [
      ...written([one], count),
      { ...rows, first: one.first && count.length === 0 },
      ...written([against ?? one], ["by", one.lower]),
    ],
    end: at + 4,
  };
};

const isDenied = (one: string, other: string): boolean =>
  new RegExp(`^(?:in|un|non-?|not-?)${one}$`).test(other) || OTHER_DENIALS.get(one)?.test(other) === true;
