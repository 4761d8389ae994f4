import { describe, expect, it } from "vitest";
import { splitIdentifier, stem } from "@parley/interpreter/language/inflection";
import { tokenise } from "@parley/interpreter/language/tokens";
import { cueAt } from "@parley/interpreter/language/vocabulary";

describe("tokens", () => {
  it.each([
    ["managers", "managing"],
    ["people", "person"],
    ["campuses", "campus"],
    ["categories", "category"],
    ["qty", "quantity"],
  ])("%s and %s share a stem", (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });

  it("splits identifiers", () => {
    expect(splitIdentifier("InvoiceLine")).toEqual(["invoice", "line"]);
    expect(splitIdentifier("order_items2")).toEqual(["order", "items", "2"]);
  });

  it("keeps quotes, numbers and possessives", () => {
    const tokens = tokenise(`Show the customer's orders over 1,500 with status "on hold" or 2.5 million.`);
    expect(tokens.find((token) => token.text === "customer")?.possessive).toBe(true);
    expect(tokens.find((token) => token.kind === "quoted")?.text).toBe("on hold");
    expect(tokens.filter((token) => token.kind === "number").map((token) => token.number)).toEqual([1500, 2_500_000]);
  });

  it("takes the longest cue", () => {
    expect(cueAt(["no", "more", "than", "5"], 0)).toMatchObject({ cue: { is: "compare", operator: "<=" }, length: 3 });
    expect(cueAt(["constructor"], 0)).toBeNull();
  });
});
