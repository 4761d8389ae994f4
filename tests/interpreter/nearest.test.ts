import { interpret } from "@parley/interpreter/interpret";
import { withNearest } from "@parley/interpreter/nearest";
import type { Choice } from "@parley/interpreter/question";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A bakery: shops sell loaves, two people are called Mira. */
const tables = `
CREATE TABLE bakers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL);
CREATE TABLE loaves (id INTEGER PRIMARY KEY, baker_id INTEGER NOT NULL REFERENCES bakers (id), grain TEXT NOT NULL, baked_on DATE NOT NULL, price REAL NOT NULL);
`;

let bakery: Business;
beforeAll(async () => {
  bakery = await openFixture("nearest", tables, (database) => {
    database.exec("INSERT INTO bakers VALUES (1, 'Mira Holt', 30), (2, 'Mira Holloway', 50), (3, 'Cy', 60)");
    database.exec(
      "INSERT INTO loaves VALUES (1, 1, 'Rye', '2024-01-02', 4), (2, 2, 'Rye', '2024-01-02', 5), (3, 2, 'Oat', '2024-02-02', 6)",
    );
  });
});
afterAll(() => bakery.datasource.close());

const read = (text: string) =>
  interpret({ text, schema: bakery.schema, now: new Date("2025-11-20T12:00:00Z"), earlier: [], guidance: [] });

async function choicesOf(text: string): Promise<Choice[]> {
  const reading = read(text);
  if (reading.kind === "query") throw new Error(`${text} is understood as ${reading.interpretation}`);
  return (await withNearest(text, reading, async (other) => read(other))).choices;
}

describe("readings that are nearest to a question", () => {
  it.each([
    ["price of loaves from glorpy bakers by grain", ["Without “glorpy”: average price of loaves for each grain"]],
    // A list of all bakers is no reading of it.
    ["which bakers glorped", []],
  ])("leave out what means nothing: %s", async (question, labels) => {
    expect((await choicesOf(question)).map(({ label }) => label)).toEqual(labels);
  });

  it("are answered as they are sent", async () => {
    const questions = ["glorpy loaves by grain", "how many loaves did Mira bake", "loaves over 4 in a snit"];
    for (const question of questions)
      for (const { message } of await choicesOf(question)) expect(read(message).kind, message).toBe("query");
  });

  it.each([
    ["what is counted", "how many complaints by grain"],
    ["a name", "loaves of rye from Atlantis"],
    ["what is asked for", "the mood of each baker over 40"],
    ["what is to come", "forecast price of loaves by grain"],
    ["a number", "loaves of rye in batch 17b"],
    ["too many words", "glorpy zandy mirky loaves by grain"],
  ])("never leave out %s", async (_what, question) => {
    expect(await choicesOf(question)).toEqual([]);
  });
});
