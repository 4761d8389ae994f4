import { colourSql } from "@parley/console/parts/sql/colours.ts";
import { describe, expect, it } from "vitest";

describe("colourSql", () => {
  it("loses no character, whatever it is given", () => {
    for (const text of ["", "SELECT 1", "select '<b>' -- <i>\n/* x", "\u0000 ' \" `", "naïve ' unclosed"])
      expect(
        colourSql(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
  });

  it("knows keywords, functions, texts, numbers and comments", () => {
    const kinds = new Map(
      colourSql("SELECT SUM(a) FROM t WHERE b = 'x' LIMIT 5 -- why").map(({ text, kind }) => [text, kind]),
    );
    expect(kinds.get("SELECT")).toBe("keyword");
    expect(kinds.get("SUM")).toBe("function");
    expect(kinds.get("'x'")).toBe("text");
    expect(kinds.get("5")).toBe("number");
    expect(kinds.get("-- why")).toBe("comment");
  });
});
