import type { Schema } from "@parley/datasource/types";
import { capitalized, plural, singular, spoken } from "./words.ts";

const MOST_NAMES_TOLD = 40;
const POLITELY = "(?:please |can you |could you )*";
const have =
  "(?:are there|exist|are available|do (?:you|we|i) have|can (?:i|you|we) (?:ask about|query|see|use)|does (?:the|this|our) (?:database|data|schema) have|(?:are )?in (?:the|this|our) (?:database|data|schema))";
const tablesAsked = new RegExp(
  `^${POLITELY}(?:(?:list|show|name|give|tell|display)(?: me)?|what|which|what are|how many|describe)(?: all)?(?: of)?(?: the| your| our)?(?: database)? tables(?: ${have})?$|^${POLITELY}(?:describe|show(?: me)?|explain|what is)(?: the| your| our)? (?:database |data )?schema$`,
  "i",
);
const columnsAsked: readonly RegExp[] = [
  new RegExp(
    `^(?:what|which) (?:columns|fields|attributes) (?:does|do|has|have|are in|are there in|is in|belong to)(?: the| our)? (?:table )?(.+?)(?: table)?(?: have| has| contain)?$`,
    "i",
  ),
  new RegExp(
    `^${POLITELY}(?:(?:list|show|name|give|tell|display)(?: me)?|what are)(?: all)?(?: of)?(?: the| our)? (?:columns|fields|attributes|structure|schema) (?:of|in|for|from)(?: the| our)? (?:table )?(.+?)(?: table)?$`,
    "i",
  ),
  new RegExp(`^${POLITELY}describe(?: the| our)? (?:table (.+?)|(.+?) table)$`, "i"),
];

/** True where the tables are asked for, which no document tells. */
export const asksForTables = (plain: string): boolean => tablesAsked.test(plain);

/** Which tables and columns there are, where that is asked; null for every other question, and where rows are called so. */
export function aboutTheData(plain: string, { tables }: Schema): string | null {
  const isRows = tables.some(({ name }) => /^(?:tables?|columns?|fields?)$/.test(spoken(name)));
  if (isRows || tables.length === 0) return null;
  if (tablesAsked.test(plain))
    return `There ${tables.length === 1 ? "is one table" : `are ${tables.length} tables`}: ${told(tables.map(({ name }) => spoken(name)))}. Ask which columns one of them has, or anything about its rows.`;
  const said = columnsAsked.map((form) => form.exec(plain)?.slice(1).find(Boolean)).find((name) => name !== undefined);
  const table = said === undefined ? undefined : tables.find(({ name }) => isCalled(spoken(name), said));
  if (table === undefined) return null;
  return `${capitalized(spoken(table.name))} ${table.columns.length === 1 ? "has one column" : `has ${table.columns.length} columns`}: ${told(table.columns.map(({ name }) => spoken(name)))}.`;
}

function isCalled(name: string, said: string): boolean {
  const plain = spoken(said).toLowerCase();
  return [name, singular(name), plural(name)].some((one) => one.toLowerCase() === plain);
}

const told = (names: readonly string[]): string =>
  names.length <= MOST_NAMES_TOLD
    ? names.join(", ")
    : `${names.slice(0, MOST_NAMES_TOLD).join(", ")} and ${names.length - MOST_NAMES_TOLD} more`;
