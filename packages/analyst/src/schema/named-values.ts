import { cutText } from "@parley/contract/cut-text";
import { patience } from "@parley/datasource/introspection/patience";
import type { Schema } from "@parley/datasource/types";
import { type Asked, namedValues } from "./asked.ts";
import { plainName } from "./describe-table.ts";

/** Values that are shown, and the places of each. */
const SHOWN_VALUES = 12;
const SHOWN_PLACES = 4;
const VALUE_CHARACTERS = 80;

/** Returns where the database has values that the question names, a line for each, or nothing. */
export async function namedValuesText({ tables }: Schema, asked: Asked): Promise<string> {
  const places = new Map<string, string[]>();
  const others = patience();
  for (const table of tables) {
    for (const column of table.columns)
      for (const value of namedValues(asked, column)) {
        const known = places.get(value) ?? [];
        known.push(`${plainName(table)}.${column.name.replace(/\s+/g, " ")}`);
        places.set(value, known);
      }
    await others();
  }
  if (places.size === 0) return "";
  // A long value says more than a short one, and one in few places more than one that is everywhere.
  const best = [...places].toSorted(([a, atA], [b, atB]) => b.length - a.length || atA.length - atB.length);
  const lines = best.slice(0, SHOWN_VALUES).map(([value, at]) => {
    const more = at.length > SHOWN_PLACES ? ` and ${at.length - SHOWN_PLACES} more` : "";
    return `${JSON.stringify(cutText(value, VALUE_CHARACTERS))} in ${at.slice(0, SHOWN_PLACES).join(", ")}${more}`;
  });
  return ["Values in the question:", ...lines].join("\n");
}
