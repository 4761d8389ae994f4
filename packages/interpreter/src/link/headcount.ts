import { worksHere } from "../catalog/persons.ts";
import { endDay } from "../catalog/running-rows.ts";
import { plural } from "../language/words.ts";
import { namedLikeOthers } from "./own-staff.ts";
import { OTHER_TIMES, type Rewriter, written } from "./rewriter.ts";

/** "headcount per team": how many work here, where nothing else is called so, and no other time is spoken of. */
export const headcount: Rewriter = (tokens, at, catalog) => {
  const { tables, columnsByStem, vocabulary } = catalog;
  const [said, of, heads] = tokens.slice(at, at + 3);
  const isHeads = said?.lower === "number" && of?.lower === "of" && heads?.lower === "heads";
  if (said === undefined || (said.lower !== "headcount" && !isHeads)) return null;
  // Heads may be rows of their own: of departments, of households.
  if (isHeads && vocabulary.has(heads.stem)) return null;
  if (tokens.some(({ lower }) => OTHER_TIMES.test(lower))) return null;
  if (columnsByStem.get(said.stem)?.some(({ table }) => !isHeads && !table.isView) === true) return null;
  const leave = tables.some((table) => !table.isView && worksHere(table) && endDay(table) !== null);
  const people = namedLikeOthers(tokens, catalog)?.words.join(" ");
  const words = [
    "number",
    "of",
    ...(leave ? ["active"] : []),
    ...(people === undefined ? ["employees"] : plural(people).split(" ")),
  ];
  return { tokens: written(isHeads ? [said, of, heads] : [said], words), end: at + (isHeads ? 3 : 1) };
};
