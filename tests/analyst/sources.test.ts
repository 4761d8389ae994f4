import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openInFolder } from "@parley/analyst/evaluation/folder";
import type { Reply } from "@parley/analyst/evaluation/reply";
import { throughAnalyst } from "@parley/analyst/evaluation/through-analyst";
import type { Workplace } from "@parley/analyst/evaluation/workplace";
import { interpreterScript } from "@parley/analyst/interpreter-script";
import { matchQueries, namesTitle } from "@parley/analyst/matching";
import { createSession } from "@parley/analyst/answer-session";
import { runSql } from "@parley/analyst/tools/run-sql";
import { runTool } from "@parley/analyst/tools/tool";
import { openUploads } from "@parley/analyst/uploads/library";
import { aimOf, speaksInstead } from "@parley/analyst/documents-or-database";
import { systemClock } from "@parley/core/environment/clock";
import { createIds } from "@parley/core/environment/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { questionOf, toolsOf } from "./support.ts";

const never = new AbortController().signal;
const now = new Date("2025-05-20T12:00:00Z");

const policy = `# Returns policy

Valid for all goods. It is looked at again each month.

## How long customers have

Customers may return goods within 30 days of delivery.

## Refunds

| reason | refund |
|---|---|
| Damaged | the price of the goods |

Refunds are paid within 5 working days after the parcel has arrived.
A refund above 500 euros is approved by the head of support.
`;
const staff = `# Staff guide

## Staff discount

Employees buy at 25 percent off.

## Holidays

Everybody has 28 days of holidays a year.
`;
const travel = `# Insurance

## Classes

| class | a night | what is covered |
|---|---|---|
| Assistant | 90 euros | luggage |
| Partner | 190 euros | luggage, missed trains, and whatever a doctor on the journey asks to be paid at once |

Whoever is a Partner says so.
`;
const club = `# Harbour Circle

## What it costs

The Harbour Circle is our club. A year of the Harbour Circle costs 40 euros.
`;
const postage = `country,standard_euros,express_euros
Norway,8.90,19.90
Spain,9.90,22.90
`;
const savedQueries = [
  {
    id: "monthly",
    title: "Monthly revenue",
    prompt: "Show what the shop earned, month by month",
    sql: "SELECT strftime('%Y-%m', ordered_on) AS month, SUM(total) AS revenue FROM orders GROUP BY month ORDER BY month",
    keywords: ["revenue"],
  },
  { id: "review", title: "Orders review", prompt: "How many orders are there?", sql: null, keywords: ["review"] },
];

/** A shop that has a table of returns, and documents about them. */
function makeFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), "parley-sources-"));
  const database = new DatabaseSync(join(directory, "store.sqlite"));
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), ordered_on DATE NOT NULL, total REAL NOT NULL, discount REAL NOT NULL);
    CREATE TABLE returns (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), returned_on DATE NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_price REAL NOT NULL);
    INSERT INTO products VALUES (1, 'Circle Lamp', 12.5), (2, 'Chair', 40);
    INSERT INTO customers VALUES (1, 'Ada', 'Norway'), (2, 'Ben', 'Spain'), (3, 'Cleo', 'Spain');
    INSERT INTO orders VALUES (1, 1, '2025-04-05', 10.5, 0), (2, 1, '2025-04-09', 20, 0), (3, 2, '2025-05-09', 30, 5), (4, 3, '2025-05-10', 40, 0);
    INSERT INTO returns VALUES (1, 1, '2025-04-20', 'Damaged'), (2, 3, '2025-05-12', 'Late');
  `);
  database.close();
  mkdirSync(join(directory, "store.documents"));
  writeFileSync(join(directory, "store.documents", "returns-policy.md"), policy);
  writeFileSync(join(directory, "store.documents", "staff-guide.md"), staff);
  writeFileSync(join(directory, "store.documents", "insurance.md"), travel);
  writeFileSync(join(directory, "store.documents", "circle.md"), club);
  writeFileSync(join(directory, "store.documents", "postage.csv"), postage);
  writeFileSync(join(directory, "store.saved-queries.json"), JSON.stringify(savedQueries));
  return directory;
}

let directory: string;
let place: Workplace;
beforeAll(async () => {
  directory = makeFolder();
  place = await openInFolder({ directory, ids: createIds(systemClock) }, "store", never);
});
afterAll(async () => {
  await place.close();
  rmSync(directory, { recursive: true });
});

const replyTo = (question: string, after: string[] = []): Promise<Reply> =>
  throughAnalyst({ ...toolsOf(), model: "rules", now })({ question, after }, place, never);

describe("the source that answers", () => {
  test.each([
    ["What is our returns policy?", "30 days"],
    ["Can I return something after 30 days?", "within 30 days"],
    ["how long can customers return goods?", "30 days"],
    ["How quickly are refunds paid?", "5 working days"],
    ["who approves a refund above 500 euros?", "head of support"],
    ["what staff discount do we have", "25 percent"],
    ["How many days of holidays does everybody have?", "28 days"],
    // A price is told without the word for it.
    ["what does express to Spain cost?", "22.90"],
    // A row of a table is told with its head.
    [
      "what does the Partner class cover",
      "| class | a night | what is covered |\n> |---|---|---|\n> | Partner | 190 euros | luggage",
    ],
    // What stands below a table is no row of it.
    ["what does the Partner class cover", "paid at once |\n> \n> Whoever is a Partner says so."],
    // Words that a document has others for.
    ["how many days of vacation does everybody have", "28 days"],
    ["how long can clients send goods back", "30 days"],
    ["how fast are refunds paid out", "5 working days"],
    // The data has no such name.
    ["what does the Harbour Circle cost", "40 euros"],
    // It is called like what is asked about, of which the data has nothing.
    ["is there an insurance for bicycles", "luggage"],
  ])("is a document for a rule that it states: %s", async (question, said) => {
    const { source, text } = await replyTo(question);
    expect(source).toBe("documents");
    expect(text).toContain(said);
  });

  test.each([
    ["How many returns were there?", [[2]]],
    ["what does the Circle Lamp cost", [[12.5]]],
    ["how many customers do we have?", [[3]]],
    ["Can I see the customers from Spain?", [["Ben"], ["Cleo"]]],
    ["How many returns were there in May 2025?", [[1]]],
  ])("is the database for figures and lists that it has: %s", async (question, rows) => {
    const { source, rows: found } = await replyTo(question);
    expect(source).toBe("database");
    expect(found?.rows).toEqual(rows);
  });

  test.each([
    "What is our policy on dogs in the office?",
    "which supplier delivers the parcels?",
    // It names a time alone, which some passage has, too.
    "anything new last month",
    // It asks who answers, though the guide says what one may ask.
    "what can I ask",
  ])("is none where a document only has words of the question: %s", async (question) => {
    expect(await replyTo(question)).toMatchObject({ answered: false, source: null });
  });

  test("is the document that is called by its title, quoted from its beginning with its lines", async () => {
    const { text } = await replyTo("What does the staff guide say?");
    expect(text).toBe(
      [
        "“staff-guide”, Staff guide › Staff discount, says:\n\n> Employees buy at 25 percent off.",
        "“staff-guide”, Staff guide › Holidays, says:\n\n> Everybody has 28 days of holidays a year.",
      ].join("\n\n"),
    );
    expect((await replyTo("How quickly are refunds paid?")).text).toContain(
      "\n> A refund above 500 euros is approved by the head of support.",
    );
  });

  test.each(["monthly revenue", "Please run the monthly revenue report"])(
    "is the saved query that is called by its title: %s",
    async (question) => {
      expect(await replyTo(question)).toMatchObject({ source: "saved_query", saved_query_id: "monthly" });
    },
  );

  test("is the prompt of a saved query without SQL that is called by its title", async () => {
    const reply = await replyTo("show me the orders review");
    expect(reply).toMatchObject({ source: "saved_query", saved_query_id: "review" });
    expect(reply.rows?.rows).toEqual([[4]]);
  });

  test("goes on from what was asked of a saved query", async () => {
    const before = ["How many orders are there per country?", "monthly revenue"];
    const { rows } = await replyTo("only in May 2025", before);
    expect(rows?.rows).toEqual([["2025-05", 70]]);
  });

  test("goes on from the answer before, whatever its question would be alone", async () => {
    const { rows } = await replyTo("compare the two", ["How many orders are there from Norway?", "and from Spain?"]);
    expect(rows?.rows).toEqual([
      ["Norway", 2],
      ["Spain", 2],
    ]);
  });

  test.each(["what discount does she get on holidays", "which refund is that", "export them to excel"])(
    "is no document for what stands on an answer of the data: %s",
    async (question) => {
      const { source } = await replyTo(question, ["Which customer has the most orders?"]);
      expect(source).not.toBe("documents");
    },
  );

  test.each([
    [["what does express to Spain cost?"], "and to Norway?", "19.90"],
    [["How quickly are refunds paid?"], "what about refunds above 500 euros", "head of support"],
    [["what does the Partner class cover"], "and Assistant?", "| Assistant | 90 euros"],
  ])("is the documents that a question goes on from: %s, %s", async (before, question, said) => {
    const { source, text } = await replyTo(question, before);
    expect(source).toBe("documents");
    expect(text).toContain(said);
  });

  test("is the database for a figure that is asked for after documents, and for what they have no word of", async () => {
    const before = ["How quickly are refunds paid?"];
    expect(await replyTo("and how many returns were there?", before)).toMatchObject({ source: "database" });
    expect(await replyTo("and for customers from Norway?", before)).toMatchObject({ source: "database" });
    // A word that the data knows is no question of its own.
    expect(await replyTo("and for Norway?", before)).toMatchObject({ answered: false });
  });

  test("is no saved query that merely shares words with the message", async () => {
    expect(await replyTo("total revenue in May 2025")).toMatchObject({ source: "database", saved_query_id: null });
  });
});

describe("what a question is after", () => {
  test.each([
    ["What is our policy on discounts?", "rules"],
    ["Can we ship to Norway?", "rules"],
    ["How do we handle complaints?", "rules"],
    ["What happens if a parcel is lost?", "rules"],
    ["who has to sign a contract", "rules"],
    ["what does the membership include", "rules"],
    ["which goods cannot be returned", "rules"],
    ["do tenants get their deposit back", "rules"],
    ["how fast are claims paid", "either"],
    ["How many orders are there?", "figures"],
    ["Can I see the total revenue?", "figures"],
    ["what did we sell last month", "figures"],
    ["how many days can a member pause?", "either"],
    ["customers from Spain", "either"],
  ])("%s: %s", (question, aim) => {
    expect(aimOf(question)).toBe(aim);
  });
});

describe("passages about a question that could not be read", () => {
  const passages = {
    coverage: 0.6,
    share: 0.6,
    said: 0.6,
    inOne: 0.9,
    heading: "",
    below: "",
    title: "",
    attached: 0,
    tells: () => null,
    tell: () => expect.unreachable(),
  };
  const refusal = { kind: "not_understood", reason: "", choices: [], suggestions: [] } as const;

  test("answer it where the data does not know what it is about", () => {
    const unread = { ...refusal, unknown: ["liability"], choices: [], suggestions: [] };
    expect(speaksInstead(passages, unread, "what is our liability per kilogram")).toBe(true);
  });

  test("do not where most of its words are the data's own, unless they have nearly all of it", () => {
    const unread = { ...refusal, unknown: ["late"], choices: [], suggestions: [] };
    expect(speaksInstead(passages, unread, "orders shipped late")).toBe(false);
    expect(speaksInstead({ ...passages, coverage: 0.9 }, unread, "orders shipped late")).toBe(true);
    // One sentence speaks of orders, and another of what is late.
    expect(speaksInstead({ ...passages, coverage: 0.9, inOne: 0.5 }, unread, "orders shipped late")).toBe(false);
  });

  test("do not where one of two readings is to be chosen", () => {
    const choices = ["2025-03-04", "2025-04-03"].map((day) => ({ label: day, message: `orders on ${day}` }));
    const unread = { ...refusal, unknown: [], choices, suggestions: [] };
    expect(speaksInstead({ ...passages, coverage: 0.9 }, unread, "orders on 3/4/2025")).toBe(false);
    expect(speaksInstead({ ...passages, coverage: 0.9 }, { ...unread, choices: [] }, "orders on 3/4/2025")).toBe(true);
  });

  test("do with the words that the data does not know, and not with none of them", () => {
    const unread = { ...refusal, unknown: ["ramp", "waiting"], choices: [], suggestions: [] };
    const text = "price of waiting at the ramp for clients";
    expect(speaksInstead({ ...passages, tells: () => 1 }, unread, text)).toBe(true);
    expect(speaksInstead({ ...passages, tells: () => 0 }, unread, text)).toBe(false);
  });
});

describe("calling a saved query by its title", () => {
  test.each([
    ["run the churn report", "Churn", true],
    ["churn", "Churn", false],
    ["Monthly revenue", "Monthly Revenue Report", true],
    ["show me monthly revenues, please", "Monthly revenue", true],
    ["monthly revenue of Spain", "Monthly revenue", false],
    ["revenue", "Monthly revenue", false],
    ["run it", "Report", false],
    ["run the briefing about incidents", "Incident briefing", true],
    ["Could you run the monthly business review for me, please?", "Monthly business review", true],
    ["the report on the return rate by category", "Return rate by category", true],
    ["report of this month's revenue", "Revenue by month", false],
  ])("%s / %s: %s", (message, title, named) => {
    expect(namesTitle(message, title)).toBe(named);
  });
});

test("a question is read once a turn, by whoever asks for its reading", async () => {
  const message = "How many orders are there in Spain?";
  const { scope, saved_queries, datasource, schema } = place;
  const integration = {
    id: "i1",
    display_name: "Store",
    engine: datasource.dialect,
    schema: () => Promise.resolve(schema),
    open: () => Promise.resolve(datasource),
  };
  const tools = toolsOf();
  const uploads = await openUploads("o1", [], never);
  const session = createSession(questionOf({ message, integration, scope, saved_queries }), tools, uploads);
  expect((await matchQueries(session, { byModel: false })).same).toBeNull();
  const matched = [...session.readings];
  const script = interpreterScript(session);
  let step = await script.next();
  for (; !step.done; step = await script.next())
    if ("tool" in step.value) await runTool(runSql, { id: "t1", args: step.value.args }, session);
  expect(step.value).toMatchObject({ type: "final" });
  expect(step.value.follow_ups.length).toBeGreaterThan(0);
  // The script adds no reading to those of matching: the message's, and the wordings' it was compared with.
  expect([...session.readings]).toEqual(matched);
  expect(matched.filter(([key]) => key.endsWith(message))).toHaveLength(1);
  expect(matched.length).toBeLessThanOrEqual(7);
});
