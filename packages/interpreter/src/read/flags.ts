import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import type { Reader } from "./reader.ts";
import { addFilter, isCue, isTable, peek, schemaOf } from "./reader.ts";

/** "orders with a discount", "customers without a phone": whether the column says anything. True where it was read so. */
export function hasSome(reader: Reader, mention: Mention, previous: Item | undefined): boolean {
  const best = mention.columns[0];
  if (best === undefined || best.score < 0.9 || best.column.isPrimary || best.column.isForeign || isTable(mention))
    return false;
  if (
    !/^(with|with an?|having an?|has an?|have an?|without|without any|with no|has no|have no|no)$/i.test(
      previous?.text ?? "",
    )
  )
    return false;
  const { column } = best;
  const isZero = column.isNumber && column.source.min === 0;
  if (!isZero && !column.source.nullable) return false;
  const { negated } = reader;
  if (isZero) {
    const operand = { kind: "number" as const, value: 0, year: null };
    addFilter(reader, {
      kind: "compare",
      target: mention,
      fn: null,
      measure: null,
      operator: ">",
      operand,
      hint: null,
    });
  } else {
    reader.negated = !negated;
    addFilter(reader, { kind: "missing", target: mention });
  }
  reader.negated = negated;
  return true;
}

/** A column that only says whether something holds. */
export function isFlag(mention: Mention): boolean {
  const best = mention.columns[0];
  return best !== undefined && best.score >= 0.9 && best.column.isFlag;
}

/** "customers who are active", "discontinued products": the flag's own word, as an adjective. */
export function saysFlag(reader: Reader, mention: Mention): boolean {
  const next = peek(reader);
  const before = peek(reader, -2);
  if (before?.start === mention.start) return true;
  if (/^(the|their|its|a|an)$/.test(reader.tokens[mention.start - 1]?.lower ?? "")) return false;
  const table = schemaOf(next);
  if (table !== null && isTable(table)) return table.tables[0]?.table === mention.columns[0]?.column.table;
  const ends =
    next === undefined ||
    isCue(next, "end", "and", "or", "comma", "preposition", "relative", "by", "group", "bucket") ||
    next.kind === "date";
  const said =
    isCue(before, "copula", "negation", "question") ||
    (isCue(before, "relative") && /\b(is|are|was|were|been|being)$/i.test(before?.text ?? "")) ||
    (before?.kind === "schema" && isTable(before.mention));
  return ends && said;
}
