import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A library of toys: what is lent to families, mended by helpers, sent round in boxes that sponsors pay for. */
const tables = `
CREATE TABLE families (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, phone TEXT, kind TEXT NOT NULL, lodge TEXT NOT NULL);
CREATE TABLE helpers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, born_on DATE);
CREATE TABLE toys (id INTEGER PRIMARY KEY, name TEXT NOT NULL, make TEXT NOT NULL, power TEXT NOT NULL, price_cents INTEGER NOT NULL, neighborhood TEXT NOT NULL);
CREATE TABLE loans (id INTEGER PRIMARY KEY, toy_id INTEGER NOT NULL REFERENCES toys (id), family_id INTEGER NOT NULL REFERENCES families (id), lent_on DATE NOT NULL, fee_cents INTEGER NOT NULL);
CREATE TABLE fairs (id INTEGER PRIMARY KEY, title TEXT NOT NULL, is_cancelled INTEGER NOT NULL, opened_at TIMESTAMP NOT NULL);
CREATE TABLE visits (family_id INTEGER NOT NULL REFERENCES families (id), fair_id INTEGER NOT NULL REFERENCES fairs (id), PRIMARY KEY (family_id, fair_id));
CREATE TABLE repairs (id INTEGER PRIMARY KEY, toy_id INTEGER NOT NULL REFERENCES toys (id), helper_id INTEGER NOT NULL REFERENCES helpers (id), begun_on DATE NOT NULL, done_on DATE, hours REAL NOT NULL);
CREATE TABLE kilns (id INTEGER PRIMARY KEY, label TEXT NOT NULL, fuel TEXT NOT NULL);
CREATE TABLE vans (id INTEGER PRIMARY KEY, plate TEXT NOT NULL);
CREATE TABLE boxes (id INTEGER PRIMARY KEY, label TEXT NOT NULL, weight_kg REAL NOT NULL);
CREATE TABLE rounds (id INTEGER PRIMARY KEY, van_id INTEGER NOT NULL REFERENCES vans (id), driven_on DATE NOT NULL);
CREATE TABLE round_boxes (round_id INTEGER NOT NULL REFERENCES rounds (id), box_id INTEGER NOT NULL REFERENCES boxes (id), PRIMARY KEY (round_id, box_id));
`;

let toys: Business;
beforeAll(async () => {
  toys = await openFixture("not-kept", tables, (database) => {
    database.exec(
      `INSERT INTO families VALUES (1, 'Ada Ness', '555-1', 'household', 'Hill'), (2, 'Bo Lind', '555-2', 'household', 'Dale'), (3, 'Cy Moe', NULL, 'nursery', 'Hill')`,
    );
    database.exec(
      `INSERT INTO helpers VALUES (1, 'Di Orr', 'joiner', '1980-06-20'), (2, 'Ed Pim', 'painter', '1991-01-02'), (3, 'Flo Quist', 'joiner', NULL)`,
    );
    database.exec(
      `INSERT INTO toys VALUES (1, 'Crane', 'Holz', 'electric', 4500, 'Hill'), (2, 'Barge', 'Holz', 'wind', 1200, 'Dale'), (3, 'Sledge', 'Tann', 'none', 2500, 'Hill')`,
    );
    database.exec(
      `INSERT INTO loans VALUES (1, 1, 1, '2024-05-02', 300), (2, 2, 1, '2024-05-09', 200), (3, 1, 2, '2024-06-01', 300)`,
    );
    database.exec(
      `INSERT INTO fairs VALUES (1, 'Spring fair', 0, '2024-05-01 09:30'), (2, 'Ice fair', 1, '2024-06-02 10:00')`,
    );
    database.exec(`INSERT INTO visits VALUES (1, 1), (2, 1), (2, 2)`);
    database.exec(
      `INSERT INTO repairs VALUES (1, 1, 1, '2024-05-04', '2024-05-06', 2), (2, 1, 2, '2024-05-20', NULL, 1), (3, 3, 1, '2024-06-04', NULL, 3)`,
    );
    database.exec(`INSERT INTO vans VALUES (1, 'KR 1'), (2, 'KR 2')`);
    database.exec(`INSERT INTO kilns VALUES (1, 'K1', 'gas'), (2, 'K2', 'gas'), (3, 'K3', 'wood')`);
    database.exec(`INSERT INTO boxes VALUES (1, 'B1', 4.5), (2, 'B2', 6)`);
    database.exec(`INSERT INTO rounds VALUES (1, 1, '2024-05-03')`);
    database.exec(`INSERT INTO round_boxes VALUES (1, 1), (1, 2)`);
  });
});
afterAll(() => toys.datasource.close());

const expectRefusal = (question: string) => {
  expect(toys.ask(question).kind).toBe("not_understood");
};
const expectRows = async (question: string, sql: string) => {
  await toys.expectRows(question, sql);
};

describe("a word for which nothing is kept is not left out where it says which rows are meant", () => {
  it.each([
    "which helper is the kindest",
    "toys washed last week",
    "toys painted on a Sunday",
    "toys insured for more than 20",
    "families with an electric stove",
    "toys in the attic",
    "how many toys are in the attic",
    "loans that are disputed",
    "who opened our leaflet last month",
    "families who moved to a rival",
    "fees of loans after tax",
    "who scrubbed the toys",
    "who packed loan 2",
    "which families have an electric stove",
    "helpers who were absent last week",
    "toys picked up at the gate",
    "toys sent to the family's cottage",
    "families on the waiting list",
    "families who are cousins of a helper",
    "visits where the family quarrelled",
    "families born in May",
    "when does the Spring fair open on Saturday",
    "sales commission per family",
    "cause of death of Ada Ness",
    "toll refunds per toy",
  ])("%s", expectRefusal);

  it.each([
    [
      "toys lent last month",
      "SELECT name FROM toys WHERE id IN (SELECT toy_id FROM loans WHERE lent_on >= '2024-05-01' AND lent_on < '2024-06-01')",
    ],
    ["who handled the most repairs", "SELECT full_name FROM helpers WHERE id = 1"],
    ["which toys are electric", "SELECT name FROM toys WHERE power = 'electric'"],
    ["how many toys are there", "SELECT COUNT(*) FROM toys"],
    ["which toy has the highest price", "SELECT name FROM toys ORDER BY price_cents DESC LIMIT 1"],
  ])("but its neighbours are answered: %s", expectRows);
});

describe("something that is called alike is no answer for what is not kept", () => {
  it.each([
    ["hours of days", "repairs by hour of the day"],
    ["an average, by a sum kept in cents", "average household income by lodge"],
    ["people's income, by what they paid", "income of the families"],
    ["what a van weighs, by its boxes", "weight of the vans"],
    ["how often a kiln is used, by kilns of its fuel", "which kiln is used the most"],
    ["who cancelled, by cancelled fairs", "families who cancelled"],
    ["neighbours, by a neighbourhood", "neighbours of Crane"],
    ["what others think of somebody, by all of them", "helpers rated by families"],
    ["a thing in the plural, by somebody of that name", "how many quists are there per toy"],
    ["a family's birthdays, by those of helpers", "family birthdays this month"],
    ["a way of doing it, by phone numbers", "loans made by phone"],
  ])("%s", (_kind, question) => {
    expectRefusal(question);
  });

  it.each([
    ["fairs by hour of the day", "SELECT strftime('%H', opened_at) AS hour, COUNT(*) FROM fairs GROUP BY hour"],
    [
      "average fee by lodge",
      "SELECT lodge, AVG(fee_cents) / 100.0 FROM loans JOIN families ON families.id = family_id GROUP BY lodge",
    ],
    ["which toy is lent the most", "SELECT name FROM toys WHERE id = 1"],
    ["weight of the boxes", "SELECT weight_kg FROM boxes"],
    ["which fairs are cancelled", "SELECT title FROM fairs WHERE is_cancelled = 1"],
  ])("but its neighbours are answered: %s", expectRows);
});
