import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const ways: readonly (readonly [said: RegExp, kept: RegExp])[] = [
  [/^arriv(?:e|es|ed|ing|als?)$/, /^(?:check ?in|move in)\b/],
  [/^(?:leav(?:e|es|ing)|left|depart(?:s|ed|ing)?)$/, /^(?:check ?out|move out)\b/],
];

/** "who is arriving tomorrow": the day of checking in, where no day is called so itself. */
export function arrivals({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said?.kind !== "word" || said.capitalised) return null;
  const kept = ways.find(([verb]) => verb.test(said.lower))?.[1];
  if (kept === undefined || catalog.vocabulary.has(said.stem) || !isOnDay(tokens, at, catalog)) return null;
  const [day, ...more] = daysCalled(kept, catalog);
  if (day === undefined || more.length > 0) return null;
  const where = { start: at, end: at + 1, text: said.text };
  const mention = mentionOf({ ...where, columns: [{ column: day, score: 0.9 }] });
  return { items: [{ kind: "schema", mention, ...where }], end: at + 1 };
}

const day =
  /^(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|week|month|quarter|year|january|february|march|april|may|june|july|august|september|october|november|december|\d.*)$/;

/** "guests who left in May", "when does she arrive", rather than "guests who left a review" or "how many rooms are left". */
function isOnDay(tokens: readonly Token[], at: number, { tables }: Catalog): boolean {
  const [said, before, next] = [tokens[at]?.lower ?? "", tokens[at - 1], tokens[at + 1]?.lower ?? ""];
  if (/^(?:an?|the|no|any|some|their|his|her|our|more|less|fewer|at)$/.test(next)) return false;
  const isOfPeople =
    /^(?:who|that|which)$/.test(before?.lower ?? "") ||
    tables.some((table) => isPerson(table) && table.stems.join(" ") === before?.stem);
  if (said === "left" && !isOfPeople) return false;
  return /als?$/.test(said) || tokens[0]?.lower === "when" || tokens.slice(at + 1).some(({ lower }) => day.test(lower));
}

const daysCalled = (name: RegExp, { tables }: Catalog): CatalogColumn[] =>
  tables.flatMap((table) =>
    table.isView ? [] : table.columns.filter((column) => column.isDate && name.test(nameInFull(column))),
  );
