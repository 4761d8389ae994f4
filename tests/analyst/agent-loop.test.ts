import type { AnswerEvent } from "@parley/core/answer/answer";
import { DatasourceError } from "@parley/datasource/types";
import { afterAll, describe, expect, test } from "vitest";
import { SqlResult } from "@parley/contract/event";
import * as v from "valibot";
import { textOf, type Reply } from "../support/model-server.ts";
import { withModel } from "./scripted.ts";
import { ask, codeOf, only, openShop, questionOf, streamed } from "./support.ts";

const shop = openShop();
afterAll(() => shop.close());

const countries = "SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY country";

describe("the agent loop", () => {
  test("streams a model's text without images, HTML, scripts and unknown links, and says the same between its tools", async () => {
    const { tools } = await withModel(
      [
        [{ text: "First <b>a look</b>." }, { tool: "run_sql", args: { sql: countries }, id: "call_1" }],
        [
          { text: "It is 2. !" },
          { text: "[x](https://a.exam" },
          { text: "ple/?d=2) [y](https://b.exa" },
          { text: "mple/?d=2) <im" },
          { text: "g src=y> [z](java" },
          { text: "script:a) ht" },
          { text: "tps:/" },
          { text: "/b.example" },
        ],
      ],
      { env: { LINK_HOSTS: "docs.example, a.example" } },
    );
    const question = questionOf({ message: "Customers by country?", integration: shop.integration });
    const { events, answer } = await ask(question, tools);
    expect(only(events, "tool_message").map(({ content }) => content)).toEqual(["First &lt;b>a look&lt;/b>."]);
    expect(answer.content).toBe(
      "It is 2. ! [x](https://a.example/?d=2) [y] (https:// b.example/?d=2) &lt;img src=y> [z] (javascript:a) https:// b.example",
    );
    expect(streamed(events)).toBe(answer.content);
  });

  test("calls tools, hands their results to the model and streams its answer", async () => {
    const { server, tools } = await withModel([
      [{ tool: "run_sql", args: { sql: countries }, id: "call_1", pieces: 4 }],
      [{ text: "Germany has " }, { text: "2 customers, " }, { text: "France 1." }],
    ]);
    const { events, answer } = await ask(
      questionOf({ message: "Customers by country?", integration: shop.integration }),
      tools,
    );

    expect(events.map((event) => event.type)).toEqual([
      "progress",
      "tool_call",
      "progress",
      "tool_result",
      "progress",
      "visualization",
      "text_delta",
      "text_delta",
      "text_delta",
    ]);
    expect(only(events, "progress").map((event) => event.status)).toEqual(["thinking", "analyzing", "processing"]);
    expect(only(events, "tool_call")[0]?.call).toEqual({
      tool_call_id: "call_1",
      tool: "run_sql",
      args: { sql: countries },
    });
    const result = only(events, "tool_result")[0]?.result;
    expect(result).toMatchObject({ tool_call_id: "call_1", status: "success", summary: "2 rows", error: null });
    expect(v.parse(SqlResult, result?.result)).toEqual({
      sql: countries,
      dialect: "sqlite",
      columns: [
        { name: "country", type: "text" },
        { name: "customers", type: "integer" },
      ],
      preview_rows: [
        ["France", 1],
        ["Germany", 2],
      ],
      row_count: 2,
      truncated: false,
      saved_query_id: null,
    });
    expect(answer.content).toBe("Germany has 2 customers, France 1.");
    expect(streamed(events)).toBe(answer.content);
    expect(answer.metadata).toMatchObject({
      model_id: "scripted",
      usage: { input_tokens: 200, output_tokens: 40, rows: 2, cost_usd: null },
    });
    expect(textOf(server.requests[1]?.body.messages.at(-1))).toContain('["France",1]');
  });

  test("runs the calls of one step in their order, and hands all results back with the words before them", async () => {
    const { server, tools } = await withModel([
      [
        { text: "Both." },
        { tool: "run_sql", args: { sql: "SELECT 1 AS one" }, id: "call_1" },
        { tool: "describe_tables", args: "", id: "call_2" },
        { tool: "run_sql", args: "[1]", id: "call_3" },
      ],
      [{ text: "Done." }],
    ]);
    const { events } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(only(events, "tool_result").map(({ result }) => [result.tool_call_id, result.status])).toEqual([
      ["call_1", "success"],
      ["call_2", "success"],
      ["call_3", "error"],
    ]);
    const [said, ...results] = server.requests[1]?.body.messages.slice(-4) ?? [];
    expect(said).toMatchObject({ role: "assistant", content: "Both." });
    expect(said?.tool_calls?.map((call) => [call.id, call.function.arguments])).toEqual([
      ["call_1", '{"sql":"SELECT 1 AS one"}'],
      ["call_2", "{}"],
      ["call_3", "[1]"],
    ]);
    expect(results.map((message) => message.tool_call_id)).toEqual(["call_1", "call_2", "call_3"]);
    expect(textOf(results[2])).toContain("The arguments do not fit: sql");
  });

  test("shows the table of the last result with its rows, before the text", async () => {
    const { tools } = await withModel([
      [{ tool: "run_sql", args: { sql: "SELECT count(*) AS n FROM customers" } }],
      [{ tool: "run_sql", args: { sql: countries } }],
      [{ text: "Done." }],
    ]);
    const { events } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    const shown = only(events, "visualization");
    expect(shown).toHaveLength(1);
    const [table] = shown;
    const id = table?.visualization.id;
    expect(table?.visualization).toEqual({
      id,
      type: "table",
      headers: ["country", "customers"],
      rows: [
        ["France", "1"],
        ["Germany", "2"],
      ],
      columns: [
        { name: "country", type: "text" },
        { name: "customers", type: "integer" },
      ],
      row_count: 2,
      truncated: false,
      csv_url: `/v1/chats/c1/visualizations/${id}/rows.csv`,
    });
    expect(table?.rows).toEqual([
      ["France", 1],
      ["Germany", 2],
    ]);
  });

  test("draws a chart whose marks are cells of its table", async () => {
    const { tools } = await withModel([
      [{ tool: "run_sql", args: { sql: countries } }],
      [
        {
          tool: "make_chart",
          args: { result: "r1", chart_type: "bar", label: "country", value: "customers", title: "Customers" },
        },
      ],
      [{ text: "Here it is." }],
    ]);
    const { events } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    const [table, chart] = only(events, "visualization").map((event) => event.visualization);
    expect(chart).toMatchObject({
      type: "chart",
      chart_type: "bar",
      title: "Customers",
      table_id: table?.id,
      data: {
        values: [
          { label: "France", value: 1 },
          { label: "Germany", value: 2 },
        ],
        x_axis_label: "country",
        y_axis_label: "customers",
      },
      vega_lite: { mark: { type: "bar" } },
    });
  });

  test("tells the model what was wrong with a chart it cannot draw", async () => {
    const { server, tools } = await withModel([
      [{ tool: "run_sql", args: { sql: countries } }],
      [{ tool: "make_chart", args: { result: "r1", chart_type: "bar", label: "country", value: "revenue" } }],
      [{ text: "No chart." }],
    ]);
    const { events } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(only(events, "tool_result")[1]?.result).toMatchObject({ status: "error", result: null });
    expect(textOf(server.requests[2]?.body.messages.at(-1))).toContain("Its columns: country, customers");
  });

  test.each<[string, Reply]>([
    ["a forbidden statement", [{ tool: "run_sql", args: { sql: "DELETE FROM customers" } }]],
    ["an unknown column", [{ tool: "run_sql", args: { sql: "SELECT wrong FROM customers" } }]],
    ["an argument that does not fit", [{ tool: "run_sql", args: { query: "SELECT 1" } }]],
    ["malformed arguments", [{ tool: "run_sql", args: '{"sql": "SELECT', pieces: 2 }]],
    ["an unknown tool", [{ tool: "drop_everything", args: {} }]],
  ])("gives %s back to the model as a readable error, and goes on", async (_, mistake) => {
    const { server, tools } = await withModel([
      mistake,
      [{ tool: "run_sql", args: { sql: countries } }],
      [{ text: "Right now." }],
    ]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    const results = only(events, "tool_result").map((event) => event.result);
    expect(results.map((result) => result.status)).toEqual(["error", "success"]);
    expect(results[0]?.error).toBeTruthy();
    expect(only(events, "tool_call")).toHaveLength(2);
    const told = server.requests[1]?.body.messages.at(-1);
    expect(told?.role).toBe("tool");
    expect(textOf(told).length).toBeGreaterThan(10);
    expect(answer.content).toBe("Right now.");
  });

  test("marks a result over the row limit as truncated, and the answer says so", async () => {
    const { tools } = await withModel([
      [{ tool: "run_sql", args: { sql: "SELECT n FROM numbers" } }],
      [{ text: "Many numbers." }],
    ]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(only(events, "tool_result")[0]?.result.result).toMatchObject({ row_count: 1000, truncated: true });
    const table = only(events, "visualization")[0];
    expect(table?.rows).toHaveLength(1000);
    expect(table?.visualization).toMatchObject({ type: "table", row_count: 1000, truncated: true });
    expect(table?.visualization.type === "table" && table.visualization.rows.length).toBe(200);
    expect(answer.content).toBe("Many numbers.\n\nThe table holds the first 1,000 rows; the database has more.");
    expect(streamed(events)).toBe(answer.content);
  });

  test("speaks the asker's language in what the model left unsaid, and in follow-ups", async () => {
    const message = "Wie viele Zahlen gibt es in der Tabelle?";
    const all: Reply = [{ tool: "run_sql", args: { sql: "SELECT n FROM numbers ORDER BY n" } }];
    const silent = await withModel([all, []]);
    const question = questionOf({ message, integration: shop.integration });
    const { answer } = await ask(question, silent.tools);
    expect(answer.content).toBe(
      "Die Tabelle zeigt das letzte Ergebnis; das Modell hat keine Antwort formuliert.\n\nDie Tabelle enthält die ersten 1.000 Zeilen; in der Datenbank sind mehr.",
    );
    expect(answer.metadata.verification?.status).not.toBe("unverified");
    expect(answer.metadata.follow_ups).toContain("Zeige nur die ersten 10.");
    const told = await withModel([all, [{ text: "Die ersten 1.000 Zahlen stehen in der Tabelle." }]]);
    expect((await ask(question, told.tools)).answer.content).toBe("Die ersten 1.000 Zahlen stehen in der Tabelle.");
    const short = await withModel([[{ text: "Es gibt" }, { finish: "length" }]]);
    expect((await ask(question, short.tools)).answer.content).toBe(
      "Es gibt\n\nDie Antwort endet hier, weil das Modell die längste Antwort erreicht hat, die es geben darf.",
    );
  });

  test("ends after twelve calls of a model that never answers", async () => {
    const { server, tools } = await withModel(() => [{ tool: "run_sql", args: { sql: "SELECT 1 AS one" } }]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(server.requests).toHaveLength(12);
    expect(server.requests[11]?.body.tool_choice).toBe("none");
    expect(answer.content).not.toBe("");
    expect(streamed(events)).toBe(answer.content);
  });

  test("ends with DATASOURCE_UNAVAILABLE when the database cannot be reached, as a model cannot help that", async () => {
    const { server, tools } = await withModel(() => [{ tool: "run_sql", args: { sql: countries } }]);
    const gone = new DatasourceError("DATASOURCE_UNAVAILABLE", "The database cannot be reached");
    const integration = { ...shop.integration, open: () => Promise.reject(gone) };
    const events: AnswerEvent[] = [];
    expect(await codeOf(ask(questionOf({ message: "?", integration }), tools, events))).toBe("DATASOURCE_UNAVAILABLE");
    expect(server.requests).toHaveLength(1);
    expect(only(events, "tool_result")[0]?.result.status).toBe("error");
    const unread = { ...shop.integration, schema: () => Promise.reject(gone) };
    expect(await codeOf(ask(questionOf({ message: "?", integration: unread }), tools))).toBe("DATASOURCE_UNAVAILABLE");
  });

  test("fetches no more than ten thousand rows for one question", async () => {
    const { tools } = await withModel(() => [{ tool: "run_sql", args: { sql: "SELECT n FROM numbers" } }]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(only(events, "tool_result").at(-1)?.result.error).toContain("10000 rows have been fetched");
    expect(answer.metadata.usage.rows).toBe(10_000);
  });

  test("keeps a tool result within 32 KB", async () => {
    const wide = `SELECT ${Array.from({ length: 60 }, (_, at) => `'${"x".repeat(200)}' AS c${at}`).join(", ")} FROM numbers LIMIT 30`;
    const { tools } = await withModel([[{ tool: "run_sql", args: { sql: wide } }], [{ text: "Wide." }]]);
    const { events } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    const result = only(events, "tool_result")[0]?.result;
    expect(result?.status).toBe("success");
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(32 * 1024);
    expect(v.parse(SqlResult, result?.result).row_count).toBe(30);
  });

  test("offers no database tool when the chat has no database", async () => {
    const { server, tools } = await withModel([[{ text: "Hello." }]]);
    const { answer } = await ask(questionOf({ message: "Hi" }), tools);
    expect(answer.content).toBe("Hello.");
    expect(server.requests[0]?.body.tools ?? []).toEqual([]);
  });
});

describe("text before a tool call", () => {
  test("is narration if the call comes at once", async () => {
    const { tools } = await withModel([
      [{ text: "Let me " }, { text: "look." }, { tool: "run_sql", args: { sql: countries } }],
      [{ text: "Two countries." }],
    ]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(only(events, "tool_message")).toEqual([{ type: "tool_message", content: "Let me look." }]);
    expect(events.findIndex((event) => event.type === "tool_message")).toBeLessThan(
      events.findIndex((event) => event.type === "tool_call"),
    );
    expect(answer.content).toBe("Two countries.");
    expect(streamed(events)).toBe(answer.content);
  });

  test.each([
    ["Let me look at the countries first.", "How many countries are there?"],
    ["Okay, I'll count them.", "How many countries are there?"],
    ["Ich schaue mir zuerst die Tabelle an.", "Wie viele Länder gibt es?"],
    ["Je vais compter les pays.", "Combien de pays ?"],
  ])("is narration if it says what comes next, however long the call takes: %s", async (announced, message) => {
    const { tools } = await withModel([
      [{ text: announced }, { tool: "run_sql", args: { sql: countries }, after: 700 }],
      [{ text: "Two countries." }],
    ]);
    const { events, answer } = await ask(questionOf({ message, integration: shop.integration }), tools);
    expect(only(events, "tool_message")).toEqual([{ type: "tool_message", content: announced }]);
    expect(answer.content).toBe("Two countries.");
    expect(streamed(events)).toBe(answer.content);
  });

  test("stays in the final text if it is no announcement and was released before the call came", async () => {
    const { tools } = await withModel([
      [{ text: "Countries are in one table." }, { tool: "run_sql", args: { sql: countries }, after: 600 }],
      [{ text: "Two countries." }],
    ]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(only(events, "tool_message")).toEqual([]);
    expect(answer.content).toBe("Countries are in one table.\n\nTwo countries.");
    expect(streamed(events)).toBe(answer.content);
  });

  test("is the answer if it only begins like an announcement", async () => {
    const { tools } = await withModel([[{ text: "Let me be clear: " }, { text: "two countries.", after: 500 }]]);
    const { events, answer } = await ask(questionOf({ message: "?", integration: shop.integration }), tools);
    expect(answer.content).toBe("Let me be clear: two countries.");
    expect(streamed(events)).toBe(answer.content);
  });

  test("reaches the person while the model goes on writing", async () => {
    const { tools } = await withModel([[{ text: "First. " }, { text: "Second.", after: 700 }]]);
    const started = performance.now();
    const heard: { at: number; content: string }[] = [];
    const { answer } = await import("@parley/analyst/answer");
    for await (const event of answer(questionOf({ message: "?" }), tools)) {
      if (event.type === "text_delta") heard.push({ at: performance.now() - started, content: event.content });
    }
    expect(heard.map((piece) => piece.content)).toEqual(["First. ", "Second."]);
    expect((heard[1]?.at ?? 0) - (heard[0]?.at ?? 0)).toBeGreaterThan(200);
  });
});
