import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sameWords } from "@parley/analyst/matching";
import { savedQueryText } from "@parley/analyst/saved-query-text";
import type { Question, QuestionQuery } from "@parley/core/answer/answer";
import type { AskerLanguage } from "@parley/core/answer/asker-language";
import type { Cell, QueryResult, ResultColumn } from "@parley/datasource/types";
import { type ModelServer, startModelServer, textOf } from "../support/model-server.ts";
import { ask, codeOf, only, openShop, questionOf, savedQueries, type Shop, streamed, toolsOf } from "./support.ts";

let shop: Shop;
let server: ModelServer | undefined;
beforeAll(() => {
  shop = openShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const query = (changes: Partial<QuestionQuery>): QuestionQuery => ({
  id: "q1",
  title: "Customers by country",
  description: null,
  prompt: "Count the customers of each country",
  sql: "SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY country",
  keywords: ["customers", "country"],
  parameters: [],
  ...changes,
});
const named = (
  mode: "direct" | "context",
  changes: Partial<QuestionQuery> = {},
  values: Record<string, string> = {},
): Question =>
  questionOf({ message: "Run it", integration: shop.integration, saved_query: { ...query(changes), mode, values } });

describe("a saved query that runs directly", () => {
  test("is a table, a chart if the shape suits one, and one sentence, without a model", async () => {
    server = await startModelServer([[{ text: "not asked" }]]);
    const { events, answer } = await ask(named("direct"), toolsOf({ url: server.url }));
    expect(server.requests).toHaveLength(0);
    const [table, chart] = only(events, "visualization").map((event) => event.visualization);
    expect(table).toMatchObject({
      type: "table",
      rows: [
        ["France", "1"],
        ["Germany", "2"],
      ],
    });
    expect(chart).toMatchObject({ type: "chart", chart_type: "bar", table_id: table?.id });
    expect(answer).toMatchObject({
      type: "final",
      content: `“Customers by country”: the highest is 2 (Germany), the lowest 1 (France).`,
      metadata: {
        saved_query_id: "q1",
        interpretation: "“Customers by country”",
        sql: [
          {
            sql: query({}).sql,
            dialect: "sqlite",
            integration_id: shop.integration.id,
            tables: ["customers"],
            row_count: 2,
            truncated: false,
            saved_query_id: "q1",
          },
        ],
      },
    });
    expect(streamed(events)).toBe(answer.content);
    expect(only(events, "tool_result")[0]?.result.result).toMatchObject({ saved_query_id: "q1", row_count: 2 });
  });

  test("draws the measure that its title is about, and names no value that it has no parameter for", async () => {
    const changes = {
      title: "Letters by country",
      sql: "SELECT country, count(*) AS customers, sum(length(name)) AS letters FROM customers GROUP BY country ORDER BY country",
    };
    const { events, answer } = await ask(named("direct", changes, { unused: "secret" }), toolsOf());
    const chart = only(events, "visualization").map((event) => event.visualization)[1];
    expect(chart).toMatchObject({ type: "chart", data: { y_axis_label: "letters" } });
    expect(answer.content).toBe(`“Letters by country”: the highest is 6 (Germany), the lowest 4 (France).`);
  });

  test("binds its values as parameters, inside text too", async () => {
    const like = {
      title: "Customers like",
      sql: "SELECT name FROM customers WHERE name LIKE '%{{part}}%' ORDER BY name",
      parameters: ["part"],
    };
    const { events, answer } = await ask(named("direct", like, { part: "e" }), toolsOf());
    expect(only(events, "visualization")[0]?.rows).toEqual([["Ben"], ["Cleo"]]);
    expect(answer.content).toBe(`“Customers like” (part = e) found 2 rows: Ben and Cleo.`);
    const hostile = await ask(named("direct", like, { part: "' OR 1=1 --" }), toolsOf());
    expect(hostile.answer.content).toContain("found no rows");
  });

  test("that finds nothing is an empty table with its headers, and says so", async () => {
    const nobody = {
      title: "Customers of",
      sql: "SELECT name, country FROM customers WHERE country = {{country}}",
      parameters: ["country"],
    };
    for (const mode of ["direct", "context"] as const) {
      const { events, answer } = await ask(named(mode, nobody, { country: "Atlantis" }), toolsOf());
      expect(only(events, "visualization").map((event) => event.visualization)).toEqual([
        expect.objectContaining({ type: "table", headers: ["name", "country"], rows: [], row_count: 0 }),
      ]);
      expect(answer.content).toBe(`“Customers of” (country = Atlantis) found no rows.`);
    }
  });

  test("fails with the codes of the wire", async () => {
    const needs = { sql: "SELECT {{a}} AS a", parameters: ["a"] };
    expect(await codeOf(ask(named("direct", needs), toolsOf()))).toBe("MISSING_QUERY_PARAMETER");
    expect(await codeOf(ask({ ...named("direct"), integration: null }, toolsOf()))).toBe("INTEGRATION_REQUIRED");
    expect(await codeOf(ask(named("direct", { sql: "SELECT nothing FROM customers" }), toolsOf()))).toBe("SQL_FAILED");
    expect(await codeOf(ask(named("direct", { sql: "DELETE FROM customers" }), toolsOf()))).toBe("SQL_REJECTED");
  });

  test("says its value if it has only one", async () => {
    const changes = { title: "How many", sql: "SELECT count(*) FROM customers" };
    const { answer } = await ask(named("direct", changes), toolsOf());
    expect(answer.content).toBe(`“How many”: 3.`);
  });
});

describe("a saved query on the durable route", () => {
  test("hands its result to the model first", async () => {
    server = await startModelServer([[{ text: "Germany leads." }]]);
    const { events, answer } = await ask(named("context"), toolsOf({ url: server.url }));
    expect(events.map((event) => ("status" in event ? event.status : event.type))).toEqual([
      "thinking",
      "tool_call",
      "analyzing",
      "tool_result",
      "processing",
      "visualization",
      "text_delta",
    ]);
    expect(only(events, "tool_call")[0]?.call).toMatchObject({ tool: "run_sql", args: { saved_query_id: "q1" } });
    const messages = server.requests[0]?.body.messages ?? [];
    expect(messages.at(-1)?.role).toBe("tool");
    expect(textOf(messages.at(-1))).toContain('["Germany",2]');
    expect(textOf(messages.find((message) => message.role === "user"))).toContain(
      "Count the customers of each country",
    );
    expect(answer).toMatchObject({ content: "Germany leads.", metadata: { saved_query_id: "q1" } });
    expect(only(events, "visualization")).toHaveLength(1);
  });

  test("is answered by the rules when they are the model", async () => {
    const { events, answer } = await ask(named("context"), toolsOf());
    expect(answer.content).toContain("“Customers by country”: the highest is 2 (Germany), the lowest 1 (France).");
    expect(answer.metadata.interpretation).toBe("“Customers by country”");
    expect(only(events, "visualization").map((event) => event.visualization.type)).toEqual(["table", "chart"]);
  });

  test("without SQL is its prompt", async () => {
    const prompt = { sql: null, prompt: "How many customers are there?" };
    const rules = await ask(named("direct", prompt), toolsOf());
    expect(rules.answer.content).toMatch(/\b3\b/);
    server = await startModelServer([[{ text: "Three." }]]);
    await ask(named("context", prompt), toolsOf({ url: server.url }));
    expect(textOf(server.requests[0]?.body.messages.at(-1))).toContain("How many customers are there?");
  });
});

describe("the sentence of a saved query", () => {
  const column = (name: string, type: ResultColumn["type"]): ResultColumn => ({ name, type });
  const text = column("name", "text");
  const resultOf = (columns: ResultColumn[], rows: Cell[][], truncated = false) => ({
    columns,
    rows,
    row_count: rows.length,
    truncated,
    duration_ms: 1,
  });
  const told = (title: string, result: QueryResult, language: AskerLanguage = "en") =>
    savedQueryText({ title, parameters: [], values: {} }, result, language);

  test.each<[string, string, ResultColumn[], Cell[][]]>([
    [
      "“Sold”: orders 3, revenue 1,234.50 EUR.",
      "Sold",
      [column("orders", "integer"), column("revenue_eur", "number")],
      [[3, 1234.5]],
    ],
    [
      "“Return rate”: Lamps comes first with 18.3 %, then Desks (5.2 %).",
      "Return rate",
      [text, column("lines", "integer"), column("return_rate_percent", "number")],
      [
        ["Lamps", 5, 18.3],
        ["Desks", 9, 5.2],
      ],
    ],
    [
      "“Best customers”: by spent, Ada comes first with 90, then Ben (70) and Cleo (20), 4 rows in all.",
      "Best customers",
      [text, column("spent", "number")],
      [
        ["Ada", 90],
        ["Ben", 70],
        ["Cleo", 20],
        ["Dora", 20],
      ],
    ],
    [
      "“Monthly revenue”: the highest is 40 (February 2025), the lowest 10 (January 2025), 3 rows in all.",
      "Monthly revenue",
      [column("month", "text"), column("revenue", "number")],
      [
        ["2025-01", 10],
        ["2025-02", 40],
        ["2025-03", 20],
      ],
    ],
    [
      "“Late orders” found 4 rows: Ada, Ben, Cleo and 1 more.",
      "Late orders",
      [column("id", "integer"), text],
      [
        [1, "Ada"],
        [2, "Ben"],
        [3, "Cleo"],
        [4, "Dora"],
      ],
    ],
    [
      "“Totals”: by total, 7 in each of 2 rows.",
      "Totals",
      [text, column("total", "integer")],
      [
        ["Ada", 7],
        ["Ben", 7],
      ],
    ],
  ])("%s", (sentence, title, columns, rows) => {
    expect(told(title, resultOf(columns, rows))).toBe(sentence);
  });

  test.each<[string, ResultColumn[], Cell[][]]>([
    [
      "“Umsatz”: orders 3, revenue 1.234,50 EUR.",
      [column("orders", "integer"), column("revenue_eur", "number")],
      [[3, 1234.5]],
    ],
    ["“Umsatz”: 1 Tag.", [column("lead_days", "integer")], [[1]]],
    ["“Umsatz”: kein Wert.", [column("total", "number")], [[null]]],
    ["“Umsatz” hat keine Zeilen gefunden.", [text], []],
    [
      "“Umsatz”, nach spent: an erster Stelle steht Ada mit 90, dann Ben (70) und ohne Angabe (20), insgesamt 4 Zeilen.",
      [text, column("spent", "number")],
      [
        ["Ada", 90],
        ["Ben", 70],
        [null, 20],
        ["Dora", 20],
      ],
    ],
    [
      "“Umsatz”, nach revenue: am höchsten ist 40 (März 2025), am niedrigsten 10 (Januar 2025), insgesamt 3 Zeilen.",
      [column("month", "text"), column("revenue", "number")],
      [
        ["2025-01", 10],
        ["2025-03", 40],
        ["2025-04", 20],
      ],
    ],
    [
      "“Umsatz”, nach total: 7 in jeder von 2 Zeilen.",
      [column("day", "text"), column("total", "integer")],
      [
        ["2025-12-24", 7],
        ["2025-12-25", 7],
      ],
    ],
    ["“Umsatz”: 24. Dezember 2025 um 07:28.", [column("day", "text"), text].slice(0, 1), [["2025-12-24T07:28:00"]]],
    ["“Umsatz” hat 4 Zeilen gefunden: Ada, Ben, Cleo und 1 weitere.", [text], [["Ada"], ["Ben"], ["Cleo"], ["Dora"]]],
  ])("in German: %s", (sentence, columns, rows) => {
    expect(told("Umsatz", resultOf(columns, rows), "de")).toBe(sentence);
  });

  test("says that there are more rows than were fetched", () => {
    const cut = resultOf([text], [["Ada"], ["Ben"]], true);
    expect(told("Names", cut)).toBe(
      "“Names” found more than 2 rows, of which the table holds the first: Ada, Ben and others.",
    );
    expect(told("Namen", cut, "de")).toBe(
      "“Namen” hat mehr als 2 Zeilen gefunden, von denen die Tabelle die ersten enthält: Ada, Ben und andere.",
    );
  });
});

describe("an ordinary message", () => {
  test("runs the saved query that says the same", async () => {
    server = await startModelServer([[{ text: "not asked" }]]);
    const question = questionOf({
      message: "customer by countries, please",
      integration: shop.integration,
      saved_queries: savedQueries([query({})]),
    });
    const { answer } = await ask(question, toolsOf({ url: server.url }));
    expect(server.requests).toHaveLength(0);
    expect(answer.metadata.saved_query_id).toBe("q1");
  });

  test("is told what the saved query found in the language that it was asked in", async () => {
    const question = questionOf({
      message: "Zeige mir bitte die Kunden nach Land",
      integration: shop.integration,
      saved_queries: savedQueries([query({ title: "Kunden nach Land", prompt: "Kunden nach Land" })]),
    });
    const { answer } = await ask(question, toolsOf());
    expect(answer).toMatchObject({
      content: "“Kunden nach Land”, nach customers: am höchsten ist 2 (Germany), am niedrigsten 1 (France).",
      metadata: { verification: { status: "grounded" } },
    });
  });

  test("gives similar ones to the model as examples, three at most", async () => {
    server = await startModelServer([[{ text: "Well." }]]);
    const queries = ["one", "two", "three", "four"].map((word) =>
      query({ id: word, title: `Customers ${word}`, prompt: `Customers ${word}` }),
    );
    const question = questionOf({
      message: "Which customers ordered most?",
      integration: shop.integration,
      saved_queries: savedQueries(queries),
    });
    await ask(question, toolsOf({ url: server.url }));
    const prompt = textOf(server.requests[0]?.body.messages[0]);
    expect(prompt.match(/^Customers (one|two|three|four)$/gm)?.filter((_, at) => at % 2 === 0)).toHaveLength(3);
  });

  test("never runs one that needs values, or one about another thing", async () => {
    server = await startModelServer([[{ text: "Well." }]]);
    const needs = query({ sql: "SELECT name FROM customers WHERE country = {{country}}", parameters: ["country"] });
    const { answer } = await ask(
      questionOf({
        message: "Customers by country",
        integration: shop.integration,
        saved_queries: savedQueries([needs]),
      }),
      toolsOf({ url: server.url }),
    );
    expect(server.requests).toHaveLength(1);
    expect(answer.metadata.saved_query_id).toBeUndefined();
  });

  test.each([
    ["orders in 2024", "orders in 2025", false],
    ["customers with orders", "customers without orders", false],
    ["orders over 10", "orders under 10", false],
    ["revenue by month", "Revenue by months?", true],
    ["Show me the revenue by month", "revenue by month", true],
    ["top 5 customers", "top 10 customers", false],
    ["customers of suppliers", "suppliers of customers", false],
    ["revenue by month", "revenue this month", false],
    ["total revenue", "total revenue in May", false],
    ["orders from Germany", "orders to Germany", false],
    ["how many customers", "which customers", false],
    ["revenue by month", "Could you give me our revenue by month, please?", true],
  ])("%s / %s", (a, b, same) => {
    expect(sameWords(a, b)).toBe(same);
  });
});
