import type { Question } from "@parley/core/answer/answer";
import type { GivenDefinition } from "@parley/core/definition/given";
import { afterAll, describe, expect, test } from "vitest";
import type { WireReply, WireStep } from "../../support/model-servers/wire.ts";
import { ask, only, openShop, questionOf, savedQueries, streamed, uploadOf } from "../support.ts";
import { providerNames, providers, withProvider } from "./providers.ts";

/** What makes an answer checkable, on the wire of each provider: none of it may hang on how one of them puts its events. */

const shop = openShop();
afterAll(() => shop.close());

const call = (tool: string, args: Record<string, unknown>): WireStep => ({ tool, args });
const sql = (statement: string): WireStep => call("run_sql", { sql: statement });
const byCountry = sql("SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY 2 DESC");

const metric: GivenDefinition = {
  id: "d1",
  kind: "metric",
  name: "net takings",
  synonyms: ["real revenue"],
  table: "orders",
  sql: "SUM(total) - 0.5",
  description: null,
  column: null,
  meaning: null,
  columns: null,
  references_table: null,
  references_columns: null,
  version: 1,
};

describe.each(providerNames)("through %s", (name) => {
  /** Asks a model that follows the script. What is streamed has to be what is kept. */
  async function answered(script: readonly WireReply[], changes: Partial<Question> = {}) {
    const { server, tools } = await withProvider(providers[name], [...script]);
    const question = {
      message: "How many customers does each country have?",
      integration: shop.integration,
      ...changes,
    };
    const { events, answer } = await ask(questionOf(question), tools);
    expect(server.problems).toEqual([]);
    expect(streamed(events)).toBe(answer.content);
    return { server, events, answer, sent: (at: number) => JSON.stringify(server.requests[at]?.body) };
  }

  test("a number that is nowhere is corrected, and marked where the model insists", async () => {
    const wrong: WireReply = [{ text: "Germany has 57 customers." }];
    const corrected = await answered([[byCountry], wrong, [{ text: "Germany has 2 customers." }]]);
    expect(corrected.answer.metadata.verification).toMatchObject({
      status: "corrected",
      numbers: [
        { text: "57", source: null },
        { text: "2", source: { sql_index: 0, row: 0, column: 1 } },
      ],
    });
    expect(corrected.sent(2)).toContain("57");
    const insisting = await answered([[byCountry], wrong, wrong]);
    expect(insisting.answer.metadata.verification?.status).toBe("unverified");
  });

  test("the card says what ran, how it is meant, what was taken for granted, and of which days", async () => {
    const { answer } = await answered([
      [sql("SELECT sum(total) AS total FROM orders WHERE ordered_on >= '2026-02-01' AND customer_id = 1")],
      [{ text: "It is 20." }],
    ]);
    expect(answer.metadata).toMatchObject({
      sql: [{ dialect: "sqlite", integration_id: "i1", tables: ["orders"], row_count: 1, truncated: false }],
      period: { from: "2026-02-01" },
      interpretation: expect.stringContaining("total"),
      assumptions: expect.arrayContaining([expect.stringContaining("ordered on is at least")]),
      left_out: [],
      verification: { status: "grounded" },
    });
  });

  test("a result's warnings are told to the model and to the reader", async () => {
    const { answer, sent } = await answered([
      [sql("SELECT count(*) AS n FROM customers WHERE country = 'Germny'")],
      [sql("SELECT sum(c.id) AS total FROM customers c JOIN orders o ON o.customer_id = c.id")],
      [{ text: "There are none." }],
    ]);
    expect(sent(1)).toMatch(/Germny.*Germany/);
    expect(sent(2)).toContain("customers");
    const codes = answer.metadata.warnings?.map(({ code }) => code);
    expect(codes).toContain("multiplied_sum");
  });

  test("definitions, values of the question and saved queries are in the prompt, and a saved query is run by its id", async () => {
    const saved = {
      id: "q1",
      title: "Customers of a country",
      description: null,
      prompt: "How many customers does a country have?",
      sql: "SELECT count(*) AS n FROM customers WHERE country = {{country}}",
      keywords: [],
      parameters: ["country"],
    };
    const { answer, sent } = await answered(
      [[call("run_saved_query", { id: "q1", values: { country: "Germany" } })], [{ text: "Germany has 2 customers." }]],
      {
        message: "How many customers does Germany have, and the net takings?",
        integration: { ...shop.integration, definitions: [metric] },
        saved_queries: savedQueries([saved]),
      },
    );
    expect(sent(0)).toContain("SUM(total) - 0.5");
    expect(sent(0)).toContain("Germany");
    expect(answer.metadata.sql).toMatchObject([{ saved_query_id: "q1", row_count: 1 }]);
    expect(answer.metadata.verification?.status).toBe("grounded");
  });

  test("a question with two readings is asked back, and the model is not called again", async () => {
    const choices = [
      { label: "orders", message: "Which customer has the most orders?" },
      { label: "total", message: "Which customer has the highest total of orders?" },
    ];
    const { server, answer } = await answered(
      [[call("ask", { question: "Best by orders or by their total?", choices })], [{ text: "Ada." }]],
      { message: "Who is the best customer?" },
    );
    expect(server.requests).toHaveLength(1);
    expect(answer).toMatchObject({ type: "scope_notice", metadata: { choices } });
  });

  test("what is said before a tool is called is no part of the answer; addresses and pictures from elsewhere are text", async () => {
    const { answer, events } = await answered([
      [{ text: "Let me look that up." }, byCountry],
      [{ text: "Germany has 2, see ![](https://evil.example/p.png?x=2) or [this](https://evil.example/a)." }],
    ]);
    expect(answer.content).not.toContain("look that up");
    expect(answer.content).not.toMatch(/!\[|\]\(https?:/);
    expect(only(events, "tool_call")).toHaveLength(1);
  });

  test("a chart's marks are cells of the result", async () => {
    const { events } = await answered([
      [byCountry],
      [call("make_chart", { result: "r1", chart_type: "bar", label: "country", value: "customers" })],
      [{ text: "Germany has 2 customers." }],
    ]);
    const charts = only(events, "visualization").filter(({ visualization }) => visualization.type !== "table");
    expect(JSON.stringify(charts)).toContain('"Germany"');
    expect(charts).toHaveLength(1);
  });

  test("a file is joined with fetched rows, and both statements are on the card", async () => {
    const { answer } = await answered(
      [
        [sql("SELECT name, country FROM customers")],
        [call("query_upload", { sql: "SELECT count(*) AS n FROM guests g JOIN r1 ON r1.name = g.name" })],
        [{ text: "It is 2 of them." }],
      ],
      {
        message: "Which of my guests are customers?",
        uploads: [uploadOf("guests.csv", "text/csv", "name,seat\nAda,1\nBen,2\nEve,3\n")],
      },
    );
    expect(answer.metadata.sql).toHaveLength(2);
    expect(answer.metadata.verification).toMatchObject({ status: "grounded" });
  });
});
