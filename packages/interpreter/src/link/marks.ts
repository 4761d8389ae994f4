import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import type { Rewriter } from "./rewriter.ts";

const MARK_WORD = /^(?:marks?|scores?|grades?|results?)$/;

/** "maths mark", "mark in science", where the marks of each subject are a column called after it: that column. */
export const marks: Rewriter = (tokens, at, catalog) => {
  const [token, next] = tokens.slice(at, at + 2);
  if (token?.kind !== "word") return null;
  // "maths mark"
  if (isSubject(token, catalog) && isMark(next, catalog)) return { tokens: [token], end: at + 2 };
  // "mark in science", "mark in the final"
  const place = tokens[at + 2]?.lower === "the" ? at + 3 : at + 2;
  const after = tokens[place];
  if (!isMark(token, catalog) || !/^(?:in|for)$/.test(next?.lower ?? "") || after === undefined) return null;
  return isSubject(after, catalog) ? { tokens: [after], end: place + 1 } : null;
};

const isMark = (token: Token | undefined, { columnsByStem, tablesByStem }: Catalog): boolean =>
  token !== undefined && MARK_WORD.test(token.lower) && !columnsByStem.has(token.stem) && !tablesByStem.has(token.stem);

/** A number of a row that has this word alone for its name, in a table of several such. */
const isSubject = ({ kind, stem }: Token, { columnsByStem }: Catalog): boolean =>
  kind === "word" &&
  (columnsByStem.get(stem) ?? []).some(({ isNumber, isKey, isYear, isFlag, stems }) => {
    return isNumber && !isKey && !isYear && !isFlag && stems.length === 1;
  });
