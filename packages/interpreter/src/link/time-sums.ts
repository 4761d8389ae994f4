import { isAmount } from "./doings.ts";
import type { Asked, Item, Piece } from "./item.ts";
import type { Mention } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { named, OF_ROWS, sumOf } from "./noun-amounts.ts";
import { FIGURE } from "./sums-unsaid.ts";

/** "time per client", of "time_entries": their hours, rather than how many there are. */
export function timeSpent({ tokens, catalog }: Asked, at: number): Piece | null {
  // "clients nobody booked time on": rows that are not there
  const isDenied = tokens.slice(0, at).some(({ lower }) => /^(?:no|not|never|nobody|without)$/.test(lower));
  // "time to pay": how long that takes
  const isTaken = tokens[at + 1]?.lower === "to";
  if (tokens[at]?.lower !== "time" || isDenied || isTaken) return null;
  const [longest, ...others] = mentionsAt(tokens, at, catalog).toSorted((a, b) => b.end - a.end);
  const rows = longest?.tables[0];
  if (longest === undefined || others.length > 0 || rows === undefined || rows.score >= 0.9 || longest.end > at + 1)
    return null;
  const [hours, ...more] = rows.table.columns.filter(
    (column) => isAmount(column) && column.words.some((word) => /^(?:hours?|minutes?)$/.test(word)),
  );
  const end = /^(?:spent|booked|logged|recorded|worked)$/.test(tokens[at + 1]?.lower ?? "") ? at + 2 : at + 1;
  return hours === undefined || more.length > 0 ? null : { items: [named(longest, [hours], end)], end };
}

/** "hours worked per project": their sum, and no day on which somebody worked. */
export function timeWorked({ tokens, catalog }: Asked, at: number): Piece | null {
  const isDone = ({ end }: Mention) =>
    /^(?:hours|days|minutes)$/.test(tokens[end - 1]?.lower ?? "") &&
    /^(?:worked|logged|recorded|clocked)$/.test(tokens[end]?.lower ?? "") &&
    // "worked at the mill" says who did, too.
    (tokens[end + 1]?.kind !== "word" ||
      /^(?:per|each|every|by|last|this|since|during|so)$/.test(tokens[end + 1]?.lower ?? ""));
  const hours = mentionsAt(tokens, at, catalog).find(isDone);
  const columns = hours?.columns.filter(({ column }) => isAmount(column)) ?? [];
  if (hours === undefined || columns.length === 0) return null;
  const before = tokens[at - 1]?.lower ?? "";
  const isSaid = FIGURE.test(before);
  if (OF_ROWS.test(before) && before !== "many") return null;
  const mention = { ...hours, columns, tables: [], values: [], owners: [] };
  const end = hours.end + 1;
  const item: Item = { kind: "schema", mention, start: at, end, text: hours.text };
  return { items: [...(isSaid ? [] : [sumOf(at, at)]), item], end };
}
