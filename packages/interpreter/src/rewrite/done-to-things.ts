import { dayAfter } from "../language/periods.ts";
import type { Mention } from "../link/mention.ts";
import type { FilterWish, Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** A verb is the name of a day from this likeness on. */
const VERB_NAMED_FROM = 0.9;

/**
 * "who completed Pottery", "how many members finished the course Pottery", of enrolments with a day on which that was done: those
 * without one did not.
 */
export function takeDoneToThings(context: Context): Context {
  const { sketch } = context;
  const deed = sketch.names.find((one) => isDeedDone(one, sketch));
  const day = deed?.columns[0]?.column;
  const isCounted = sketch.outputs.some((one) => one.kind === "count" && one.mention === deed);
  if (deed === undefined || day === undefined || isCounted || !isOpen(sketch)) return context;
  if (sketch.said.has("lateness")) return context;
  const outputs = sketch.outputs.filter((one) => !("mention" in one && one.mention === deed));
  const period = { from: null, to: dayAfter(sketch.today), label: "up to today", year: null, length: 0, certain: true };
  const placed = { at: deed.start, connector: null, zone: "modifier", negated: false } as const;
  const done: FilterWish = { ...placed, kind: "period", period, target: deed };
  const filters = sketch.filters.map((one) =>
    one.kind === "value" && one.target === deed ? { ...one, target: null } : one,
  );
  const isOfNobody = sketch.said.has("who does") && outputs.length === 0 && context.named.length === 0;
  return {
    ...context,
    subject: isOfNobody ? day.table : context.subject,
    sketch: { ...sketch, outputs, filters: [...filters, done] },
  };
}

/** A day that not all rows have, called like what was done to the thing right after it. */
function isDeedDone({ columns: [best], tables, owners, start, end, text }: Mention, { filters }: Sketch): boolean {
  if (best === undefined || best.score < VERB_NAMED_FROM || tables.length + owners.length > 0 || start === 0)
    return false;
  if (!best.column.isDate || !best.column.source.nullable || !/^[a-z]{3,}ed$/.test(text)) return false;
  return filters.some(
    (one) =>
      one.kind === "value" &&
      !one.negated &&
      one.mention.start - end <= 1 &&
      one.mention.start >= end &&
      one.mention.values.every(({ column }) => column.table !== best.column.table),
  );
}

/** Nothing tells when it was done, or that it was not. */
const isOpen = ({ filters, bucket, share, negation, buying }: Sketch): boolean =>
  bucket === null &&
  share === null &&
  negation === null &&
  buying === null &&
  filters.every(({ kind }) => kind === "value");
