import { declaredTables } from "@parley/datasource/athena/catalog";
import { athenaFailure } from "@parley/datasource/athena/failure";
import { executionParameters } from "@parley/datasource/athena/parameters";
import { athenaCell, typeOfAthena } from "@parley/datasource/athena/types";
import { describe, expect, it } from "vitest";

describe("what Athena writes", () => {
  it.each([
    ["2026-05-06 07:08:09.000", "2026-05-06T07:08:09"],
    ["2026-05-06 07:08:09.250 UTC", "2026-05-06T07:08:09.25Z"],
    ["2026-05-06 07:08:09.000 +02:00", "2026-05-06T07:08:09+02:00"],
    ["2026-05-06 07:08:09.000 Europe/Berlin", "2026-05-06T07:08:09+02:00"],
    ["2026-01-06 07:08:09.000 Europe/Berlin", "2026-01-06T07:08:09+01:00"],
    ["2026-03-29 03:30:00.000 Europe/Berlin", "2026-03-29T03:30:00+02:00"],
    ["2026-10-25 01:30:00.000 Europe/Berlin", "2026-10-25T01:30:00+02:00"],
    ["2026-05-06 07:08:09.000 America/Sao_Paulo", "2026-05-06T07:08:09-03:00"],
    ["2026-05-06 07:08:09.000 Nowhere/Land", "2026-05-06 07:08:09.000 Nowhere/Land"],
  ])("is a moment: %s", (text, moment) => {
    expect(athenaCell(text, "timestamp")).toBe(moment);
  });

  it("has the other types", () => {
    expect(athenaCell(undefined, "text")).toBeNull();
    expect(athenaCell("", "text")).toBe("");
    expect(athenaCell("12.50", "number")).toBe(12.5);
    expect(athenaCell("1.0E10", "number")).toBe(1e10);
    expect(athenaCell("12345678901234567890.12", "number")).toBe("12345678901234567890.12");
    expect(athenaCell("9007199254740993", "integer")).toBe("9007199254740993");
    expect(athenaCell("false", "boolean")).toBe(false);
    expect(athenaCell("68 65 79", "binary")).toBe("\\x686579");
    expect([
      "decimal(10,2)",
      "VARCHAR(3)",
      "string",
      "array<string>",
      "struct<a:int>",
      "timestamp with time zone",
    ]).toSatisfy((types: string[]) => types.map(typeOfAthena).join() === "number,text,text,other,other,timestamp");
  });
});

describe("a failure of Athena", () => {
  it.each([
    ["SYNTAX_ERROR: line 1:8: Column 'x' cannot be resolved", "SQL_FAILED", "line 1:8: Column 'x' cannot be resolved"],
    [
      "COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved or requester is not authorized to access requested resources",
      "SQL_FAILED",
      "line 1:8: Column 'x' cannot be resolved",
    ],
    [
      "SYNTAX_ERROR: line 1:8: Column 'permission' cannot be resolved",
      "SQL_FAILED",
      "line 1:8: Column 'permission' cannot be resolved",
    ],
    ['INVALID_FUNCTION_ARGUMENT: Invalid format: "secret"', "SQL_FAILED", "Invalid format"],
    ["INVALID_CAST_ARGUMENT: Value cannot be cast to date: secret", "SQL_FAILED", "Value cannot be cast to date"],
    ["INVALID_CAST_ARGUMENT: Cannot cast 'secret' to INT", "SQL_FAILED", "Cannot cast '…' to INT"],
    ["NUMERIC_VALUE_OUT_OF_RANGE: Out of range for integer: 4100200300", "SQL_FAILED", "Out of range for integer"],
    [
      "HIVE_BAD_DATA: Error parsing field value 'secret' in s3://bucket/file",
      "SQL_FAILED",
      "The files of a table cannot be read as it is declared.",
    ],
    ["Query exhausted resources at this scale factor", "SQL_FAILED", undefined],
    ["Bytes scanned limit was exceeded", "SQL_FAILED", undefined],
    ["Insufficient permissions to execute the query. arn:aws:iam::1:role/secret", "DATASOURCE_UNAVAILABLE", undefined],
    ["HIVE_METASTORE_ERROR: Access Denied on s3://secret", "DATASOURCE_UNAVAILABLE", undefined],
    ["SCHEMA_NOT_FOUND: line 1:15: Schema 'x' does not exist", "DATASOURCE_UNAVAILABLE", "There is no such database."],
    ["GENERIC_INTERNAL_ERROR: secret", "DATASOURCE_UNAVAILABLE", undefined],
  ])("is told: %s", (reason, code, message) => {
    const failure = athenaFailure(reason);
    expect(failure).toMatchObject({ code, ...(message !== undefined && { message }) });
    expect(failure.message).not.toContain("secret");
  });
});

describe("Athena's parameters", () => {
  it("are literals that nothing leaves", () => {
    const given = ["a' OR '1' = '1", "\\", "$1 ?", 1.5, false, null];
    expect(executionParameters("SELECT $1, $2, $3, $4, $5, $6 -- $1", given)).toEqual({
      sql: "SELECT ?, ?, ?, ?, ?, ? -- $1",
      parameters: ["'a'' OR ''1'' = ''1'", "'\\'", "'$1 ?'", "1.5", "FALSE", "NULL"],
    });
    expect(executionParameters("SELECT $1", ["'".repeat(600)])).toEqual({
      sql: `SELECT '${"'".repeat(1_200)}'`,
      parameters: [],
    });
  });
});

describe("Athena's data catalog", () => {
  it("has partitions last, counts of rows where somebody counted, and what may be a view as one", async () => {
    const tables = await declaredTables(
      async () => [
        { Name: "z", TableType: "VIRTUAL_VIEW", Columns: [{ Name: "a", Type: "int" }] },
        { Name: "y", Columns: [{ Name: "a", Type: "int" }] },
        {
          Name: "b",
          TableType: "EXTERNAL_TABLE",
          Columns: [{ Name: "a", Type: "bigint", Comment: " " }],
          PartitionKeys: [{ Name: "day", Type: "string" }],
          Parameters: { recordCount: "120", comment: "Sold" },
        },
        { Name: "empty", TableType: "EXTERNAL_TABLE" },
      ],
      ["shop"],
      new AbortController().signal,
    );
    expect(tables.map(({ name, view, estimate }) => [name, view, estimate])).toEqual([
      ["b", false, 120],
      ["y", true, null],
      ["z", true, null],
    ]);
    expect(tables[0]).toMatchObject({ comment: "Sold", columns: [{ name: "a", comment: null }, { name: "day" }] });
  });
});
