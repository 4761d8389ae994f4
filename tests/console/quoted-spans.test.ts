import { hasQuote, quotedSpans } from "@parley/console/chat/quoted-spans.ts";
import { describe, expect, test } from "vitest";

const quoted = (text: string, quote: string) =>
  quotedSpans(text, quote).map(({ start, end }) => text.slice(start, end));

describe("where a quote stands in a drawn text", () => {
  test("is a sentence with the sign that ends it, whatever signs of Markdown it was written with", () => {
    expect(quoted("Before. Goods come back in 30 days. After.", "**Goods** come back in `30` days.")).toEqual([
      "Goods come back in 30 days.",
    ]);
  });

  test("is the head of a table and the row of it, each for itself", () => {
    expect(
      quoted("ServicePriceBrake check49Oil change89", "| Service | Price |\n| --- | --- |\n| Oil change | 89 |"),
    ).toEqual(["ServicePrice", "Oil change89"]);
  });

  test("is what a row was narrowed to, and what a link says", () => {
    expect(quoted("- zone: North | days: 4 | price: 5", "- zone: North | price: 5")).toEqual([
      "zone: North",
      "price: 5",
    ]);
    expect(quoted("See the plan here.", "See [the plan](https://example.com/a) here.")).toEqual(["See the plan here."]);
  });

  test("is all of a quote that was cut, across lines and letters of two units", () => {
    expect(quoted("Die Brühgruppe\nwird 𝒜 gereinigt, und zwar täglich.", "Brühgruppe wird 𝒜 gereinigt, und…")).toEqual([
      "Brühgruppe\nwird 𝒜 gereinigt, und",
    ]);
  });

  test("is nowhere if it is another's", () => {
    expect(quoted("Goods come back.", "Parcels are free.")).toEqual([]);
    expect(hasQuote("Goods come back.", "Parcels are free.")).toBe(false);
    expect(hasQuote("Goods come back.", "| --- |\nGoods come back.\nMore.")).toBe(true);
    expect(hasQuote("Goods", "| --- |")).toBe(false);
  });
});
