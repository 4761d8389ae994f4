import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EarlierMessage, QuestionIntegration } from "@parley/core/answer/answer";
import { openDatasource } from "@parley/datasource/open";
import { afterAll, describe, expect, test } from "vitest";
import { withModel } from "./scripted.ts";
import { ask, questionOf } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
const file = join(folder, "trade.sqlite");
const database = new DatabaseSync(file);
database.exec(`
  CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, city TEXT NOT NULL);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(id), ordered_on DATE NOT NULL,
    region TEXT NOT NULL, status TEXT NOT NULL, total REAL NOT NULL);
`);
const countries = [
  ["Germany", "Berlin"],
  ["Germany", "Munich"],
  ["France", "Paris"],
  ["France", "Lyon"],
  ["Spain", "Madrid"],
];
const addClient = database.prepare("INSERT INTO clients VALUES (?, ?, ?, ?)");
for (let id = 1; id <= 23; id++) {
  const [country = "", city = ""] = countries[(id * id) % 5] ?? [];
  addClient.run(id, `Client ${id}`, country, city);
}
const addOrder = database.prepare("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)");
const [regions, states] = [
  ["North", "South", "East"],
  ["paid", "cancelled", "open"],
];
for (let id = 1; id <= 400; id++) {
  const day = new Date(Date.UTC(2023, 0, 1) + ((id * 37) % 1000) * 86_400_000).toISOString().slice(0, 10);
  addOrder.run(id, (id % 23) + 1, day, regions[(id * 7) % 3] ?? "", states[(id * id) % 3] ?? "", (id * 13) % 97);
}
database.close();

const datasource = openDatasource({ engine: "sqlite", file });
const integration: QuestionIntegration = {
  id: "i1",
  display_name: "Trade",
  engine: "sqlite",
  schema: (signal) => datasource.introspect(signal),
  open: async () => datasource,
};
afterAll(async () => {
  await datasource.close();
  rmSync(folder, { recursive: true });
});

type Turn = readonly [message: string, sql: string];

/** A chat whose turns a language model answers by the given statements; the last one's answer. */
async function talk(turns: readonly Turn[]) {
  const history: EarlierMessage[] = [];
  let said;
  for (const [message, sql] of turns) {
    const { tools } = await withModel([[{ tool: "run_sql", args: { sql } }], [{ text: "See the table." }]]);
    const { answer } = await ask(questionOf({ integration, message, history: [...history] }), tools);
    said = answer;
    history.push({ role: "user", type: "user", content: message, metadata: null });
    history.push({
      role: "assistant",
      type: answer.type,
      content: answer.content,
      metadata: answer.metadata,
      state: answer.state,
    });
  }
  return said;
}

const notes = (answer: Awaited<ReturnType<typeof talk>>) =>
  (answer?.metadata.warnings ?? []).filter(({ code }) => code === "other_reading");

const count = (where = "", from = "orders") => `SELECT count(*) AS n FROM ${from}${where && ` WHERE ${where}`}`;
const sum = (where = "") => `SELECT sum(total) AS t FROM orders${where && ` WHERE ${where}`}`;
const year = (of: number) => `ordered_on >= '${of}-01-01' AND ordered_on < '${of + 1}-01-01'`;
const march = (of: number) => `ordered_on >= '${of}-03-01' AND ordered_on < '${of}-04-01'`;
const ofClients = (where: string) =>
  `SELECT count(*) AS n FROM orders o JOIN clients c ON c.id = o.client_id WHERE ${where}`;

const ORDERS_2024: Turn = ["How many orders were there in 2024?", count(year(2024))];
const IN_NORTH: Turn = ["How many orders are in the region North?", count("region = 'North'")];
const GERMANS: Turn = ["How many clients are in Germany?", count("country = 'Germany'", "clients")];
const ALL: Turn = ["How many orders are there?", count()];

const MARCH_2024: Turn = ["How many orders were there in March 2024?", count(march(2024))];
const NORTH_2024: Turn = [
  "How many orders were there in the region North in 2024?",
  count(`region = 'North' AND ${year(2024)}`),
];

describe("a follow-up whose turn before was read alike", () => {
  test.each<[Turn[], string]>([
    [[ORDERS_2024, ["and in 2023?", count(year(2023))]], "Number of orders in 2023."],
    [[ORDERS_2024, ["the year before?", count(year(2023))]], "Number of orders in 2023."],
    [
      [ORDERS_2024, ["only the north", count(`${year(2024)} AND region = 'North'`)]],
      "Number of orders in North in 2024.",
    ],
    [[IN_NORTH, ["and in the South?", count("region = 'South'")]], "Number of orders in South."],
    [
      [
        IN_NORTH,
        ["and in the South?", count("region = 'South'")],
        ["and in 2024?", count(`region = 'South' AND ${year(2024)}`)],
      ],
      "Number of orders in South in 2024.",
    ],
    [[GERMANS, ALL, ["only in 2024", count(year(2024))]], "Number of orders in 2024."],
  ])("has the interpreter's reading where it gives the same number: %j", async (turns, interpretation) => {
    const answer = await talk(turns);
    expect(answer?.metadata).toMatchObject({ interpretation, confidence: expect.any(Number) });
    expect(notes(answer)).toEqual([]);
  });

  test.each<[Turn[], string]>([
    [[ORDERS_2024, ["and in 2023?", count()]], "144"],
    [[ORDERS_2024, ["only the north", count("region = 'North'")]], "45"],
    [[NORTH_2024, ["and in 2023?", count(year(2023))]], "45"],
    [[IN_NORTH, ["and in the South?", count("region = 'North'")]], "134"],
    [[IN_NORTH, ["what about East?", sum("region = 'East'")]], "133"],
    [[ALL, ["and in March 2024?", count(year(2023))]], "15"],
    [[ORDERS_2024, ["and in 2023?", count(year(2023))], ["only the north", count(year(2023))]], "45"],
  ])("has a warning where one condition was changed, and that gives another number: %j", async (turns, value) => {
    const answer = await talk(turns);
    expect(notes(answer)).toMatchObject([{ message: expect.stringContaining(`which gives ${value}.`) }]);
    expect(answer?.state).toBeUndefined();
  });
});

describe("a question in a conversation that leaves more than one meaning, or whose turn before is not known", () => {
  test.each<[string, Turn[]]>([
    ["the year, or the same month of it", [MARCH_2024, ["and in 2023?", count(march(2023))]]],
    [
      "the month of the same year",
      [MARCH_2024, ["and in April?", count("ordered_on >= '2024-04-01' AND ordered_on < '2024-05-01'")]],
    ],
    ["a month of the year", [ORDERS_2024, ["and in March?", count(march(2024))]]],
    ["the year before that one", [ORDERS_2024, ["and last year?", count(year(2023))]]],
    ["another city, without the country", [GERMANS, ["and in Paris?", count("city = 'Paris'", "clients")]]],
    ["another country, without the region", [IN_NORTH, ["what about Germany?", ofClients("c.country = 'Germany'")]]],
    ["what is counted, with the condition", [GERMANS, ["and orders?", ofClients("c.country = 'Germany'")]]],
    ["what is counted, without the condition", [ORDERS_2024, ["and clients?", count("", "clients")]]],
    ["another figure", [ORDERS_2024, ["and the total?", sum(year(2024))]]],
    ["another figure, without the condition", [ORDERS_2024, ["and the total?", sum()]]],
    [
      "a whole question, with the condition before",
      [ORDERS_2024, ["How many orders are cancelled?", count(`status = 'cancelled' AND ${year(2024)}`)]],
    ],
    [
      "a whole question of the same rows",
      [GERMANS, ["How many orders are there?", ofClients("c.country = 'Germany'")]],
    ],
    [
      "another condition, in place of the one before",
      [IN_NORTH, ["what about the cancelled ones?", count("status = 'cancelled'")]],
    ],
    ["a part of those", [IN_NORTH, ["how many of them were paid?", count("region = 'North' AND status = 'paid'")]]],
    ["a share of those", [IN_NORTH, ["what share of all is that?", "SELECT 1.0 / 3 AS share"]]],
    ["why", [ORDERS_2024, ["why is that more than in 2023?", count(year(2023))]]],
    [
      "a turn before that was read otherwise",
      [
        ["How many orders were there in 2024?", sum(year(2024))],
        ["and in 2023?", sum(year(2023))],
      ],
    ],
    [
      "a turn before that is no figure",
      [
        ["Which regions are there?", "SELECT DISTINCT region FROM orders"],
        ["and in 2023?", count(year(2023))],
      ],
    ],
    [
      "a turn between that was not read",
      [
        ORDERS_2024,
        ["Tell me a figure about Germany", ofClients("c.country = 'Germany'")],
        ["and in 2023?", ofClients(`c.country = 'Germany' AND ${year(2023)}`)],
      ],
    ],
    [
      "a greeting before",
      [
        ["Hello, I care about 2024 only", count(year(2024))],
        ["How many orders are there?", count(year(2024))],
      ],
    ],
    ["words in German", [ORDERS_2024, ["und nur der Norden?", count("region = 'North'")]]],
    ["a longer span", [ORDERS_2024, ["and since 2023?", count("ordered_on >= '2023-01-01'")]]],
    ["a comparison", [ORDERS_2024, ["compared with 2023?", "SELECT 2 AS difference"]]],
    ["a table", [ORDERS_2024, ["and by region?", "SELECT region, count(*) AS n FROM orders GROUP BY region"]]],
  ])("has no warning: %s", async (_, turns) => {
    expect(notes(await talk(turns))).toEqual([]);
  });

  test("keeps nothing to go on from where the chat had said something else before", async () => {
    const other: Turn = ["How many orders are there?", "SELECT sum(1) AS n FROM orders"];
    expect((await talk([other]))?.state).toMatchObject({ subject: "orders" });
    expect((await talk([["Which regions are there?", "SELECT region FROM orders"], other]))?.state).toBeUndefined();
    expect((await talk([["Which regions are there?", "SELECT region FROM orders"], ALL]))?.state).toMatchObject({
      subject: "orders",
    });
  });

  test("does not go on from another database, a file or a turn that failed", async () => {
    const asked = {
      role: "user",
      type: "user",
      content: "How many orders were there in 2024?",
      metadata: null,
    } as const;
    const state = (await talk([ORDERS_2024]))?.state;
    const sqlOf = (integration_id: string | null) =>
      ({ sql: [{ integration_id }] }) as unknown as NonNullable<EarlierMessage["metadata"]>;
    const final = { role: "assistant", type: "final", content: "146", metadata: sqlOf("i1"), state } as const;
    const heard = async (history: EarlierMessage[]) => {
      const { tools } = await withModel([[{ tool: "run_sql", args: { sql: count() } }], [{ text: "See the table." }]]);
      const { answer } = await ask(questionOf({ integration, message: "and in 2023?", history }), tools);
      return notes(answer).length;
    };
    expect(await heard([asked, final])).toBe(1);
    expect(await heard([asked, { ...final, metadata: sqlOf("i2") }])).toBe(0);
    expect(await heard([asked, { ...final, metadata: sqlOf(null) }])).toBe(0);
    expect(await heard([asked, final, asked, { ...final, type: "error", state: null }])).toBe(0);
    expect(await heard([asked, final, { ...asked, content: "Only countries." }])).toBe(0);
  });
});
