import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boat yard: boats are called after their kind, and are let to skippers, whose names end with no kind of theirs. */
const tables = `
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, day_rate NUMERIC NOT NULL);
CREATE TABLE skippers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, home_port TEXT NOT NULL);
CREATE TABLE rentals (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), skipper_id INTEGER NOT NULL REFERENCES skippers (id), rented_on DATE NOT NULL, fee NUMERIC NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("kinds-of-names", tables, (database) => {
    database.exec(`INSERT INTO boats VALUES (1, 'Osprey Dinghy', 40), (2, 'Heron Dinghy', 55), (3, 'Heron Sea Kayak', 30), (4, 'Swift Sea Kayak', 35),
      (5, 'Swift River Kayak', 25), (6, 'Curlew Raft', 80)`);
    database.exec("INSERT INTO skippers VALUES (1, 'Ada Holt', 'Oban'), (2, 'Bo Holt', 'Oban'), (3, 'Cy Moe', 'Ayr')");
    database.exec(`INSERT INTO rentals VALUES (1, 1, 1, '2024-05-01', 40), (2, 3, 1, '2024-05-02', 60), (3, 5, 2, '2024-05-09', 50), (4, 2, 3, '2024-06-01', 55),
      (5, 6, 2, '2024-06-03', 80)`);
  });
});
afterAll(async () => {
  await yard.datasource.close();
});

describe("what several names end with", () => {
  it.each([
    ["how many kayaks do we have", "SELECT 3"],
    ["show all kayaks", "SELECT name FROM boats WHERE name LIKE '%Kayak'"],
    ["sea kayaks", "SELECT name FROM boats WHERE name LIKE '%Sea Kayak'"],
    ["which dinghy is the most expensive", "SELECT name FROM boats WHERE id = 2"],
    ["total fee of kayak rentals", "SELECT 110"],
    ["skippers who rented a dinghy but never a kayak", "SELECT 'Cy Moe'"],
    ["skippers who rented both a dinghy and a kayak", "SELECT 'Ada Holt'"],
    ["total fee of rentals of dinghies and kayaks", "SELECT 205"],
  ])("is a kind of them: %s", async (question, sql) => {
    await yard.expectRows(question, sql);
  });

  it("is told as the end of a name", async () => {
    const { reading, result } = await yard.answer("how many kayaks do we have");
    expect(verbalize(reading.form, result)).toBe("There are 3 boats named “… kayak”.");
  });

  it.each(["orders of holt", "how many rafts do we have"])(
    "is none where one name has it, or people: %s",
    (question) => {
      expect(JSON.stringify(yard.ask(question))).not.toContain('"place":"ends"');
    },
  );
});
