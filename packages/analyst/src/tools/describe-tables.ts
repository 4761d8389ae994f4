import * as v from "valibot";
import type { Schema, Table } from "@parley/datasource/types";
import { type Asked, askedBy, touchesColumn } from "../schema/asked.ts";
import { describeTable, describeTableBriefly, plainName } from "../schema/describe-table.ts";
import { nearestTables } from "../schema/nearest-names.ts";
import { tokensAbout } from "../schema/token-estimate.ts";
import { leftOutText } from "../schema-text.ts";
import { uploadSource } from "../answer-session.ts";
import { analystTool, type ToolOutcome, ToolProblem } from "./tool.ts";

const DESCRIBED_TABLES = 20;
/** Tokens of descriptions that one call returns; the first table is described whatever its size. */
const ANSWERED_TOKENS = 6_000;
/** A table of more columns has samples of those that the question touches only, and of the rest these many are described. */
const NARROW_COLUMNS = 60;
const WIDE_COLUMNS = 120;
/** Tables that are named where none is like the one that was asked for. */
const NAMED_INSTEAD = 50;
/** Tables that are named where all are asked for. */
const NAMED_TABLES = 1_000;

/** `describe_tables`: columns, keys and sample values of tables, or the names of all. */
export const describeTables = analystTool({
  name: "describe_tables",
  description:
    "Describes tables of the database: columns with types, keys, comments and sample values. Without `tables`: the names of all tables.",
  input: v.object({
    tables: v.optional(
      v.pipe(
        v.array(v.string()),
        v.maxLength(DESCRIBED_TABLES),
        v.description(`At most ${DESCRIBED_TABLES} table names`),
      ),
    ),
  }),
  async run({ tables = [] }, session, signal) {
    const source = session.integration ?? uploadSource(session);
    if (!source) throw new ToolProblem("No database is selected for this chat");
    const schema = await source.schema(signal);
    if (tables.length === 0) {
      return {
        summary: `${schema.tables.length} tables`,
        result: { tables: schema.tables.slice(0, 300).map((table) => table.name) },
        text: [
          ...schema.tables.slice(0, NAMED_TABLES).map(describeTableBriefly),
          ...(schema.tables.length > NAMED_TABLES
            ? [`and ${schema.tables.length - NAMED_TABLES} more: name the ones you are looking for`]
            : []),
          ...leftOutText(schema),
        ].join("\n"),
      };
    }
    return described(tables, schema, askedBy(session.question.message));
  },
});

const nameIn = (name: string) => name.toLowerCase().replaceAll(/["`]/g, "");

/** The tables that were named, as far as there is room, and what is nearest to names that there are not. */
function described(names: readonly string[], schema: Schema, asked: Asked): ToolOutcome {
  const wanted = new Set(names.map(nameIn));
  const found = schema.tables.filter(
    (table) => wanted.has(table.name.toLowerCase()) || wanted.has(`${table.schema}.${table.name}`.toLowerCase()),
  );
  const known = new Set(found.flatMap((table) => [table.name, `${table.schema}.${table.name}`].map(nameIn)));
  const unknown = [...wanted].filter((name) => !known.has(name)).map((name) => notFound(name, schema.tables));
  if (found.length === 0) throw new ToolProblem(unknown.join(" "));
  const texts: string[] = [];
  const short: string[] = [];
  let tokens = 0;
  for (const table of found) {
    const touched = new Set(table.columns.filter((column) => touchesColumn(asked, column)));
    const isWide = table.columns.length > NARROW_COLUMNS;
    const text = describeTable(table, {
      dialect: schema.dialect,
      ...(isWide && { touched, columns: WIDE_COLUMNS, short: true }),
    });
    tokens += tokensAbout(text);
    if (texts.length > 0 && tokens > ANSWERED_TOKENS) short.push(plainName(table));
    else texts.push(text);
  }
  if (short.length > 0)
    texts.push(`Not described, for there is no more room: ${short.join(", ")}. Ask for fewer tables at once.`);
  return {
    summary: found.map((table) => table.name).join(", "),
    result: { tables: found.map((table) => table.name) },
    text: [...texts, ...unknown].join("\n\n"),
  };
}

/** What is said of a table that there is not. */
function notFound(name: string, tables: readonly Table[]): string {
  const nearest = nearestTables(name, tables);
  const offered = nearest.length > 0 ? nearest : tables.slice(0, NAMED_INSTEAD).map((table) => table.name);
  return `No such table: ${name}. ${nearest.length > 0 ? "Nearest" : "There are"}: ${offered.join(", ")}.`;
}
