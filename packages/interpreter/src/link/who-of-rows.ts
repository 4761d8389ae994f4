import { isPerson, isPersonColumn } from "../catalog/persons.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "who has the best mark", of the only table, whose rows say of one person each who that is: "which student". */
export const whoOfRows: Rewriter = (tokens, at, { tables }) => {
  const [who, next, after] = tokens;
  if (at > 0 || who?.lower !== "who") return null;
  // "who is the teacher of 7B" asks for another than those.
  if (/^(?:is|are|was|were)$/.test(next?.lower ?? "") && /^(?:the|our|a|an)$/.test(after?.lower ?? "")) return null;
  const [table, ...others] = tables;
  if (table === undefined || others.length > 0 || table.label.length > 0 || isPerson(table)) return null;
  const [person, ...more] = table.columns.filter((column) => isPersonColumn(column) && !column.isFlag);
  if (person === undefined || more.length > 0) return null;
  return { tokens: written([who], ["which", ...person.words]), end: 1 };
};
