import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogOf } from "@parley/interpreter/catalog/build";
import { correct, isSlip } from "@parley/interpreter/link/spelling";
import { tokenise } from "@parley/interpreter/language/tokens";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const read = (text: string) => {
  const { tokens } = correct(tokenise(text), catalogOf(business.schema));
  return tokens.map((token) => token.text).join(" ");
};

describe("slips of the hand", () => {
  it.each([
    ["custmers", "customers"],
    ["revnue", "revenue"],
    ["mnth", "month"],
    ["cutsomers", "customers"],
    ["quarterr", "quarter"],
    ["subscruptions", "subscriptions"],
    ["salery", "salary"],
  ])("%s is %s", (written, meant) => {
    expect(isSlip(written, meant)).toBe(true);
  });

  it.each([
    ["brand", "band"],
    ["price", "prices and more"],
    ["sales", "tales"],
    ["trucks", "tracks"],
    ["strong", "string and more"],
  ])("%s is not %s", (written, meant) => {
    expect(isSlip(written, meant)).toBe(false);
  });
});

describe("correct", () => {
  it("puts right what means nothing here, and nothing else", () => {
    expect(read("How many custmers in Germany by mnth?")).toBe("How many customers in Germany by month ?");
    expect(read("revenue of pirates")).toBe("revenue of pirates");
    expect(read("duration of a sesion")).toBe("duration of a session");
    expect(read("ordres of berln")).toBe("orders of berlin");
    // The other word of a name that stands beside it.
    expect(read("how many desk lmaps")).toBe("how many desk lamp");
    expect(read("orders by femke grot")).toBe("orders by femke groot");
    expect(read("orders by hugo grot")).toBe("orders by hugo grot");
    // A word that says nothing would be dropped.
    expect(read("orders by waether")).toBe("orders by waether");
  });

  it("says so in the answer", async () => {
    const { reading, result } = await business.answer("How many custmers are there?");
    expect(result.rows).toEqual(await business.rows("SELECT COUNT(*) FROM customers"));
    expect(reading.assumptions).toContain("I read “custmers” as “customers”.");
  });
});
