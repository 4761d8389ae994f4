import type { AggregateFunction } from "../../form/logical-form.ts";
import type { Part } from "../part.ts";
import { cueOf, isCue, schemaOrOther } from "../reader.ts";
import type { Ranking } from "./ranking.ts";

/** "the highest, lowest and average cost": several functions of one column; null where no second one follows. */
export function readExtremes({ reader, item, start, at: after }: Ranking): Part | null {
  const { items } = reader;
  if (item.cue.is !== "superlative" || reader.zone !== "focus") return null;
  if (!isCue(items[after], "and", "comma") || !isCue(items[after + 1], "superlative", "aggregate")) return null;
  const functions: AggregateFunction[] = [];
  let at = start;
  for (; ; at++) {
    const cue = cueOf(items[at]);
    if (cue?.is === "superlative") functions.push(cue.direction === "most" ? "max" : "min");
    else if (cue?.is === "aggregate") functions.push(cue.fn);
    else if (cue?.is !== "and" && cue?.is !== "comma") break;
  }
  if (isCue(items[at], "preposition")) at++;
  const mention = schemaOrOther(items[at]);
  if (mention === null) return { at };
  return {
    at: at + 1,
    outputs: functions.map((fn) => ({ kind: "aggregate", fn, mention, distinct: false, at: start })),
  };
}
