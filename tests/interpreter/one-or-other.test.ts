import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A pottery: courses in two kilns, those who book them, and how they found it. */
const tables = `
CREATE TABLE kilns (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE potters (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, potter_type TEXT NOT NULL, insured BOOLEAN NOT NULL, status TEXT NOT NULL);
CREATE TABLE firings (id INTEGER PRIMARY KEY, kiln_id INTEGER NOT NULL REFERENCES kilns (id), potter_id INTEGER NOT NULL REFERENCES potters (id), fired_on DATE NOT NULL, device TEXT NOT NULL, payment_method TEXT NOT NULL, status TEXT NOT NULL, billing TEXT NOT NULL, price REAL NOT NULL, cracked BOOLEAN NOT NULL);
`;

let pottery: Business;
beforeAll(async () => {
  pottery = await openFixture("one-or-other", tables, (database) => {
    database.exec("INSERT INTO kilns VALUES (1, 'Ember'), (2, 'Cinder'), (3, 'Flint')");
    const potter = database.prepare("INSERT INTO potters VALUES (?, ?, ?, ?, ?)");
    for (let i = 1; i <= 30; i++)
      potter.run(
        i,
        `${["Ada", "Bo", "Cleo"][i % 3]} Ness${i}`,
        i % 3 === 0 ? "company" : "person",
        i % 4 === 0 ? 1 : 0,
        ["active", "left", "waiting"][i % 5] ?? "active",
      );
    const firing = database.prepare("INSERT INTO firings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (let i = 1; i <= 300; i++)
      firing.run(
        i,
        1 + ((i * i) % 3),
        1 + (i % 30),
        `2024-0${1 + (i % 6)}-1${i % 9}`,
        ["mobile", "desktop", "tablet"][i % 7] ?? "mobile",
        ["card", "invoice", "bank transfer"][i % 4] ?? "card",
        ["completed", "in transit", "cancelled"][i % 6] ?? "completed",
        i % 2 === 0 ? "monthly" : "yearly",
        20 + (i % 17),
        i % 8 === 0 ? 1 : 0,
      );
  });
});
afterAll(() => pottery.datasource.close());

const byKiln = (figure: string, where = "TRUE") =>
  `SELECT kilns.name, ${figure} FROM firings JOIN kilns ON kiln_id = kilns.id WHERE kilns.name IN ('Ember', 'Cinder') AND ${where} GROUP BY kilns.name`;

describe("one thing or the other", () => {
  it.each([
    ["do we have more firings in Ember or Cinder", byKiln("COUNT(*)")],
    ["which gets more firings, Ember or Cinder", byKiln("COUNT(*)")],
    ["Ember or Cinder: which has more firings", byKiln("COUNT(*)")],
    ["how does Ember compare with Cinder", byKiln("SUM(price)")],
    ["share of cracked firings Ember vs Cinder", byKiln("AVG(cracked)")],
    ["share of cracked firings in May in Ember vs Cinder", byKiln("AVG(cracked)", "fired_on LIKE '2024-05%'")],
    [
      "share of firings by card vs invoice",
      "SELECT payment_method, COUNT(*) * 1.0 / (SELECT COUNT(*) FROM firings) FROM firings WHERE payment_method IN ('card', 'invoice') GROUP BY 1",
    ],
    [
      "is the average price higher on desktop or mobile",
      "SELECT device, AVG(price) FROM firings WHERE device IN ('desktop', 'mobile') GROUP BY 1",
    ],
    [
      "are more potters active or waiting",
      "SELECT status, COUNT(*) FROM potters WHERE status IN ('active', 'waiting') GROUP BY 1",
    ],
  ])("is told by a figure of each: %s", (question, sql) => pottery.expectRows(question, sql));
});

describe("a value in other words than it is stored in", () => {
  it.each([
    ["how many firings on phones", "SELECT COUNT(*) FROM firings WHERE device = 'mobile'"],
    ["how many firings on computers", "SELECT COUNT(*) FROM firings WHERE device = 'desktop'"],
    ["how many firings were paid by credit card", "SELECT COUNT(*) FROM firings WHERE payment_method = 'card'"],
    ["how many firings were paid by wire", "SELECT COUNT(*) FROM firings WHERE payment_method = 'bank transfer'"],
    ["how many firings are on the way", "SELECT COUNT(*) FROM firings WHERE status = 'in transit'"],
    ["number of finished firings", "SELECT COUNT(*) FROM firings WHERE status = 'completed'"],
    ["how many corporate potters do we have", "SELECT COUNT(*) FROM potters WHERE potter_type = 'company'"],
    ["how many private potters do we have", "SELECT COUNT(*) FROM potters WHERE potter_type = 'person'"],
    ["how many former potters do we have", "SELECT COUNT(*) FROM potters WHERE status = 'left'"],
    ["how many firings are billed annually", "SELECT COUNT(*) FROM firings WHERE billing = 'yearly'"],
    [
      "total price of firings of business potters",
      "SELECT SUM(price) FROM firings JOIN potters ON potter_id = potters.id WHERE potter_type = 'company'",
    ],
  ])("is found: %s", (question, sql) => pottery.expectRows(question, sql));

  it.each(["total price of firings of working potters", "total price of firings of old potters"])(
    "is asked for where nothing stored is called so, and never left out: %s",
    (question) => expect(pottery.ask(question)).toHaveProperty("kind", "not_understood"),
  );
});
