import type { Mention } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";

/** What is told of a number that each row has, a goal or a budget, leaves the sketch: it is neither shown nor compared by itself. */
export const withoutNumber = (
  { outputs, filters }: Sketch,
  isNumber: (mention: Mention | null) => boolean,
): Pick<Sketch, "outputs" | "filters"> => ({
  outputs: outputs.filter((one) => !("mention" in one && isNumber(one.mention))),
  filters: filters.filter(
    (one) => !(one.kind === "compare" && one.operand.kind === "column" && isNumber(one.operand.mention)),
  ),
});

/** True where only a part of what came in or was spent is asked for. */
export const isDated = ({ filters }: Sketch): boolean =>
  filters.some(({ kind }) => kind === "period" || kind === "between");
