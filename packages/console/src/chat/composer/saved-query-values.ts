import type { SavedQuery } from "@parley/client";
import { wordsOfColumn } from "../figures.ts";

/** The longest value of a parameter. */
export const PARAMETER_CHARACTERS = 1000;

/** The question that is kept of a saved query: its title, with the values it was run with. */
export function savedQueryText({ title, parameters }: SavedQuery, values: Readonly<Record<string, string>>): string {
  const given = parameters.map((name) => `${wordsOfColumn(name)}: ${values[name] ?? ""}`);
  return given.length === 0 ? title : `${title} (${given.join(", ")})`;
}

/** Whether every parameter has a value. */
export const isFilled = ({ parameters }: SavedQuery, values: Readonly<Record<string, string>>): boolean =>
  parameters.every((name) => (values[name] ?? "").trim() !== "");

/** What the value of a parameter is: a day where the statement reads it as one, so that nobody has to guess how days are written. */
export function kindOfParameter({ sql }: Pick<SavedQuery, "sql">, name: string): "date" | "text" {
  const given = `\\{\\{\\s*${name}\\s*\\}\\}`;
  const asDay = new RegExp(
    `\\bcast\\s*\\(\\s*${given}\\s+as\\s+date\\s*\\)|\\bdate\\s*\\(\\s*${given}|${given}\\s*::\\s*date\\b`,
    "i",
  );
  return sql !== null && asDay.test(sql) ? "date" : "text";
}
