import type { Context } from "../resolve/context.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isTable } from "../read/reader.ts";
import type { SuperlativeWish } from "../read/sketch.ts";

/** "Which category has the highest return rate?": the share is of each of them, and the first is asked for. */
export function takeRankedShare(context: Context): SuperlativeWish | null {
  const { sketch } = context;
  const [ranked, ...more] = sketch.superlatives;
  if (sketch.share === null || ranked === undefined || more.length > 0 || sketch.groups.length > 0) return null;
  if (ranked.target.kind === "measure") return null;
  const [column] = sketch.outputs;
  const named = context.named.find(({ mention }) => mention.zone === "focus" && mention.at < ranked.at);
  const mention = named?.mention.mention ?? (column?.kind === "column" ? column.mention : null);
  if (mention === null || sketch.outputs.length > 1) return null;
  const base = context.named.find(
    ({ mention: other }) => other.at > ranked.at && !other.required && isTable(other.mention),
  );
  if (base !== undefined) context.subject = base.table;
  if (named !== undefined) {
    named.mention.each = true;
    named.mention.zone = "modifier";
  }
  sketch.outputs = [];
  sketch.groups = [{ at: ranked.at, mention }];
  sketch.superlatives = [];
  return ranked;
}

/** The first by its share. */
export function rankByShare(form: LogicalForm, ranked: SuperlativeWish): void {
  const share = form.outputs.at(-1);
  if (share === undefined) return;
  form.order = [{ by: share.expression, direction: ranked.direction === "most" ? "descending" : "ascending" }];
  form.limit = ranked.limit ?? 1;
}
