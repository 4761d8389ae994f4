import { randomUUID } from "node:crypto";
import type { StreamEvent } from "@parley/contract/event";
import type { DemoTenant } from "@parley/local/demo/demo-tenant";
import { prepareDemo } from "@parley/local/demo/prepare";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../support/service.ts";

/** A question of the demo database, the answer by hand, and the chart that suits it. */
interface Example {
  question: string;
  sql: string;
  chart?: "bar" | "line" | "pie";
  /** Compare only so many rows, and their order. */
  ordered?: boolean;
}

const year = new Date().getUTCFullYear();
const last = year - 1;
const between = (from: string, to: string) => `ordered_at >= '${from}' AND ordered_at < '${to}'`;
const inLastYear = between(`${last}-01-01`, `${year}-01-01`);

const examples: Example[] = [
  { question: "How many customers are there?", sql: "SELECT COUNT(*) FROM customers" },
  {
    question: "What was the total revenue last year?",
    sql: `SELECT SUM(total_amount) FROM orders WHERE ${inLastYear}`,
  },
  {
    question: `Show revenue by month in ${last}`,
    sql: `SELECT to_char(ordered_at, 'YYYY-MM'), SUM(total_amount) FROM orders WHERE ${inLastYear} GROUP BY 1 ORDER BY 1`,
    chart: "line",
    ordered: true,
  },
  {
    question: "Top 5 products by revenue",
    sql: "SELECT p.name, SUM(i.line_total) FROM products p JOIN order_items i ON i.product_id = p.id GROUP BY p.id ORDER BY 2 DESC LIMIT 5",
    chart: "bar",
    ordered: true,
  },
  {
    question: `Top 5 products by revenue in ${last}`,
    sql: `SELECT p.name, SUM(i.line_total) FROM products p JOIN order_items i ON i.product_id = p.id JOIN orders o ON o.id = i.order_id WHERE ${inLastYear} GROUP BY p.id ORDER BY 2 DESC LIMIT 5`,
    chart: "bar",
    ordered: true,
  },
  {
    question: "What is the average order value by region?",
    sql: "SELECT r.name, AVG(o.total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id GROUP BY r.id",
    chart: "bar",
  },
  {
    question: "Which category has the most returns?",
    sql: "SELECT c.name, COUNT(*) FROM categories c JOIN products p ON p.category_id = c.id JOIN order_items i ON i.product_id = p.id JOIN returns r ON r.order_item_id = i.id GROUP BY c.id ORDER BY COUNT(*) DESC LIMIT 1",
  },
  {
    question: `How many orders over 1000 were there in March ${last}?`,
    sql: `SELECT COUNT(*) FROM orders WHERE total_amount > 1000 AND ${between(`${last}-03-01`, `${last}-04-01`)}`,
  },
  {
    question: "How many customers have no orders?",
    sql: "SELECT COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
  },
  {
    question: "How many active subscriptions are there for each plan?",
    sql: "SELECT plan, COUNT(*) FROM subscriptions WHERE status = 'active' GROUP BY plan",
    chart: "bar",
  },
  {
    question: `Revenue by quarter in ${last} for the North region`,
    sql: `SELECT to_char(o.ordered_at, 'YYYY"-Q"Q'), SUM(o.total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id WHERE r.name = 'North' AND ${inLastYear} GROUP BY 1 ORDER BY 1`,
    chart: "line",
    ordered: true,
  },
  {
    question: "Employees by number of orders handled",
    sql: "SELECT e.name, COUNT(*) FROM employees e JOIN orders o ON o.employee_id = e.id GROUP BY e.id ORDER BY 2 DESC",
    chart: "bar",
  },
  {
    question: "How many products cost between 50 and 100?",
    sql: "SELECT COUNT(*) FROM products WHERE unit_price BETWEEN 50 AND 100",
  },
  {
    question: "What is the most expensive product?",
    sql: "SELECT name, unit_price FROM products ORDER BY unit_price DESC LIMIT 1",
  },
  {
    question: "How many products are in each category?",
    sql: "SELECT c.name, COUNT(*) FROM categories c JOIN products p ON p.category_id = c.id GROUP BY c.id",
    chart: "bar",
  },
  {
    question: "Which employees have handled no orders?",
    sql: "SELECT name FROM employees e WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.employee_id = e.id)",
  },
  {
    question: "How many customers have more than 20 orders?",
    sql: "SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) > 20) many",
  },
  { question: "What is the average unit price of products?", sql: "SELECT AVG(unit_price) FROM products" },
  {
    question: `Number of orders by status in ${last}`,
    sql: `SELECT status, COUNT(*) FROM orders WHERE ${inLastYear} GROUP BY status`,
    chart: "bar",
  },
  {
    question: "How many web sessions are there for each device?",
    sql: "SELECT device, COUNT(*) FROM web_sessions GROUP BY device",
    chart: "bar",
  },
  { question: "What is the total refund amount of returns?", sql: "SELECT SUM(refund_amount) FROM returns" },
  {
    question: `Which 3 customers had the highest revenue in ${last}?`,
    sql: `SELECT c.name, SUM(o.total_amount) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE ${inLastYear} GROUP BY c.id ORDER BY SUM(o.total_amount) DESC LIMIT 3`,
    ordered: true,
  },
  {
    // More slices than a pie can have.
    question: "Number of customers by country as a pie chart",
    sql: "SELECT country, COUNT(*) FROM customers GROUP BY country",
    chart: "bar",
  },
  { question: "How many different cities do customers come from?", sql: "SELECT COUNT(DISTINCT city) FROM customers" },
];

const unanswerable = [
  "What is the weather like today?",
  "Write me a poem about the sea",
  "Who won the football match yesterday?",
  "What is the shoe size of our employees?",
];

/** Cells as they compare: numbers to two decimals, everything else as text. */
const comparable = (cell: unknown): string => {
  if (cell === null || cell === undefined || cell === "") return "";
  const number = Number(cell);
  if (Number.isFinite(number)) return number.toFixed(2);
  return typeof cell === "string" ? cell : JSON.stringify(cell);
};
const rowsOf = (rows: unknown[][]) => rows.map((row) => row.map(comparable).toSorted().join(" | "));

describe("questions of the demo database, answered by the built-in interpreter", () => {
  let service: Service;
  let demo: DemoTenant;
  let database: pg.Client;
  let integrationId: string;
  let nextToken: () => Promise<string>;
  let adminToken: string;

  beforeAll(async () => {
    service = await startService({}, { postgres: true });
    ({ demo } = await prepareDemo(service.cloud));
    const [organization] = demo.organizations;
    if (!organization || !service.cloud.postgres) throw new Error("there is no demo");
    integrationId = organization.integrations[0]?.id ?? "";
    const { host, port, user, password } = service.cloud.postgres;
    database = new pg.Client({ host, port, user, password, database: "quillmere" });
    await database.connect();
    const { create } = await import("@parley/core/member/member");
    const { issueToken } = await import("@parley/core/auth/token");
    const actor = { organization_id: organization.id };
    const admin = organization.members.find(({ role }) => role === "admin");
    adminToken = (await issueToken(service.environment, { ...actor, member_id: admin?.id ?? "" })).token;
    let people = 0;
    // A member may ask three questions in ten seconds; each question has a member of its own.
    nextToken = async () => {
      people += 1;
      const ctx = { ...service.environment, actor };
      const member = await create(ctx, { email: `asker-${people}@example.com`, name: `Asker ${people}` });
      return (await issueToken(service.environment, { ...actor, member_id: member.id })).token;
    };
  }, 120_000);
  afterAll(async () => {
    await database.end();
    await service.stop();
  });

  async function ask(message: string): Promise<StreamEvent[]> {
    const token = await nextToken();
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integrationId } });
    return service.ask(token, { chat_id: chat.body.id, message });
  }

  test.for(examples)("$question", async ({ question, sql, chart, ordered }) => {
    const [events, expected] = await Promise.all([ask(question), database.query({ text: sql, rowMode: "array" })]);
    const shown = events.flatMap(({ event, data }) => (event === "visualization" ? [data] : []));
    const table = shown.findLast((visualization) => visualization.type === "table");
    const message = events.at(-1);
    if (message?.event !== "message") throw new Error(`ended with ${JSON.stringify(message)}`);
    if (!table || table.type !== "table") throw new Error(`no table: ${message.data.content}`);
    const actual = rowsOf(table.rows);
    const wanted = rowsOf(expected.rows);
    expect(ordered ? actual : actual.toSorted()).toEqual(ordered ? wanted : wanted.toSorted());
    if (chart) expect(shown.find(({ type }) => type === "chart")).toMatchObject({ chart_type: chart });
    const [row = []]: unknown[][] = expected.rows;
    if (wanted.length === 1 && row.length === 1) {
      const [cell] = row;
      const said = message.data.content.replaceAll(",", "");
      const number = Number(cell);
      expect(said).toContain(Number.isFinite(number) ? String(Number(number.toFixed(2))).split(".")[0] : String(cell));
    }
    // A saved query that says the same is run instead, and named (D46).
    expect(message.data.content).toMatch(/SELECT|^“/);
  });

  test.for(unanswerable)("an honest notice instead of a number: %s", async (question) => {
    const events = await ask(question);
    expect(events.some(({ event }) => event === "visualization")).toBe(false);
    expect(events.at(-1)?.event).toBe("message");
  });

  test("everything the demo tenant offers to ask is answered with a table", async () => {
    const { create } = await import("@parley/core/member/member");
    const { issueToken } = await import("@parley/core/auth/token");
    for (const { id, integrations, saved_queries } of demo.organizations) {
      const actor = { organization_id: id };
      const token = async () => {
        const ctx = { ...service.environment, actor };
        const member = await create(ctx, { email: `${randomUUID()}@example.com`, name: "Newcomer" });
        return (await issueToken(service.environment, { ...actor, member_id: member.id })).token;
      };
      const agents = await service.call("GET /v1/agents", { token: await token() });
      const agent = agents.body.agents.find(({ is_default }: { is_default: boolean }) => is_default);
      const offered: { message: string; saved_query_id?: string }[] = [
        ...agent.starter_prompts.map((message: string) => ({ message })),
        ...saved_queries
          .filter(({ sql }) => sql === null)
          .map(({ id: saved_query_id, title }) => ({ message: title, saved_query_id })),
      ];
      expect(offered.length).toBeGreaterThan(1);
      for (const question of offered) {
        const asker = await token();
        const integration_id = integrations[0]?.id;
        const { body: chat } = await service.call("POST /v1/chats/create", { token: asker, body: { integration_id } });
        const events = await service.ask(asker, { ...question, chat_id: chat.id });
        const shown = events.flatMap(({ event, data }) => (event === "visualization" ? [data] : []));
        expect(shown.filter(({ type }) => type === "table").length, question.message).toBeGreaterThan(0);
      }
    }
  });

  test("a follow-up changes the question before; a question of its own does not", async () => {
    const token = await nextToken();
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integrationId } });
    const table = async (message: string) => {
      const events = await service.ask(token, { chat_id: chat.body.id, message });
      const shown = events.flatMap(({ event, data }) => (event === "visualization" ? [data] : []));
      const found = shown.find(({ type }) => type === "table");
      return found?.type === "table" ? found : undefined;
    };
    expect((await table(`Revenue by month in ${last}`))?.row_count).toBe(12);
    expect((await table("and by quarter?"))?.row_count).toBe(4);
    expect((await table("Top 5 products by revenue"))?.rows[0]).toHaveLength(2);
    const history = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    expect(history.body.messages.at(-1).content).toContain("by product");
  });

  test("an organization's rule changes the answer, and stops doing so when it is removed", async () => {
    const count = async () => {
      const events = await ask("How many orders are there?");
      const table = events.flatMap(({ event, data }) => (event === "visualization" ? [data] : [])).at(0);
      return table?.type === "table" ? Number(table.rows[0]?.[0]) : undefined;
    };
    const counted = async (where: string) =>
      Number((await database.query(`SELECT COUNT(*) AS n FROM orders ${where}`)).rows[0].n);
    const before = await count();
    expect(before).toBe(await counted(""));
    const { body: rule } = await service.call("POST /v1/organization-rules", {
      token: adminToken,
      body: { content: "Exclude cancelled orders." },
    });
    expect(await count()).toBe(await counted("WHERE status <> 'cancelled'"));
    await service.call(`DELETE /v1/organization-rules/${rule.id}`, { token: adminToken });
    expect(await count()).toBe(before);
  });

  test("a scope notice is kept in history as one", async () => {
    const token = await nextToken();
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integrationId } });
    await service.ask(token, { chat_id: chat.body.id, message: "Write me a poem" });
    const history = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    expect(history.body.messages.at(-1)).toMatchObject({ type: "scope_notice", role: "assistant" });
  });
});
