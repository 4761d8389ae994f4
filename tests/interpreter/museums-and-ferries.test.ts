import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { splitIdentifier } from "../../packages/interpreter/src/language/inflection.ts";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openFixture } from "./business.ts";

/** A museum as an older system keeps it: people in roles by keys that are not declared, flags that may be unknown. */
const museumTables = `
CREATE TABLE GALLERY (GALLERY_CD TEXT PRIMARY KEY, GALLERY_NM TEXT NOT NULL, HEAD_EMP_NO INTEGER);
CREATE TABLE STAFF (EMP_NO INTEGER PRIMARY KEY, FNAME TEXT NOT NULL, LNAME TEXT NOT NULL, GALLERY_CD TEXT, ANNL_SAL REAL NOT NULL);
CREATE TABLE EXHIBITS (EXH_NO INTEGER PRIMARY KEY, TITLE TEXT NOT NULL, GALLERY_CD TEXT NOT NULL, KEEPER_EMP_NO INTEGER, GRADE_CD TEXT NOT NULL);
`;

/** Ferries, whose sailings have four moments, and delays in minutes; crews are paid by the hour. */
const ferryTables = `
CREATE TABLE ports (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE sailings (id INTEGER PRIMARY KEY, code TEXT NOT NULL, port_id INTEGER NOT NULL REFERENCES ports (id), scheduled_departure TEXT NOT NULL, actual_departure TEXT, scheduled_arrival TEXT NOT NULL, actual_arrival TEXT);
CREATE TABLE delays (id INTEGER PRIMARY KEY, sailing_id INTEGER NOT NULL REFERENCES sailings (id), cause TEXT NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE shifts (id INTEGER PRIMARY KEY, sailing_id INTEGER NOT NULL REFERENCES sailings (id), deckhand TEXT NOT NULL, paid_hours REAL NOT NULL);
`;

/** Balloon trips from field to field. */
const hopTables = `
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE balloons (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE flights (id INTEGER PRIMARY KEY, balloon_id INTEGER NOT NULL REFERENCES balloons (id), distance_km INTEGER NOT NULL, begun_on TEXT NOT NULL);
CREATE TABLE hops (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, origin_field_id INTEGER NOT NULL REFERENCES fields (id), destination_field_id INTEGER NOT NULL REFERENCES fields (id), held_on TEXT NOT NULL);
`;

let hops: Business;
let museum: Business;
let ferries: Business;
beforeAll(async () => {
  museum = await openFixture("museum", museumTables, (database) => {
    database.exec("INSERT INTO GALLERY VALUES ('G1', 'Maps', 1), ('G2', 'Coins', 3)");
    database.exec(`INSERT INTO STAFF VALUES (1, 'Ann', 'Ro', 'G1', 100), (2, 'Ben', 'Sol', 'G1', 50), (3, 'Cid', 'Tam', 'G2', 90),
      (4, 'Dov', 'Ur', 'G2', 60)`);
    database.exec(`INSERT INTO EXHIBITS VALUES (1, 'Atlas', 'G1', 2, 'A'), (2, 'Globe', 'G1', 2, 'B'), (3, 'Penny', 'G2', 4, 'A'), (4, 'Dime', 'G2', NULL, 'B'),
      (5, 'Mint', 'G2', 2, 'A')`);
  });
  ferries = await openFixture("ferries", ferryTables, (database) => {
    database.exec("INSERT INTO ports VALUES (1, 'Skarsund'), (2, 'Holmen')");
    database.exec(`INSERT INTO sailings VALUES (1, 'F1', 1, '2024-05-02 08:00', '2024-05-02 09:30', '2024-05-02 10:00', '2024-05-02 11:30'),
      (2, 'F2', 1, '2024-05-03 08:00', '2024-05-03 08:20', '2024-05-03 10:00', '2024-05-03 09:55'),
      (3, 'F3', 2, '2024-05-03 21:00', '2024-05-03 21:00', '2024-05-04 00:30', '2024-05-04 00:20'), (4, 'F4', 2, '2024-05-09 08:00', NULL, '2024-05-09 10:00', NULL)`);
    database.exec("INSERT INTO delays VALUES (1, 1, 'fog', 90), (2, 2, 'crew', 20)");
    database.exec("INSERT INTO shifts VALUES (1, 1, 'Ann', 4), (2, 2, 'Ben', 3), (3, 3, 'Cid', 0.5)");
  });
  hops = await openFixture("hops", hopTables, (database) => {
    database.exec(
      "INSERT INTO fields VALUES (1, 'Lille', 'FR'), (2, 'Basel', 'CH'), (3, 'Bern', 'CH'), (4, 'Lugano', 'CH')",
    );
    database.exec("INSERT INTO balloons VALUES (1, 'Poppy'), (2, 'Iris'), (3, 'Lupin')");
    database.exec(
      "INSERT INTO flights VALUES (1, 1, 30, '2024-05-01'), (2, 1, 40, '2024-05-09'), (3, 2, 60, '2024-05-12'), (4, 2, 90, '2023-05-12')",
    );
    database.exec(`INSERT INTO hops VALUES (1, 'H1', 1, 2, '2024-05-01'), (2, 'H2', 2, 1, '2024-05-02'), (3, 'H3', 1, 3, '2024-05-03'),
      (4, 'H4', 3, 2, '2024-07-01')`);
  });
});
afterAll(async () => {
  await hops.datasource.close();
  await museum.datasource.close();
  await ferries.datasource.close();
});

describe("somebody in a role, by a key that ends like that of the people and that nothing declares", () => {
  it.each([
    ["who is the head of Maps", "SELECT 'Ann', 'Ro'"],
    ["heads of galleries", "SELECT FNAME, LNAME FROM STAFF WHERE EMP_NO IN (1, 3)"],
    ["galleries and their heads", "SELECT GALLERY_NM, FNAME, LNAME FROM GALLERY JOIN STAFF ON EMP_NO = HEAD_EMP_NO"],
    ["exhibits without a keeper", "SELECT TITLE FROM EXHIBITS WHERE KEEPER_EMP_NO IS NULL"],
    ["keepers with more than 2 exhibits", "SELECT 'Ben', 'Sol'"],
    ["who is the keeper of Penny", "SELECT 'Dov', 'Ur'"],
  ])("has a name: %s", async (question, sql) => {
    await museum.expectRows(question, sql);
  });

  it("is not where the people of a place are looked for", async () => {
    await museum.expectRows(
      "number of staff per gallery",
      "SELECT GALLERY_NM, COUNT(*) FROM STAFF JOIN GALLERY USING (GALLERY_CD) GROUP BY GALLERY_CD",
    );
  });
});

describe("what is kept with four moments", () => {
  it.each([
    ["late sailings", "SELECT 'F1'"],
    ["how many sailings arrived late", "SELECT 1"],
    ["which sailings departed late", "SELECT code FROM sailings WHERE id IN (1, 2)"],
    ["how many sailings departed on time", "SELECT 1"],
  ])("is late by those two that are meant, to the minute: %s", async (question, sql) => {
    await ferries.expectRows(question, sql);
  });
});

describe("a delay that is a row of its own", () => {
  it.each([
    ["how many sailings were delayed by more than an hour", "SELECT 1"],
    ["sailings with a delay of more than an hour", "SELECT 'F1'"],
    ["how many delays of more than 15 minutes", "SELECT 2"],
  ])("is measured by its own minutes, whatever hours others have: %s", async (question, sql) => {
    await ferries.expectRows(question, sql);
  });
});

describe("short forms of schools, libraries and payrolls", () => {
  it.each([
    ["STUD_NO", "student no"],
    ["CRSE", "course"],
    ["ANNL_SAL", "annual salary"],
    ["PMT_METH", "payment method"],
    ["INTL_FLG", "international flag"],
    ["PUBL_YR", "published yr"],
    ["ENR_DT", "enrolled date"],
    ["FT_FLG", "full time flag"],
    ["REF_ONLY_FLG", "reference only flag"],
    ["REF_TABLES", "ref tables"],
  ])("are read in full: %s", (name, words) => {
    expect(splitIdentifier(name).join(" ")).toBe(words);
  });
});

describe("ways between two places, by a key for where they begin and one for where they end", () => {
  it.each([
    ["hops by origin", "SELECT 'Lille', 2 UNION SELECT 'Basel', 1 UNION SELECT 'Bern', 1"],
    ["hops by destination country", "SELECT 'CH', 3 UNION SELECT 'FR', 1"],
    ["number of hops per origin country", "SELECT 'CH', 2 UNION SELECT 'FR', 2"],
    ["which destination has the most hops", "SELECT 'Basel'"],
    ["how many hops from Lille or Bern", "SELECT 3"],
    ["how many hops from Lille and Bern", "SELECT 3"],
    ["how many hops from Lille to Basel or Lugano", "SELECT 1"],
    ["how many hops from Lille vs Bern", "SELECT 'Lille', 2 UNION SELECT 'Bern', 1"],
    ["how many hops between Lille and Basel", "SELECT 2"],
    ["upcoming hops", "SELECT 'H4'"],
    ["upcoming hops in the next 30 days", "SELECT 'H4'"],
  ])("are told apart: %s", async (question, sql) => {
    await hops.expectRows(question, sql);
  });
});

describe("the sentence of an answer", () => {
  const told = async (business: Business, question: string) => {
    const { reading, result } = await business.answer(question);
    return verbalize(reading.form, result);
  };

  it("says by which end places are meant, whatever of them is said", async () => {
    expect(await told(hops, "how many hops from FR or CH")).toBe(
      "There are 4 hops with origin field country “FR” or “CH”.",
    );
    expect(await told(hops, "how many hops from Lille to Basel")).toBe(
      "There is 1 hop with origin field “Lille” and destination field “Basel”.",
    );
  });

  it("calls those who are picked by their rows what they are", async () => {
    expect(await told(museum, "keepers with more than 2 exhibits")).toBe("Ben Sol.");
    expect(await told(museum, "keepers with more than 1 exhibit")).toBe("Ben Sol.");
    expect(await told(museum, "keepers with more than 9 exhibits")).toBe(
      "There are no staff with more than 9 exhibits.",
    );
  });
});

describe("what flew", () => {
  it.each([
    ["which balloon flew the most kilometres this year", "SELECT 'Poppy'"],
    ["which balloons have not flown this year", "SELECT 'Lupin'"],
  ])("is told by its flights: %s", async (question, sql) => {
    await hops.expectRows(question, sql);
  });
});
