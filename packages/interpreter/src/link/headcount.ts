import { worksHere } from "../catalog/persons.ts";
import { endDay } from "../catalog/running-rows.ts";
import { OTHER_TIMES, type Rewriter, written } from "./rewriter.ts";

/** "headcount per team": how many work here, where nothing else is called so, and no other time is spoken of. */
export const headcount: Rewriter = (tokens, at, { tables, columnsByStem }) => {
  const said = tokens[at];
  if (said?.lower !== "headcount" || tokens.some(({ lower }) => OTHER_TIMES.test(lower))) return null;
  if (columnsByStem.get(said.stem)?.some(({ table }) => !table.isView) === true) return null;
  const leave = tables.some((table) => !table.isView && worksHere(table) && endDay(table) !== null);
  const words = ["number", "of", ...(leave ? ["active"] : []), "employees"];
  return { tokens: written([said], words), end: at + 1 };
};
