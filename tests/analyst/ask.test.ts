import { afterAll, describe, expect, test } from "vitest";
import { withModel } from "./scripted.ts";
import { ask, only, openShop, questionOf, streamed } from "./support.ts";

const shop = openShop();
afterAll(() => shop.close());

const choices = [
  { label: "number of orders", message: "Which customer has the most orders?" },
  { label: "total of orders", message: "Which customer has the highest total of orders?" },
];
const clarification = { question: "Best by orders or by their total?", choices };
const asking = (message = "Who is the best customer?") => questionOf({ message, integration: shop.integration });
const offered = (request: { body: { tools?: { function: { name: string } }[] | undefined } } | undefined) =>
  request?.body.tools?.map((tool) => tool.function.name);

describe("the tool ask", () => {
  test("ends the turn with readings of the question, after which the model is not called again", async () => {
    const { server, tools } = await withModel([[{ tool: "ask", args: clarification }], [{ text: "Ada." }]]);
    const { events, answer } = await ask(asking(), tools);
    expect(server.requests).toHaveLength(1);
    expect(answer).toMatchObject({
      type: "scope_notice",
      metadata: { choices, follow_ups: choices.map(({ message }) => message), verification: { numbers: [] } },
    });
    expect(answer.content).toBe(
      "Best by orders or by their total?\n\nDid you mean:\n- Which customer has the most orders?\n- Which customer has the highest total of orders?",
    );
    expect(streamed(events)).toBe(answer.content);
  });

  test("asks in German where the question is German, and shows no table of what was looked up before", async () => {
    const { tools } = await withModel([
      [{ tool: "run_sql", args: { sql: "SELECT name FROM customers" } }],
      [{ tool: "ask", args: clarification }],
    ]);
    const { events, answer } = await ask(asking("Wer ist der beste Kunde?"), tools);
    expect(answer.content).toContain("Gemeint sein kann:");
    expect(only(events, "visualization")).toEqual([]);
  });

  test("is refused with one reading twice, or with the question itself, and the model goes on", async () => {
    const [first] = choices;
    const { tools } = await withModel([
      [{ tool: "ask", args: { ...clarification, choices: [first, first] } }],
      [
        {
          tool: "ask",
          args: { ...clarification, choices: [first, { label: "x", message: "who is the best customer" }] },
        },
      ],
      [{ text: "Ada has the most orders." }],
    ]);
    const { events, answer } = await ask(asking(), tools);
    expect(only(events, "tool_result").map(({ result }) => result.status)).toEqual(["error", "error"]);
    expect(answer.type).toBe("final");
  });

  test("is not there after a question that was asked back, nor where there is no data", async () => {
    const { server, tools } = await withModel([[{ text: "Ada." }]]);
    const history = [
      { role: "user" as const, type: "user" as const, content: "Who is best?", metadata: null },
      { role: "assistant" as const, type: "scope_notice" as const, content: "Did you mean …", metadata: null },
    ];
    await ask({ ...asking("By orders."), history }, tools);
    await ask(questionOf({ message: "Hello?" }), tools);
    await ask(asking(), tools);
    expect(server.requests.map((request) => offered(request)?.includes("ask") ?? false)).toEqual([false, false, true]);
  });
});
