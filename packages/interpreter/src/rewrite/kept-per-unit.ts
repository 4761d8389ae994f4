import type { CatalogColumn } from "../catalog/catalog.ts";
import type { BucketUnit } from "../form/logical-form.ts";
import { UNITS_BY_ADJECTIVE } from "../language/how-often.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "how much do we pay our staff per month", of a monthly_salary: what is kept is of a month already, whenever the people came; of all
 * of them it is the sum that we pay.
 */
export function takeKeptPerUnit(context: Context): Context {
  const { sketch } = context;
  const [only, ...more] = sketch.outputs;
  if (sketch.bucket === null || only === undefined || more.length > 0) return context;
  const mention = only.kind === "aggregate" || only.kind === "column" ? only.mention : null;
  const best = mention?.columns[0]?.column;
  const isPer = sketch.said.has("per unit of time");
  if (mention === null || best === undefined || !isPer || unitOf(best) !== sketch.bucket) return context;
  const isPaid = sketch.said.has("how much we pay") && sketch.groups.length === 0;
  const fn = isPaid ? "sum" : only.kind === "aggregate" ? only.fn : null;
  const output = fn === null ? only : { kind: "aggregate" as const, fn, mention, distinct: false, at: only.at };
  return { ...context, sketch: { ...sketch, bucket: null, outputs: [output] } };
}

const unitOf = ({ words, isNumber }: CatalogColumn): BucketUnit | undefined =>
  isNumber ? words.flatMap((word) => UNITS_BY_ADJECTIVE.get(word) ?? [])[0] : undefined;
