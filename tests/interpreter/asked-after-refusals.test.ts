import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A dye works: vats stand in halls, and runs of dye are made in them. */
const tables = `
CREATE TABLE vats (id INTEGER PRIMARY KEY, code TEXT NOT NULL, hall TEXT NOT NULL, heated BOOLEAN NOT NULL);
CREATE TABLE runs (id INTEGER PRIMARY KEY, vat_id INTEGER NOT NULL REFERENCES vats (id), colour TEXT NOT NULL, litres NUMERIC NOT NULL, started_on DATE NOT NULL);
`;

let works: Business;
beforeAll(async () => {
  works = await openFixture("dye-works", tables, (database) => {
    database.exec("INSERT INTO vats VALUES (1, 'V1', 'North', 1), (2, 'V2', 'South', 0), (3, 'V3', 'South', 1)");
    database.exec(
      "INSERT INTO runs VALUES (1, 1, 'indigo', 40, '2024-05-02'), (2, 2, 'madder', 25, '2024-05-09'), (3, 3, 'indigo', 30, '2024-06-01')",
    );
  });
});
afterAll(() => works.datasource.close());

const refused = (...questions: string[]) => expect(works.asked(...questions), questions.at(-1));
const unrelated = "how content are the dyers with their wages";

describe("a turn after a question that had no answer", () => {
  test("is asked back where it would change the answer before that", () => {
    for (const turn of ["by hall", "only indigo", "and madder?", "what about May", "sort by litres", "top 2"])
      refused("total litres by colour", unrelated, turn).toMatchObject({ kind: "not_understood" });
    refused("how many runs were there", unrelated, "by colour").toMatchObject({
      kind: "not_understood",
      reason: "I still do not know what “dyers” means here, so I cannot tell what this goes on from.",
      choices: [{ message: "Number of runs for each colour" }],
    });
  });

  test("is asked back where it speaks of rows and none were told", () => {
    for (const turn of [
      "how much did we dye of them last month",
      "how many of them are heated",
      "litres from those in 2024",
    ])
      refused(turn).toMatchObject({ kind: "not_understood" });
  });

  test("is asked back where it is no question of its own and nothing was answered before", () => {
    for (const turn of [
      "only indigo",
      "and madder?",
      "what's the total?",
      "how many litres in total?",
      "which vats hold them",
    ])
      refused(unrelated, turn).toMatchObject({ kind: "not_understood" });
  });

  test("is asked back again until a question is asked in full", async () => {
    refused("how many runs were there", unrelated, "by colour", "only indigo").toMatchObject({
      kind: "not_understood",
    });
    expect(await works.told(unrelated, "how many runs were there", "only indigo")).toEqual([[2]]);
  });

  test("goes on from the answer before that where it says in other words what was not understood", async () => {
    expect(await works.told("how many runs were there", "by shade", "by colour")).toEqual([
      ["indigo", 2],
      ["madder", 1],
    ]);
    expect(await works.told("how many runs were there", "only crimson", "only madder")).toEqual([[1]]);
  });

  test("goes on from the answer before that where that one was asked for its reasons, or thanked for", async () => {
    for (const between of ["why is that", "thanks"])
      expect(await works.told("how many runs were there", between, "only indigo"), between).toEqual([[2]]);
  });

  test("is answered where it is a question of its own", async () => {
    expect(await works.told("total litres by colour", unrelated, "how many vats are in the South hall")).toEqual([[2]]);
    expect(await works.told(unrelated, "and how many vats are there")).toEqual([[3]]);
  });
});
