import { isPerson, worksHere } from "../catalog/persons.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { columnScore, mentionOf, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

const people = /^(person|people|employees?|agents?|colleagues?|workers?|staff|reps?|representatives?|team ?mates?)$/;

/** "hours per person", "tickets by agent": the people of the house, whatever they are called here, where they are one table. */
export function staffWord({ tokens, catalog }: Asked, at: number, before: Item | undefined): Piece | null {
  const said = tokens[at];
  if (said?.kind !== "word" || said.capitalised || !people.test(said.lower)) return null;
  // "which agent closed the most tickets"
  const isAsked = before?.kind === "cue" && before.cue.is === "question" && /^which$/i.test(before.text);
  if (before?.kind !== "cue" || !(isAsked || before.cue.is === "group" || before.cue.is === "by")) return null;
  const isNamed = mentionsAt(tokens, at, catalog).some(
    (one) => Math.max(columnScore(one), tableScore(one)) >= 0.5 || one.values.length > 0,
  );
  const table = isNamed ? null : onlyPeople(catalog);
  if (table === null) return null;
  const where = { start: at, end: at + 1, text: said.text };
  return {
    items: [{ kind: "schema", mention: mentionOf({ ...where, tables: [{ table, score: 0.9 }] }), ...where }],
    end: at + 1,
  };
}

/** The one table of those who work here, else the one table of people. */
function onlyPeople({ tables }: Catalog): CatalogTable | null {
  const only = (found: CatalogTable[]) => (found.length === 1 ? (found[0] ?? null) : null);
  const own = tables.filter((table) => !table.isView && table.label.length > 0);
  return only(own.filter(worksHere)) ?? only(own.filter(isPerson));
}
