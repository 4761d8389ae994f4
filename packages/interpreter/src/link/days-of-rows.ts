import type { Catalog } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "the day and place of each debate", "start day", where these are called dates; days that are counted or told by are units of time. */
export const daysOfRows: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (token === undefined || !/^days?$/.test(token.lower) || catalog.vocabulary.has(token.stem)) return null;
  const [before, next] = [tokens[at - 1], tokens[at + 1]?.lower ?? ""];
  const isListed = BEFORE_LISTED.test(before?.lower ?? "") && !SPAN.test(next);
  if (before === undefined || !(isListed || isDate(before.stem, catalog))) return null;
  const word = token.lower === "days" ? "dates" : "date";
  const read = written([token], [word]).map((one) => ({ ...one, text: token.text, readAs: word }));
  return { tokens: read, end: at + 1 };
};

/** "start date" */
const isDate = (kind: string, { columnsByStem }: Catalog): boolean =>
  (columnsByStem.get("date") ?? []).some(({ stems }) => stems.includes(kind));

/** What stands before what is asked for. */
const BEFORE_LISTED = /^(?:the|and|or|,|its|their|show|list|give|find)$/;

/** What follows days that are a span of time, or the one day of something. */
const SPAN =
  /^(?:ago|late|early|before|after|between|since|until|old|long|off|left|later|earlier|per|has|have|had|saw|was|were|did|with|in|rates?|prices?|pass|passes|tickets?|trips?|shifts?)$/;
