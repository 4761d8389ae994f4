import { afterAll, describe, expect, test } from "vitest";
import type { Reply } from "../../support/model-server.ts";
import { textOf } from "../../support/model-server.ts";
import { withModel } from "../scripted.ts";
import { ask, only, openShop, questionOf, savedQueries, streamed, toolsOf, uploadOf } from "../support.ts";

const shop = openShop();
afterAll(() => shop.close());

const countries = "SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY country";
const call = (sql: string): Reply => [{ tool: "run_sql", args: { sql } }];
const says = (text: string): Reply => [{ text }];

async function answered(replies: readonly Reply[], message = "Customers by country?") {
  const { server, tools } = await withModel(replies);
  const heard = await ask(questionOf({ message, integration: shop.integration }), tools);
  expect(streamed(heard.events)).toBe(heard.answer.content);
  return { ...heard, server, verification: heard.answer.metadata.verification };
}

describe("the numbers of a model's answer", () => {
  test("that are cells, or made of cells, are grounded: each says where it is from", async () => {
    const { events, answer, server, verification } = await answered([
      call(countries),
      says("Germany has 2 customers, France 1: 66.7 % of 3 are German."),
    ]);
    const table = only(events, "visualization")[0]?.visualization.id;
    const cell = (row: number) => ({ visualization_id: table, sql_index: 0, row, column: 1 });
    expect(verification).toEqual({
      status: "grounded",
      numbers: [
        { text: "2", source: cell(1) },
        { text: "1", source: cell(0) },
        { text: "66.7 %", source: { derived: "share", from: [cell(1)] } },
        { text: "3", source: { derived: "sum", from: [cell(0), cell(1)] } },
      ],
    });
    expect(answer.content).toBe("Germany has 2 customers, France 1: 66.7 % of 3 are German.");
    expect(server.requests).toHaveLength(2);
  });

  test("of a result that is not shown lead to its statement", async () => {
    const { answer, verification } = await answered([
      call("SELECT sum(total) AS total FROM orders"),
      call(countries),
      says("Orders come to 100.50 in all; Germany has 2 customers."),
    ]);
    expect(answer.metadata.sql).toHaveLength(2);
    expect(verification?.numbers[0]).toEqual({ text: "100.50", source: { sql_index: 0, row: 0, column: 0 } });
    expect(verification?.numbers[1]).toMatchObject({ text: "2", source: { sql_index: 1, row: 1, column: 1 } });
  });

  test("that are nowhere get one round of correction, which follows what was said", async () => {
    const { answer, server, verification } = await answered([
      call(countries),
      says("Germany has 57 customers."),
      says("Germany has 2 customers."),
    ]);
    expect(answer.content).toBe("Germany has 57 customers.\n\n**Correction:** Germany has 2 customers.");
    expect(verification).toMatchObject({ status: "corrected", numbers: [{ text: "57", source: null }, { text: "2" }] });
    const request = server.requests[2]?.body.messages.slice(-2) ?? [];
    expect(request.map(({ role }) => role)).toEqual(["assistant", "user"]);
    expect(textOf(request[1])).toContain("“57” stands in no result");
    expect(textOf(request[1])).toContain('["Germany",2]');
  });

  test("may be fetched in the round of correction", async () => {
    const { answer, events, verification } = await answered(
      [says("Wir haben 57 Kunden."), call("SELECT count(*) AS n FROM customers"), says("Es sind 3 Kunden.")],
      "Wie viele Kunden haben wir?",
    );
    expect(answer.content).toBe("Wir haben 57 Kunden.\n\n**Berichtigung:** Es sind 3 Kunden.");
    expect(only(events, "tool_result")).toHaveLength(1);
    expect(verification?.status).toBe("corrected");
    expect(verification?.numbers[1]?.source).toMatchObject({ sql_index: 0, row: 0, column: 0 });
  });

  test.for([
    [
      "How many customers are German?",
      "**Not verified:** 57 and 71 % do not stand in the data that was read for this answer, and do not follow from it.",
    ],
    [
      "Wie viele Kunden sind aus Deutschland?",
      "**Nicht belegt:** 57 und 71 % stehen nicht in den Daten, die für diese Antwort gelesen wurden, und folgen nicht aus ihnen.",
    ],
  ])("that stay without a source are named below the answer, in the language of: %s", async ([message, notice]) => {
    const { answer, verification, server } = await answered(
      [call(countries), says("It is 57."), says("It is 57, or 71 %.")],
      message,
    );
    expect(answer.content.startsWith("It is 57.\n\n**")).toBe(true);
    expect(answer.content.endsWith(`It is 57, or 71 %.\n\n${notice}`)).toBe(true);
    expect(verification?.status).toBe("unverified");
    expect(verification?.numbers.map(({ source }) => source)).toEqual([null, null, null]);
    expect(server.requests).toHaveLength(3);
  });

  test.for([
    ["fails", { status: 400, body: { error: { message: "no" } } }],
    ["says nothing", []],
  ] as [string, Reply][])("that a model which then %s leaves are named", async ([, reply]) => {
    const { answer, verification } = await answered([call(countries), says("It is 57."), reply]);
    expect(answer.content).toBe(
      "It is 57.\n\n**Not verified:** 57 does not stand in the data that was read for this answer, and does not follow from it.",
    );
    expect(verification?.status).toBe("unverified");
  });

  test("of a chat without anything to look into are not checked", async () => {
    const { server, tools } = await withModel([says("There are 57 of them.")]);
    const { answer } = await ask(questionOf({ message: "How many?" }), tools);
    expect(answer.content).toBe("There are 57 of them.");
    expect(answer.metadata.verification).toEqual({ status: "not_applicable", numbers: [] });
    expect(server.requests).toHaveLength(1);
  });

  test("that come from a picture cannot be checked, and the answer says so", async () => {
    const { server, tools } = await withModel([says("The bill says 57.")]);
    const uploads = [uploadOf("bill.png", "image/png", new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]))];
    const { answer } = await ask(questionOf({ message: "What does it say?", uploads }), tools);
    expect(answer.content).toContain("**Not verified:** 57 was read from a picture, which cannot be checked.");
    expect(server.requests).toHaveLength(1);
  });

  test("may be said again in a later answer if they had a source", async () => {
    const first = await answered([call(countries), says("Germany has 2 customers, not 57."), says("I cannot say.")]);
    const history = [
      { role: "user" as const, type: "user" as const, content: "Customers?", metadata: null },
      {
        role: "assistant" as const,
        type: "final" as const,
        content: first.answer.content,
        metadata: first.answer.metadata,
      },
    ];
    const { tools } = await withModel([says("As I said: 2."), says("As I said: 57."), says("I do not know.")]);
    const again = await ask(questionOf({ message: "And?", integration: shop.integration, history }), tools);
    expect(again.answer.metadata.verification).toEqual({
      status: "grounded",
      numbers: [{ text: "2", source: { derived: "earlier_answer", from: [] } }],
    });
    const wrong = await ask(questionOf({ message: "And?", integration: shop.integration, history }), tools);
    expect(wrong.answer.metadata.verification?.status).toBe("corrected");
  });
});

describe("a model that answers what is asked now with an earlier answer's number", () => {
  test("is asked for the right one, on which its answer then rests", async () => {
    const first = await answered([call(countries), says("Germany has 2 customers.")], "Customers in Germany?");
    const history = [
      { role: "user" as const, type: "user" as const, content: "Customers in Germany?", metadata: null },
      {
        role: "assistant" as const,
        type: "final" as const,
        content: first.answer.content,
        metadata: first.answer.metadata,
      },
    ];
    const { server, tools } = await withModel([
      says("France has 2 customers."),
      call("SELECT count(*) AS customers FROM customers WHERE country = 'France'"),
      says("France has 1 customer."),
    ]);
    const { answer } = await ask(
      questionOf({ message: "And in France?", integration: shop.integration, history }),
      tools,
    );
    expect(server.requests).toHaveLength(3);
    expect(answer.content).toBe("France has 2 customers.\n\n**Correction:** France has 1 customer.");
    expect(answer.metadata.verification).toMatchObject({
      status: "corrected",
      numbers: [
        { text: "2", source: null },
        { text: "1", source: { sql_index: 0, row: 0, column: 0 } },
      ],
    });
  });
});

describe("the numbers of a chart's title", () => {
  test("are held against the results: the model reads which one is nowhere", async () => {
    const chart = (title: string): Reply => [
      { tool: "make_chart", args: { result: "r1", chart_type: "bar", label: "country", value: "customers", title } },
    ];
    const { events } = await answered([
      call(countries),
      chart("57 customers by country"),
      chart("3 customers by country"),
      says("Germany has 2 customers."),
    ]);
    const [, wrong, right] = only(events, "tool_result").map(({ result }) => result);
    expect(wrong).toMatchObject({
      status: "error",
      error: expect.stringContaining("The title says 57, which no result has"),
    });
    expect(right).toMatchObject({ status: "success" });
  });
});

describe("the numbers of the service's own answers", () => {
  test("of the built-in interpreter are grounded", async () => {
    const message = "How many orders per country with total above 15?";
    const { answer } = await ask(questionOf({ message, integration: shop.integration }), toolsOf());
    expect(answer.metadata.verification?.status).toBe("grounded");
    expect(answer.metadata.verification?.numbers.every(({ source }) => source !== null)).toBe(true);
    expect(answer.content).not.toContain("Not verified");
  });

  test("of a saved query are grounded", async () => {
    const query = {
      id: "q1",
      title: "Customers by country",
      description: null,
      prompt: "Customers by country",
      sql: countries,
      keywords: [],
      parameters: [],
    };
    const question = questionOf({
      message: "Customers by country",
      integration: shop.integration,
      saved_query: { ...query, mode: "direct", values: {} },
      saved_queries: savedQueries([query]),
    });
    const { answer } = await ask(question, toolsOf());
    expect(answer.metadata.verification?.status).toBe("grounded");
    expect(answer.metadata.verification?.numbers[0]?.source).toMatchObject({ sql_index: 0 });
  });
});
