import { patience } from "@parley/datasource/introspection/patience";
import type { Column, Schema, Table } from "@parley/datasource/types";
import { type Asked, askedBy, touchesColumn } from "./schema/asked.ts";
import { describeCopy, describeTable, listTable, plainName } from "./schema/describe-table.ts";
import { dialectNote } from "./schema/dialect-notes.ts";
import { namedValuesText } from "./schema/named-values.ts";
import { columnsOf, type Overview, overviewOf } from "./schema/overview.ts";
import { byRelevance, type Standing } from "./schema/relevance.ts";
import { tokensAbout } from "./schema/token-estimate.ts";

/** Tokens of schema a prompt carries, values of the question and names of other tables included. */
export const SCHEMA_TOKENS = 4_900;
/** Of these, where a schema is narrowed: for tables with all that is known of them, and for those and the ones that are listed with their columns. */
const NARROWED = { described: 1_600, listed: 4_400 };
/** The same beside an overview at most, and what is described where it lists next to nothing. */
const BESIDE_OVERVIEW = { described: 350, listed: 1_300 };
/** Tokens of a first call that are the same for all members beside an overview, and the part of all that is one question's at most. */
const CALL_TOKENS = 1_500;
const QUESTIONS_PART = 0.195;
/** Schemas up to this many tables are described in full where there is room. */
const TABLES_IN_FULL = 60;
/** Tables described in full where there are too many, and columns of each that nothing touches. */
const TABLES_DESCRIBED_FIRST = 12;
const DESCRIBED_COLUMNS = 30;
/** Kept for the values of a question where all tables are described. */
const VALUES_TOKENS = 400;
/** Copies of one table that are named beside an overview, which has them all. */
const COPIES_NAMED = 20;
/** What stands around the tables. */
const FRAME_TOKENS = 100;
const FRAME_BESIDE_OVERVIEW_TOKENS = 40;
/** What separates two tables. */
const BETWEEN = "\n\n";

/** A schema's text in the prompt: what every question sees of it, and what is there for this question. */
export interface SchemaParts {
  /** How its SQL is written, and all tables where there is room for them; else their names, and the columns of the most important. */
  shared: string;
  /** The tables of a narrowed schema, and the values that the question names. */
  asked: string;
}

/**
 * The schema as the prompt shows it, with the values that the question names. A large one is narrowed: the tables that the
 * question touches most are described, further ones listed with their columns, and the rest is named as far as there is room;
 * the text says how many there are, so that nothing is cut silently.
 */
export async function schemaParts(schema: Schema, question: string): Promise<SchemaParts> {
  const asked = askedBy(question);
  const note = dialectNote(schema.dialect);
  const values = await namedValuesText(schema, asked);
  const room = SCHEMA_TOKENS - tokensAbout(note);
  // Whether all tables fit must not depend on who asks what, or nobody could share what is cached of them.
  const whole = schema.tables_left_out === undefined ? wholeText(schema, room - VALUES_TOKENS) : null;
  if (whole !== null) return { shared: joined([note, whole]), asked: values };
  const overview = await overviewOf(schema);
  const left = room - tokensAbout(values) - tokensAbout(overview?.text ?? "");
  const narrowed = await narrowedText(schema, asked, { room: left, overview });
  return { shared: joined([note, overview?.text ?? ""]), asked: joined([narrowed, values]) };
}

const joined = (texts: readonly string[]) => texts.filter(Boolean).join(BETWEEN);

/** Both parts as one text. */
export async function schemaText(schema: Schema, question: string): Promise<string> {
  const { shared, asked } = await schemaParts(schema, question);
  return joined([shared, asked]);
}

/** What is said about tables that were not read. */
export const leftOutText = ({ tables, tables_left_out }: Schema): string[] =>
  tables_left_out === undefined
    ? []
    : [
        `It has more tables than can be described: ${tables_left_out} beyond the ${tables.length} largest are neither described nor named.`,
      ];

/** All tables in full; null if there are too many for that. */
function wholeText({ tables, dialect }: Schema, room: number): string | null {
  if (tables.length > TABLES_IN_FULL) return null;
  const texts: string[] = [];
  let tokens = 0;
  for (const table of tables) {
    const text = describeTable(table, { dialect });
    tokens += tokensAbout(text);
    if (tokens > room) return null;
    texts.push(text);
  }
  return texts.join(BETWEEN);
}

/** What a narrowed text is made of. */
interface Parts {
  described: string[];
  listed: string[];
  rest: string[];
}

interface Frame {
  /** Tokens that there are for it. */
  room: number;
  /** What is said of the schema before it. */
  overview: Overview | null;
}

/** The tables that the question touches, as far as there is room. */
async function narrowedText(schema: Schema, asked: Asked, { room, overview }: Frame): Promise<string> {
  const others = patience();
  const parts: Parts = { described: [], listed: [], rest: [] };
  const shown = new Map<string, string>();
  const named = new Map<string, number>();
  const mayName = (columns: string): boolean => {
    const count = named.get(columns) ?? 0;
    named.set(columns, count + 1);
    return count < COPIES_NAMED;
  };
  const budget = overview ? budgetBeside(overview, schema) : NARROWED;
  let used =
    (overview ? FRAME_BESIDE_OVERVIEW_TOKENS : FRAME_TOKENS) +
    leftOutText(schema).reduce((sum, text) => sum + tokensAbout(text), 0);
  for (const standing of await byRelevance(schema, asked)) {
    await others();
    const { table } = standing;
    const name = plainName(table);
    const same = shown.get(columnsOf(table));
    const original = overview?.covered.get(table) ?? null;
    if (same !== undefined && original && (standing.score === 0 || !mayName(columnsOf(table)))) continue;
    if (same !== undefined && parts.rest.length === 0) {
      const line = describeCopy(table, same);
      const tokens = tokensAbout(line);
      if (used + tokens > budget.listed) parts.rest.push(name);
      else {
        parts.listed.push(line);
        used += tokens;
      }
      continue;
    }
    const tokens = show(standing, parts, { schema, asked, used, room, budget, original });
    if (tokens === null) parts.rest.push(name);
    else shown.set(columnsOf(table), name);
    used += tokens ?? 0;
  }
  const { described, listed, rest } = parts;
  return [
    `${overview ? "" : `${countText(schema)} `}The ${described.length} that the question seems to touch most are described here; call describe_tables for others.`,
    ...leftOutText(schema),
    ...described,
    ...(listed.length > 0 ? [`${listed.length} more with their columns:\n${listed.join("\n")}`] : []),
    ...(rest.length > 0 && !overview ? [`Other tables: ${namedWithin(rest, room - used)}`] : []),
  ].join(BETWEEN);
}

/**
 * What there is for one question beside an overview: so little that providers' caches hold most of a call, and the less of it for
 * columns the more of them are said already.
 */
function budgetBeside({ text, covered }: Overview, { tables }: Schema): typeof NARROWED {
  const same = CALL_TOKENS + tokensAbout(text);
  const own = Math.round((same * QUESTIONS_PART) / (1 - QUESTIONS_PART));
  const listed = Math.min(BESIDE_OVERVIEW.listed, own);
  const most = Math.max(listed - BESIDE_OVERVIEW.described, 0);
  return { described: Math.round(BESIDE_OVERVIEW.described + most * (covered.size / tables.length) ** 2), listed };
}

const countText = ({ tables, tables_left_out = 0 }: Schema): string =>
  `The database has ${tables.length + tables_left_out} tables.`;

interface Room {
  schema: Schema;
  asked: Asked;
  used: number;
  room: number;
  budget: typeof NARROWED;
  /** The table with the same columns, perhaps itself, that an overview lists. */
  original: Table | null;
}

/** Adds a table to those that are described, or else to those that are listed. Returns its tokens, or null if there is no room. */
function show(
  { table, score }: Standing,
  { described, listed, rest }: Parts,
  { schema, asked, used, room, budget, original }: Room,
): number | null {
  if (rest.length > 0) return null;
  const { dialect } = schema;
  const touched = touchedColumns(table, asked);
  const isFirst = described.length === 0;
  if (isFirst || (listed.length === 0 && score > 0 && described.length < TABLES_DESCRIBED_FIRST)) {
    const text = describeTable(table, { dialect, touched, columns: DESCRIBED_COLUMNS, short: true });
    const tokens = tokensAbout(text);
    if (used + tokens <= (isFirst ? room : budget.described)) {
      described.push(text);
      return tokens;
    }
  }
  if (original === table) return 0;
  const line = original ? describeCopy(table, plainName(original)) : listTable(table, dialect, touched);
  const tokens = tokensAbout(line);
  if (used + tokens > Math.min(budget.listed, room)) return null;
  listed.push(line);
  return tokens;
}

const touchedColumns = (table: Table, asked: Asked): ReadonlySet<Column> =>
  new Set(table.columns.filter((column) => touchesColumn(asked, column)));

/** As many names as there is room for, and how many are left. */
function namedWithin(names: readonly string[], room: number): string {
  let left = room - 10;
  const named = names.filter((name) => (left -= tokensAbout(name) + 1) > 0);
  const more = names.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
