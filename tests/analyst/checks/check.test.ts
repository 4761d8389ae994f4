import { checkResult, placeholdersIn, totalsOf } from "@parley/analyst/checks/check";
import { findingText } from "@parley/analyst/checks/finding-words";
import type { Cell, Column, Dialect, QueryResult, Schema, Table } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";

const column = (name: string, values: string[] = []): Column => ({
  name,
  type: "text",
  native_type: "text",
  nullable: true,
  comment: null,
  values,
  values_complete: values.length > 0,
  distinct_count: null,
  min: null,
  max: null,
});

const table = (name: string, columns: Column[], foreign_keys: Table["foreign_keys"] = []): Table => ({
  schema: null,
  name,
  comment: null,
  row_count: 10,
  primary_key: ["id"],
  columns: [column("id"), ...columns],
  foreign_keys,
});

const key = (name: string, to: string) => ({ columns: [name], table: to, references: ["id"], inferred: false });

const schema: Schema = {
  dialect: "postgres",
  tables: [
    table("Customers", [column("name"), column("country", ["Germany", "France", "New Zealand"]), column("credit")]),
    table(
      "orders",
      [column("customer_id"), column("total"), column("status", ["paid", "open"]), column("ordered_on")],
      [key("customer_id", "Customers")],
    ),
    table("items", [column("order_id"), column("price")], [key("order_id", "orders")]),
    table("payments", [column("order_id"), column("paid")], [key("order_id", "orders")]),
    {
      ...table("tours", [column("tour_id"), column("length")]),
      primary_key: ["tour_id"],
    },
    table("stops", [column("tour_id"), column("minutes")], [{ ...key("tour_id", "tours"), references: ["tour_id"] }]),
    { ...table("parcels", [column("weight")]), primary_key: [] },
    table("scans", [column("parcel"), column("at")], [{ ...key("parcel", "parcels"), inferred: true }]),
  ],
  hash: "h",
  introspected_at: "2026-01-01T00:00:00Z",
};

const resultOf = (rows: Cell[][], truncated = false): QueryResult => ({
  columns: (rows[0] ?? ["x"]).map((_, at) => ({ name: `c${at}`, type: "text" })),
  rows,
  row_count: rows.length,
  truncated,
  duration_ms: 1,
});
const something = resultOf([["a", 1]]);

const check = (sql: string, result = something, dialect: Dialect = "postgres") =>
  checkResult({ sql, dialect, result }, schema, "2026-03-10");
const codes = (sql: string, result?: QueryResult) => check(sql, result).findings.map(({ code }) => code);

describe("a literal that its column does not hold", () => {
  it.each([
    ["SELECT * FROM customers WHERE country = 'Germny'", "Germny", "Germany"],
    ["SELECT * FROM customers c WHERE c.country IN ('France', 'germany')", "germany", "Germany"],
    [
      "SELECT 1 FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = 'Zealand'",
      "Zealand",
      "New Zealand",
    ],
    ["SELECT * FROM (SELECT * FROM orders WHERE status <> 'payed') o", "payed", "paid"],
    ["WITH g AS (SELECT * FROM customers WHERE lower(country) = 'fance') SELECT * FROM g", "fance", "France"],
    ["SELECT * FROM customers WHERE country = 'Qxyzzyplugh'", "Qxyzzyplugh", null],
  ])("is found, with the nearest one: %s", (sql, value, nearest) => {
    expect(check(sql).findings).toEqual([expect.objectContaining({ code: "unknown_value", value, nearest })]);
  });

  it.each([
    "SELECT * FROM customers WHERE country = 'Germany'",
    "SELECT * FROM customers WHERE lower(country) = 'germany'",
    "SELECT * FROM customers WHERE name = 'Nobody'",
    "SELECT * FROM customers WHERE country LIKE 'Ger%'",
    "SELECT 'Germny' AS country FROM customers",
    "SELECT * FROM customers -- country = 'Germny'",
  ])("is not found in: %s", (sql) => {
    expect(codes(sql)).toEqual([]);
  });

  it("is found in every dialect's quotes", () => {
    expect(check('SELECT * FROM `orders` WHERE `orders`.`status` = "payed"', something, "mysql").findings).toHaveLength(
      1,
    );
    expect(check("SELECT * FROM [orders] WHERE [status] = 'payed'", something, "sqlite").findings).toHaveLength(1);
  });
});

describe("a sum over a join that repeats rows", () => {
  it.each([
    "SELECT sum(o.total) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT c.country, avg(credit) FROM customers c LEFT JOIN orders o ON c.id = o.customer_id GROUP BY c.country",
    "SELECT sum(orders.total * 2) FROM orders, items WHERE items.order_id = orders.id",
    "SELECT * FROM (SELECT o.customer_id, SUM(o.total) AS t FROM orders AS o INNER JOIN items AS i ON o.id = i.order_id GROUP BY 1) x",
    "SELECT sum(i.price) FROM orders o JOIN items i ON i.order_id = o.id JOIN payments p ON p.order_id = o.id",
    "SELECT c.name, sum(i.price) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id JOIN payments p ON p.order_id = o.id GROUP BY c.name",
    "SELECT sum(i.price), sum(p.paid) FROM orders o JOIN items i ON i.order_id = o.id JOIN customers c ON c.id = o.customer_id JOIN payments p ON o.id = p.order_id",
    "SELECT sum(p.weight) FROM parcels p JOIN scans s ON s.parcel = p.id",
    "SELECT sum(length) FROM tours JOIN stops USING (tour_id)",
    "SELECT sum(CASE WHEN i.price > 3 THEN o.total ELSE 0 END) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT sum(i.price - o.total) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT sum(t.length) FROM tours AS t LEFT JOIN stops s USING (tour_id) WHERE s.minutes > 3",
  ])("is found: %s", (sql) => {
    expect(new Set(codes(sql))).toEqual(new Set(["multiplied_sum"]));
  });

  it.each([
    "SELECT sum(i.price) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT c.country, sum(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.country",
    "SELECT sum(i.price) FROM items i JOIN orders o ON i.order_id = o.id JOIN customers c ON c.id = o.customer_id",
    "SELECT p.id, sum(i.price) FROM items i JOIN orders o ON i.order_id = o.id JOIN payments p ON p.order_id = o.id GROUP BY p.id",
    "SELECT sum(minutes) FROM tours JOIN stops USING (tour_id)",
    "SELECT sum(s.at) FROM parcels p JOIN scans s ON s.parcel = p.id",
    "SELECT count(o.total) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT sum(DISTINCT o.total) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT i.id, sum(o.total) FROM orders o JOIN items i ON i.order_id = o.id GROUP BY i.id",
    "SELECT sum(total) FROM orders WHERE id IN (SELECT order_id FROM items)",
    "SELECT sum(i.price - (i.price * o.total)) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT sum(i.price * (1 - o.total)) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT sum(CASE WHEN o.ordered_on >= '2025-01-01' THEN i.price ELSE 0 END) FROM orders o JOIN items i ON i.order_id = o.id",
    "SELECT sum(CASE o.status WHEN 'paid' THEN i.price END) FROM orders o JOIN items i ON i.order_id = o.id",
  ])("is not found: %s", (sql) => {
    expect(codes(sql)).toEqual([]);
  });
});

describe("a result", () => {
  it.each<[string, QueryResult, string[]]>([
    ["without rows", resultOf([]), ["no_rows"]],
    ["of NULL", resultOf([[null, null]]), ["no_value"]],
    ["of NULL in one of two rows", resultOf([[null], [1]]), []],
    [
      "of months, the last one of today",
      resultOf([
        ["2026-01", 5],
        ["2026-02", 6],
        ["2026-03", 1],
      ]),
      ["open_period"],
    ],
    [
      "of first days of months",
      resultOf([
        ["2026-03-01", 1],
        ["2026-02-01", 6],
        ["2026-01-01", 5],
      ]),
      ["open_period"],
    ],
    [
      "of years as numbers",
      resultOf([
        [2024, 5],
        [2025, 6],
        [2026, 1],
      ]),
      ["open_period"],
    ],
    [
      "of years by region",
      resultOf([
        ["2024", "North", 5],
        ["2024", "South", 6],
        ["2025", "North", 7],
        ["2025", "South", 8],
        ["2026", "North", 1],
      ]),
      ["open_period"],
    ],
    [
      "of films with their years",
      resultOf([
        ["2024", "Dawn", 5],
        ["2025", "Dusk", 6],
        ["2026", "Noon", 7],
        ["2026", "Tide", 8],
      ]),
      [],
    ],
    [
      "of quarters",
      resultOf([
        ["2025-Q3", 5],
        ["2025-Q4", 6],
        ["2026-Q1", 1],
      ]),
      ["open_period"],
    ],
    [
      "of weeks",
      resultOf([
        ["2026-W09", 5],
        ["2026-W10", 6],
        ["2026-W11", 1],
      ]),
      ["open_period"],
    ],
    [
      "of months that are over",
      resultOf([
        ["2025-12", 4],
        ["2026-01", 5],
        ["2026-02", 6],
      ]),
      [],
    ],
    [
      "of days",
      resultOf([
        ["2026-03-08", 4],
        ["2026-03-09", 5],
        ["2026-03-10", 6],
      ]),
      [],
    ],
    [
      "of two months",
      resultOf([
        ["2026-02", 5],
        ["2026-03", 6],
      ]),
      [],
    ],
  ])("%s", (_, result, expected) => {
    expect(codes("SELECT 1 FROM orders", result)).toEqual(expected);
  });

  it("that was cut and is added up in words is found in the text", () => {
    const cut = resultOf([["a", 1]], true);
    expect(totalsOf("In all there are 5.", [something, cut])).toEqual([{ code: "truncated_total", rows: 1 }]);
    expect(totalsOf("Im Durchschnitt 5.", [cut])).toHaveLength(1);
    expect(totalsOf("In all there are 5.", [something])).toEqual([]);
    expect(totalsOf("The first is 5.", [cut])).toEqual([]);
  });

  it("says nothing of a statement that cannot be read, and nothing of literals without a schema", () => {
    expect(codes("SELECT 'never ends")).toEqual([]);
    const sql = "SELECT * FROM customers WHERE country = 'Germny'";
    expect(checkResult({ sql, dialect: "postgres", result: something }, null, "2026-03-10").findings).toEqual([]);
  });
});

describe("the period of a statement", () => {
  it.each([
    ["ordered_on >= '2026-01-01' AND ordered_on < '2026-04-01'", "2026-01-01", "2026-03-31"],
    ["ordered_on BETWEEN '2026-01-01' AND '2026-01-31'", "2026-01-01", "2026-01-31"],
    ["o.ordered_on >= DATE '2026-01-01'", "2026-01-01", null],
    ["ordered_on::date <= '2026-01-31'::date", null, "2026-01-31"],
    ["extract(year FROM ordered_on) = 2025", "2025-01-01", "2025-12-31"],
    ["strftime('%Y', ordered_on) = '2025'", "2025-01-01", "2025-12-31"],
    ["date(ordered_on) = '2026-02-03'", "2026-02-03", "2026-02-03"],
    ["ordered_on >= '2026-01-01 00:00:00' AND ordered_on < '2026-02-01T00:00:00Z'", "2026-01-01", "2026-01-31"],
  ])("is that of its conditions: %s", (condition, from, to) => {
    expect(check(`SELECT sum(total) FROM orders o WHERE ${condition}`).period).toEqual({
      from,
      to,
      column: "ordered_on",
    });
  });

  it.each([
    "total > 5",
    "ordered_on >= '2026-01-01' OR status = 'paid'",
    "ordered_on >= '2026-01-01' AND delivered_on < '2026-04-01'",
    "ordered_on >= current_date - interval '30 days'",
    "ordered_on >= '2026-04-01' AND ordered_on < '2026-01-01'",
  ])("is not known for: %s", (condition) => {
    expect(check(`SELECT sum(total) FROM orders WHERE ${condition}`).period).toBeNull();
  });
});

describe("a finding", () => {
  it("is said in English and German", () => {
    const [finding] = check("SELECT * FROM customers WHERE country = 'Germny'").findings;
    if (!finding) throw new Error("nothing was found");
    expect(findingText(finding, "en")).toBe("“country” never is “Germny”; the nearest value is “Germany”.");
    expect(findingText(finding, "de")).toBe("„country“ ist nie „Germny“; am nächsten kommt „Germany“.");
  });

  it("of a span of time that is not over says which, as one says it", () => {
    const open = (period: string) => findingText({ code: "open_period", period }, "en");
    expect(open("2026-11")).toMatch(/^November 2026 is not over yet/);
    expect(open("2026-Q4")).toMatch(/^Q4 2026 is not over yet/);
    expect(open("2026")).toMatch(/^2026 is not over yet/);
    expect(findingText({ code: "open_period", period: "2026-03" }, "de")).toMatch(/^März 2026 ist noch nicht zu Ende/);
  });

  it("of a placeholder names it", () => {
    expect(placeholdersIn("Revenue was {{revenue}} or [insert value], not [1] or [name](x)")).toEqual([
      { code: "placeholder", text: "{{revenue}}" },
      { code: "placeholder", text: "[insert value]" },
    ]);
  });
});
