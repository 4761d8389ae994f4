import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, only, openShop, questionOf, type Shop, streamed, toolsOf, uploadOf } from "./support.ts";

let shop: Shop;
beforeAll(() => {
  shop = openShop();
});
afterAll(() => shop.close());

describe("the built-in interpreter", () => {
  test("answer in the same loop: a query, a table, the number, the interpretation and the SQL", async () => {
    const { events, answer } = await ask(
      questionOf({ message: "How many customers are there?", integration: shop.integration }),
      toolsOf(),
    );
    expect(events.map((event) => event.type).filter((type) => type !== "text_delta")).toEqual([
      "progress",
      "tool_call",
      "progress",
      "tool_result",
      "progress",
      "visualization",
    ]);
    expect(only(events, "text_delta").length).toBeGreaterThan(1);
    expect(streamed(events)).toBe(answer.content);
    expect(answer.type).toBe("final");
    expect(answer.content).toMatch(/\b3\b/);
    expect(answer.content).toMatch(/```sql\nSELECT/);
    expect(answer.state).toMatchObject({ version: 1, subject: "customers" });
    expect(answer.metadata).toMatchObject({
      model_id: "rules",
      usage: { input_tokens: 0, output_tokens: 0, rows: 1, cost_usd: 0 },
    });
  });

  test("draw a chart if the result has a shape for one", async () => {
    const { events } = await ask(
      questionOf({ message: "How many customers are there for each country?", integration: shop.integration }),
      toolsOf(),
    );
    const [table, chart] = only(events, "visualization").map((event) => event.visualization);
    expect(table?.type).toBe("table");
    expect(chart).toMatchObject({ type: "chart", chart_type: "bar", table_id: table?.id });
    expect(chart?.type === "chart" && chart.data.values.toSorted((a, b) => a.value - b.value)).toEqual([
      { label: "France", value: 1 },
      { label: "Germany", value: 2 },
    ]);
  });

  test("say in German what they cannot read, rather than name its words one by one", async () => {
    const { answer } = await ask(
      questionOf({ message: "Welche Filiale hatte im letzten Jahr den Umsatz?", integration: shop.integration }),
      toolsOf(),
    );
    expect(answer.type).toBe("scope_notice");
    expect(answer.content).toContain("Der eingebaute Interpreter liest auf Deutsch nur einfache Fragen");
    expect(answer.content).not.toContain("Nothing in this data");
  });

  test("say what they did not understand, and offer what they can answer", async () => {
    const { events, answer } = await ask(
      questionOf({ message: "Why is the sky so blue above Paris?", integration: shop.integration }),
      toolsOf(),
    );
    expect(answer.type).toBe("scope_notice");
    expect(answer.content).toContain("You could ask");
    expect(streamed(events)).toBe(answer.content);
    expect(only(events, "visualization")).toEqual([]);
  });

  test("say that a database is needed when there is nothing to ask", async () => {
    const { answer } = await ask(questionOf({ message: "How many customers are there?" }), toolsOf());
    expect(answer.type).toBe("scope_notice");
    expect(answer.content).toContain("no database");
    const { answer: german } = await ask(questionOf({ message: "Wie viele Kunden gibt es?" }), toolsOf());
    expect(german).toMatchObject({
      type: "scope_notice",
      content: expect.stringMatching(/^Dieser Chat hat keine Datenbank/),
    });
  });

  test("build on the chat's earlier answer", async () => {
    const first = await ask(
      questionOf({ message: "How many customers are there?", integration: shop.integration }),
      toolsOf(),
    );
    const { answer } = await ask(
      questionOf({
        message: "only in Germany",
        integration: shop.integration,
        history: [
          { role: "user", type: "user", content: "How many customers are there?", metadata: null },
          {
            role: "assistant",
            type: "final",
            content: first.answer.content,
            metadata: null,
            state: first.answer.state,
          },
        ],
      }),
      toolsOf(),
    );
    expect(answer.type).toBe("final");
    expect(answer.content).toContain("Germany");
    expect(answer.content).toMatch(/\b2\b/);
  });

  test("ask the tables of an attached file when the chat has no database", async () => {
    const csv = uploadOf(
      "staff.csv",
      "text/csv",
      "name,department,salary\nAda,Sales,100\nBen,Sales,150\nCleo,Support,200\n",
    );
    const { events, answer } = await ask(
      questionOf({ message: "What is the average salary for each department?", uploads: [csv] }),
      toolsOf(),
    );
    expect(only(events, "tool_call")[0]?.call.tool).toBe("query_upload");
    expect(only(events, "visualization")[0]?.rows?.toSorted()).toEqual([
      ["Sales", 125],
      ["Support", 200],
    ]);
    expect(answer.type).toBe("final");
  });

  test("quote an attached text that is about the question", async () => {
    const text = uploadOf(
      "terms.md",
      "text/markdown",
      "# Terms\n\n## Returns\n\nGoods can be returned within 30 days.\n\n## Shipping\n\nWe ship on weekdays.",
    );
    const { events, answer } = await ask(
      questionOf({ message: "Within how many days can goods be returned?", uploads: [text] }),
      toolsOf(),
    );
    expect(only(events, "tool_call")[0]?.call.tool).toBe("read_upload");
    expect(answer.content).toContain("Terms › Returns");
    expect(answer.content).toContain("within 30 days");
  });

  test("quote an attached text rather than the database if it covers more of the question", async () => {
    const { integration } = shop;
    const text = uploadOf("terms.txt", "text/plain", "Customers in Germany have payment terms of 45 days net.");
    const quoted = await ask(
      questionOf({ message: "What are the payment terms of customers in Germany?", uploads: [text], integration }),
      toolsOf(),
    );
    expect(quoted.answer.content).toContain("45 days net");
    const counted = await ask(
      questionOf({ message: "How many customers are there for each country?", uploads: [text], integration }),
      toolsOf(),
    );
    expect(only(counted.events, "tool_call")[0]?.call.tool).toBe("run_sql");
  });

  test("follow up on the file that the previous answer came from, and ask the database when the question needs it", async () => {
    const { integration } = shop;
    const csv = uploadOf("staff.csv", "text/csv", "country,salary\nGermany,100\nGermany,150\nFrance,200\n");
    const first = await ask(
      questionOf({ message: "What is the total salary for each country?", uploads: [csv], integration }),
      toolsOf(),
    );
    const next = (message: string) => {
      const said = { role: "assistant" as const, type: "final" as const, metadata: null };
      const history = [{ ...said, content: first.answer.content, state: first.answer.state }];
      return ask(questionOf({ message, uploads: [csv], integration, history }), toolsOf());
    };
    const file = await next("only in Germany");
    expect(only(file.events, "tool_call")[0]?.call.tool).toBe("query_upload");
    expect(file.answer.content).toContain("250");
    const database = await next("How many customers are there?");
    expect(only(database.events, "tool_call")[0]?.call.tool).toBe("run_sql");
  });

  test("do not answer from the database what the file was asked by its own words", async () => {
    const { integration } = shop;
    const csv = uploadOf(
      "depots.csv",
      "text/csv",
      "depot,profit_eur,revenue_class,month\nNorth,100,high,2025-01-01\nSouth,50,low,2025-02-01\nNorth,20,low,2025-02-01\n",
    );
    const first = await ask(questionOf({ message: "profit by depot", uploads: [csv], integration }), toolsOf());
    const next = async (message: string) => {
      const said = { role: "assistant" as const, type: "final" as const, metadata: null };
      const history = [{ ...said, content: first.answer.content, state: first.answer.state }];
      return ask(questionOf({ message, uploads: [csv], integration, history }), toolsOf());
    };
    for (const [message, told] of [
      ["total profit in January 2025", "100"],
      ["which month was best", "January 2025"],
    ] as const) {
      const { events, answer } = await next(message);
      expect(only(events, "tool_call")[0]?.call.tool).toBe("query_upload");
      expect(answer.content).toContain(told);
    }
    const refused = await next("total revenue");
    expect(refused.answer.type).toBe("scope_notice");
    expect(only(refused.events, "tool_call")).toEqual([]);
    const database = await next("revenue by customer");
    expect(only(database.events, "tool_call")[0]?.call.tool).toBe("run_sql");
  });

  test("stay with the database once that has answered, until another file comes", async () => {
    const { integration } = shop;
    const csv = uploadOf("bookings.csv", "text/csv", "country,total\nGermany,1\nFrance,2\n");
    const first = await ask(questionOf({ message: "What is the total of orders by country?", integration }), toolsOf());
    const next = async (message: string, files: string[]) => {
      const said = { type: "final" as const, content: "", metadata: null };
      const history = [
        { ...said, role: "user" as const, upload_ids: files },
        { ...said, role: "assistant" as const, state: first.answer.state },
      ];
      const { events } = await ask(questionOf({ message, uploads: [csv], integration, history }), toolsOf());
      return only(events, "tool_call")[0]?.call.tool;
    };
    expect(await next("only in Germany", [csv.id])).toBe("run_sql");
    expect(await next("What is the highest total?", [csv.id])).toBe("run_sql");
    expect(await next("What is the highest total?", [])).toBe("query_upload");
  });

  test("say that they cannot see a picture", async () => {
    const picture = uploadOf("chart.png", "image/png", new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]));
    const { answer } = await ask(questionOf({ message: "What is in the picture?", uploads: [picture] }), toolsOf());
    expect(answer.type).toBe("scope_notice");
    expect(answer.content).toContain("cannot see pictures");
  });
});
