import type { CatalogColumn } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { mentionOf } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "plans without joining fee", of a joining_fee, where payments are stored for a "joining fee", too: some of the rows' own number, or
 * none, and not what other rows say.
 */
export function takeOwnNumbers(context: Context): Context {
  const { sketch, subject } = context;
  if (subject === null) return context;
  const filters = sketch.filters.map((one): FilterWish => {
    if (one.kind !== "value" || one.mention.quoted || (one.target !== null && !isTable(one.target))) return one;
    const { mention, at, negated, connector, zone } = one;
    const own = mention.values.some(({ column }) => column.table === subject)
      ? undefined
      : subject.columns.find(isCalled(mention.text));
    if (own === undefined) return one;
    const { start, end, text } = mention;
    return {
      kind: "compare",
      target: mentionOf({ start, end, text, columns: [{ column: own, score: 1 }] }),
      fn: null,
      measure: null,
      operator: ">",
      operand: { kind: "number", value: 0, year: null },
      hint: null,
      at,
      negated,
      connector,
      zone,
    };
  });
  return { ...context, sketch: { ...sketch, filters } };
}

/** Two words at least: one alone is too often something else. */
const isCalled =
  (text: string) =>
  ({ isNumber, isKey, isFlag, isYear, stems }: CatalogColumn): boolean => {
    const said = text.toLowerCase().split(" ").map(stem);
    return isNumber && !isKey && !isFlag && !isYear && said.length > 1 && said.join(" ") === stems.join(" ");
  };
