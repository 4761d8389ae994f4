import { unreachable, withoutQuotedData } from "@parley/datasource/failure";
import { nameScore } from "@parley/datasource/introspection/key-names";
import { cellOf, decimalCell, integerCell } from "@parley/datasource/postgres/types";
import type { Column, Table } from "@parley/datasource/types";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("numbers", () => {
  test.each<[string, number | string]>([
    ["0", 0],
    ["-0.00", -0],
    ["12.50", 12.5],
    ["100", 100],
    ["0.000000000000000000001", 1e-21],
    ["123456789012345", 123_456_789_012_345],
    ["1234567890123456", 1_234_567_890_123_456],
    ["12345678901234.56", 12_345_678_901_234.56],
    ["12345678901234567.89", "12345678901234567.89"],
    ["99999999999999999999", "99999999999999999999"],
    ["1234567890123.4567", "1234567890123.4567"],
    // An average has more digits than it means.
    ["3.4285714285714286", 24 / 7],
    ["123456789.42857142857", 123_456_789.428_571_43],
    ["NaN", "NaN"],
    ["Infinity", "Infinity"],
    ["-Infinity", "-Infinity"],
    ["1e+300", 1e300],
  ])("%s", (text, cell) => {
    expect(decimalCell(text)).toBe(cell);
  });

  test("whole numbers are exact or text", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        const cell = integerCell(value.toString());
        expect(BigInt(cell)).toBe(value);
      }),
    );
  });

  test("a price keeps its digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 52 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const text = `${whole}.${String(cents).padStart(2, "0")}`;
        const cell = decimalCell(text);
        expect(typeof cell === "number" ? String(cell) : cell).toBe(
          typeof cell === "number" ? text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : text,
        );
      }),
    );
  });
});

describe("timestamps", () => {
  test.each([
    ["2024-02-29 12:30:00", "2024-02-29T12:30:00"],
    ["2024-02-29 12:30:00.123456+00", "2024-02-29T12:30:00.123456Z"],
    ["2024-02-29 12:30:00+05:30", "2024-02-29T12:30:00+05:30"],
    ["2024-02-29 12:30:00-03", "2024-02-29T12:30:00-03:00"],
    ["infinity", "infinity"],
    ["0044-03-15 00:00:00 BC", "0044-03-15 00:00:00 BC"],
  ])("%s", (text, cell) => {
    expect(cellOf(text, "timestamp")).toBe(cell);
  });
});

describe("messages", () => {
  test.each([
    ['invalid input syntax for type integer: "secret"', "invalid input syntax for type integer"],
    ['value "99999999999" is out of range for type integer', 'value "…" is out of range for type integer'],
    ["Truncated incorrect DOUBLE value: 'secret'", "Truncated incorrect DOUBLE value: '…'"],
    ['invalid input syntax for type json: "a"b" and more', "invalid input syntax for type json"],
    ["division by zero", "division by zero"],
  ])("%s quotes no data", (message, safe) => {
    expect(withoutQuotedData(message)).toBe(safe);
  });

  test("reasons name no host", () => {
    for (const code of [
      "ECONNREFUSED",
      "ENOTFOUND",
      "ETIMEDOUT",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      undefined,
    ]) {
      expect(unreachable(code).message).toMatch(/^[A-Z][A-Za-z' ]+\.$/);
    }
  });
});

describe("names that point at keys", () => {
  const column = (name: string): Column => ({
    name,
    type: "integer",
    native_type: "int",
    nullable: true,
    comment: null,
    values: [],
    values_complete: false,
    distinct_count: 5,
    min: 1,
    max: 5,
  });
  const table = (name: string, key: string): Table => ({
    schema: null,
    name,
    comment: null,
    row_count: 5,
    primary_key: [key],
    columns: [column(key)],
    foreign_keys: [],
  });
  const score = (of: string, to: string, key: string, from = "lines") => {
    const target = table(to, key);
    return nameScore(from === to ? target : table(from, "id"), column(of), target, column(key));
  };

  test.each([
    ["customer_id", "customers", "id"],
    ["CustomerId", "Customer", "CustomerId"],
    ["category_id", "categories", "category_id"],
    ["person_id", "people", "id"],
    ["box_no", "boxes", "no"],
    ["customer_key", "dim_customer", "customer_key"],
    ["state_name", "state", "state_name"],
    ["country", "countries", "code"],
    ["billing_customer_id", "customers", "id"],
    ["stuid", "Student", "StuID"],
    ["PrepNurse", "nurse", "EmployeeID"],
  ])("%s points at %s.%s", (of, to, key) => {
    expect(score(of, to, key)).toBeGreaterThan(0);
  });

  test.each([
    ["id", "customers", "id"],
    ["amount", "customers", "id"],
    ["orders", "orders", "id"],
    ["num_orders", "orders", "id"],
    ["order_total", "orders", "id"],
    ["name", "customers", "name"],
  ])("%s does not point at %s.%s", (of, to, key) => {
    expect(score(of, to, key)).toBe(0);
  });

  test("a table points at itself by parents, and people by managers", () => {
    expect(score("parent_id", "categories", "id", "categories")).toBeGreaterThan(0);
    expect(score("manager_id", "employees", "id", "employees")).toBeGreaterThan(0);
    expect(score("manager_id", "departments", "id", "departments")).toBe(0);
  });
});
