import { isPerson } from "../catalog/persons.ts";
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
