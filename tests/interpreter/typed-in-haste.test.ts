import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withDates } from "@parley/interpreter/language/typed-dates";
import { withFigures } from "@parley/interpreter/language/typed-numbers";
import { withTyped } from "@parley/interpreter/language/typed-words";
import { withoutContext } from "@parley/interpreter/language/said-before";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const none = () => false;

describe("what is typed in a chat or spoken", () => {
  it.each([
    ["hey can u pls show me how many orders we got last mnth thx", "how many orders did we get last month"],
    ["yo whats our revenue this year lol", "what is our revenue this year"],
    ["uh how much did we sell in um march twenty twenty four", "how much did we sell in March 2024"],
    ["howmany customers are there in in germany??", "how many customers are there in Germany?"],
    ["rev by mth 2023", "revenue by month 2023"],
    ["📊 revenue by category 🙏", "revenue by category"],
    ["dunno if you can do this but what's the avg salary per region?", "average salary per region"],
    ["orders worth more than two and a half thousand", "orders over 2500"],
    ["orders with a value over 500", "orders over 500"],
    ["revenue/customer", "revenue per customer"],
    ["no of orders per month 2023", "number of orders per month 2023"],
    ["show me all orders form last week", "show me all orders from last week"],
    ["orders b/w 100 and 200", "orders between 100 and 200"],
    ["orders in teh las 30 days", "orders in the last 30 days"],
    ["orders | germany | 2023", "orders, germany, 2023"],
    ["chart orders per month this year", "show orders per month this year"],
    ["I'm preparing a board deck. How many orders were there in 2023?", "How many orders were there in 2023?"],
    ["Hi team! Quick one before my call. How many customers are there?", "How many customers are there?"],
  ])("%s", async (typed, plain) => {
    const [one, other] = [await business.answer(typed), await business.answer(plain)];
    expect(one.reading.sql).toBe(other.reading.sql);
  });

  it("is left alone where the data has such a name", () => {
    expect(withTyped("revenue of u by cat", (word) => ["u", "cat"].includes(word))).toBe("revenue of u by cat");
    expect(withTyped("how many cats", none)).toBe("how many cats");
    for (const text of [
      "total cash in in April",
      "ER visits last month",
      "batteries over 100 ah",
      "orders by order no. and date",
      "Widget® sales",
    ])
      expect(withTyped(text, none)).toBe(text);
    expect(withFigures("rooms with 2 grand pianos", none).text).toBe("rooms with 2 grand pianos");
  });

  it("goes on from the answer before, whatever stands at its end", async () => {
    expect(await business.told("orders over five k", "how many r that")).toEqual(
      await business.told("how many orders over 5000"),
    );
    expect(await business.told("revenue by quarter for 2023", "now as a line pls")).toEqual(
      await business.told("revenue by quarter for 2023"),
    );
  });

  it("goes on from the answer before, misspelt as it is", async () => {
    expect(await business.told("revenue last month", "and the mnth before")).toEqual(
      await business.told("revenue in April 2024"),
    );
  });
});

describe("sentences before a question", () => {
  it.each([
    "We only look at Germany. How many orders were there?",
    "I'm preparing a deck about Germany. How many orders were there?",
    "We had a bad year. How many orders were there?",
    "I'm looking into large orders. How many of them are there?",
    "Revenue means orders that were paid. What is our revenue?",
  ])("stay where they may narrow it: %s", (text) => {
    expect(withoutContext(text, (word) => word === "germany")).toBe(text);
  });
});

describe("numbers", () => {
  it.each([
    ["orders over five k", "orders over 5k"],
    ["orders over 2.5K", "orders over 2.5k"],
    ["more than a hundred thousand", "more than 100000"],
    ["over half a million", "over 500000"],
    ["two and a half thousand", "2500"],
    ["above 1,5 million", "above 1.5 million"],
    ["at least a dozen orders", "at least 12 orders"],
    ["between forty and sixty thousand", "between 40000 and 60000"],
    ["between one hundred and two hundred", "between 100 and 200"],
    ["more than one hundred and fifty", "more than 150"],
    ["in nineteen ninety nine", "in 1999"],
    ["in twenty twenty-four", "in 2024"],
    ["over 10.000 kg", "over 10000 kg"],
    ["> 1.000€", "> 1000€"],
    ["over 2.500,50", "over 2500.50"],
    ["over 1'000", "over 1000"],
    ["over 1 000", "over 1000"],
  ])("%s is %s", (said, figures) => {
    expect(withFigures(said, none).text).toBe(figures);
  });

  it.each(["over 1.234", "over 0.500", "in 1,2 or 3", "top 5 in 2024", "Twenty One Pilots", "one or two", "five six"])(
    "%s stays",
    (said) => {
      expect(withFigures(said, none).text).toBe(said);
    },
  );

  it("tell how their groups were read", () => {
    const reading = business.ask("how many orders over 1.000");
    expect(reading.kind === "query" && reading.assumptions).toContain("I read “1.000” as “1000”.");
    expect(reading.kind === "query" && reading.sql).toMatch(/total_amount > 1000\b/);
  });
});

describe("dates", () => {
  const now = new Date("2025-11-20T12:00:00Z");
  it.each([
    ["on 15/3/2025", "on 2025-03-15"],
    ["on 3/14/25", "on 2025-03-14"],
    ["from 01.03.2025 to 15.03.2025", "from 2025-03-01 to 2025-03-15"],
    ["revenue 2025-03", "revenue March 2025"],
    ["revenue 03/2025", "revenue March 2025"],
    ["revenue dec '24", "revenue December 2024"],
    ["revenue Q1 25", "revenue Q1 2025"],
    ["revenue 2025Q1", "revenue Q1 2025"],
    ["tickets in 2H 2024", "tickets in H2 2024"],
    ["orders FY24", "orders FY 2024"],
    ["orders in week 12 of 2025", "orders from 2025-03-17 to 2025-03-23"],
    ["orders in week 50", "orders from 2024-12-09 to 2024-12-15"],
    ["issued in the second half of October", "issued from 2025-10-16 to 2025-10-31"],
    ["in the week of March 3rd 2025", "from 2025-03-03 to 2025-03-09"],
    ["for the weekend of 15 November", "from 2025-11-15 to 2025-11-16"],
    ["in the first week of March", "from 2025-03-01 to 2025-03-07"],
    ["between the 5th and the 10th of March", "between 2025-03-05 and 2025-03-10"],
    ["5-10 March 2025", "from 2025-03-05 to 2025-03-10"],
    ["revenue last 90d", "revenue last 90 days"],
    ["orders l7d", "orders last 7 days"],
    ["revenue QTD", "revenue quarter to date"],
    ["revenue 2024-2025", "revenue from 2024 to 2025"],
    ["revenue jan-mar 2025", "revenue from jan to mar 2025"],
    ["on the day before yesterday", "2 days ago"],
    ["between 3/1/2025 and 3/31/2025", "between 2025-03-01 and 2025-03-31"],
    ["revenue '24", "revenue 2024"],
    ["weight by country: 2025", "weight by country in 2025"],
  ])("%s is %s", (said, read) => {
    expect(withDates(said, now, none)).toBe(read);
  });

  it.each([
    "season 2010-11",
    "on 5 and 10 March 2025",
    "in 2024/25",
    "on 30/2/2025",
    "orders per week 12",
    "version 1.2.30",
    "3/4 of them",
  ])("%s stays", (said) => {
    expect(withDates(said, now, none)).toBe(said);
  });

  it("whose day and month may be either are asked back", async () => {
    const reading = business.ask("how many orders on 3/4/2024?");
    if (reading.kind === "query") throw new Error("answered");
    expect(reading.choices.map(({ label }) => label)).toEqual(["2024-03-04", "2024-04-03"]);
    for (const { message } of reading.choices) await business.answer(message);
  });

  it("of a half are read by its number, too", async () => {
    const [one, other] = [
      await business.answer("revenue in the 1st half of 2023"),
      await business.answer("revenue H1 2023"),
    ];
    expect(one.reading.sql).toBe(other.reading.sql);
  });
});
