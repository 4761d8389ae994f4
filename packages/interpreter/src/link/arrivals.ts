import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const ways: readonly (readonly [said: RegExp, kept: RegExp])[] = [
  [/^arriv(?:e|es|ed|ing|als?)$/, /^(?:check ?in|move in)\b/],
  [/^(?:leav(?:e|es|ing)|left|depart(?:s|ed|ing|ures?)?)$/, /^(?:check ?out|move out)\b/],
];

/** "who is arriving tomorrow": the day of checking in, where no day is called so itself. */
export function arrivals({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said?.kind !== "word" || said.capitalised) return null;
  const kept = ways.find(([verb]) => verb.test(said.lower))?.[1];
  if (kept === undefined || catalog.vocabulary.has(said.stem)) return null;
  const [day, ...more] = daysCalled(kept, catalog);
  if (day === undefined || more.length > 0) return null;
  const where = { start: at, end: at + 1, text: said.text };
  const mention = mentionOf({ ...where, columns: [{ column: day, score: 0.9 }] });
  return { items: [{ kind: "schema", mention, ...where }], end: at + 1 };
}

const daysCalled = (name: RegExp, { tables }: Catalog): CatalogColumn[] =>
  tables.flatMap((table) =>
    table.isView ? [] : table.columns.filter((column) => column.isDate && name.test(nameInFull(column))),
  );
