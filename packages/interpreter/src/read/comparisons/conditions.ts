import type { Mention } from "../../link/mention.ts";
import type { Comparison } from "../../form/logical-form.ts";
import type { FoundFilter, Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isTable } from "../reader.ts";
import type { FilterWish, Operand } from "../sketch.ts";
import type { ReadComparison } from "./comparison-at.ts";

type Compared = FilterWish & { kind: "compare" };

/** The condition that a column, or what stands for one, is compared so; `rest` says what is not usual. */
export function compared(
  target: Mention | null,
  operator: Comparison,
  operand: Operand,
  rest: Partial<Pick<Compared, "fn" | "measure" | "hint">> = {},
): FoundFilter {
  return { kind: "compare", target, fn: null, measure: null, operator, operand, hint: null, ...rest };
}

/** The condition that there are so many rows; of whatever the clause speaks of where `mention` is null. */
export function counted(mention: Mention | null, operator: Comparison, number: number): FoundFilter {
  return { kind: "count", mention, operator, number };
}

/** The condition a comparison makes of the column before it, and the clause it ends; without a place to go on at. */
export function conditionOf(reader: Reader, named: Mention | null, found: ReadComparison): Part {
  const filter = partOf(reader, named, found) ?? filterOf(named, found);
  const isOther = filter.kind === "value" && found.operator === "!=";
  return {
    filters: [{ ...filter, negated: reader.negated || found.negated || isOther }],
    state: { zone: "modifier" },
  };
}

/** "cakes that contain Almonds", where ingredients are called so: a part of each of them, and no text within its name. */
function partOf({ sketch }: Reader, named: Mention | null, { pattern, operand }: ReadComparison): FoundFilter | null {
  const mention = operand.kind === "text" ? operand.mention : null;
  const isOfRows = named === null || isTable(named);
  if (pattern !== "contains" || mention === null || mention.quoted || !isOfRows || mention.values.length === 0)
    return null;
  const told = new Set(sketch.tables.flatMap(({ mention: { tables } }) => tables.map(({ table }) => table)));
  const isPart = mention.values.every(
    ({ column, score }) => score >= 0.85 && column.table.label.includes(column) && !told.has(column.table),
  );
  return isPart && told.size > 0 ? { kind: "value", target: null, mention, preposition: null } : null;
}

function filterOf(named: Mention | null, found: ReadComparison): FoundFilter {
  const { operand, operator } = found;
  // "younger than the average age": the average says which column.
  const ofAverage = operand.kind === "aggregate" && operand.mention !== null && !isTable(operand.mention);
  const target = named === null && ofAverage ? operand.mention : named;
  if (found.missing && target !== null) return { kind: "missing", target };
  if (found.pattern !== null && operand.kind === "text")
    return { kind: "like", target, place: found.pattern, text: operand.text };
  if (found.high !== null) {
    const [low, high] = isTurned(operand, found.high) ? [found.high, operand] : [operand, found.high];
    return { kind: "between", target, low, high, hint: found.hint };
  }
  if (operand.kind === "text" && operand.mention !== null && (operator === "=" || operator === "!="))
    return { kind: "value", target, mention: operand.mention, preposition: null };
  return compared(target, operator, operand, { hint: found.hint });
}

/** "between 100 and 50": no number is both, so that the bounds are read in their order. */
function isTurned(low: Operand, high: Operand): boolean {
  if (low.kind === "number" && high.kind === "number") return low.value > high.value;
  const [first, last] = [low, high].map((one) => (one.kind === "period" ? one.period.from : null));
  return typeof first === "string" && typeof last === "string" && first > last;
}
