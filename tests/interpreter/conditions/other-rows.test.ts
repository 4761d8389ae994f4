import { describe, expect, it } from "vitest";
import { useNursery } from "./nursery.ts";

const { expectAnswer, nursery } = useNursery();

const tallerThanAllRoses =
  "SELECT name FROM plants WHERE height > (SELECT MAX(height) FROM plants WHERE family = 'Rose')";
const moreThanAllPruners =
  "SELECT name FROM gardeners WHERE salary > (SELECT MAX(salary) FROM gardeners WHERE job = 'Pruner')";

describe("a comparison with other rows", () => {
  it.each([
    ["plants taller than every rose", tallerThanAllRoses],
    ["Which plants are taller than all roses?", tallerThanAllRoses],
    ["plants that are taller than any rose", tallerThanAllRoses],
    ["plants taller than all of the roses", tallerThanAllRoses],
    ["plants with a height above that of every rose", tallerThanAllRoses],
    ["gardeners who earn more than every pruner", moreThanAllPruners],
    ["Which gardeners have a higher salary than all pruners?", moreThanAllPruners],
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
      "gardeners older than the oldest pruner",
      "SELECT name FROM gardeners WHERE birth_date < (SELECT MIN(birth_date) FROM gardeners WHERE job = 'Pruner')",
    ],
    [
      "gardeners hired after every head gardener",
      "SELECT name FROM gardeners WHERE hired_on > (SELECT MAX(hired_on) FROM gardeners WHERE job = 'Head Gardener')",
    ],
    [
      "gardeners who earn more than Una Kjell",
      "SELECT name FROM gardeners WHERE salary > (SELECT salary FROM gardeners WHERE name = 'Una Kjell')",
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
