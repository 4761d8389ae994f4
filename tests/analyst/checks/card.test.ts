import { afterAll, describe, expect, test } from "vitest";
import { textOf, type Reply } from "../../support/model-server.ts";
import { withModel } from "../scripted.ts";
import { ask, only, openShop, questionOf, savedQueries, toolsOf } from "../support.ts";

const shop = openShop();
afterAll(() => shop.close());

const call = (sql: string): Reply => [{ tool: "run_sql", args: { sql } }];

async function answered(replies: readonly Reply[], message = "Customers?") {
  const { server, tools } = await withModel(replies);
  const heard = await ask(questionOf({ message, integration: shop.integration }), tools);
  return { ...heard, server };
}

describe("the card of an answer", () => {
  test("has the statement, tables, period and table of every result that a model's text uses", async () => {
    const first =
      "SELECT sum(total) AS total FROM orders WHERE ordered_on >= '2026-01-01' AND ordered_on < '2026-03-01'";
    const last = "SELECT count(*) AS n FROM orders WHERE ordered_on BETWEEN '2026-01-01' AND '2026-02-28'";
    const { answer, events } = await answered([call(first), call(last), [{ text: "60.5 in 3 orders." }]]);
    const period = { from: "2026-01-01", to: "2026-02-28", column: "ordered_on" };
    const shown = only(events, "visualization").map(({ visualization }) => visualization.id);
    expect(answer.metadata.sql).toMatchObject([
      { sql: first, tables: ["orders"], period },
      { sql: last, tables: ["orders"], period, visualization_id: shown[0] },
    ]);
    expect(answer.metadata.period).toEqual(period);
    expect(answer.metadata.warnings).toBeUndefined();
    expect(answer.metadata.verification?.status).toBe("grounded");
  });

  test("warns the model in its result, and the reader in the language of the question", async () => {
    const sql = "SELECT count(*) AS n FROM customers WHERE country = 'Germny'";
    const { answer, server } = await answered(
      [call(sql), [{ text: "Keine." }]],
      "Wie viele Kunden sind aus Deutschland?",
    );
    const result = server.requests[1]?.body.messages.at(-1);
    expect(textOf(result)).toContain("“country” never is “Germny”; the nearest value is “Germany”.");
    expect(answer.metadata.warnings).toEqual([
      { code: "unknown_value", message: "„country“ ist nie „Germny“; am nächsten kommt „Germany“.", sql_index: 0 },
      // The built-in interpreter has read the question, too.
      { code: "other_reading", message: expect.stringContaining("und das ergibt 2.") },
    ]);
  });

  test("warns of placeholders, and of totals of a result that was cut", async () => {
    const { answer } = await answered([
      call("SELECT n FROM numbers"),
      [{ text: "The total of the first 1,000 rows is {{total}}." }],
    ]);
    expect(answer.metadata.warnings?.map(({ code }) => code)).toEqual(["truncated_total", "placeholder"]);
  });

  test("of the built-in interpreter has its reading, its period and warnings", async () => {
    const message = "How many orders in February 2026?";
    const { answer } = await ask(questionOf({ message, integration: shop.integration }), toolsOf());
    expect(answer.metadata.interpretation).toContain("2026");
    expect(answer.metadata.period).toMatchObject({ from: "2026-02-01", to: "2026-02-28" });
    const none = await ask(
      questionOf({ message: "Orders with total above 5000", integration: shop.integration }),
      toolsOf(),
    );
    expect(none.answer.metadata.warnings?.map(({ code }) => code)).toEqual(["no_rows"]);
  });

  test("of a saved query has its statement and what is to be known of its rows", async () => {
    const query = {
      id: "q1",
      title: "Orders of 2030",
      description: null,
      prompt: "Orders of 2030",
      sql: "SELECT * FROM orders WHERE ordered_on >= '2030-01-01'",
      keywords: [],
      parameters: [],
    };
    const question = questionOf({
      message: "Orders of 2030",
      integration: shop.integration,
      saved_query: { ...query, mode: "direct", values: {} },
      saved_queries: savedQueries([query]),
    });
    const { answer } = await ask(question, toolsOf());
    expect(answer.metadata).toMatchObject({
      sql: [{ tables: ["orders"], saved_query_id: "q1" }],
      period: { from: "2030-01-01", to: null },
      warnings: [{ code: "no_rows", sql_index: 0 }],
    });
  });
});
