import { isPerson, worksHere } from "../catalog/persons.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { columnScore, mentionOf, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

const people = /^(person|people|employees?|agents?|colleagues?|workers?|staff|reps?|representatives?|team ?mates?)$/;

const staff = /^(?:employees|agents|colleagues|workers|staff|reps|representatives)$/;

/** "hours per person", "tickets by agent": the people of the house, whatever they are called here, where they are one table. */
export function staffWord({ tokens, catalog }: Asked, at: number, before: Item | undefined): Piece | null {
  const said = tokens[at];
  if (said?.kind !== "word" || (said.capitalised && !said.first) || !people.test(said.lower)) return null;
  if (!isLed(before) && !(staff.test(said.lower) && isFirst(before))) return null;
  // "how many agents do we have", where some are a "Support Agent": those, and not everybody.
  const isRole = catalog.valuesByWord.has(said.stem) && !/^(?:with|by)$/.test(tokens[at + 1]?.lower ?? "");
  if (isRole && !isLed(before)) return null;
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

/** "which agent closed the most tickets", "tickets by agent" */
const isLed = (before: Item | undefined): boolean =>
  before?.kind === "cue" &&
  ((before.cue.is === "question" && /^which$/i.test(before.text)) ||
    before.cue.is === "group" ||
    before.cue.is === "by");

/** "agents with more than 300 tickets", "list all agents", "top 3 agents": what is asked for, rather than people of any kind. */
const isFirst = (before: Item | undefined): boolean =>
  before === undefined ||
  before.kind === "number" ||
  (before.kind === "cue" && /^(?:command|everything|top|superlative|count)$/.test(before.cue.is));

/** The one table of those who work here, else the one table of people. */
function onlyPeople({ tables }: Catalog): CatalogTable | null {
  const only = (found: CatalogTable[]) => (found.length === 1 ? (found[0] ?? null) : null);
  const own = tables.filter((table) => !table.isView && table.label.length > 0);
  return only(own.filter(worksHere)) ?? only(own.filter(isPerson));
}
