import type { Item } from "../link/item.ts";
import { comparisonAt } from "./comparison-at.ts";
import type { Reader } from "./reader.ts";
import { addFilter, bestScore, hasNumericColumn, isCue, isTable, peek } from "./reader.ts";
import { figureOfEach } from "./implicit.ts";

export function readMeasure(reader: Reader, item: Item & { kind: "cue" }): void {
  if (item.cue.is !== "measure") return;
  const { other, cue } = item;
  const start = reader.at;
  if (
    other !== null &&
    bestScore(other) >= 0.95 &&
    (hasNumericColumn(other) || isTable(other)) &&
    cue.measure !== "quantity"
  ) {
    if (!isTable(other)) return reader.readSchema(other);
  }
  const previous = peek(reader, -1);
  if (comparisonAt(reader, start + 1)?.explicit !== true) figureOfEach(reader, start);
  reader.at++;
  const compared = reader.sketch.filters.at(-1);
  if (compared?.kind === "compare" && compared.measure === cue.measure && previous?.kind === "number") return;
  const comparison = comparisonAt(reader, reader.at);
  // "total revenue 2025": a year that stands alone is a date.
  const isYear = comparison?.operand.kind === "number" && comparison.operand.year !== null && !comparison.explicit;
  const { operand = null } = comparison ?? {};
  // "who spent more than average": than all of them did on average.
  const isAverage =
    operand?.kind === "aggregate" && operand.fn === "avg" && (operand.mention === null || isTable(operand.mention));
  if (comparison !== null && (operand?.kind === "number" || isAverage) && !isYear) {
    reader.at = comparison.next;
    addFilter(
      reader,
      {
        kind: "compare",
        target: null,
        fn: "sum",
        measure: cue.measure,
        operator: comparison.operator,
        operand: comparison.operand,
        hint: null,
      },
      start,
    );
    return;
  }
  // "tracks that have never been sold", "the number of tracks sold": what was counted, not a second output.
  const counted = reader.sketch.outputs.at(-1);
  if (reader.negated) {
    reader.sketch.buying = { at: start, negated: true, sold: true };
    return;
  }
  // "how many different products were sold": the products that were, not how often.
  if (cue.measure === "quantity" && counted?.kind === "count" && counted.distinct) {
    reader.sketch.buying = { at: start, negated: false, sold: true };
    return;
  }
  if (cue.measure === "quantity" && counted?.kind === "count" && counted.mention !== null) {
    reader.sketch.outputs[reader.sketch.outputs.length - 1] = {
      kind: "measure",
      measure: "quantity",
      fn: "sum",
      at: counted.at,
    };
    return;
  }
  if (reader.sketch.outputs.some((output) => output.kind === "measure" && output.measure === cue.measure)) return;
  if (
    reader.sketch.superlatives.some(
      (wish) => wish.target.kind === "count" && wish.target.mention === null && start - wish.at <= 2,
    )
  )
    return;
  if (isCue(previous, "quantifier")) return;
  if (cue.measure === "quantity" && reader.zone === "modifier") return;
  reader.sketch.outputs.push({ kind: "measure", measure: cue.measure, fn: null, at: start });
}
