import { describe, expect, it } from "vitest";
import { useNursery } from "./nursery.ts";

const { expectAnswer, nursery } = useNursery();

const tallerThanAllRoses =
  "SELECT name FROM plants WHERE height > (SELECT MAX(height) FROM plants WHERE family = 'Rose')";
const moreThanAllPruners =
  "SELECT name FROM keepers WHERE salary > (SELECT MAX(salary) FROM keepers WHERE job = 'Pruner')";

describe("a comparison with other rows", () => {
  it.each([
    ["plants taller than every rose", tallerThanAllRoses],
    ["Which plants are taller than all roses?", tallerThanAllRoses],
    ["plants that are taller than any rose", tallerThanAllRoses],
    ["plants taller than all of the roses", tallerThanAllRoses],
    ["plants with a height above that of every rose", tallerThanAllRoses],
    ["keepers who earn more than every pruner", moreThanAllPruners],
    ["Which keepers have a higher salary than all pruners?", moreThanAllPruners],
    ["how many plants are taller than every rose?", tallerThanAllRoses.replace("name", "COUNT(*)")],
    [
      "plants cheaper than every plant of the Birchwood garden",
      "SELECT name FROM plants WHERE price < (SELECT MIN(price) FROM plants WHERE garden_id = 2)",
    ],
    [
      "plants taller than at least one fern",
      "SELECT name FROM plants WHERE height > (SELECT MIN(height) FROM plants WHERE family = 'Fern')",
    ],
    [
      "plants cheaper than some thistle",
      "SELECT name FROM plants WHERE price < (SELECT MAX(price) FROM plants WHERE family = 'Thistle')",
    ],
    [
      "plants that cost more than the average price of ferns",
      "SELECT name FROM plants WHERE price > (SELECT AVG(price) FROM plants WHERE family = 'Fern')",
    ],
    [
      "keepers older than the oldest pruner",
      "SELECT name FROM keepers WHERE birth_date < (SELECT MIN(birth_date) FROM keepers WHERE job = 'Pruner')",
    ],
    [
      "keepers hired after every head keeper",
      "SELECT name FROM keepers WHERE hired_on > (SELECT MAX(hired_on) FROM keepers WHERE job = 'Head Keeper')",
    ],
    [
      "keepers who earn more than Una Kjell",
      "SELECT name FROM keepers WHERE salary > (SELECT salary FROM keepers WHERE name = 'Una Kjell')",
    ],
    ["plants taller than the Lady Fern", "SELECT name FROM plants WHERE height > 80"],
  ])("%s", (question, sql) => expectAnswer(question, sql));

  it("says which rows are compared with", () => {
    const reading = nursery().ask("plants taller than every rose");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.interpretation).toBe(
      "Plants where height is more than the highest height of plants with family “Rose”.",
    );
  });
});
