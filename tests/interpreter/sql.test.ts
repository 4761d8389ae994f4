import type { Schema } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bucket, identifier, literal } from "@parley/interpreter/sql/dialect";
import { interpret } from "@parley/interpreter/interpret";
import { type Business, NOW, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

describe("SQL", () => {
  it("quotes what must be quoted", () => {
    expect(identifier("postgres", "order")).toBe('"order"');
    expect(identifier("mysql", "Order Items")).toBe("`Order Items`");
    expect(identifier("sqlite", 'a"b')).toBe('"a""b"');
    expect(literal("postgres", "O'Neil")).toBe("'O''Neil'");
    expect(literal("mysql", "a\\'b")).toBe("'a\\\\''b'");
  });

  it.each(["postgres", "mysql", "sqlite"] as const)("is written for %s", (dialect) => {
    const schema: Schema = { ...business.schema, dialect };
    const answer = interpret({ text: "Revenue by quarter in 2023", schema, now: NOW, earlier: [], guidance: [] });
    if (answer.kind !== "query") throw new Error("not understood");
    expect(answer.sql).toContain(bucket(dialect, "quarter", "ordered_at"));
  });

  it("treats text of the question as a value, never as SQL", async () => {
    const { reading } = await business.answer(`Customers named "x' OR 1=1 --"`);
    expect(reading.sql).toContain("'x'' or 1=1 --'");
  });
});
