import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Barges that carry loads from one quay to another, and market days that have names. */
const tables = `
CREATE TABLE quays (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE loads (id INTEGER PRIMARY KEY, load_no TEXT NOT NULL UNIQUE, owner_id INTEGER NOT NULL REFERENCES owners (id), origin_quay_id INTEGER NOT NULL REFERENCES quays (id), destination_quay_id INTEGER NOT NULL REFERENCES quays (id), sent_on DATE NOT NULL, promised_on DATE NOT NULL, delivered_on DATE, price NUMERIC NOT NULL);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, quay_id INTEGER NOT NULL REFERENCES quays (id));
CREATE TABLE craft (id INTEGER PRIMARY KEY, craft_name TEXT NOT NULL, kind TEXT NOT NULL, insured BOOLEAN NOT NULL, owner_id INTEGER NOT NULL REFERENCES owners (id));
CREATE TABLE sales (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, held_on DATE NOT NULL, hall TEXT NOT NULL);
`;

let river: Business;
beforeAll(async () => {
  river = await openFixture("days-and-ways", tables, (database) => {
    database.exec("INSERT INTO quays VALUES (1, 'Lille', 'France'), (2, 'Ghent', 'Belgium'), (3, 'Trier', 'Germany')");
    database.exec("INSERT INTO owners VALUES (1, 'Ness Mill', 'France'), (2, 'Lind Mill', 'Germany')");
    database.exec(`INSERT INTO loads VALUES (1, 'B-1', 1, 1, 3, '2026-05-01', '2026-05-05', '2026-05-04', 10), (2, 'B-2', 2, 3, 1, '2026-05-09', '2026-05-12', '2026-05-14', 10),
      (3, 'B-3', 2, 1, 2, '2026-05-15', '2026-05-20', NULL, 10), (4, 'B-4', 1, 1, 3, '2026-05-21', '2026-05-22', '2026-05-25', 10)`);
    database.exec("INSERT INTO keepers VALUES (1, 'Ada Ness', 2), (2, 'Bo Lind', 3)");
    database.exec(
      "INSERT INTO craft VALUES (1, 'Heron', 'Barge', 1, 1), (2, 'Egret', 'Barge', 0, 1), (3, 'Teal', 'Barge', 1, 2), (4, 'Coot', 'Punt', 1, 1)",
    );
    database.exec("INSERT INTO loads VALUES (5, 'B-5', 1, 2, 3, '2026-06-01', '2026-06-02', '2026-06-02', 10)");
    database.exec(
      "INSERT INTO sales VALUES (1, 'Spring sale', '2026-03-01', 'Corn hall'), (2, 'Wool sale', '2026-04-01', 'Corn hall'), (3, 'Last sale', '2026-05-01', 'Old barn')",
    );
  });
});
afterAll(() => river.datasource.close());

const expectRows = (question: string, sql: string) => river.expectRows(question, sql);

describe("days", () => {
  it.each([
    ["how many loads were sent between 1 and 15 May 2026", "SELECT 3"],
    ["how many loads were sent from 9 to 21 May 2026", "SELECT 3"],
    ["how many loads were sent between May 2 and 14, 2026", "SELECT 1"],
  ])("%s: both are of the month", expectRows);

  it.each([
    ["how many loads were not delivered on time", "SELECT 2"],
    ["how many loads did not arrive on time", "SELECT 2"],
    ["loads sent in May 2026 that did not arrive by the promised date", "SELECT load_no FROM loads WHERE id IN (2, 4)"],
  ])("%s: they came late", expectRows);
});

describe("ways", () => {
  it("from one country to another are those of the quays, and not of the owners", () =>
    expectRows("how many loads went from France to Germany", "SELECT 2"));
});

describe("where a way begins", () => {
  it("is no other end of it, where no key says which", () => {
    const reading = river.ask("keepers who moved from Ghent to Trier");
    expect(reading.kind).not.toBe("query");
  });
});

describe("a kind beside a flag", () => {
  it("is what is asked for, whoever it belongs to", () =>
    expectRows("insured barges whose owner is in France", "SELECT craft_name FROM craft WHERE id IN (1)"));
});

describe("both of two months", () => {
  it("are of the year that is said once", () =>
    expectRows("owners with loads in both May and June 2026", "SELECT name FROM owners WHERE id IN (1)"));
});

describe("sales that have names", () => {
  it("are rows where no figure is asked for", () =>
    expectRows("sales in the Corn hall", "SELECT title FROM sales WHERE id IN (1, 2)"));
});
