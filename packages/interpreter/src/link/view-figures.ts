import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** "stock value by town", of a view stock_value with a value_at_cost: what its rows come to, rather than how many there are. */
export function viewFigure({ tokens, catalog }: Asked, at: number): Piece | null {
  const [longest] = mentionsAt(tokens, at, catalog).toSorted((a, b) => b.end - a.end);
  const best = longest?.tables[0];
  if (longest === undefined || best === undefined || best.score < 1 || !best.table.isView) return null;
  const noun = tokens[longest.end - 1];
  const isAmount = noun !== undefined && longest.end > at + 1 && /[^s]$/.test(noun.lower);
  if (!isAmount || noun.stem !== best.table.stems.at(-1)) return null;
  const [column, ...more] = best.table.columns.filter(
    ({ isNumber, isKey, isYear, stems }) => isNumber && !isKey && !isYear && stems.includes(noun.stem),
  );
  if (column === undefined || more.length > 0) return null;
  const where = { start: at, end: longest.end, text: longest.text };
  const mention = mentionOf({ ...where, columns: [{ column, score: 1 }], owners: [best.table] });
  const sum: Item = { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, ...where };
  const before = tokens[at - 1]?.lower ?? "";
  const isFigured = /^(?:total|average|avg|mean|median|highest|lowest|maximum|minimum|most|least|by)$/.test(before);
  return { items: [...(isFigured ? [] : [sum]), { kind: "schema", mention, ...where }], end: longest.end };
}
