import type { CatalogColumn } from "../catalog/catalog.ts";
import type { BucketUnit } from "../form/logical-form.ts";
import { UNITS_BY_ADJECTIVE } from "../language/how-often.ts";
import type { Context } from "../resolve/context.ts";

/** How many of one unit of time another has. */
const UNITS_IN_OTHERS: ReadonlyMap<string, number> = new Map([
  ["month year", 12],
  ["week year", 52],
  ["quarter year", 4],
  ["month quarter", 3],
  ["year month", 1 / 12],
  ["year quarter", 1 / 4],
]);

/**
 * "how much do we pay our staff per month", of a monthly_salary: what is kept is of a month already, whenever the people came; of all
 * of them it is the sum that we pay. Per year it is twelve times that.
 */
export function takeKeptPerUnit(context: Context): Context {
  const { sketch } = context;
  const [only, ...more] = sketch.outputs;
  if (sketch.bucket === null || only === undefined || more.length > 0) return context;
  const mention = only.kind === "aggregate" || only.kind === "column" ? only.mention : null;
  const best = mention?.columns[0]?.column;
  const isPer = sketch.said.has("per unit of time");
  const kept = best === undefined ? undefined : unitOf(best);
  if (mention === null || best === undefined || kept === undefined) return context;
  const perTime = kept === sketch.bucket ? null : otherTime(kept, best, context);
  if (kept === sketch.bucket ? !isPer : perTime === null) return context;
  const isPaid = sketch.said.has("how much we pay") && sketch.groups.length === 0;
  const fn = isPaid ? "sum" : only.kind === "aggregate" ? only.fn : null;
  const output = fn === null ? only : { kind: "aggregate" as const, fn, mention, distinct: false, at: only.at };
  return {
    ...context,
    sketch: { ...sketch, bucket: null, outputs: [output] },
    meant: { ...context.meant, perTime },
  };
}

/** "yearly rent", "what does the course cost per year", of what things have for each month: so many times that; null for a figure of each year. */
function otherTime(
  kept: BucketUnit,
  { name, table }: CatalogColumn,
  { sketch, notes }: Context,
): Context["meant"]["perTime"] {
  const { bucket, said } = sketch;
  const isAsked = said.has("per unit of time") || said.has("how often it is due");
  // "monthly fee per year": the fee is named, so that its years are asked for.
  const isNamed = said.has(`kept per ${kept === "year" ? "year" : "month"}`);
  const times = UNITS_IN_OTHERS.get(`${kept} ${bucket}`);
  if (bucket === null || !isAsked || isNamed || times === undefined || table.label.length === 0) return null;
  notes.assumptions.push(
    times > 1
      ? `A ${bucket} is counted as ${times} ${kept}s.`
      : `A ${kept} is counted as ${Math.round(1 / times)} ${bucket}s.`,
  );
  return { column: name, table: table.name, times, unit: bucket };
}

const unitOf = ({ words, isNumber }: CatalogColumn): BucketUnit | undefined =>
  isNumber ? words.flatMap((word) => UNITS_BY_ADJECTIVE.get(word) ?? [])[0] : undefined;
