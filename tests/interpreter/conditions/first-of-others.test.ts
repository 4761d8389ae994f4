import { describe, expect, it } from "vitest";
import { useNursery } from "./nursery.ts";

const { expectAnswer, nursery } = useNursery();

const oldestGarden = "(SELECT id FROM gardens ORDER BY opened_on LIMIT 1)";
const mostVisited = "(SELECT garden_id FROM visits GROUP BY garden_id ORDER BY COUNT(*) DESC LIMIT 1)";

describe("rows of the one that is first", () => {
  it.each([
    ["keepers of the garden that opened first", `SELECT name FROM keepers WHERE garden_id = ${oldestGarden}`],
    ["keepers who work in the oldest garden", `SELECT name FROM keepers WHERE garden_id = ${oldestGarden}`],
    ["Which plants grow in the oldest garden?", `SELECT name FROM plants WHERE garden_id = ${oldestGarden}`],
    ["How many plants are in the oldest garden?", `SELECT COUNT(*) FROM plants WHERE garden_id = ${oldestGarden}`],
    ["plants of the largest garden", "SELECT name FROM plants WHERE garden_id = 2"],
    ["plants of the garden with the most visits", `SELECT name FROM plants WHERE garden_id = ${mostVisited}`],
    ["average price of plants in the newest garden", "SELECT AVG(price) FROM plants WHERE garden_id = 4"],
    [
      "members who visited the smallest garden",
      "SELECT name FROM members WHERE id IN (SELECT member_id FROM visits WHERE garden_id = 4)",
    ],
    [
      "keepers with the most common job",
      "SELECT name FROM keepers WHERE job = (SELECT job FROM keepers GROUP BY job ORDER BY COUNT(*) DESC LIMIT 1)",
    ],
  ])("%s", (question, sql) => expectAnswer(question, sql));

  it.each([
    ["Which keeper is the oldest?", "SELECT name FROM keepers ORDER BY birth_date LIMIT 1"],
    ["the tallest plant", "SELECT name FROM plants ORDER BY height DESC LIMIT 1"],
  ])("the rows themselves are ranked where no other is named: %s", (question, sql) => expectAnswer(question, sql));

  it("says which one is picked", () => {
    const reading = nursery().ask("keepers of the garden that opened first");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.interpretation).toBe("Keepers of the garden that was opened first.");
  });
});
