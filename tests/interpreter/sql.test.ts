import type { Schema } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSelect } from "@parley/datasource/guard/guard";
import { bucket, identifier, literal, momentLiteral } from "@parley/interpreter/sql/dialect";
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

  // The guard takes each of these words for the beginning of a statement that writes, where it stands alone.
  const refused =
    "alter attach call current_role current_user detach dumpfile load lock merge outfile pragma procedure returning revoke truncate unlock vacuum replace rename insert update delete drop create grant into".split(
      " ",
    );
  it.each(["postgres", "mysql", "sqlite"] as const)(
    "may have columns called as statements are, for %s",
    async (dialect) => {
      for (const name of refused) {
        const written = identifier(dialect, name);
        await checkSelect(`SELECT ${written}, COUNT(*) FROM visits GROUP BY ${written}`, dialect);
      }
    },
  );

  it.each(["postgres", "mysql", "sqlite", "redshift", "athena"] as const)("is written for %s", (dialect) => {
    const schema: Schema = { ...business.schema, dialect };
    const answer = interpret({ text: "Revenue by quarter in 2023", schema, now: NOW, earlier: [], guidance: [] });
    if (answer.kind !== "query") throw new Error("not understood");
    expect(answer.sql).toContain(bucket(dialect, "quarter", "ordered_at"));
  });

  it("passes Redshift's guard, with schemas written, and averages that keep their fractions", async () => {
    const schema: Schema = { ...business.schema, dialect: "redshift" };
    for (const text of ["Revenue by quarter in 2023", "Average order total by weekday", "Number of orders by month"]) {
      const answer = interpret({ text, schema, now: NOW, earlier: [], guidance: [] });
      if (answer.kind !== "query") throw new Error("not understood");
      await checkSelect(answer.sql, "redshift");
      expect(answer.sql).not.toMatch(/AVG\((?!CAST)/);
    }
  });

  it("passes Athena's guard, compares dates with dates, and keeps fractions", async () => {
    const schema: Schema = { ...business.schema, dialect: "athena" };
    const written = async (text: string) => {
      const answer = interpret({ text, schema, now: NOW, earlier: [], guidance: [] });
      if (answer.kind !== "query") throw new Error(`not understood: ${text}`);
      await checkSelect(answer.sql, "athena");
      return answer.sql;
    };
    expect(await written("Revenue by quarter in 2023")).toMatch(
      /ordered_at >= (DATE '2023-01-01'|TIMESTAMP '2023-01-01 00:00:00')/,
    );
    expect(await written("Average order total by weekday")).toMatch(/AVG\(CAST\(.* AS double precision\)\)/);
    expect(await written("Share of orders by customer")).not.toContain("1.0 *");
    expect(momentLiteral("athena", "date", "2023-01-01")).toBe("DATE '2023-01-01'");
    expect(momentLiteral("athena", "timestamp", "2023-01-01 10:30:00")).toBe("TIMESTAMP '2023-01-01 10:30:00'");
    expect(momentLiteral("athena", "text", "2023-01-01")).toBe("'2023-01-01'");
    expect(momentLiteral("postgres", "date", "2023-01-01")).toBe("'2023-01-01'");
  });

  it("treats text of the question as a value, never as SQL", async () => {
    const { reading } = await business.answer(`Customers named "x' OR 1=1 --"`);
    expect(reading.sql).toContain("'x'' or 1=1 --'");
  });
});
