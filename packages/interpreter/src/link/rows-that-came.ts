import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

/** What is done to make a row of what somebody asks for, finds or hands in. */
const MADE_ROWS = /^(?:raised|logged|lodged|filed|submitted|reported|registered|recorded|created)$/;
const WHEN_IT_CAME = /^(?:this|last|in|since|on|yesterday|today|during|before|after|between|so|)$/;

/** "complaints raised this month", where nothing is called so: those that came in then. */
export const rowsThatCame: Rewriter = (tokens, at, catalog) => {
  const [rows, deed, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (deed === undefined || !MADE_ROWS.test(deed.lower) || isKnown(deed, catalog)) return null;
  const isOfRows = rows?.kind === "word" && /[^s\W]s$/.test(rows.lower);
  if (!isOfRows || !WHEN_IT_CAME.test(next?.lower ?? "") || next === undefined) return null;
  return { tokens: written([deed], ["that", "came", "in"]), end: at + 1 };
};
