import { declaredComments } from "@parley/datasource/sqlite/declared-comments";
import { describe, expect, it } from "vitest";

const read = (sql: string) => {
  const { table, columns } = declaredComments(sql);
  return { table, columns: Object.fromEntries(columns) };
};

describe("the comments of a CREATE TABLE in SQLite", () => {
  it("belong to the column on their line, also behind its comma", () => {
    expect(
      read(`CREATE TABLE kb (
        c1 INTEGER PRIMARY KEY, -- number of the customer
        "c2" TEXT /* where they live */ NOT NULL,
        c3 DECIMAL(10, 2) -- what they owe, in euros
      )`),
    ).toEqual({
      table: null,
      columns: { c1: "number of the customer", c2: "where they live", c3: "what they owe, in euros" },
    });
  });

  it("belong to the column below where they have a line of their own", () => {
    expect(
      read(`CREATE TABLE t (
        -- ------------------
        -- number of
        -- the order
        a INT,
        /*
         * day on which
         * it came
         */
        B DATE,
        CHECK (a > 0) -- never negative
      )`).columns,
    ).toEqual({ a: "number of the order", b: "day on which it came" });
  });

  it("belong to the table before its list, behind its bracket and after its list", () => {
    expect(read("CREATE TABLE t -- orders\n(a INT)").table).toBe("orders");
    expect(read("CREATE TABLE t ( -- orders of all shops\n a INT -- number\n)")).toEqual({
      table: "orders of all shops",
      columns: { a: "number" },
    });
    expect(read("CREATE TABLE t (a INT) /* orders */").table).toBe("orders");
  });

  it("are none in literals, in a text that ends too early, and in one without comments", () => {
    expect(read("CREATE TABLE t (a TEXT DEFAULT '-- no comment', b INT)")).toEqual({ table: null, columns: {} });
    expect(read("CREATE TABLE t (a TEXT DEFAULT 'open")).toEqual({ table: null, columns: {} });
    expect(read("")).toEqual({ table: null, columns: {} });
  });
});
