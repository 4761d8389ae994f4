import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";

const GOING_ON = /^(?:open|active|current|ongoing|running|live)$/i;

/** "the best paid job right now", of jobs some of which are open: those; where nothing else says which rows are meant. */
export function takeNow(context: Context): Context {
  const { sketch, subject, notes } = context;
  if (subject === null || subject.isView || !sketch.said.has("now") || sketch.filters.length > 0) return context;
  const states = subject.columns.flatMap((column) => {
    const { values, values_complete } = column.source;
    const going = values.filter((value) => GOING_ON.test(value));
    const isState = column.isText && values_complete && /^(?:status|state|stage)$/.test(column.words.at(-1) ?? "");
    return isState && going.length === 1 && values.length > 1
      ? going.map((value) => ({ column, value, score: 1 }))
      : [];
  });
  const [only, ...more] = states;
  if (only === undefined || more.length > 0) return context;
  notes.assumptions.push(`Now means ${only.column.words.join(" ")} “${only.value}”.`);
  const mention = mentionOf({ start: 0, end: 0, text: only.value, values: [only] });
  const placed = { at: 0, connector: null, zone: "modifier", negated: false } as const;
  const now = { ...placed, kind: "value", target: null, mention, preposition: null } as const;
  return { ...context, sketch: { ...sketch, filters: [now] } };
}
