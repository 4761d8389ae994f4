import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { germanInEnglish } from "@parley/interpreter/language/german";
import { splitIdentifier } from "@parley/interpreter/language/inflection";
import { type Business, openBusiness, openFixture } from "./business.ts";

let business: Business;
let nursery: Business;
beforeAll(async () => {
  business = await openBusiness();
  nursery = await openFixture(
    "nursery",
    `CREATE TABLE kunden (kunden_nr INTEGER PRIMARY KEY, name TEXT NOT NULL, ort TEXT NOT NULL, angelegt_am DATE NOT NULL);
     CREATE TABLE pflanzen (id INTEGER PRIMARY KEY, bezeichnung TEXT NOT NULL, preis NUMERIC NOT NULL, lagerbestand INTEGER NOT NULL);
     CREATE TABLE bestellungen (id INTEGER PRIMARY KEY, kunden_nr INTEGER NOT NULL REFERENCES kunden (kunden_nr), bestelldatum DATE NOT NULL, status TEXT NOT NULL, gesamtbetrag NUMERIC NOT NULL);
     CREATE TABLE rechnungen (id INTEGER PRIMARY KEY, bestellung_id INTEGER NOT NULL REFERENCES bestellungen (id), rechnungsdatum DATE NOT NULL, faellig_am DATE NOT NULL, bezahlt_am DATE, betrag NUMERIC NOT NULL, status TEXT NOT NULL);`,
    (database) =>
      database.exec(`
        INSERT INTO kunden VALUES (1, 'Gärtnerei Amsel', 'Münster', '2023-01-05'), (2, 'Hof Brand', 'Lübeck', '2023-03-01'), (3, 'Park Celle', 'Celle', '2024-02-11');
        INSERT INTO pflanzen VALUES (1, 'Buchsbaum', 18, 40), (2, 'Ahorn', 55, 0), (3, 'Lavendel', 4, 300);
        INSERT INTO bestellungen VALUES (1, 1, '2023-05-02', 'geliefert', 420), (2, 1, '2024-05-20', 'storniert', 80), (3, 2, '2024-05-28', 'geliefert', 1500), (4, 2, '2024-06-03', 'offen', 260);
        INSERT INTO rechnungen VALUES (1, 1, '2023-05-04', '2023-06-04', '2023-05-20', 420, 'bezahlt'), (2, 3, '2024-05-30', '2024-06-10', NULL, 1500, 'offen'), (3, 4, '2024-06-05', '2024-07-05', NULL, 260, 'offen');`),
  );
});
afterAll(() => Promise.all([business.datasource.close(), nursery.datasource.close()]));

describe("German questions", () => {
  it.each([
    ["Durchschnittlicher Bestellwert nach Region", "average order value by region"],
    ["Welche fünf Produkte haben am meisten Umsatz gemacht?", "which 5 products have the most revenue"],
    ["Kannst du mir den Umsatz nach Kategorie zeigen?", "show the revenue by category"],
    ["Können Sie mir bitte sagen, wie viele Kunden wir haben?", "how many customers do we have"],
    ["Wie viel Umsatz haben wir im März 2024 gemacht?", "how much revenue do we have in March 2024"],
    ["Umsatz im Maerz 2024", "revenue in March 2024"],
    ["Wie viele Bestellungen wurden 2023 storniert?", "how many orders were cancelled in 2023"],
    ["Umsatz im 3. Quartal 2023", "revenue in Q3 2023"],
    ["Umsatz im ersten Halbjahr 2023", "revenue in the first half of 2023"],
    ["Wie viele Bestellungen gab es am 4. März 2024?", "how many orders are there on 4 March 2024"],
    ["Bestellungen über 1.000 Euro", "orders over 1000 euros"],
    ["Umsatzentwicklung 2023", "revenue by month in 2023"],
    ["Vergleiche den Umsatz von Deutschland und Frankreich", "compare the revenue of Germany and France"],
    ["Umsatz von Januar bis März 2024", "revenue from January to March 2024"],
    ["Wie hat sich der Umsatz 2023 entwickelt?", "revenue by month in 2023"],
    ["Welche Kunden haben mehr als 1000 Euro ausgegeben?", "which customers have spent more than 1000 euros"],
    ["Kunden, die dieses Jahr noch nichts bestellt haben", "customers who have not ordered this year"],
    ["Wie viel haben wir im Mai 2024 verkauft?", "how much did we sell in May 2024"],
    ["Wie viele Kunden gibt es außerhalb von Deutschland?", "how many customers are there outside Germany"],
    ["Gesamtumsatz je Kundensegment", "total revenue per customer segment"],
  ])("%s", async (german, plain) => {
    const [one, other] = [await business.answer(german), await business.answer(plain)];
    expect(one.reading.sql).toBe(other.reading.sql);
  });

  it("go on from one another", async () => {
    expect(await business.told("Umsatz 2023", "und im Vorjahr?")).toEqual(await business.told("revenue in 2022"));
    expect(await business.told("Umsatz 2023", "nur Deutschland")).toEqual(
      await business.told("revenue in Germany in 2023"),
    );
  });

  it("are none where most words are English", () => {
    const names = { isNamed: () => false, isValue: () => false };
    for (const text of [
      "how many orders in Wien",
      "the land of the patient",
      "top 5 artists",
      "die casting orders by team",
    ])
      expect(germanInEnglish(text, names)).toBeNull();
  });
});

describe("a database whose names are German", () => {
  it.each([
    [
      "Wie viele Kunden haben noch nie bestellt?",
      "SELECT COUNT(*) FROM kunden WHERE kunden_nr NOT IN (SELECT kunden_nr FROM bestellungen)",
    ],
    [
      "Umsatz pro Monat 2024",
      "SELECT strftime('%Y-%m', bestelldatum), SUM(gesamtbetrag) FROM bestellungen WHERE bestelldatum LIKE '2024%' GROUP BY 1",
    ],
    ["Wie viele Bestellungen wurden storniert?", "SELECT COUNT(*) FROM bestellungen WHERE status = 'storniert'"],
    ["Summe der offenen Rechnungen", "SELECT SUM(betrag) FROM rechnungen WHERE status = 'offen'"],
    [
      "Wie viele Rechnungen sind überfällig?",
      "SELECT COUNT(*) FROM rechnungen WHERE bezahlt_am IS NULL AND faellig_am < '2024-06-15'",
    ],
    ["kunden aus muenster", "SELECT name FROM kunden WHERE ort = 'Münster'"],
    ["Welche Pflanzen sind nicht mehr auf Lager?", "SELECT bezeichnung FROM pflanzen WHERE lagerbestand = 0"],
    ["How many orders were there in 2024?", "SELECT COUNT(*) FROM bestellungen WHERE bestelldatum LIKE '2024%'"],
    ["how many bestellungen are there", "SELECT COUNT(*) FROM bestellungen"],
  ])("%s", (question, sql) => nursery.expectRows(question, sql));

  it("is read word by word, unless its words are English, too", () => {
    expect(splitIdentifier("bestellpositionen")).toEqual(["order", "items"]);
    expect(splitIdentifier("faellig_am")).toEqual(["due", "on"]);
    for (const name of [
      "land_area",
      "price_tier",
      "art_type",
      "note",
      "tag_name",
      "status",
      "laden_weight",
      "am_pm",
      "rate",
    ])
      expect(splitIdentifier(name).join("_")).toBe(name);
  });
});
