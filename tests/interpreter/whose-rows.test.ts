import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boarding kennel: keepers, their animals, and the stays of these; and articles that are sold and come back. */
const tables = `
CREATE TABLE keepers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE animals (id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL, born_on DATE NOT NULL, keeper_id INTEGER NOT NULL REFERENCES keepers (id));
CREATE TABLE stays (id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animals (id), arrived_on DATE NOT NULL);
CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, article_id INTEGER NOT NULL REFERENCES articles (id), returned_on DATE NOT NULL, quantity INTEGER NOT NULL);
`;

let kennel: Business;
beforeAll(async () => {
  kennel = await openFixture("whose-rows", tables, (database) => {
    database.exec("INSERT INTO keepers VALUES (1, 'Ada Ness', 'Saltby'), (2, 'Bo Lind', 'Fenwick')");
    database.exec(
      "INSERT INTO animals VALUES (1, 'Rex', 'Dog', '2020-01-01', 1), (2, 'Kit', 'Cat', '2021-01-01', 1), (3, 'Max', 'Dog', '2019-01-01', 2), (4, 'Ole', 'Dog', '2022-01-01', 2), (5, 'Mia', 'Cat', '2022-05-01', 1)",
    );
    database.exec(
      "INSERT INTO stays VALUES (1, 3, '2024-01-01'), (2, 3, '2024-02-01'), (3, 1, '2024-02-01'), (4, 1, '2024-03-01'), (5, 1, '2024-04-01')",
    );
    database.exec("INSERT INTO articles VALUES (1, 'Lead', 5), (2, 'Bowl', 3)");
    database.exec(
      "INSERT INTO returns VALUES (1, 1, '2024-03-03', 4), (2, 2, '2024-05-03', 1), (3, 1, '2023-03-03', 9)",
    );
  });
});
afterAll(() => kennel.datasource.close());

describe("who has rows of a kind", () => {
  it.each([
    ["who has the most animals", "SELECT 'Ada Ness'"],
    ["who owns the most dogs", "SELECT 'Bo Lind'"],
    ["who has more than 2 animals", "SELECT 'Ada Ness'"],
  ])("is one of those whom they belong to: %s", (question, sql) => kennel.expectRows(question, sql));
});

describe("what came back", () => {
  it.each([
    ["total number of items returned in 2024", "SELECT 5"],
    ["how many articles came back in 2024", "SELECT 2"],
  ])("was returned: %s", (question, sql) => kennel.expectRows(question, sql));
});
