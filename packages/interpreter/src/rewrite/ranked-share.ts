import type { Context } from "../resolve/context.ts";
import { isTable } from "../read/reader.ts";
import { withMentions } from "./mentions.ts";

/** "Which category has the highest return rate?": the share is of each of them, and the first is asked for. */
export function takeRankedShare(context: Context): Context {
  const { sketch } = context;
  const [ranked, ...more] = sketch.superlatives;
  if (sketch.share === null || ranked === undefined || more.length > 0 || sketch.groups.length > 0) return context;
  if (ranked.target.kind === "measure" || sketch.outputs.length > 1 || context.subject === null) return context;
  const [column] = sketch.outputs;
  const named = context.named.find(({ mention }) => mention.zone === "focus" && mention.at < ranked.at);
  const mention = named?.mention.mention ?? (column?.kind === "column" ? column.mention : null);
  if (mention === null) return context;
  const base = context.named.find(
    ({ mention: other }) => other.at > ranked.at && !other.required && isTable(other.mention),
  );
  const each = withMentions(context, named === undefined ? [] : [named], { each: true, zone: "modifier" });
  return {
    ...each,
    subject: base?.table ?? context.subject,
    sketch: { ...each.sketch, outputs: [], groups: [{ at: ranked.at, mention }], superlatives: [] },
    meant: { ...context.meant, rankedShare: ranked },
  };
}
