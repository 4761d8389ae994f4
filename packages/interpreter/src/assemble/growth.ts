import { isAggregate } from "../form/visit.ts";
import type { Context } from "../resolve/context.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";

/** "cumulative revenue by month": each month's with all before it. */
export function addRunning(form: LogicalForm, { sketch }: Context): void {
  if (!sketch.running) return;
  const bucket = form.outputs.find((output) => output.expression.kind === "bucket");
  if (bucket === undefined) return;
  form.outputs = form.outputs.map((output) =>
    isAggregate(output.expression)
      ? {
          ...output,
          expression: { kind: "running", of: output.expression, over: bucket.expression },
          name: `cumulative_${output.name}`,
        }
      : output,
  );
}

/** "growth by month": the change against the bucket before, as a share of it. */
export function addGrowth(form: LogicalForm, { sketch }: Context): void {
  if (!sketch.growth) return;
  const bucket = form.outputs.find((output) => output.expression.kind === "bucket");
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (bucket === undefined || measured === undefined) return;
  const previous: Expression = { kind: "previous", of: measured.expression, over: bucket.expression };
  const change: Expression = { kind: "arithmetic", operator: "-", left: measured.expression, right: previous };
  form.outputs.push({
    expression: { kind: "arithmetic", operator: "/", left: change, right: previous },
    name: "growth",
    unit: "growth",
  });
}
