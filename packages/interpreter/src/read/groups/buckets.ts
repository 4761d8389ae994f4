import type { BucketUnit } from "../../form/logical-form.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { hasMeasured, isCue, isEnd, isTable, schemaOf } from "../reader.ts";

/** The unit of time a word names, in the singular or plural. */
export function unitOf(word: string): BucketUnit | null {
  const unit = word.toLowerCase().replace(/s$/, "");
  switch (unit) {
    case "weekday":
    case "day":
    case "week":
    case "month":
    case "quarter":
    case "year":
      return unit;
    default:
      return null;
  }
}

/** Groups by a unit of time. "best day of each month": days are asked for already, and there is no place for both. */
export function bucketBy({ sketch }: Reader, unit: BucketUnit): Part {
  const isOther = sketch.bucket !== null && sketch.bucket !== unit;
  const isTaken = isOther && (sketch.whichBucket || [sketch.bucket, unit].includes("part_of_week"));
  return { set: { bucket: unit }, lost: isTaken ? [`each ${unit}`] : [] };
}

/** "by month and region": true where what stands after the item at that place is one more group. */
export function groupsFollow({ items, sketch }: Reader, at: number): boolean {
  const more = isCue(items[at + 1], "and", "comma") ? schemaOf(items[at + 2]) : null;
  const after = items[at + 3];
  const isLast =
    isEnd(after) ||
    after?.kind === "date" ||
    isCue(after, "and", "comma", "preposition", "except", "negation", "order", "direction");
  const { outputs, tables } = sketch;
  // "orders by month and status" are counted.
  const isMeasured = outputs.length === 0 ? tables.length > 0 : outputs.some((output) => output.kind !== "column");
  return more !== null && isLast && isMeasured && (isTable(more) || !hasMeasured(more));
}
