import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Sketch, SuperlativeWish } from "../read/sketch.ts";
import type { Context, Named } from "../resolve/context.ts";
import { withMentions } from "./mentions.ts";

/** What is told apart by how long something takes, and which end of it is asked for. */
export interface RankedByTime {
  mention: Mention;
  named: Named | undefined;
  ranked: SuperlativeWish;
}

/** "which nurse takes the longest to answer a call": each by how long their calls took; null where the rows themselves are ranked. */
export function rankedByTime(rows: CatalogTable, context: Context): RankedByTime | null {
  const { sketch, named: all } = context;
  const [ranked, ...more] = sketch.superlatives;
  if (ranked === undefined || more.length + sketch.groups.length > 0 || sketch.bucket !== null) return null;
  if (!isByTime(ranked, sketch)) return null;
  const kind = kindAsked(rows, ranked, context);
  if (kind !== null) return { mention: kind, named: undefined, ranked };
  // "top 3 nurses by response time": they follow the word that ranks.
  const follow = ranked.target.kind === "column" && ranked.target.by === true;
  const isAsked = ({ mention: { zone, at } }: Named): boolean => zone === "focus" && (at < ranked.at || follow);
  const named = all.find((one) => isAsked(one) && isWhole(one.table, rows, context));
  return named === undefined ? null : { mention: named.mention.mention, named, ranked };
}

/** What rows belong to. */
const isWhole = (table: CatalogTable, rows: CatalogTable, { catalog }: Context): boolean =>
  table !== rows && !table.isView && isToOne(catalog, rows, table);

/** "the longest", "the lowest response time": the time itself is ranked, rather than a number of something. */
export function isByTime({ target }: SuperlativeWish, { unknown }: Sketch): boolean {
  if (target.kind === "hint") return /^(?:length|speed)$/.test(target.hint);
  if (target.kind !== "column") return false;
  const { mention, hint } = target;
  return hint === "length" || unknown.some(({ text, token }) => /^times?$/i.test(text) && token === mention.end);
}

/** "which kind of van": the column by which the rows are told apart. */
function kindAsked(rows: CatalogTable, { at, target }: SuperlativeWish, context: Context): Mention | null {
  const [kind, ...others] = context.sketch.outputs;
  const follow = target.kind === "column" && target.by === true;
  if (kind?.kind !== "column" || others.length > 0 || isTable(kind.mention) || (kind.at > at && !follow)) return null;
  const column = kind.mention.columns[0]?.column;
  if (column === undefined || column.isNumber || column.isDate || column.isKey) return null;
  return column.table === rows || isWhole(column.table, rows, context) ? kind.mention : null;
}

/** The context in which the time is a figure of each, and the first by it is asked for. */
export function withRankedTime(context: Context, { mention, named, ranked }: RankedByTime): Context {
  // Whoever is the fastest takes the least time.
  const isSpeed = ranked.target.kind === "hint" && ranked.target.hint === "speed";
  const direction = isSpeed ? (ranked.direction === "most" ? "least" : "most") : ranked.direction;
  const each = withMentions(context, named === undefined ? [] : [named], { each: true, zone: "modifier" });
  const sketch: Sketch = { ...each.sketch, groups: [{ at: ranked.at, mention }] };
  return { ...each, sketch, meant: { ...each.meant, rankedShare: { ...ranked, direction } } };
}
