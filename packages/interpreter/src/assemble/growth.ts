import { isAggregate } from "../form/visit.ts";
import type { Context } from "../resolve/context.ts";
import type { Expression, LogicalForm, Output } from "../form/logical-form.ts";

/** A figure with all before it. */
export const soFarOf = (output: Output, over: Expression): Output => ({
  ...output,
  expression: { kind: "running", of: output.expression, over },
  name: `cumulative_${output.name}`,
});

/** The change of a figure against the span of time before, as a share of that. */
export function growthOf(figure: Expression, over: Expression): Output {
  const previous: Expression = { kind: "previous", of: figure, over };
  const change: Expression = { kind: "arithmetic", operator: "-", left: figure, right: previous };
  return {
    expression: { kind: "arithmetic", operator: "/", left: change, right: previous },
    name: "growth",
    unit: "growth",
  };
}

/** "cumulative revenue by month": each month's with all before it. */
export function addRunning(form: LogicalForm, { sketch }: Context): void {
  if (!sketch.running) return;
  const bucket = form.outputs.find((output) => output.expression.kind === "bucket");
  if (bucket === undefined) return;
  form.outputs = form.outputs.map((output) =>
    isAggregate(output.expression) ? soFarOf(output, bucket.expression) : output,
  );
}

/** "growth by month": the change against the bucket before, as a share of it. */
export function addGrowth(form: LogicalForm, { sketch }: Context): void {
  if (!sketch.growth) return;
  const bucket = form.outputs.find((output) => output.expression.kind === "bucket");
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (bucket === undefined || measured === undefined) return;
  form.outputs.push(growthOf(measured.expression, bucket.expression));
}
