import * as v from "valibot";
import { describeTable, describeTableBriefly, leftOutText } from "../schema-text.ts";
import { uploadSource } from "../session.ts";
import { analystTool, ToolProblem } from "./tool.ts";

const DESCRIBED_TABLES = 20;
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
    const wanted = new Set(tables.map((name) => name.toLowerCase().replaceAll('"', "")));
    const found = schema.tables.filter(
      (table) => wanted.has(table.name.toLowerCase()) || wanted.has(`${table.schema}.${table.name}`.toLowerCase()),
    );
    if (found.length === 0)
      throw new ToolProblem(
        `No such table. There are: ${schema.tables
          .map((table) => table.name)
          .slice(0, 200)
          .join(", ")}`,
      );
    return {
      summary: found.map((table) => table.name).join(", "),
      result: { tables: found.map((table) => table.name) },
      text: found.map((table) => describeTable(table)).join("\n\n"),
    };
  },
});
