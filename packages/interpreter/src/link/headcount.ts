import { worksHere } from "../catalog/persons.ts";
import { endDay } from "../catalog/running-rows.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Words for other times than now: of those nobody's comings and goings tell how many there were. */
const times =
  /^(?:(?:month|quarter|year|week|day)(?:s|ly)?|daily|yesterday|since|over|last|before|ago|history|trend|end|(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** "headcount per team": how many work here, where nothing else is called so, and no other time is spoken of. */
export const headcount: Rewriter = (tokens, at, { tables, columnsByStem }) => {
  const said = tokens[at];
  if (said?.lower !== "headcount" || tokens.some(({ lower }) => times.test(lower))) return null;
  if (columnsByStem.get(said.stem)?.some(({ table }) => !table.isView) === true) return null;
  const leave = tables.some((table) => !table.isView && worksHere(table) && endDay(table) !== null);
  const words = ["number", "of", ...(leave ? ["active"] : []), "employees"];
  return { tokens: written([said], words), end: at + 1 };
};
