import { type Defined, definedIn } from "../form/defined.ts";
import type { LogicalForm, Output } from "../form/logical-form.ts";

/** A metric's heading. */
const headingOf = ({ name }: Defined): string => name.trim().replace(/\s+/g, "_").toLowerCase();

function named(output: Output): Output {
  const defined = definedIn(output.expression);
  if (defined === null) return output;
  const { unit, ...rest } = output;
  const isWhole = output.expression.kind === "aggregate";
  const name = isWhole ? headingOf(defined) : output.name.replace(/revenue|total_value/, () => headingOf(defined));
  // What a metric is counted in, only its definition knows; a share and a growth are that of anything.
  return { ...rest, name, ...(unit !== undefined && unit !== "money" && { unit }) };
}

/** The form with metrics under their own names. */
export const namedAsDefined = (form: LogicalForm): LogicalForm => ({ ...form, outputs: form.outputs.map(named) });
