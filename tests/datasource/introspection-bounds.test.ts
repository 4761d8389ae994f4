import { fitValues } from "@parley/datasource/introspection/introspect";
import { describeTables } from "@parley/analyst/tools/describe-tables";
import { schemaText } from "@parley/analyst/schema-text";
import type { Session } from "@parley/analyst/answer-session";
import type { Column, Schema, Table } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";

const column = (name: string, values: string[] = [], comment: string | null = null): Column => ({
  name,
  type: "text",
  native_type: "text",
  nullable: true,
  comment,
  values,
  values_complete: true,
  distinct_count: values.length,
  min: null,
  max: null,
});
const table = (name: string, columns: Column[], comment: string | null = null): Table => ({
  schema: "public",
  name,
  comment,
  columns,
  primary_key: [],
  foreign_keys: [],
  row_count: 1,
});
const schemaOf = (tables: Table[]): Schema => ({ dialect: "postgres", tables, hash: "", introspected_at: "" });

describe("what a database says of itself", () => {
  it("has at most 200,000 values in all; a column that lost some no longer has all of them", () => {
    const wide = table(
      "wide",
      Array.from({ length: 2_000 }, (_, at) =>
        column(
          `c${at}`,
          Array.from({ length: 200 }, (__, n) => `${n}`),
        ),
      ),
    );
    const small = table("small", [column("a", ["x", "y"])]);
    fitValues([small]);
    expect(small.columns[0]).toMatchObject({ values: ["x", "y"], values_complete: true });
    fitValues([wide, small]);
    const total = [...wide.columns, ...small.columns].reduce((sum, { values }) => sum + values.length, 0);
    expect(total).toBeLessThanOrEqual(200_000);
    expect(wide.columns[0]).toMatchObject({ values_complete: false });
    expect(wide.columns[0]?.values.slice(0, 3)).toEqual(["0", "1", "2"]);
    expect(small.columns[0]).toMatchObject({ values: ["x", "y"], values_complete: true });
  });

  it("fills no prompt with its comments, nor with the names of its tables", async () => {
    const comment = "A comment.\n".repeat(100_000);
    const text = await schemaText(schemaOf([table("orders", [column("id", [], comment)], comment)]), "orders");
    expect(text.length).toBeLessThan(2_000);
    const many = schemaOf(Array.from({ length: 20_000 }, (_, at) => table(`table_${at}`, [column("id")], comment)));
    // The tool asks the session for its schema, and for nothing else.
    const session = { integration: { schema: async () => many } } as unknown as Session;
    const named = await describeTables.run({}, session, new AbortController().signal);
    expect(named.text.split("\n")).toHaveLength(1_001);
    expect(named.text).toContain("and 19000 more");
    expect(named.text.length).toBeLessThan(700_000);
  });
});
