import { hinted } from "../resolve/hinted.ts";
import type { Context } from "../resolve/context.ts";

/** "where is a bakery in Fenwick": the place is said, and which of them lie there is asked. */
export function takeWhereAsked(context: Context): Context {
  const { sketch, subject } = context;
  const [only, ...more] = sketch.outputs;
  if (only?.kind !== "hint" || only.hint !== "place" || more.length > 0 || subject === null) return context;
  const place = hinted(subject, "place");
  const isSaid = sketch.filters.some(
    (filter) =>
      filter.kind === "value" &&
      !filter.negated &&
      filter.mention.values.some(({ column }) => column === place) &&
      filter.mention.values.every(({ column }) => !subject.label.includes(column)),
  );
  return place !== null && isSaid && subject.label.length > 0
    ? { ...context, sketch: { ...sketch, outputs: [] } }
    : context;
}
