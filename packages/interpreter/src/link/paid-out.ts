import type { Asked, Item, Piece } from "./item.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { mentionOf } from "./mention.ts";

/** "how much did we pay out", of payouts: what these come to, rather than what was paid to us. */
export const paidInPayouts: Rewriter = (tokens, at, { tables }) => {
  const said = tokens.slice(at, at + 2);
  const isAmount = tokens[0]?.lower === "how" && tokens[1]?.lower === "much";
  if (!isAmount || !/^(?:pay|paid|pays) out$/.test(said.map(({ lower }) => lower).join(" "))) return null;
  const isKept = tables.some(({ words, isView }) => !isView && /\b(?:payouts?|disbursements?)$/.test(words.join(" ")));
  return isKept ? { tokens: written(said, ["disbursed"]), end: at + 2 } : null;
};

const LENT = /\b(?:disbursed|disbursement|paid out|payout|funded)\b/;

/** "loans that are not paid out yet", of loans with a day on which they were disbursed: that day, rather than what was paid back of them. */
export function paidOut({ words, catalog }: Asked, at: number): Piece | null {
  if (!/^(?:paid|pay|pays) out$/.test(words.slice(at, at + 2).join(" "))) return null;
  const days = catalog.tables.flatMap(({ columns, isView }) =>
    isView ? [] : columns.filter((one) => one.isDate && one.source.nullable && LENT.test(one.words.join(" "))),
  );
  const [day, ...more] = days;
  if (day === undefined || more.length > 0) return null;
  const where = { start: at, end: at + 2, text: "paid" };
  const item: Item = {
    kind: "schema",
    mention: mentionOf({ ...where, columns: [{ column: day, score: 1 }] }),
    ...where,
  };
  return { items: [item], end: where.end };
}
