import type { Context } from "../resolve/context.ts";
import type { Sketch } from "../read/sketch.ts";

/** "growth", "cumulative revenue", of no time in particular: by month; by year where two years are compared. */
export function takeGrowth(context: Context): Context {
  return { ...context, sketch: { ...context.sketch, bucket: bucketOf(context.sketch) } };
}

function bucketOf({ bucket, filters, groups, growth, running, versus }: Sketch): Sketch["bucket"] {
  if (bucket !== null) return bucket;
  const periods = filters.filter((filter) => filter.kind === "period");
  const years = periods.filter(({ period }) => period.year !== null).length;
  // "how much did revenue grow from 2023 to 2024" is between the two, not from each month to the next.
  const isBetween = growth && periods.filter(({ negated }) => !negated).length === 2;
  // "revenue growth by region": a line of months for each would be more than anybody reads.
  const isOfEach = groups.length > 0 && periods.length === 0;
  if (growth && !versus && !isBetween) return years > 1 || isOfEach ? "year" : "month";
  return running ? "month" : null;
}
