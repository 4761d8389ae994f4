import { unitOfCalendar } from "../catalog/calendar.ts";
import type { BucketUnit } from "../form/logical-form.ts";
import type { Context } from "../resolve/context.ts";
import type { GroupWish } from "../read/sketch.ts";

const SHORTEST_FIRST = ["week", "month", "quarter", "year"] as const;

/**
 * "sales by shop and month", where a calendar says of each day of which month it is: by the months of their years. Of a year
 * and a month beside it, the month says both.
 */
export function takeCalendarUnits(context: Context): Context {
  const { sketch } = context;
  const units = new Map<Pick<GroupWish, "mention">, BucketUnit | null>(
    sketch.groups.map((group) => [group, unitOf(group)]),
  );
  // "by year and month": the second is read as one more thing to show.
  const beside = sketch.outputs.filter(
    (one) => sketch.bucket !== null && one.kind === "column" && unitOf(one) !== null,
  );
  for (const one of beside) if (one.kind === "column") units.set(one, unitOf(one));
  const said = new Set([...units.values(), sketch.bucket]);
  const shortest = SHORTEST_FIRST.find((unit) => said.has(unit));
  const isOfYears = shortest === undefined || shortest === "year";
  if (isOfYears || [...units.values()].every((unit) => unit === null)) return context;
  const groups = sketch.groups.filter((group) => units.get(group) === null);
  const gone = new Set([...units].flatMap(([one, unit]) => (unit === null ? [] : [one.mention])));
  const outputs = sketch.outputs.filter((one) => !beside.includes(one));
  const names = sketch.names.filter((name) => !gone.has(name));
  return { ...context, sketch: { ...sketch, outputs, groups, names, bucket: shortest } };
}

/** The unit that a group's words are, and no more than that: months by their names are those of any year. */
function unitOf({ mention }: Pick<GroupWish, "mention">) {
  const column = mention.columns[0]?.column;
  const unit = column === undefined ? null : unitOfCalendar(column);
  return unit !== null && mention.text.toLowerCase() === unit ? unit : null;
}
