import { describe, expect, test } from "vitest";
import { workbook } from "./stored-files.ts";
import { ask, only, openShop, questionOf, toolsOf, uploadOf } from "./support.ts";

const askOf = async (filename: string, content: string | Uint8Array, message: string) => {
  const { answer, events } = await ask(
    questionOf({ message, uploads: [uploadOf(filename, "any", content)] }),
    toolsOf(),
  );
  return { type: answer.type, content: answer.content, shown: only(events, "visualization") };
};

describe("a file of headings alone", () => {
  test.each(["total amount", "average amount by city", "which city has the highest amount?"])(
    "is said to have no rows: %s",
    async (message) => {
      const { type, content } = await askOf("plan.csv", "name,amount,city\n", message);
      expect(type).toBe("scope_notice");
      expect(content).toBe(
        "plan.csv has headings and no rows below them (name, amount, city), so there is nothing to count or to add up.",
      );
    },
  );

  test("is said to have none where a database could be asked, too", async () => {
    const shop = openShop();
    const { answer } = await ask(
      questionOf({
        message: "total amount",
        integration: shop.integration,
        uploads: [uploadOf("plan.csv", "any", "name,amount,city\n")],
      }),
      toolsOf(),
    );
    expect(answer.content).toContain("plan.csv has headings and no rows below them");
    await shop.close();
  });

  test("has no rows to count", async () => {
    const { content } = await askOf("plan.csv", "name,amount,city\n", "How many rows are there?");
    expect(content).toContain("plan.csv has 0 rows");
  });
});

describe("two lines of headings", () => {
  const tables = [
    ["as they are written", "takings.csv", ",Sales,Sales,Costs,Costs\nRegion,Jan,Feb,Jan,Feb\nN,1,2,3,4\nS,5,6,7,8\n"],
    [
      "as cells that were merged",
      "takings.xlsx",
      workbook({
        Sheet1: [
          ["", "Sales", "", "Costs", ""],
          ["Region", "Jan", "Feb", "Jan", "Feb"],
          ["N", 1, 2, 3, 4],
          ["S", 5, 6, 7, 8],
        ],
      }),
    ],
  ] as const;

  test.each(tables)("name each column together, %s", async (_, filename, content) => {
    const { content: said } = await askOf(filename, content, "Describe the data");
    expect(said).toContain(
      "2 rows with Region (text), Sales Jan (number), Sales Feb (number), Costs Jan (number), Costs Feb (number).",
    );
    expect((await askOf(filename, content, "average costs feb")).content).toContain("is 6.");
  });

  test("are no first row of words below headings that come again", async () => {
    const { content } = await askOf("notes.csv", "name,note,note\nAda,kind,tall\nBen,shy,short\n", "Describe the data");
    expect(content).toContain("2 rows with name (text), note (text), note_2 (text).");
  });
});

describe("figures with signs", () => {
  test("are told in the currency that all of them have", async () => {
    const sales = "shop;sum\nKöln;1.234,50 €\nBonn;980,00 €\n";
    expect((await askOf("till.csv", sales, "Describe the data")).content).toContain("shop (text), sum (number)");
    expect((await askOf("till.csv", sales, "total sum")).content).toContain("2,214.50 EUR");
    const prices = 'item,price\nLamp,$12.50\nDesk,"$1,299.00"\n';
    expect((await askOf("goods.csv", prices, "average price")).content).toContain("655.75 USD");
  });

  test.each([
    ["item,price\nA,$5.00\nB,€6.00\n", "The amounts of price are in different currencies"],
    ["item,price\nA,45%\nB,0.5\nC,60%\n", "Some values of price have a percent sign and others have none"],
  ])("are not added up where these differ", async (content, why) => {
    const { type, content: said, shown } = await askOf("goods.csv", content, "average price");
    expect(type).toBe("scope_notice");
    expect(said).toContain(`${why}, so they are kept as they are written: they cannot be added up.`);
    expect(shown).toEqual([]);
  });

  test("are per cent where only zeros have no sign", async () => {
    const { content } = await askOf("teams.csv", "team,rate\nA,45%\nB,0\nC,60%\n", "average rate");
    expect(content).toContain("35 %");
  });
});

test("spaces around texts are no part of them", async () => {
  const { shown } = await askOf("people.csv", " name , sum \n Ada ,10\n Ben,20\n", "Describe the data");
  expect(shown[0]?.visualization).toMatchObject({
    headers: ["name", "sum"],
    rows: [
      ["Ada", "10"],
      ["Ben", "20"],
    ],
  });
});

test("the number of columns is told", async () => {
  const headings = Array.from({ length: 50 }, (_, at) => `metric_${at + 1}`).join(",");
  const values = Array.from({ length: 50 }, (_, at) => at).join(",");
  const { content } = await askOf("wide.csv", `${headings}\n${values}\n`, "How many columns are there?");
  expect(content).toContain("metric_30 (number) and 20 more, 50 columns in all.");
});

test("what a file was called by whoever exported it does not hide what its only list holds", async () => {
  const exported = JSON.stringify({
    meta: { page: 1 },
    orders: [
      { id: 1, total: 5 },
      { id: 2, total: 7 },
    ],
  });
  expect((await askOf("export-2026-03.json", exported, "How many orders are there?")).content).toContain(
    "There are 2 orders.",
  );
  const idle = JSON.stringify({ data: [{ city: "York" }, { city: "Leeds" }] });
  expect((await askOf("shops.json", idle, "How many shops are there?")).content).toContain("There are 2 shops.");
});
