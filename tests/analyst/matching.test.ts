import { rankQueries } from "@parley/analyst/matching";
import { entryOf } from "@parley/core/query/matching-index";
import type { QuestionQuery } from "@parley/core/answer/answer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer, textOf } from "../support/model-server.ts";
import { ask, openShop, questionOf, savedQueries, type Shop, toolsOf } from "./support.ts";

type Saved = Pick<QuestionQuery, "title" | "prompt" | "keywords" | "sql">;
const saved = (id: string, { sql, ...query }: Saved): QuestionQuery => ({
  id,
  description: null,
  ...query,
  sql,
  parameters: [...(sql ?? "").matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name),
});

/** Five queries about customers who leave, among those that an organization has beside them. */
const churn = [
  saved("churn-month", {
    title: "Churned customers by month",
    prompt: "List how many customers cancelled their subscription in each month",
    keywords: ["churn", "cancellation", "customers"],
    sql: "SELECT month, count(*) FROM cancellations GROUP BY month",
  }),
  saved("churn-reasons", {
    title: "Churn reasons",
    prompt: "Group the cancellations by their reason",
    keywords: ["churn", "reasons"],
    sql: "SELECT reason, count(*) FROM cancellations GROUP BY reason",
  }),
  saved("churn-plan", {
    title: "Churn rate of a plan",
    prompt: "Churn rate of the customers on one plan",
    keywords: ["churn", "plan"],
    sql: "SELECT avg(churned) FROM subscriptions WHERE plan = {{plan}}",
  }),
  saved("churn-risk", {
    title: "Customers at risk of churning",
    prompt: "Name customers likely to churn",
    keywords: ["churn", "risk"],
    sql: null,
  }),
  saved("churn-value", {
    title: "Revenue lost to churn",
    prompt: "Sum the revenue of the customers who churned",
    keywords: ["churn", "revenue"],
    sql: "SELECT sum(mrr) FROM cancellations",
  }),
];
const others = [
  saved("stock", {
    title: "Stock by warehouse",
    prompt: "Show the stock of every warehouse",
    keywords: ["stock"],
    sql: "SELECT w, sum(q) FROM stock",
  }),
  saved("late", {
    title: "Late deliveries",
    prompt: "List deliveries later than promised",
    keywords: ["delivery", "late"],
    sql: "SELECT id FROM d",
  }),
  saved("tickets", {
    title: "Open tickets by priority",
    prompt: "Count the open tickets",
    keywords: ["support"],
    sql: "SELECT p FROM tickets",
  }),
  saved("staff", {
    title: "Employees by department",
    prompt: "Count the employees of each department",
    keywords: ["hr"],
    sql: "SELECT d FROM staff",
  }),
  saved("invoices", {
    title: "Overdue invoices",
    prompt: "List unpaid invoices by month",
    keywords: ["billing"],
    sql: "SELECT id FROM invoice",
  }),
  saved("visits", {
    title: "Visits per month",
    prompt: "Show the number of visits each month",
    keywords: ["web"],
    sql: "SELECT m FROM page_views",
  }),
];
const all = [...others.slice(0, 3), ...churn, ...others.slice(3)];
const entries = all.map(entryOf);
const best = (message: string) => rankQueries(message, entries, 3);
const isChurn = (id: string) => id.startsWith("churn");

describe("ranking the saved queries by what a message is about", () => {
  test.each([
    "Why did our churn go up?",
    "Which of our wholesale customers in the northern region churned during the last quarter compared with the year before, and what could explain it?",
    "I would like to understand, for the board meeting next Tuesday, whether the new onboarding programme has had any influence on churn since we introduced it in spring",
    "churning",
    "Compare churn and retention across cohorts, split by acquisition channel and contract length, as a line chart",
  ])("finds three of five that are about it, however long the message is: %s", async (message) => {
    expect(await best(message)).toHaveLength(3);
    expect((await best(message)).filter((id) => !isChurn(id))).toEqual([]);
  });

  test.each([
    ["What are the reasons for churn?", "churn-reasons"],
    ["churned customers by month", "churn-month"],
    ["How much revenue did we lose to churn?", "churn-value"],
    ["which deliveries were late last week?", "late"],
    ["number of employees in each department", "staff"],
    ["Are there unpaid invoices?", "invoices"],
    ["How many page views did we have?", "visits"],
    ["What is in the warehouses?", "stock"],
  ])("puts the one first that says most of it: %s", async (message, first) => {
    expect((await best(message))[0]).toBe(first);
  });

  test.each([
    "How many penguins live in Antarctica?",
    "Show the total number by month",
    "Compare this year with the previous year",
    "hello",
    "",
    "what",
  ])("finds none where nothing is about it: %s", async (message) => {
    expect(await best(message)).toEqual([]);
  });

  test("knows words by the names in the SQL and by words that begin alike", async () => {
    expect(await best("cancellation figures")).toEqual(expect.arrayContaining(["churn-month"]));
    const german = [
      saved("umsatz", { title: "Umsatz je Land", prompt: "Zeige den Umsatz", keywords: ["Umsätze"], sql: null }),
      saved("rechnungen", {
        title: "Offene Rechnungen",
        prompt: "Liste alle offenen Rechnungen",
        keywords: ["Rechnungen"],
        sql: null,
      }),
    ].map(entryOf);
    expect(await rankQueries("Welche Rechnung ist noch nicht bezahlt?", german, 3)).toEqual(["rechnungen"]);
  });

  test("is the same whatever order the queries come in", async () => {
    const message = "Why did our churn go up?";
    expect(await rankQueries(message, entries.toReversed(), 3)).toEqual(await best(message));
  });

  test("finds the few among two thousand", async () => {
    const many = Array.from({ length: 2_000 }, (_, at) =>
      entryOf(
        saved(`q${at}`, {
          title: `Report ${at} about shipments`,
          prompt: `Show shipments of lane ${at}`,
          keywords: ["lane"],
          sql: null,
        }),
      ),
    );
    expect((await rankQueries("Why did churn go up?", [...many, ...entries], 3)).every(isChurn)).toBe(true);
  });
});

describe("a message on a subject of the saved queries", () => {
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

  test("gives the model the best three as examples, and reads no others whole", async () => {
    server = await startModelServer([[{ text: "It went up." }]]);
    const read: string[] = [];
    const question = questionOf({
      message:
        "For the board: which of our wholesale customers churned in the last quarter compared with a year ago, and why?",
      integration: shop.integration,
      saved_queries: savedQueries(all, read),
    });
    await ask(question, toolsOf({ url: server.url }));
    const prompt = textOf(server.requests[0]?.body.messages[0]);
    const shown = all.filter(({ title }) => prompt.includes(`\n${title}\n`) || prompt.includes(`${title}\n`));
    expect(shown).toHaveLength(3);
    for (const query of shown) {
      expect(isChurn(query.id)).toBe(true);
      expect(prompt).toContain(query.prompt);
      if (query.sql !== null) expect(prompt).toContain(query.sql);
    }
    expect(read.length).toBeLessThanOrEqual(10);
  });

  test("reads no query when none is about it", async () => {
    server = await startModelServer([[{ text: "None." }]]);
    const read: string[] = [];
    const question = questionOf({ message: "How many penguins are there?", saved_queries: savedQueries(all, read) });
    await ask(question, toolsOf({ url: server.url }));
    expect(textOf(server.requests[0]?.body.messages[0])).not.toContain("Saved queries of the organization");
    expect(read).toEqual([]);
  });
});
