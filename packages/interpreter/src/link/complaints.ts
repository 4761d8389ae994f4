import { closingDay } from "../catalog/closing-day.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Cue } from "../language/cues.ts";
import { everybody } from "./everybody.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const asking = new RegExp(
  `^what (?:do|does|did|are|were|have|has) ${everybody} (?:been )?(?:complain(?:s|ed|ing)?|unhappy|upset|dissatisfied) (?:about|with|of|over)(?: (?:the )?most(?: often)?)?(?= |$)`,
);

/** "what do people call about most": whatever they call about, of calls that are kept. */
const calling = new RegExp(
  `^what (?:do|does|did) ${everybody} (?:usually |mostly )?(?:call|phone|ring|contact)(?: us| support)? (?:about|for)(?: (?:the )?most(?: often)?)?(?= |$)`,
);
const called = [/\b(?:calls?|contacts?|enquir(?:y|ies)|inquir(?:y|ies))\b/];

/** Tables that keep what people are unhappy about, the plainest name first. */
const complained = /\bcomplaints?\b/;
const kept = [complained, /\b(?:tickets?|cases?|issues?)\b/];
/** Columns that say what such a row is about. */
const about = /^(?:reason|cause|topic|subject|category|issue|problem|kind|type)$/;

/**
 * "what are people complaining about": how many complaints (else tickets or cases) there are for each reason they are kept
 * with, the most frequent first. Null where nothing of the kind is kept: then the word is left to be missed.
 */
export function complaintsAsked({ words, catalog }: Asked, at: number): Piece | null {
  if (at > 0) return null;
  const asked = words.join(" ");
  const complaining = asking.exec(asked)?.[0];
  const said = complaining ?? calling.exec(asked)?.[0];
  const found = said === undefined ? null : reasonKept(catalog.tables, complaining === undefined ? called : kept);
  if (said === undefined || found === null) return null;
  const end = said.split(" ").length;
  const where = { start: 0, end, text: said };
  const cue = (one: Cue, text: string): Item => ({ kind: "cue", cue: one, other: null, ...where, text });
  const tables = [{ table: found.table, score: 1 }];
  const columns = [{ column: found.column, score: 1 }];
  const items: Item[] = [
    cue({ is: "count" }, "number of"),
    { kind: "schema", ...where, mention: mentionOf({ ...where, text: found.table.name, tables }) },
    cue({ is: "group" }, "for each"),
    { kind: "schema", ...where, mention: mentionOf({ ...where, text: found.column.name, columns }) },
    cue({ is: "direction", direction: "descending" }, "highest first"),
  ];
  return { items, end };
}

/** The table of complaints, and the one column that sorts them. */
function reasonKept(
  tables: readonly CatalogTable[],
  names: readonly RegExp[],
): { table: CatalogTable; column: CatalogColumn } | null {
  for (const name of names) {
    const named = tables.filter((table) => !table.isView && name.test(table.words.join(" ")));
    for (const table of named) {
      // Of tickets and cases: those that somebody sees to, rather than those of a cinema.
      if (names === kept && name !== complained && closingDay(table) === null) continue;
      const column = table.columns.find(
        ({ isText, isKey, isForeign, words, source }) =>
          isText && !isKey && !isForeign && source.values_complete && about.test(words.at(-1) ?? ""),
      );
      if (column !== undefined) return { table, column };
    }
  }
  return null;
}
