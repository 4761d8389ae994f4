import type { Catalog } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

const TIMES_OF_BIRTH = /^(?:date|day|year|time)$/;
const PLACES_OF_BIRTH = /^(?:place|city|town|country|state|location|village)$/;

/** "when was she born", "in which city was he born", of people with a birth_year and a birth_city: what is asked for. */
export const whenOrWhereBorn: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  const [first] = tokens;
  const born = tokens.findIndex(({ lower, kind }) => kind === "word" && lower === "born");
  if (token === undefined || born < 1 || at > born) return null;
  const asked = tokens.findIndex(
    ({ lower }, i) =>
      i > 0 &&
      i < 3 &&
      (TIMES_OF_BIRTH.test(lower) || PLACES_OF_BIRTH.test(lower)) &&
      ASKS_OF_BIRTH.test(tokens[i - 1]?.lower ?? ""),
  );
  if (at !== born && at !== asked) return null;
  const which = tokens[asked]?.lower ?? first?.lower ?? "";
  const sort =
    which === "when" || TIMES_OF_BIRTH.test(which)
      ? TIMES_OF_BIRTH
      : which === "where" || PLACES_OF_BIRTH.test(which)
        ? PLACES_OF_BIRTH
        : null;
  const kept = sort === null ? [] : birthOf(sort, catalog);
  const exact = kept.find((words) => words.includes(which)) ?? kept[0];
  return exact === undefined ? null : { tokens: written([token], exact), end: at + 1 };
};

/** "birthdays", read as days of birth, where no birth is kept and that is one of the values: an occasion. */
export const birthdayValue: Rewriter = (tokens, at, { values, columnsByStem, tablesByStem }) => {
  const said = tokens.slice(at, at + 2);
  if (said[0]?.lower !== "birth" || said[1]?.lower !== "date" || !values.has("birthday")) return null;
  const isKept = columnsByStem.has(said[0].stem) || tablesByStem.has(said[0].stem);
  return isKept ? null : { tokens: written(said, ["birthday"]), end: at + 2 };
};

const ASKS_OF_BIRTH = /^(?:what|which)$/;

/** The names of what is kept of births, of one sort. */
const birthOf = (sort: RegExp, { tables }: Catalog): readonly (readonly string[])[] =>
  tables.flatMap(({ columns }) =>
    columns.flatMap(({ words }) =>
      words.length === 2 && words.includes("birth") && words.some((word) => sort.test(word)) ? [words] : [],
    ),
  );

/** "what year was Tosca composed", of plays with a year_composed or a compose_year, whatever else has a year: that one. */
export const yearOfDeed: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (
    token === undefined ||
    at > 2 ||
    !/^(?:year|date|day)$/.test(token.lower) ||
    !ASKS_OF_BIRTH.test(tokens[at - 1]?.lower ?? "")
  )
    return null;
  if (!/^(?:was|were|did|is|are|do|does)$/.test(tokens[at + 1]?.lower ?? "")) return null;
  const deed = tokens.slice(at + 2).findLast(({ kind, lower }) => kind === "word" && /[a-z]{3}(?:ed|t)$/.test(lower));
  if (deed === undefined || deed.lower === "born") return null;
  const columns = (catalog.columnsByStem.get(deed.stem) ?? []).filter(
    ({ words, isDate, isYear }) => words.length === 2 && words.includes(token.lower) && (isDate || isYear),
  );
  const [only, ...more] = new Set(columns.map(({ words }) => words.join(" ")));
  return only === undefined || more.length > 0 ? null : { tokens: written([token], only.split(" ")), end: at + 1 };
};
