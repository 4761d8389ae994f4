import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const lent = /^(?:(?:out )?on (?:loan|rent|hire|rental)|(?:lent|rented|loaned|checked|hired) out|out)(?= |$)/;
const now = /^(?:|now|right|currently|at|\?|\.|,)$/;
const back = /\b(?:returned|return|brought back|handed back|given back)\b/;

/** "which books are out", "cars that are rented out": those that have not come back, where it is kept when they do. */
export function lentOut({ words, catalog }: Asked, at: number): Piece | null {
  const said = lent.exec(words.slice(at, at + 3).join(" "))?.[0];
  if (said === undefined) return null;
  const after = at + said.split(" ").length;
  // "out today": now, rather than since today.
  const end = words[after] === "today" ? after + 1 : after;
  // "equipment out on hire" is out whatever stands before it.
  const isLed = /^(?:is|are|was|were|still|currently)$/.test(words[at - 1] ?? "") || said.startsWith("out on");
  const isState = isLed && now.test(words[end] ?? "");
  if (!isState) return null;
  const [day, ...more] = daysOfReturn(catalog);
  if (day === undefined || more.length > 0) return null;
  // A state that is called so says it better: what was cancelled has no day of return, either.
  const where = { start: at, end, text: said };
  const values = (catalog.values.get(said) ?? []).filter(({ column }) => column.table === day.table);
  if (values.length > 0) {
    const state = mentionOf({ ...where, values: values.map((value) => ({ ...value, score: 1 })) });
    return { items: [{ kind: "value", mention: state, ...where }], end };
  }
  const mention = mentionOf({ ...where, text: day.name, columns: [{ column: day, score: 1 }] });
  const items: Item[] = [
    { kind: "cue", cue: { is: "relative" }, other: null, ...where },
    { kind: "schema", mention, ...where },
    { kind: "cue", cue: { is: "missing" }, other: null, ...where },
  ];
  return { items, end };
}

/** The days on which rows that refer to others come back, empty until then. */
const daysOfReturn = ({ tables }: Catalog): CatalogColumn[] =>
  tables.flatMap((table) =>
    table.isView || !table.columns.some(({ isForeign }) => isForeign)
      ? []
      : table.columns.filter(({ isDate, source, words }) => isDate && source.nullable && back.test(words.join(" "))),
  );
