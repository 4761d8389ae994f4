import { correct } from "@parley/core/audio/correct";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const vocabulary = [
  "Quillmere Outfitters",
  "Quillmere Warehouse",
  "Northwind Traders",
  "Postgres",
  "Kubernetes",
  "Snowflake",
  "Okonkwo",
  "Adaeze Okonkwo",
  "Jon Larsen",
  "Siobhan Murphy",
  "Zürich",
  "Müller Logistik",
  "Infineon",
  "SKU",
  "NPI",
  "Salesforce",
  "Xero",
  "X200",
  "Studio 54",
  "Checkout",
  "Returned",
  "West",
  "order lines",
  "churn rate",
  "sku_code",
  "kundennummer",
  "Acme",
];

describe("mistakes of speech-to-text", () => {
  const mistakes: [heard: string, meant: string][] = [
    ["How much did north winds trader order last month?", "How much did Northwind Traders order last month?"],
    ["is the post gress database up", "is the Postgres database up"],
    ["is the postgress database up", "is the Postgres database up"],
    ["show me cubernetes costs", "show me Kubernetes costs"],
    ["What did quill mere outfitters return?", "What did Quillmere Outfitters return?"],
    ["What did Quilmere Outfiters return?", "What did Quillmere Outfitters return?"],
    ["load it from snow flake please", "load it from Snowflake please"],
    ["ask Okonquo about it", "ask Okonkwo about it"],
    ["ask adaeze okonquo about it", "ask Adaeze Okonkwo about it"],
    ["the deals of John Larson", "the deals of Jon Larsen"],
    ["sales in zurich", "sales in Zürich"],
    ["sales of mueller logistic this year", "sales of Müller Logistik this year"],
    ["what did we buy from in fineon", "what did we buy from Infineon"],
    ["top ten s k u numbers", "top ten SKU numbers"],
    ["the N.P.I. of the clinic", "the NPI of the clinic"],
    ["northwind traders' revenue", "Northwind Traders' revenue"],
    ["Okonquo's team", "Okonkwo's team"],
    ["leads in sales force", "leads in Salesforce"],
    ["the x 200 and the X-200", "the X200 and the X200"],
    ["group by kunden nummer", "group by kundennummer"],
    ["POSTGRES is down", "Postgres is down"],
  ];
  it.each(mistakes)("%s", (heard, meant) => {
    expect(correct(heard, vocabulary)).toBe(meant);
  });
});

describe("what must stay as it is", () => {
  const kept = [
    "How many orders were returned in the west last week?",
    "Please check out the new report and check in with me at the checkout.",
    "Which customers churned, and what was the rate by region?",
    "Show me the top 10 products by revenue, then break it down by month.",
    "He has acne, and the academy is near.",
    "The traders in the north felt the winds.",
    "The snow and the flakes fell on the warehouse.",
    "Compare zero with the forecast; zero growth is fine.",
    "The X300 sold better than 200 others.",
    "We went to studio 45 at the corner.",
    "John and Lars went to the larder.",
    "I posted the grass on the wall, in fine and on time.",
    "It was a good year for the company: sales rose, costs fell, and the force is with us.",
    "Order lines per customer and the churn rate by quarter",
    "Mueller said no.",
    "Let's meet at 9:30, bring 3 copies, and call +1 555 0100.",
    "",
    "   ",
    "你好，世界",
    "Wie viele Bestellungen gab es letzte Woche?",
  ];
  it.each(kept)("%s", (text) => {
    expect(correct(text, vocabulary)).toBe(text);
  });

  it("leaves what fits two names", () => {
    expect(correct("ask jon larsan", ["Jon Larsen", "Jon Larson"])).toBe("ask jon larsan");
    expect(correct("ask jon larson", ["Jon Larsen", "Jon Larson"])).toBe("ask Jon Larson");
  });

  it("changes nothing without a vocabulary, or with one of common words", () => {
    const text = "the blue bottle sold best";
    expect(correct(text, [])).toBe(text);
    expect(correct(text, ["Blue Bottle", "Sold", "Best", "1234", "a", "  "])).toBe(text);
  });

  it("is done after one pass, and takes any text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...vocabulary, "north", "winds", "post", "gress", "the", "s", "k", "u", ".", "-", "'s"),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = correct(pieces.join(" "), vocabulary);
        expect(correct(once, vocabulary)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
});

describe("its cost", () => {
  it("is small for a long clip and a large vocabulary", () => {
    const syllables = ["ka", "lo", "mi", "tren", "vos", "qua", "zeph", "ril", "dun", "bar", "shi", "gol"];
    const name = (seed: number) => {
      const parts = [seed, seed * 7 + 3, seed * 13 + 5, seed * 29 + 11].map(
        (value) => syllables[value % syllables.length],
      );
      return `${parts.join("").replace(/^./, (letter) => letter.toUpperCase())}${String.fromCharCode(97 + (seed % 26))}`;
    };
    const many = Array.from({ length: 4_000 }, (_, seed) => name(seed));
    const text = Array.from({ length: 1_500 }, (_, at) => (at % 5 === 0 ? name(at).toLowerCase() : "orders")).join(" ");
    const started = performance.now();
    correct(text, many);
    console.log(
      `correct: ${text.length} characters, ${many.length} names: ${Math.round(performance.now() - started)} ms`,
    );
  });
});
