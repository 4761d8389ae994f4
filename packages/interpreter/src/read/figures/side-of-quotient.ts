import type { Item } from "../../link/item.ts";
import { hasNumericColumn, isCue, isTable, schemaOrOther } from "../reader.ts";

const SAID =
  /^(?:(?:the|our|all) )*(?:total|overall|sum|number|count|amount|average|mean|median|max(?:imum)?|min(?:imum)?|highest|lowest)\b/i;

/** A side of a ratio as the figure that it is: rows are counted, numbers added up, where nothing else is said. */
export function asFigure(side: string, items: readonly Item[]): string {
  const plain = side.replace(/^(?:the|our) /i, "").replace(/^all (?:the )?/i, "");
  if (SAID.test(side)) return plain;
  // "revenue": a figure as it is
  if (items.some((item) => isCue(item, "measure"))) return plain;
  const first = items.map((item) => schemaOrOther(item)).find((mention) => mention !== null);
  const isNumber = first !== undefined && first !== null && !isTable(first) && hasNumericColumn(first);
  return `${isNumber ? "total" : "number of"} ${plain}`;
}
