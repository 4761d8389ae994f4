import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isOfOtherYear, yearAsked } from "@parley/analyst/documents/asked-kind";
import { openInFolder } from "@parley/analyst/evaluation/folder";
import type { Reply } from "@parley/analyst/evaluation/reply";
import { throughAnalyst } from "@parley/analyst/evaluation/through-analyst";
import type { Workplace } from "@parley/analyst/evaluation/workplace";
import { systemClock } from "@parley/core/environment/clock";
import { createIds } from "@parley/core/environment/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolsOf } from "./support.ts";

const never = new AbortController().signal;
const now = new Date("2025-05-20T12:00:00Z");

const documents = {
  "house-rules.md": `# House rules

## Coming late to a tour

The guide waits five minutes. After that you may join the next one.

## Late loans

The second letter costs 4 euros.

## Tickets

Families of five or more get 10 percent off, pupils 50 percent.

## Paying

A season ticket can be paid in up to three instalments.

## Children

Children under 12 come with a grown-up. On Sundays there is a workshop for them.

## Hours

The museum is open from Tuesday to Friday until 17:00, on Saturday until 13:00.

## If the lift stops

Call the lift line, 0300 555 0166, and tell the visitors that help comes in ten minutes.

## Prices

The last increase was on 1 March 2024, by 8 percent.
`,
  "answers-for-visitors.md": `# Visitors ask

## Where are coats stored?

In the lockers beside the cloakroom. A guard never leaves the hall. Bags are kept until 18:00.
`,
  "letter-of-2024.md": `# Letter about 2024

The busiest day of the year was the Night of Museums. The new display case cost 7,400 euros.
`,
};

function makeFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), "parley-source-chosen-"));
  const database = new DatabaseSync(join(directory, "museum.sqlite"));
  database.exec(`
    CREATE TABLE visitors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
    CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);
    CREATE TABLE tours (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors(id), booked_on DATE NOT NULL, starts_at TIMESTAMP NOT NULL, due_on DATE NOT NULL, paid_on DATE);
    INSERT INTO visitors VALUES (1, 'Ada', 'Lund'), (2, 'Ben', 'Oslo');
    INSERT INTO articles VALUES (1, 'Display', 12), (2, 'Poster', 8);
    INSERT INTO tours VALUES (1, 1, '2025-02-03', '2025-02-07 15:00:00', '2025-02-20', '2025-02-25'), (2, 2, '2025-03-03', '2025-03-06 15:00:00', '2025-03-20', NULL), (3, 2, '2025-03-04', '2025-03-06 10:00:00', '2025-03-20', NULL);
  `);
  database.close();
  mkdirSync(join(directory, "museum.documents"));
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(directory, "museum.documents", name), text);
  writeFileSync(join(directory, "museum.saved-queries.json"), "[]");
  return directory;
}

let directory: string;
let place: Workplace;
beforeAll(async () => {
  directory = makeFolder();
  place = await openInFolder({ directory, ids: createIds(systemClock) }, "museum", never);
});
afterAll(async () => {
  await place.close();
  rmSync(directory, { recursive: true });
});

const answerTo = (question: string, after: string[] = []): Promise<Reply> =>
  throughAnalyst({ ...toolsOf(), model: "rules", now })({ question, after }, place, never);

describe("what documents answer in other words than it is asked in", () => {
  test.each([
    ["what percentages off are called", "do pupils get a discount?", "pupils 50 percent"],
    ["what is possible", "how many instalments are possible?", "three instalments"],
    ["of an age", "does somebody have to come with an eleven-year-old child?", "come with a grown-up"],
    ["a telephone number", "phone number of the lift line", "0300 555 0166"],
    ["where something is kept", "where do visitors keep their coats?", "In the lockers"],
    ["a case by its heading", "what happens if a visitor comes late to a tour?", "waits five minutes"],
    ["a price that went up", "How much did prices go up last time?", "8 percent"],
    ["a figure, but for a word in the data", "what did the display case cost?", "7,400 euros"],
    ["when it is open", "are we open on Saturday afternoon?", "Saturday until 13:00"],
  ])("is quoted: %s", async (_what, question, said) => {
    const { source, text } = await answerTo(question);
    expect(source).toBe("documents");
    expect(text).toContain(said);
  });
});

describe("a passage that only shares words with a question", () => {
  test.each([
    ["of another year", "which day was our busiest this year?"],
    ["whose document is called like one of them", "why do visitors leave us?"],
  ])("is not quoted: %s", async (_what, question) => {
    expect((await answerTo(question)).source).not.toBe("documents");
  });

  test.each([
    ["which day was our busiest this year?", "2025"],
    ["how much did we earn last year?", "2024"],
    ["what was sold in the last 2 months?", "2025"],
    ["how many days of leave do I have?", null],
  ])("is told by the year that is asked for: %s", (question, year) => {
    expect(yearAsked(question, now.getTime())).toBe(year);
  });

  test("speaks of another year where it names years and not that one", () => {
    expect(isOfOtherYear("2025", "Letter of 2024 The busiest day was a Saturday")).toBe(true);
    expect(isOfOtherYear("2025", "In 2025 we sold more than in 2024")).toBe(false);
    expect(isOfOtherYear("2025", "Everybody has 27 days, which cost 2,024 euros")).toBe(false);
    expect(isOfOtherYear(null, "Letter of 2024")).toBe(false);
  });
});
