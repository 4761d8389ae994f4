import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const lent = /^(?:(?:out )?on (?:loan|rent|hire|rental)|(?:lent|rented|loaned|checked|hired) out|out)(?= |$)/;
/** What somebody has who has a thing of others. */
const lentTo = /^(?:lent|rented|loaned|hired|leased|issued|borrowed) (?:to|by)\b/;
const now = /^(?:|now|right|currently|at|\?|\.|,)$/;
const back = /\b(?:returned|return|brought back|handed back|given back)\b/;

/** "which books are out", "cars that are rented out": those that have not come back, where it is kept when they do. */
export function lentOut({ words, catalog }: Asked, at: number): Piece | null {
  const said = lent.exec(words.slice(at, at + 3).join(" "))?.[0];
  const held = /^(?:out|available|free|in)$/.test(words[at] ?? "") ? heldOrNot(words, at, catalog) : null;
  if (held !== null) return held;
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

/** "how many lutes are out", "are available", of which a key says to whom they are rented: those that have one, or none. */
function heldOrNot(words: Asked["words"], at: number, catalog: Catalog): Piece | null {
  if (!/^(?:is|are|was|were|still|currently)$/.test(words[at - 1] ?? "") || !now.test(words[at + 1] ?? "")) return null;
  const [key, ...more] = catalog.tables.flatMap(({ columns, isView }) =>
    isView
      ? []
      : columns.filter((column) => column.isForeign && column.source.nullable && lentTo.test(nameInFull(column))),
  );
  if (key === undefined || more.length > 0 || daysOfReturn(catalog).length > 0) return null;
  if (catalog.values.has(words[at] ?? "") || catalog.vocabulary.has(words[at] ?? "")) return null;
  const [text = ""] = nameInFull(key).split(" ");
  const where = { start: at, end: at + 1, text };
  const named: Item = {
    kind: "schema",
    mention: mentionOf({ ...where, columns: [{ column: key, score: 1 }] }),
    ...where,
  };
  const not: Item = { kind: "cue", cue: { is: "negation" }, other: null, ...where };
  return { items: words[at] === "out" ? [named] : [not, named], end: where.end };
}

/** The days on which rows that refer to others come back, empty until then. */
const daysOfReturn = ({ tables }: Catalog): CatalogColumn[] =>
  tables.flatMap((table) =>
    table.isView || !table.columns.some(({ isForeign }) => isForeign)
      ? []
      : table.columns.filter(({ isDate, source, words }) => isDate && source.nullable && back.test(words.join(" "))),
  );
