import { describe, expect, test } from "vitest";
import { workbook } from "./stored-files.ts";
import { ask, only, openShop, questionOf, toolsOf, uploadOf } from "./support.ts";

describe("how many rows an attached file has", () => {
  const sales = uploadOf("sales.csv", "text/csv", "category,amount,city\nFood,1,Leeds\nToys,2,York\nToys,3,Leeds\n");

  test.each(["How many rows?", "how many records are in the file?", "Row count", "How many rows does sales.csv have?"])(
    "%s",
    async (message) => {
      const { events, answer } = await ask(questionOf({ message, uploads: [sales] }), toolsOf());
      expect(answer.content).toContain("sales.csv has 3 rows, headings not counted.");
      const [shown] = only(events, "visualization");
      expect(shown?.visualization).toMatchObject({ type: "table", headers: ["row_count"], rows: [["3"]] });
    },
  );

  test("is said for each sheet of a workbook", async () => {
    const book = workbook({
      Sales: [
        ["a", "b"],
        ["x", 1],
        ["y", 2],
      ],
      Staff: [["c"], ["z"]],
    });
    const { answer } = await ask(
      questionOf({ message: "How many rows are there?", uploads: [uploadOf("book.xlsx", "any", book)] }),
      toolsOf(),
    );
    expect(answer.content).toContain("book_sales (book.xlsx) has 2 rows; book_staff (book.xlsx) has 1 row");
  });

  test.each([
    ["How many rows have city York?", "1"],
    ["Total amount by category", "5"],
  ])("is not what “%s” asks", async (message, number) => {
    const { answer } = await ask(questionOf({ message, uploads: [sales] }), toolsOf());
    expect(answer.content).not.toContain("sales.csv has");
    expect(answer.content).toContain(number);
  });
});

describe("what an attached file holds", () => {
  const fares = uploadOf("Fares 2025.csv", "text/csv", "Ferry Line,Fare (€),% full\nNorth,4,50%\nSouth,6.5,80%\n");

  test.each([
    "What's in this file?",
    "describe the data",
    "what's in it?",
    "which columns are there?",
    "give me an overview of the file",
    "what does fares contain",
    "summarize the spreadsheet",
  ])("is told with its first rows, under the file's own headings: %s", async (message) => {
    const { answer, events } = await ask(questionOf({ message, uploads: [fares] }), toolsOf());
    expect(answer.type).toBe("final");
    expect(answer.content).toContain(
      "Fares 2025.csv is read as the table fares: 2 rows with Ferry Line (text), Fare (€) (number), % full (number).",
    );
    const [shown] = only(events, "visualization");
    expect(shown?.visualization).toMatchObject({
      headers: ["Ferry Line", "Fare (€)", "% full"],
      rows: [
        ["North", "4", "50"],
        ["South", "6.5", "80"],
      ],
    });
    expect(answer.metadata.follow_ups?.length).toBeGreaterThan(0);
  });

  test("is told of each sheet", async () => {
    const book = workbook({
      Plan: [
        ["Quay", "Fee"],
        ["A", 1],
      ],
      Crew: [["Name"], ["Ada"]],
    });
    const { answer } = await ask(
      questionOf({ message: "Which sheets are there?", uploads: [uploadOf("book.xlsx", "any", book)] }),
      toolsOf(),
    );
    expect(answer.content).toContain("book_plan: 1 row with Quay (text), Fee (number).");
    expect(answer.content).toContain("book_crew: 1 row with Name (text).");
  });

  test.each(["what is the fare of North", "describe the North line", "which lines are there"])(
    "is not what “%s” asks",
    async (message) => {
      const { answer } = await ask(questionOf({ message, uploads: [fares] }), toolsOf());
      expect(answer.content).not.toMatch(/^Fares 2025.csv is read/);
    },
  );

  test("heads what is shown of it, and figures of it", async () => {
    const shown = async (message: string) => {
      const { events } = await ask(questionOf({ message, uploads: [fares] }), toolsOf());
      return only(events, "visualization").flatMap(({ visualization }) =>
        visualization.type === "table" ? visualization.headers : [],
      );
    };
    expect(await shown("average fare by ferry line")).toEqual(["Ferry Line", "Average Fare (€)"]);
    expect(await shown("how many fares by ferry line")).toEqual(["Ferry Line", "fares_count"]);
  });
});

describe("questions about an attached file", () => {
  const inventory = uploadOf("inventory.csv", "text/csv", "sku;quantity;price\nA;5;1,50\nB;7;2,25\nC;1.200;10,00\n");
  const sales = uploadOf("sales.csv", "text/csv", "category,amount\nFood,1\nToys,2\nToys,3\n");

  test.each([
    [inventory, "What is the total quantity?", "SUM(quantity)", "1,212"],
    [inventory, "average price", "AVG(price)", "4.58"],
    [sales, "How many sales are there?", "COUNT(*)", "3 sales"],
    [sales, "How many sales by category?", "COUNT(*)", "2 for Toys"],
    [sales, "Total sales", "SUM(amount)", "6"],
  ])("%o: %s", async (upload, message, sql, number) => {
    const { answer } = await ask(questionOf({ message, uploads: [upload] }), toolsOf());
    expect(answer.content).toContain(sql);
    expect(answer.content.split("\n")[0]).toContain(number);
  });

  test("go to the file if it answers about as well as the database", async () => {
    const shop = openShop();
    const orders = uploadOf("orders.csv", "text/csv", "item,total\nA,1\nB,2\n");
    const asking = (message: string) => questionOf({ message, uploads: [orders], integration: shop.integration });
    expect((await ask(asking("What is the highest total?"), toolsOf())).answer.content).toContain("is 2.");
    expect((await ask(asking("How many customers are in Germany?"), toolsOf())).answer.content).toMatch(/\b2\b/);
    await shop.close();
  });

  test("that are not understood get an overview of the file", async () => {
    const { answer } = await ask(questionOf({ message: "Which colour is best?", uploads: [sales] }), toolsOf());
    expect(answer.type).toBe("scope_notice");
    expect(answer.content).toContain(
      "sales.csv is read as the table sales: 3 rows with category (text), amount (number).",
    );
  });
});

describe("a time that an attached file does not reach", () => {
  const trips = uploadOf("trips.csv", "text/csv", "Left on,Riders\n2025-03-02,4\n2025-04-09,6\n");

  test.each(["how many riders in May 2025?", "list the trips of May 2025"])(
    "is told with its days: %s",
    async (message) => {
      const { answer } = await ask(questionOf({ message, uploads: [trips] }), toolsOf());
      expect(answer.content).toMatch(/^Left on goes from 2 March 2025 to 9 April 2025: there is nothing in May 2025\./);
    },
  );

  test("is none where it is among its days", async () => {
    const { answer } = await ask(
      questionOf({ message: "how many riders in April 2025?", uploads: [trips] }),
      toolsOf(),
    );
    expect(answer.content).not.toContain("goes from");
  });
});

describe("what reading attached files left out", () => {
  test("is said once where several say the same", async () => {
    const one = uploadOf("pears.csv", "text/csv", "grower,crates\nA,2\nB,3\nTotal,5\n");
    const other = uploadOf("plums.csv", "text/csv", "grower,crates\nA,1\nC,4\nTotal,5\n");
    const message = "which growers are in pears but not in plums?";
    const { answer } = await ask(questionOf({ message, uploads: [one, other] }), toolsOf());
    expect(answer.content.match(/The row “Total”/g)).toHaveLength(1);
    expect(answer.content.split("\n")[0]).toContain("B");
  });
});
