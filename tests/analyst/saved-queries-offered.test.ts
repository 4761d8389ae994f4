import type { EarlierMessage, Question, QuestionQuery } from "@parley/core/answer/answer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer, textOf } from "../support/model-server.ts";
import { ask, only, openShop, questionOf, savedQueries, type Shop, toolsOf } from "./support.ts";

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

const byCountry: QuestionQuery = {
  id: "q1",
  title: "Customers by country",
  description: null,
  prompt: "Count the customers of each country",
  sql: "SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY country",
  keywords: ["customers", "country"],
  parameters: [],
};
const ofCountry: QuestionQuery = {
  ...byCountry,
  id: "q2",
  title: "Customers of a country",
  prompt: "List the customers of a country",
  sql: "SELECT name FROM customers WHERE country = {{country}} ORDER BY name",
  parameters: ["country"],
};
const history: EarlierMessage[] = [
  { role: "user", type: "user", content: "Only Germany, please: how many orders?", metadata: null },
  { role: "assistant", type: "final", content: "There are 3.", metadata: null },
];

const questionWith = (queries: QuestionQuery[], changes: Partial<Question> = {}) =>
  questionOf({
    message: "Customers by country",
    integration: shop.integration,
    saved_queries: savedQueries(queries),
    ...changes,
  });

/** Asks a model that says this. */
async function asking(question: Question, script: readonly Reply[] = [[{ text: "Well." }]]) {
  server = await startModelServer(script);
  const heard = await ask(question, toolsOf({ url: server.url }));
  return { ...heard, requests: server.requests };
}
const tools = (requests: ModelServer["requests"]): string => JSON.stringify(requests[0]?.body.tools ?? []);

describe("a saved query that is bound to a database", () => {
  test("answers there, and is said to be what the answer comes from", async () => {
    const { answer } = await ask(questionWith([{ ...byCountry, integration_id: "i1" }]), toolsOf());
    expect(answer.metadata).toMatchObject({
      saved_query_id: "q1",
      verified_query: { id: "q1", title: "Customers by country" },
    });
  });

  test("is neither run nor shown to a model anywhere else", async () => {
    const { answer, requests } = await asking(questionWith([{ ...byCountry, integration_id: "i2" }]));
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests[0]?.body.messages)).not.toContain("Count the customers of each country");
    expect(tools(requests)).not.toContain("run_saved_query");
    expect(answer.metadata).not.toHaveProperty("verified_query");
  });
});

describe("a saved query in the middle of a conversation", () => {
  test("does not answer in a model's place: the model has the conversation, and the query to run", async () => {
    const { requests } = await asking(questionWith([byCountry], { history }));
    expect(requests).toHaveLength(1);
    expect(textOf(requests[0]?.body.messages?.[0])).toContain("Customers by country");
    expect(tools(requests)).toContain("run_saved_query");
  });

  test("runs where it is called for by its title", async () => {
    const { answer, requests } = await asking(
      questionWith([byCountry], { history, message: "Run the report Customers by country" }),
    );
    expect(requests).toHaveLength(0);
    expect(answer.metadata.saved_query_id).toBe("q1");
  });

  test("runs for the interpreter only where the conversation changes nothing of what is read", async () => {
    const alone = await ask(questionWith([byCountry], { history }), toolsOf());
    expect(alone.answer.metadata.saved_query_id).toBe("q1");
    const before = await ask(
      questionOf({ message: "How many customers are there in Germany?", integration: shop.integration }),
      toolsOf(),
    );
    const goOn: EarlierMessage[] = [
      { role: "user", type: "user", content: "How many customers are there in Germany?", metadata: null },
      { role: "assistant", type: "final", content: "2", metadata: null, state: before.answer.state },
    ];
    const named = { ...byCountry, title: "And by country?", prompt: "And by country" };
    const after = await ask(questionWith([named], { history: goOn, message: "and by country?" }), toolsOf());
    expect(after.answer.metadata).not.toHaveProperty("saved_query_id");
  });
});

describe("a saved query that was found by what the message says, and fails", () => {
  const broken = { ...byCountry, sql: "SELECT nothing FROM customers" };

  test("leaves the answer to the model, which is not shown it again", async () => {
    const script: Reply[] = [
      [{ tool: "run_sql", args: { sql: "SELECT count(*) AS customers FROM customers" } }],
      [{ text: "There are 3." }],
    ];
    const { events, answer, requests } = await asking(questionWith([broken]), script);
    expect(only(events, "tool_result").map(({ result }) => result.status)).toEqual(["error", "success"]);
    expect(answer.content).toBe("There are 3.");
    expect(textOf(requests[0]?.body.messages?.[0])).not.toContain("SELECT nothing");
    expect(answer.metadata).not.toHaveProperty("saved_query_id");
    expect(answer.metadata).not.toHaveProperty("verified_query");
  });

  test("leaves it to the interpreter, too", async () => {
    const { answer } = await ask(questionWith([broken]), toolsOf());
    expect(answer.type).toBe("final");
    expect(answer.metadata.sql?.map(({ saved_query_id, row_count }) => [saved_query_id, row_count])).toEqual([
      [null, 2],
    ]);
  });
});

describe("run_saved_query", () => {
  const message = "Which customers do we have in Germany?";
  const calling = (args: Record<string, unknown>): Reply[] => [
    [{ tool: "run_saved_query", args }],
    [{ text: "Ada and Ben." }],
  ];

  test("runs a listed query with the model's values, bound as parameters; the answer comes from it", async () => {
    const script = calling({ id: "q2", values: { country: "Germany" } });
    const { events, answer, requests } = await asking(questionWith([ofCountry], { message }), script);
    expect(textOf(requests[0]?.body.messages?.[0])).toContain("id q2, parameters: country");
    expect(only(events, "visualization")[0]?.rows).toEqual([["Ada"], ["Ben"]]);
    expect(answer.metadata).toMatchObject({
      verified_query: { id: "q2", title: "Customers of a country" },
      sql: [{ saved_query_id: "q2", row_count: 2 }],
    });
    await server?.close();
    const hostile = calling({ id: "q2", values: { country: "' OR 1=1 --" } });
    expect(
      only((await asking(questionWith([ofCountry], { message }), hostile)).events, "tool_result")[0],
    ).toMatchObject({ result: { status: "success", result: { row_count: 0 } } });
  });

  test.each([
    ["an id that is not listed", { id: "q9" }, "no such saved query"],
    ["a value that is missing", { id: "q2", values: {} }, "Values are missing for: country"],
    ["values that are no texts", { id: "q2", values: { country: 1 } }, "do not fit"],
  ])("answers the model readably to %s", async (_what, args, problem) => {
    const { events } = await asking(questionWith([ofCountry], { message }), calling(args));
    expect(only(events, "tool_result")[0]?.result).toMatchObject({
      status: "error",
      error: expect.stringContaining(problem),
    });
  });

  test("makes no verified answer of one that shows other statements, too", async () => {
    const script: Reply[] = [
      [{ tool: "run_saved_query", args: { id: "q2", values: { country: "Germany" } } }],
      [{ tool: "run_sql", args: { sql: "SELECT count(*) AS n FROM orders" } }],
      [{ text: "Ada and Ben; 4 orders." }],
    ];
    const { answer } = await asking(questionWith([ofCountry], { message }), script);
    expect(answer.metadata).not.toHaveProperty("verified_query");
  });

  test("is offered whatever is asked, and not where there are no saved queries", async () => {
    const { requests } = await asking(questionWith([byCountry], { message: "How is the weather?" }));
    expect(tools(requests)).toContain("run_saved_query");
    await server?.close();
    expect(tools((await asking(questionWith([]))).requests)).not.toContain("run_saved_query");
  });
});
