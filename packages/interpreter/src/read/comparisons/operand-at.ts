import type { Item } from "../../link/item.ts";
import type { Cue } from "../../language/cues.ts";
import type { AggregateFunction } from "../../form/logical-form.ts";
import { isCue, isEnd, isTable, past, schemaOf, schemaOrOther } from "../reader.ts";
import type { Operand } from "../sketch.ts";

/** What something is compared with, and the place after it. */
export interface FoundOperand {
  operand: Operand;
  next: number;
}

/** A number, with what its words say of it. */
export const numberOperand = ({ value, year, percent }: Item & { kind: "number" }): Operand & { kind: "number" } => ({
  kind: "number",
  value,
  year,
  ...(percent && { percent }),
});

/** What stands at item `index` to be compared with: "5", "2010", "France", "the average price", "age 30". */
export function operandAt(items: readonly Item[], index: number): FoundOperand | null {
  const at = past(items, index, "possessive", "both", "copula", "named");
  const item = items[at];
  if (item === undefined) return null;
  const next = at + 1;
  switch (item.kind) {
    case "number":
      return { operand: numberOperand(item), next };
    case "date":
      return { operand: { kind: "period", period: item.period }, next };
    case "value":
      return { operand: { kind: "text", text: item.text, mention: item.mention }, next };
    case "word":
      return item.capitalised ? { operand: { kind: "text", text: item.text, mention: null }, next } : null;
    case "schema": {
      // "under age 30"
      const number = items[next];
      if (number?.kind === "number" && !isTable(item.mention))
        return { operand: numberOperand(number), next: next + 1 };
      return { operand: { kind: "column", mention: item.mention }, next };
    }
    case "cue": {
      const fn = functionOf(item.cue);
      if (fn !== null) return aggregateAt(items, next, fn);
      return item.cue.is === "preposition" && item.cue.word === "of" ? operandAt(items, next) : null;
    }
  }
}

/** "average", "oldest": the function of the rows that follow. */
export function functionOf(cue: Cue | null): AggregateFunction | null {
  if (cue?.is === "aggregate") return cue.fn;
  if (cue?.is !== "superlative") return null;
  return cue.direction === "most" ? "max" : "min";
}

/** "the average price of a wine": the words after "average". */
function aggregateAt(items: readonly Item[], index: number, fn: AggregateFunction): FoundOperand {
  let at = past(items, index, "preposition", "count", "aggregate");
  const mention = schemaOrOther(items[at]);
  if (mention !== null) at++;
  if (isCue(items[at], "preposition") && schemaOf(items[at + 1]) !== null) {
    const end = items[at + 2];
    if (isEnd(end) || isCue(end, "and", "comma")) at += 2;
  }
  return { operand: { kind: "aggregate", fn, mention }, next: at };
}
