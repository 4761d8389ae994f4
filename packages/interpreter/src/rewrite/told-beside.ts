import { isToOne, mayBelongToNone } from "../catalog/joins.ts";
import { plural, singular } from "../language/words.ts";
import type { TableMention } from "../read/sketch.ts";
import { type Context, contextOf, tableOf } from "../resolve/context.ts";

/** "claims with client and insurer", of which each has one: they are told beside, as no claim is without. */
export function takeToldBeside(context: Context): Context {
  const { sketch, catalog, subject, happened, metric, formOf } = context;
  const { outputs, superlatives, groups, bucket, share } = sketch;
  const [rows, ...others] = sketch.tables;
  const isFigured = outputs.length + superlatives.length + groups.length > 0 || bucket !== null || share !== null;
  const from = rows?.zone === "focus" ? tableOf(rows.mention, context) : null;
  if (from === null || isFigured || !sketch.said.has("things at the end")) return context;
  const isOfEach = ({ mention, zone, negated, each }: TableMention): boolean => {
    const to = tableOf(mention, context);
    const isOne = singular(mention.text) === mention.text && plural(mention.text) !== mention.text;
    if (to === null || to === from || to.isView || negated || each || zone !== "modifier" || !isOne) return false;
    return isToOne(catalog, from, to) && !mayBelongToNone(catalog, from, to);
  };
  if (!others.some(({ required }) => required) || !others.every(isOfEach)) return context;
  const beside = others.map((one): TableMention => ({ ...one, required: false, beside: true }));
  const tables = sketch.tables.map((one, at) => (at === 0 ? one : (beside[at - 1] ?? one)));
  return contextOf({ ...sketch, tables }, catalog, { subject, happened, metric, formOf });
}
