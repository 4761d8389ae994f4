import type { Part } from "../part.ts";
import { isCue, isTable, otherOf, schemaOrOther } from "../reader.ts";
import type { Ranked } from "./ranking.ts";
import { rankBy } from "./ranking.ts";

/** "the highest number of different customers": ranked by how many there are. */
export function readCounted(ranked: Ranked): Part | null {
  const { items } = ranked.reader;
  if (!isCue(items[ranked.at], "count")) return null;
  const at = isCue(items[ranked.at + 1], "distinct") ? ranked.at + 2 : ranked.at + 1;
  const mention = schemaOrOther(items[at]);
  return rankBy(ranked, { kind: "count", mention }, mention === null ? at : at + 1);
}

/** "the highest revenue": ranked by a measure, unless a column is called just that. */
export function readMeasured(ranked: Ranked): Part | null {
  const item = ranked.reader.items[ranked.at];
  if (item?.kind !== "cue" || item.cue.is !== "measure") return null;
  const other = otherOf(item, 0.95);
  if (other !== null && !isTable(other)) return null;
  return rankBy(ranked, { kind: "measure", measure: item.cue.measure }, ranked.at + 1);
}
