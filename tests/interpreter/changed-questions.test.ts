import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAteliers } from "./ateliers.ts";
import { type Business, comparable, numbers } from "./business.ts";

let ateliers: Business;
beforeAll(async () => {
  ateliers = await openAteliers();
});
afterAll(() => ateliers.datasource.close());

/** Questions that are answered surely, and the SQL of their figures, with a place for a condition. */
const bases: readonly (readonly [question: string, sql: (where: string) => string])[] = [
  ["how many lettings are there", (where) => `SELECT COUNT(*) FROM lettings WHERE ${where}`],
  ["number of lettings", (where) => `SELECT COUNT(*) FROM lettings WHERE ${where}`],
  ["total fee of lettings", (where) => `SELECT COALESCE(SUM(fee), 0) FROM lettings WHERE ${where}`],
  ["average fee of lettings", (where) => `SELECT AVG(fee) FROM lettings WHERE ${where}`],
  ["number of lettings by state", (where) => `SELECT state, COUNT(*) FROM lettings WHERE ${where} GROUP BY state`],
  [
    "average fee of lettings by channel",
    (where) => `SELECT channel, AVG(fee) FROM lettings WHERE ${where} GROUP BY channel`,
  ],
];

/** What is added to a question, and what the rows of its answer must then fulfil. */
const changes: readonly (readonly [words: string, where: string])[] = [
  // A value, also one that is a word that asks or says nothing elsewhere.
  ["for display", "channel = 'display'"],
  ["with channel shop", "channel = 'shop'"],
  ["that are done", "state = 'done'"],
  ["only for phone", "channel = 'phone'"],
  ["of atelier Mira's Yard", "atelier_id = 4"],
  ["in Quayside", "atelier_id IN (SELECT id FROM ateliers WHERE district = 'Quayside')"],
  // What is left out.
  ["excluding cancelled", "state <> 'cancelled'"],
  ["ignoring cancelled ones", "state <> 'cancelled'"],
  ["leaving out cancelled", "state <> 'cancelled'"],
  ["all but cancelled", "state <> 'cancelled'"],
  ["excl. cancelled", "state <> 'cancelled'"],
  ["not counting shop", "channel <> 'shop'"],
  [", phone excluded", "channel <> 'phone'"],
  [", done and booked excluded", "state NOT IN ('done', 'booked')"],
  ["neither shop nor phone", "channel NOT IN ('shop', 'phone')"],
  ["for shop or phone but not display", "channel IN ('shop', 'phone')"],
  ["for shop/phone", "channel IN ('shop', 'phone')"],
  // Bounds.
  ["with a maximum fee of 60", "fee <= 60"],
  ["with a minimum fee of 60", "fee >= 60"],
  ["with 60+ fee", "fee >= 60"],
  ["with fee 60 at most", "fee <= 60"],
  ["with fee at or below 60", "fee <= 60"],
  ["with a fee larger or equal to 60", "fee >= 60"],
  ["with fee from 60 upwards", "fee >= 60"],
  ["unless fee is over 60", "fee <= 60"],
  ["with fee 60-100", "fee BETWEEN 60 AND 100"],
  ["with fee over 60 and under 100", "fee > 60 AND fee < 100"],
  ["with fee under 60 or over 100", "fee < 60 OR fee > 100"],
  // Periods, asked on 15 June 2024.
  ["in May of last year", "starts_on >= '2023-05-01' AND starts_on < '2023-06-01'"],
  ["in the last month of 2023", "starts_on >= '2023-12-01' AND starts_on < '2024-01-01'"],
  ["on the first of May 2024", "starts_on = '2024-05-01'"],
  ["except in 2024", "starts_on < '2024-01-01'"],
];

const SAMPLE_SIZE = 120;

/** A sample of all questions with a change, the same in each run. */
function changed(): [question: string, sql: string][] {
  const all = bases.flatMap(([question, sql]) =>
    changes.map(([words, where]): [string, string] => [`${question} ${words}`, sql(`(${where})`)]),
  );
  const next = numbers(31);
  return Array.from({ length: SAMPLE_SIZE }, () => all.splice(next(all.length), 1)).flat();
}

describe("a question with one more condition", () => {
  it.each(changed())("%s is answered for those rows", async (question, sql) => {
    const { reading, result } = await ateliers.answer(question);
    expect(reading.left_out).toEqual([]);
    expect(comparable(result.rows)).toEqual(comparable(await ateliers.rows(sql)));
  });

  it.each([
    "by zonal",
    "like the zonal ones",
    "not counting zonals",
    "never zonalled",
    "for zonal tenants",
    "per zonal",
  ])("whose words nothing is called by (%s) is not answered as if they were not there", (words) => {
    for (const [question] of bases) {
      const answer = ateliers.ask(`${question} ${words}`);
      if (answer.kind === "query") expect(`${answer.left_out.join(" ")} ${answer.sql}`).toContain("zonal");
    }
  });
});

describe("a question in other words", () => {
  const lead = (text: string) => [
    `Can you tell me ${text}?`,
    `I want to know ${text}`,
    `Quick question: ${text}`,
    `My boss wants to know ${text}`,
    `${text}, please!`,
    text.toUpperCase(),
  ];
  it.each(["what is the highest fee of lettings", "which tenant has the most lettings", "how many lettings are done"])(
    "%s has the same answer",
    async (question) => {
      const { result } = await ateliers.answer(question);
      for (const same of lead(question))
        expect(comparable((await ateliers.answer(same)).result.rows), same).toEqual(comparable(result.rows));
    },
  );
});

describe("what the numbers of things say", () => {
  it.each([
    ["tenants with 3 lettings", "= 3"],
    ["list all tenants with at least 20 lettings", ">= 20"],
    ["tenants with only one letting", "= 1"],
    ["tenants who made 21 lettings", "= 21"],
  ])("of rows: %s", async (question, having) => {
    const { result } = await ateliers.answer(question);
    const sql = `SELECT name FROM tenants JOIN lettings ON tenant_id = tenants.id GROUP BY tenants.id HAVING COUNT(*) ${having}`;
    expect(comparable(result.rows)).toEqual(comparable(await ateliers.rows(sql)));
  });

  it("those without none are those with some", async () => {
    const { result } = await ateliers.answer("how many tenants excluding those without lettings");
    expect(result.rows).toEqual([[4]]);
  });

  it("a deed is grouped by the column after it", async () => {
    const { result } = await ateliers.answer("number of lettings not cancelled by channel");
    const sql = "SELECT channel, COUNT(*) FROM lettings WHERE state <> 'cancelled' GROUP BY channel";
    expect(comparable(result.rows)).toEqual(comparable(await ateliers.rows(sql)));
  });

  it("each once is a list without repeats", async () => {
    const { result } = await ateliers.answer("list each channel of lettings once");
    expect(result.row_count).toBe(3);
  });
});

describe("what no rows tell", () => {
  it.each([
    "Should we let more ateliers?",
    "How many lettings will we have next year?",
    "How many tenants might leave?",
    "Do you think the lettings are good?",
    "Which ateliers do people like the most?",
    "tenants with only cancelled lettings",
    "tenants whose lettings are all done",
    "number of lettings for the top 2 channels",
  ])("%s is not answered", (question) => {
    expect(ateliers.ask(question).kind).toBe("not_understood");
  });

  it("and two questions are asked back, one by one", () => {
    const answer = ateliers.ask("What is the total fee of lettings by channel? And which tenants do weaving?");
    if (answer.kind === "query") throw new Error(`answered with ${answer.sql}`);
    expect(answer.choices.map(({ message }) => message)).toEqual([
      "What is the total fee of lettings by channel?",
      "which tenants do weaving?",
    ]);
    for (const { message } of answer.choices) expect(ateliers.ask(message).kind).toBe("query");
  });

  it("and two columns that are called so alike are asked back, one as good as the other", () => {
    const answer = ateliers.ask("What is the average cost of ateliers by district?");
    if (answer.kind === "query") throw new Error(`answered with ${answer.sql}`);
    expect(answer.reason).toBe("There are several: heating cost or cleaning cost?");
    for (const { message } of answer.choices) expect(ateliers.ask(message).kind).toBe("query");
  });
});
