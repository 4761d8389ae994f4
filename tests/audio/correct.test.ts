import { correct } from "@parley/core/audio/correct";
import { correctLong } from "@parley/core/audio/correct-long";
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

const ofCommonWords = [
  "Supply chain",
  "Quarterly reviews",
  "Cash flow",
  "Customer Success",
  "Human Resources",
  "Sales pipeline",
  "State of the market",
  "order date",
  "list price",
  "unit price",
];

describe("a misspelt word of a name that is made of common words", () => {
  const mistakes: [heard: string, meant: string][] = [
    ["Suply chain", "Supply chain"],
    ["how is the suply chain doing", "how is the Supply chain doing"],
    ["show the supply chian costs", "show the Supply chain costs"],
    ["What do the quartely reviews say?", "What do the Quarterly reviews say?"],
    ["what does the quartely review say", "what does the Quarterly review say"],
    ["the quarterly revews, please", "the Quarterly reviews, please"],
    ["QUARTELY REVIEWS of 2026", "Quarterly reviews of 2026"],
    ["the suply-chain's delays", "the Supply chain's delays"],
    ["ask costumer sucess about it", "ask costumer sucess about it"],
    ["ask customer sucess about it", "ask Customer Success about it"],
    ["who works in humman resources", "who works in Human Resources"],
    ["the saels pipeline", "the Sales pipeline"],
    ["the state of the markett this year", "the State of the market this year"],
    ["Ordder date by month", "Order date by month"],
    ["group by ordder dates", "group by order dates"],
  ];
  it.each(mistakes)("%s", (heard, meant) => {
    expect(correct(heard, ofCommonWords)).toBe(meant);
    expect(correct(meant, ofCommonWords)).toBe(meant);
  });

  const ordinary = [
    "The supply of chains was late, and the chain supply stopped.",
    "Our supplier chains its bikes; the supplies are in the chain store.",
    "How many reviews did we get in each quarter?",
    "A quarterly review of the chain is due.",
    "Quarter after quarter, reviews fell.",
    "The cash flows in, the crash follows, and the flow of cash ends.",
    "Our customer succeeded; the customers are successful.",
    "Humans are a resource, and human sources matter.",
    "The state of the markets is fine, the state of the marker is not.",
    "What did we order last date? The orders dated May.",
    "The lost price, the least price, the last price and the united price",
    "Which product had the highest list price and the lowest unit prices?",
    "Show me the sale pipelines, the sails and the tail of the pipeline.",
    "Please add the totals of Leeds, York and Köln to the cash report.",
    "Wie hoch war der Umsatz im letzten Quartal?",
    "Qu'est-ce que la chaîne vend le plus?",
  ];
  it.each(ordinary)("leaves %s", (text) => {
    expect(correct(text, ofCommonWords)).toBe(text);
  });

  it("is left if two names fit equally well", () => {
    expect(correct("the plann report", ["Plan report"])).toBe("the Plan report");
    expect(correct("the plann report", ["Plan report", "Plane report"])).toBe("the plann report");
  });

  it("is found in a time that a large vocabulary does not change much", () => {
    const many = Array.from(
      { length: 5_000 },
      (_, at) => ["order", "price", "date", "list", "sales"][at % 5] + " report",
    );
    const used = (names: readonly string[]) => {
      const text = "the ordder report and suply chain of custmer pricee ".repeat(1_000);
      const { user } = process.cpuUsage();
      correct(text, names);
      return (process.cpuUsage().user - user) / 1000;
    };
    console.log(`correct: 50,000 characters: ${used(ofCommonWords)} ms, with 5,000 more names ${used(many)} ms`);
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

describe("the cost of correcting a transcript", () => {
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

describe("a transcript of an hour", () => {
  const sentence = "We met siobhan murphy of north wind traders, and the churn rate went up.";

  it("is corrected like its sentences, one after the other", async () => {
    const text = Array.from({ length: 200 }, () => sentence).join(" ");
    const corrected = await correctLong(text, vocabulary);
    expect(corrected).toBe(
      text
        .split(/(?<=\. )/)
        .map((part) => correct(part, vocabulary))
        .join(""),
    );
    expect(corrected).toContain("Siobhan Murphy");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 3_000 }), async (any) => {
        expect(await correctLong(any, ["Nothing Like It"])).toBe(any);
      }),
      { numRuns: 50 },
    );
  });

  it("is corrected in steps, so that other work goes on", async () => {
    const names = Array.from(
      { length: 5_000 },
      (_, at) => `Kaloti${"abcdefghij"[at % 10]}${"klmnopqrst"[(at >> 4) % 10]}${at}`,
    );
    const text = Array.from({ length: 1_000 }, (_, at) => `kaloti${"abcdefghij"[(at * 7) % 10]}`).join(" ");
    let turns = 0;
    let others = setImmediate(function again() {
      turns += 1;
      others = setImmediate(again);
    });
    await correctLong(text, names);
    clearImmediate(others);
    expect(turns).toBeGreaterThan(10);
  });
});
