import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { isAtTime } from "./stored-states.ts";

const ways: readonly (readonly [said: RegExp, kept: RegExp])[] = [
  [/^(?:arriv(?:e|es|ed|ing|als?)|stay(?:s|ed|ing)?)$/, /^(?:check ?in|move in)\b/],
  [/^(?:leav(?:e|es|ing)|left|depart(?:s|ed|ing|ures?)?)$/, /^(?:check ?out|move out)\b/],
];

/** "who is arriving tomorrow": the day of checking in, where no day is called so itself. */
export function arrivals({ tokens, catalog, now }: Asked, at: number): Piece | null {
  const said = tokens[at];
  const noun = checkIns(tokens, at) ?? checkedIn(tokens, at, now);
  if (noun !== null) return dayOf(noun, { tokens, catalog, start: at, end: at + 2 });
  if (said?.kind !== "word" || said.capitalised) return null;
  const kept = ways.find(([verb]) => verb.test(said.lower))?.[1];
  if (kept === undefined || isCalled(said, catalog) || !isOnDay(tokens, at, catalog)) return null;
  return dayOf(kept, { tokens, catalog, start: at, end: at + 1 });
}

/** True where rows or a column are called so; what a view counts ("stays") is no name of what people did. */
const isCalled = ({ stem }: Token, { vocabulary, tablesByStem, columnsByStem, values }: Catalog): boolean =>
  vocabulary.has(stem) &&
  (values.has(stem) ||
    (tablesByStem.get(stem) ?? []).some(({ isView }) => !isView) ||
    (columnsByStem.get(stem) ?? []).some(({ table }) => !table.isView));

/** "guests who are checking in today": the day, and not those who are checked in now. */
function checkedIn(tokens: readonly Token[], at: number, now: Asked["now"]): RegExp | null {
  if (!/^check(?:s|ed|ing)$/.test(tokens[at]?.lower ?? "") || !isAtTime({ tokens, now }, at + 2)) return null;
  const way = tokens[at + 1]?.lower;
  return way === "in" ? /^check ?in\b/ : way === "out" ? /^check ?out\b/ : null;
}

/** The one day that is called so, said with those words. */
function dayOf(
  name: RegExp,
  { tokens, catalog, start, end }: { tokens: readonly Token[]; catalog: Catalog; start: number; end: number },
): Piece | null {
  const [only, ...more] = daysCalled(name, catalog);
  if (only === undefined || more.length > 0) return null;
  const text = tokens.slice(start, end).map((token) => token.text);
  const where = { start, end, text: text.join(" ") };
  // "arrivals next week": the rows with that day in it.
  const isNoun = /^(?:arrivals?|departures?)$/i.test(where.text);
  const owners = isNoun ? [only.table] : [];
  const tables = isNoun ? [{ table: only.table, score: 0.9 }] : [];
  const mention = mentionOf({ ...where, columns: [{ column: only, score: 0.9 }], tables, owners });
  return { items: [{ kind: "schema", mention, ...where }], end };
}

/** "how many check ins", which are not those who are checked in now. */
function checkIns(tokens: readonly Token[], at: number): RegExp | null {
  if (tokens[at]?.lower !== "check" || !/^(?:many|of)$/.test(tokens[at - 1]?.lower ?? "")) return null;
  const way = tokens[at + 1]?.lower;
  return way === "in" ? /^check ?in\b/ : way === "out" ? /^check ?out\b/ : null;
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
  // "departures in June" may be those of the staff; who departs tomorrow is a guest.
  if (/^departures?$/.test(said)) return SOON.test(/^(?:for|on|in)$/.test(next) ? (tokens[at + 2]?.lower ?? "") : next);
  return /als?$/.test(said) || tokens[0]?.lower === "when" || tokens.slice(at + 1).some(({ lower }) => day.test(lower));
}

const SOON = /^(?:today|tonight|tomorrow|yesterday|this|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/;

const daysCalled = (name: RegExp, { tables }: Catalog): CatalogColumn[] =>
  tables.flatMap((table) =>
    table.isView ? [] : table.columns.filter((column) => column.isDate && name.test(nameInFull(column))),
  );
