import { bareColumn, type CatalogTable } from "@parley/datasource/introspection/engine";
import { addKeys, bareTable } from "@parley/datasource/mysql/schema";
import { mysqlCell, typeOfDeclared, typeOfField } from "@parley/datasource/mysql/types";
import { misreadValue } from "@parley/datasource/mysql/mysql";
import { openDatasource } from "@parley/datasource/open";
import { describe, expect, test } from "vitest";

// No MySQL server can be had from npm: what needs one is in tests/engines/mariadb.test.ts, for where Debian's is installed.
// The guard's corpora are in guard.test.ts, the placeholders in placeholders.test.ts.

const options = { row_limit: 10, timeout_ms: 1_000, signal: new AbortController().signal };
const config = {
  engine: "mysql",
  host: "127.0.0.1",
  port: 1,
  database: "shop",
  user: "reader",
  password: "x",
  tls: "off",
} as const;

describe("a MySQL datasource", () => {
  test("refuses hostile SQL before it connects", async () => {
    const datasource = openDatasource(config);
    await expect(datasource.run("SELECT SLEEP(10)", options)).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: 'The function "sleep" is not allowed.',
    });
    await datasource.close();
  });

  test("that cannot be reached is DATASOURCE_UNAVAILABLE, and names no host", async () => {
    const datasource = openDatasource(config);
    await expect(datasource.run("SELECT 1", options)).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
      message: "The database refused the connection.",
    });
    await expect(datasource.introspect(options.signal)).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
    await datasource.close();
  });
});

describe("warnings about bound values", () => {
  const decimal = "Truncated incorrect DECIMAL value: 'abc'";

  test.each([
    [[decimal], ["abc"], decimal],
    [["Incorrect datetime value: 'soon' for column `orders`.`at` at row 1"], [1, "soon"], "Incorrect datetime"],
    [["Truncated incorrect DECIMAL value: 'from a row'"], ["abc"], undefined],
    [[decimal], [1, null], undefined],
    [[], ["abc"], undefined],
  ])("%j with %j", (warnings, parameters, found) => {
    const warning = misreadValue(warnings, parameters);
    if (found === undefined) expect(warning).toBeUndefined();
    else expect(warning).toContain(found);
  });
});

describe("values of the protocol", () => {
  test.each([
    [{ columnType: 0x01, columnLength: 1 }, 1, "boolean", true],
    [{ columnType: 0x01, columnLength: 4 }, 7, "integer", 7],
    [{ columnType: 0x08 }, "9007199254740993", "integer", "9007199254740993"],
    [{ columnType: 0x08 }, "42", "integer", 42],
    [{ columnType: 0xf6 }, "12.50", "number", 12.5],
    [{ columnType: 0x05 }, 0.1, "number", 0.1],
    [{ columnType: 0x0a }, "2024-02-29", "date", "2024-02-29"],
    [{ columnType: 0x0c }, "2024-02-29 01:02:03", "timestamp", "2024-02-29T01:02:03"],
    [{ columnType: 0x0b }, "01:02:03", "time", "01:02:03"],
    [{ columnType: 0xf5 }, '{"a":1}', "json", '{"a":1}'],
    [{ columnType: 0xfd, characterSet: 45 }, "text", "text", "text"],
    [{ columnType: 0xfc, characterSet: 63 }, Buffer.from([0, 255]), "binary", "\\x00ff"],
    [{ columnType: 0x06 }, null, "text", null],
  ])("%j", (field, value, type, cell) => {
    expect(typeOfField({ name: "a", ...field })).toBe(type);
    expect(mysqlCell(value, typeOfField({ name: "a", ...field }))).toBe(cell);
  });
});

describe("declared types", () => {
  test.each([
    ["tinyint", "tinyint(1)", "boolean"],
    ["tinyint", "tinyint(4)", "integer"],
    ["bigint", "bigint(20) unsigned", "integer"],
    ["year", "year(4)", "integer"],
    ["decimal", "decimal(10,2)", "number"],
    ["double", "double", "number"],
    ["varchar", "varchar(50)", "text"],
    ["longtext", "longtext", "text"],
    ["enum", "enum('a','b')", "text"],
    ["date", "date", "date"],
    ["datetime", "datetime(3)", "timestamp"],
    ["timestamp", "timestamp", "timestamp"],
    ["time", "time", "time"],
    ["json", "json", "json"],
    ["blob", "blob", "binary"],
    ["point", "point", "binary"],
  ])("%s, %s is %s", (dataType, columnType, type) => {
    expect(typeOfDeclared(dataType, columnType)).toBe(type);
  });
});

describe("tables of information_schema", () => {
  test("are base tables, or views whose comment is MySQL's own", () => {
    expect(bareTable(["orders", "BASE TABLE", 12, "what was bought"])).toMatchObject({
      name: "orders",
      comment: "what was bought",
      estimate: 12,
      view: false,
    });
    expect(bareTable(["orders", "BASE TABLE", 12, ""])).not.toHaveProperty("is_view");
    expect(bareTable(["daily", "VIEW", null, "VIEW"])).toMatchObject({ comment: null, estimate: null, is_view: true });
  });
});

describe("keys of information_schema", () => {
  const table = (name: string, ...columns: string[]): [string, CatalogTable] => [
    name,
    {
      schema: null,
      name,
      comment: null,
      row_count: 0,
      primary_key: [],
      columns: columns.map((column) =>
        bareColumn({ name: column, type: "integer", native_type: "int", nullable: true, comment: null }),
      ),
      foreign_keys: [],
      estimate: null,
      view: false,
    },
  ];

  test("are gathered from one row a column, in order", () => {
    const tables = new Map([table("orders", "shop", "no"), table("lines", "id", "shop", "no", "other")]);
    addKeys(tables, [
      ["lines", "PRIMARY", "id", null, null],
      ["lines", "of_order", "shop", "orders", "shop"],
      ["lines", "of_order", "no", "orders", "no"],
      ["lines", "to_elsewhere", "other", "elsewhere", "id"],
      ["orders", "PRIMARY", "shop", null, null],
      ["orders", "PRIMARY", "no", null, null],
      ["gone", "PRIMARY", "id", null, null],
    ]);
    expect(tables.get("orders")?.primary_key).toEqual(["shop", "no"]);
    expect(tables.get("lines")).toMatchObject({
      primary_key: ["id"],
      foreign_keys: [{ columns: ["shop", "no"], table: "orders", references: ["shop", "no"], inferred: false }],
    });
  });
});
