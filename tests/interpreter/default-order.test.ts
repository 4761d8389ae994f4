import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE kennels (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE stays (id INTEGER PRIMARY KEY, kennel_id INTEGER NOT NULL REFERENCES kennels (id), floor INTEGER NOT NULL, price NUMERIC);
`;

let business: Business;
beforeAll(async () => {
  business = await openFixture("kennels", tables, (database) => {
    database.exec(
      "INSERT INTO kennels VALUES (1, 'Alder', 'Fen'), (2, 'Birch', 'Moor'), (3, 'Cedar', 'Fen'), (4, 'Dogwood', 'Tarn')",
    );
    database.exec(
      "INSERT INTO stays VALUES (1, 1, 3, 20), (2, 2, 1, 70), (3, 2, 2, 20), (4, 3, 1, NULL), (5, 4, 3, 20)",
    );
  });
});
afterAll(() => business.datasource.close());

const firstColumn = async (question: string) => (await business.answer(question)).result.rows.map(([first]) => first);

describe("groups that nobody asked an order for", () => {
  it("come with the highest figure first, then by name, and nothing at the end", async () => {
    expect(await firstColumn("total price of stays by kennel")).toEqual(["Birch", "Alder", "Dogwood", "Cedar"]);
  });

  it("come as numbers follow each other where they are grouped by one", async () => {
    expect(await firstColumn("number of stays by floor")).toEqual([1, 2, 3]);
  });

  it("come by their keys where there are several", async () => {
    const { result } = await business.answer("number of stays by town and kennel");
    expect(result.rows.map(([town]) => town)).toEqual(["Fen", "Fen", "Moor", "Tarn"]);
  });

  it("keep the order that was asked for, and the words say nothing of another", async () => {
    expect(await firstColumn("number of stays by kennel, lowest first")).toEqual([
      "Alder",
      "Cedar",
      "Dogwood",
      "Birch",
    ]);
    const { reading } = await business.answer("number of stays by kennel");
    expect(reading.interpretation).toBe("Number of stays for each kennel.");
  });
});
