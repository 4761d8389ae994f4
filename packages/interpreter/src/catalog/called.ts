import { splitIdentifier, stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** Short words that say something of what follows them, however many columns begin with them. */
const TELLING =
  /^(?:min|max|avg|sum|net|new|old|num|pct|is|has|was|can|did|non|sub|pre|own|per|in|on|to|from|by|no|not|home|away|day|week|last|next|half|full|year|list|base|cash|card|game|team|user|unit|item|city|work|test|real|plan|act)$/;
/** Share of a table's columns that begin with what says nothing of them. */
const LEAST_LED = 0.6;
/** What says too little by itself: "date" of a "tx_date". */
const TOO_LITTLE = /^(?:date|time|day|number|no|nr|num|id|key|code|type|at|on|of|in|to|for|count|per|name|ref)$/;

/** What tables and columns are called before people: their names without what a whole system or a table puts before each of them. */
export function* callPlainly(tables: readonly CatalogTable[]): Generator<void> {
  const byName = Map.groupBy(tables, ({ called }) => called.toLowerCase());
  for (const table of tables) {
    // Two names that would become the same keep what tells them apart.
    if ((byName.get(table.called.toLowerCase())?.length ?? 0) > 1) table.called = table.name;
    const lead = leadOf(table);
    const names = table.columns.map((column) => plainName(column, lead));
    const actual = new Set(table.columns.map(({ name }) => name.toLowerCase()));
    const often = Map.groupBy(names, (name) => name);
    for (const [at, column] of table.columns.entries()) {
      const name = names[at] ?? column.name;
      column.called = !actual.has(name) && often.get(name)?.length === 1 ? name : column.name;
    }
    yield;
  }
}

/** The short form that most columns of a table begin with, behind what the whole system puts there, and that says nothing of them. */
export function leadOf(table: CatalogTable): string | null {
  const letters = Map.groupBy(table.columns, ({ name }) => name[0]?.toLowerCase());
  // Names of many thousands of columns are not taken apart for nothing.
  if ([...letters.values()].every((same) => same.length < LEAST_LED * table.columns.length)) return null;
  const firsts = table.columns.map((column) => behindSystem(column)).filter((words) => words.length > 1);
  const [most] = [...Map.groupBy(firsts, ([first]) => first)].toSorted(([, a], [, b]) => b.length - a.length);
  const [lead = "", led = []] = most ?? [];
  const isShared = led.length >= 3 && led.length >= LEAST_LED * table.columns.length;
  return isShared && lead.length <= 4 && !TELLING.test(lead) && !table.stems.includes(stem(lead)) ? lead : null;
}

/** A column's words without what the whole system puts before each name. */
function behindSystem({ name, table }: Pick<CatalogColumn, "name" | "table">): string[] {
  const words = splitIdentifier(name);
  return words.length > 1 && words[0] === table.prefix ? words.slice(1) : words;
}

function plainName(column: CatalogColumn, lead: string | null): string {
  if (lead === null && column.table.prefix === null) return column.name;
  const words = behindSystem(column);
  const isLed = lead !== null && words[0] === lead && words.length > 1;
  const rest = isLed ? words.slice(1) : words;
  if (rest.length === splitIdentifier(column.name).length) return column.name;
  const isEnough = rest.length > 1 || !TOO_LITTLE.test(rest[0] ?? "");
  const owner = singular(column.table.words.join("_"));
  return (isLed && !isEnough ? [owner, ...rest] : rest).join("_");
}

/** A table or a column in words, as people are told it. */
export const toldAs = ({ name, called, words }: Pick<CatalogColumn, "name" | "called" | "words">): string =>
  called === name ? words.join(" ") : splitIdentifier(called).join(" ");
