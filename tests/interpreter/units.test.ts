import { verbalize } from "@parley/interpreter/explain/sentence";
import { interpret } from "@parley/interpreter/interpret";
import { unitOf, withoutUnit, withUnit } from "@parley/interpreter/language/units";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";

describe("the unit of a column", () => {
  it.each([
    ["weight_kg", "kg"],
    ["durationMinutes", "minutes"],
    ["duration_min", "minutes"],
    ["share_percent", "%"],
    ["revenue_eur", "EUR"],
    ["minimum", undefined],
    ["days", "days"],
    ["name", undefined],
  ])("%s: %s", (name, unit) => {
    expect(unitOf(name)).toBe(unit);
  });

  it("stands with its values, not with its words", () => {
    expect(withoutUnit("weight kg")).toBe("weight");
    expect(withoutUnit("days")).toBe("days");
    expect(withUnit("1", "days")).toBe("1 day");
    expect(withUnit("850", "kg")).toBe("850 kg");
  });
});

describe("a figure", () => {
  let business: Business;
  beforeAll(async () => {
    business = await openBusiness();
  });
  afterAll(() => business.datasource.close());

  it("is told in the unit that its column's name says", async () => {
    const { reading, result } = await business.answer("Average duration of web sessions");
    expect(verbalize(reading.form, result)).toMatch(/^The average duration of web sessions is [\d,.]+ seconds\.$/);
  });

  it("is told in the currency that its column's comment says", () => {
    const schema = structuredClone(business.schema);
    for (const table of schema.tables)
      for (const column of table.columns)
        if (column.name === "total_amount") column.comment = "What the customer pays, in euros";
    const reading = interpret({ text: "Total revenue in 2023", schema, now: new Date(), earlier: [], guidance: [] });
    expect(reading.kind === "query" && reading.form.outputs[0]?.counted_in).toBe("EUR");
    if (reading.kind !== "query") return;
    const columns = [{ name: "revenue", type: "number" as const }];
    const result = { columns, rows: [[1234.5]], row_count: 1, truncated: false, duration_ms: 0 };
    expect(verbalize(reading.form, result)).toBe("Revenue in 2023 was 1,234.50 EUR.");
  });
});
