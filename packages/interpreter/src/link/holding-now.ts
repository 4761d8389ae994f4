import { nameInFull } from "../catalog/columns.ts";
import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What stands after "valid" where that is a part of a name, or of another time. */
const CONTINUED =
  /^(?:from|to|until|till|thru|through|since|for|dates?|days?|on|in|at|before|after|during|as|between|by|last|next|this)$/;
const NOW = /^(?:today|now|currently)$/;

/** "valid coupons", "which permits are valid today", of rows that are valid until a day: those that hold now. */
export const holdingNow: Rewriter = (tokens, at, catalog) => {
  const [token, next] = tokens.slice(at, at + 2);
  if (token?.lower !== "valid" || token.kind !== "word" || catalog.values.has("valid")) return null;
  // "when is it valid": the days themselves.
  if (/^(?:when|how)$/.test(tokens[0]?.lower ?? "") && tokens[1]?.lower !== "many") return null;
  const isNow = NOW.test(next?.lower ?? "");
  if (next !== undefined && !isNow && CONTINUED.test(next.lower)) return null;
  const columns = catalog.columnsByStem.get(token.stem) ?? [];
  const isUntil = columns.some(
    (one) => one.isDate && !one.table.isView && /^valid (?:to|until|till|thru|through)\b/.test(nameInFull(one)),
  );
  if (!isUntil || columns.some(({ isFlag }) => isFlag)) return null;
  // Where something else is marked as active, the word would be of that.
  const word = catalog.columnsByStem.has(stem("active")) ? "running" : "active";
  return { tokens: written([token], [word]), end: at + (isNow ? 2 : 1) };
};
