import { isPerson } from "../catalog/persons.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

const WHEN_THEY_JOINED = /^(?:in|since|before|after|on|last|this|between|during|from|until)$/;
/** How the day is called on which somebody began to work here. */
const BEGAN = /^(?:hired|employed|engaged|recruited)$/;
/** The house, which says no more than that they work here. */
const HOUSE = /^(?:us|(?:the|our) (?:company|firm|team|business|house|organi[sz]ation))\b/;

/** "nurses who joined after 2022", where it is kept when people were hired: the word for it that is kept. */
export const thoseWhoJoined: Rewriter = (tokens, at, catalog) => {
  const deed = tokens[at];
  if (deed === undefined || !/^(?:joined|started)$/.test(deed.lower) || isKnown(deed, catalog)) return null;
  const after = tokens.slice(at + 1, at + 4).map(({ lower }) => lower);
  const [house] = HOUSE.exec(after.join(" ")) ?? [];
  const end = at + 1 + (house?.split(" ").length ?? 0);
  if (!WHEN_THEY_JOINED.test(tokens[end]?.lower ?? "")) return null;
  const spoken = tokens.slice(0, at).flatMap(({ stem }) => catalog.tablesByStem.get(stem) ?? []);
  const words = catalog.tables.flatMap((table) =>
    table.isView || !isPerson(table) || (spoken.length > 0 && !spoken.includes(table))
      ? []
      : table.columns.flatMap(({ isDate, words: [first = ""] }) => (isDate && BEGAN.test(first) ? [first] : [])),
  );
  const [only, ...more] = new Set(words);
  return only === undefined || more.length > 0 ? null : { tokens: written([deed], [only]), end };
};

const HIRED = /^(?:hired|recruited|employed)$/;
const STARTED = /^(?:start|started|begin|began)$/;

/** "who was hired in 2024", where of the people who work here it is kept when they started. */
export const thoseHired: Rewriter = (tokens, at, { tables }) => {
  const deed = tokens[at];
  if (deed === undefined || !HIRED.test(deed.lower) || !WHEN_THEY_JOINED.test(tokens[at + 1]?.lower ?? "")) return null;
  if (tables.some(({ columns }) => columns.some(({ words }) => words.includes(deed.lower)))) return null;
  const [only, ...more] = tables.filter(
    (table) =>
      !table.isView &&
      !table.isCustomer &&
      isPerson(table) &&
      table.columns.some(({ isDate, words: [first = ""] }) => isDate && STARTED.test(first)),
  );
  if (only === undefined || more.length > 0) return null;
  const isSpoken = tokens.slice(0, at).some(({ stem }) => stem === only.stems.at(-1));
  const people = [...only.words.slice(0, -1), plural(singular(only.words.at(-1) ?? ""))];
  const isLed = /^(?:who|were|was|been|got)$/.test(tokens[at - 1]?.lower ?? "");
  return { tokens: written([deed], [...(isSpoken ? [] : people), ...(isLed ? [] : ["who"]), "started"]), end: at + 1 };
};
