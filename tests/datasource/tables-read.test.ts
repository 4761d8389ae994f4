import { describe, expect, it } from "vitest";
import { tablesRead } from "@parley/datasource/tokens/tables";

describe("the tables that a statement reads", () => {
  it.each([
    ["SELECT * FROM orders", ["orders"]],
    ["SELECT 1", []],
    ['SELECT * FROM public."Order Items" i JOIN sales.orders o ON o.id = i.order_id', ["Order Items", "orders"]],
    [
      "SELECT * FROM a, b AS c, (SELECT * FROM d) e LEFT JOIN f USING (id) WHERE x IN (SELECT y FROM g)",
      ["a", "b", "d", "f", "g"],
    ],
    ["WITH best AS (SELECT * FROM orders), t AS MATERIALIZED (SELECT 1) SELECT * FROM best JOIN t ON true", ["orders"]],
    ["SELECT extract(year from placed_on) FROM orders -- FROM nothing", ["orders"]],
    ["SELECT * FROM generate_series(1, 3) n, customers", ["customers"]],
    ["SELECT name FROM customers UNION SELECT name FROM Customers", ["customers"]],
  ])("of %s", (sql, tables) => {
    expect(tablesRead(sql, "postgres")).toEqual(tables);
  });
});
