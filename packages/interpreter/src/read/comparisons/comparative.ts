import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { Part } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import { isCue, isTable, otherOf, schemaOf, schemaOrOther } from "../reader.ts";
import { readSchema } from "../schema/schema.ts";
import { comparisonOf } from "./comparison-at.ts";
import { conditionOf, counted } from "./conditions.ts";
import type { FoundOperand } from "./operand-at.ts";
import { numberOperand, operandAt } from "./operand-at.ts";
import { readAgainstRows } from "./rows.ts";

/** "a higher resolution than 500", "more points than the average": the comparing word stands before its column. */
export function readComparative(reader: Reader, item: CueItem<"comparative">): Part {
  const against = readAgainstRows(reader) ?? readInTwoTimes(reader);
  if (against !== null) return against;
  const { operator, hint } = item.cue;
  const { items, at, pending } = reader;
  const bare = items[at + 1];
  if (bare?.kind === "number" && (pending !== null || hint !== null)) {
    const found: FoundOperand = { operand: numberOperand(bare), next: at + 2 };
    return { ...conditionOf(reader, pending, comparisonOf(operator, found, hint)), at: at + 2 };
  }
  const mention = schemaOrOther(bare);
  const found = mention === null || isOneRow(items[at + 2]) ? null : operandAt(items, at + 2);
  if (mention === null || found === null || found.operand.kind === "column" || found.operand.kind === "text") {
    const other = otherOf(item, 0.95);
    if (other !== null) return readSchema(reader, other);
    // "used more water than their plan includes": what the rows are compared with was not read. Two periods are, later.
    const than = reader.tokens.findIndex(({ lower }, i) => i >= item.end && lower === "than");
    const compared = items.find((one) => than >= 0 && one.start > than && !isCue(one, "preposition"));
    const isPeriod = compared?.kind === "date" || (compared?.kind === "number" && compared.year !== null);
    const isCompared = than >= 0 && !isPeriod;
    return { at: at + 1, lost: isCompared ? ["the comparison"] : [] };
  }
  return { ...comparedWith(reader, mention, found, item), at: found.next };
}

/** "more orders this year than last year": those of one time against those of another, which are read as they come. */
function readInTwoTimes({ items, at, sketch }: Reader): Part | null {
  const mention = schemaOrOther(items[at + 1]);
  return mention !== null && isTable(mention) && sketch.said.has("more in one time than in another")
    ? { at: at + 1 }
    : null;
}

/** "more invoices than customer 3" is more than that one has, and not more than 3. */
function isOneRow(item: Item | undefined): boolean {
  const key = schemaOf(item);
  return key !== null && !isTable(key) && key.columns.some(({ column, score }) => column.isKey && score >= 0.9);
}

function comparedWith(
  reader: Reader,
  mention: Mention,
  found: FoundOperand,
  { cue: { operator, hint } }: CueItem<"comparative">,
): Part {
  const { operand } = found;
  if (isTable(mention) && operand.kind === "aggregate" && operand.fn === "avg")
    return { filters: [{ kind: "count", mention, operator, number: 0, average: true }] };
  if (isTable(mention) && operand.kind === "number") return { filters: [counted(mention, operator, operand.value)] };
  return conditionOf(reader, mention, comparisonOf(operator, found, hint));
}
