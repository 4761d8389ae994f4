import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE pickers (picker_id INTEGER PRIMARY KEY, last_name TEXT NOT NULL, hourly_wage NUMERIC NOT NULL, postal_code TEXT);
CREATE TABLE treehouse (treehouse_id INTEGER PRIMARY KEY, name TEXT NOT NULL, LadderNo INTEGER NOT NULL,
  max_platform_load INTEGER NOT NULL, colour TEXT NOT NULL);
CREATE TABLE fruit_crate (crate_id INTEGER PRIMARY KEY, picker_id INTEGER NOT NULL REFERENCES pickers (picker_id),
  gkw NUMERIC NOT NULL, packed_on DATE NOT NULL);
CREATE TABLE q3_harvest (row INTEGER NOT NULL, baskets INTEGER NOT NULL, litres NUMERIC NOT NULL);
`;

let orchard: Business;
beforeAll(async () => {
  orchard = await openFixture("orchard", tables, (database) => {
    database.exec(
      "INSERT INTO pickers VALUES (1, 'Amsel', 14, '3900'), (2, 'Birk', 15, '7000'), (3, 'Clos', 17, '3930')",
    );
    database.exec("INSERT INTO q3_harvest VALUES (1, 12, 96.5), (2, 8, 70)");
    database.exec("INSERT INTO treehouse VALUES (1, 'Nest', 4, 250, 'green'), (2, 'Perch', 7, 400, 'grey')");
    database.exec(`INSERT INTO fruit_crate VALUES (1, 1, 12.5, '2024-05-01'), (2, 1, 10, '2024-05-02'),
      (3, 2, 8, '2024-05-02'), (4, 3, 20, '2024-05-04')`);
  });
});
afterAll(() => orchard.datasource.close());

describe("names in another form than the schema's", () => {
  it.each([
    ["How many tree houses are there?", "SELECT COUNT(*) FROM treehouse"],
    ["How many fruitcrates are there?", "SELECT COUNT(*) FROM fruit_crate"],
    ["What is the ladder number of the Perch tree house?", "SELECT LadderNo FROM treehouse WHERE name = 'Perch'"],
    ["What is the average mpl?", "SELECT AVG(max_platform_load) FROM treehouse"],
    ["What is the average gross kilo weight of the crates?", "SELECT AVG(gkw) FROM fruit_crate"],
    ["List the surnames of the pickers", "SELECT last_name FROM pickers"],
    ["What is the average hourly salary of the pickers?", "SELECT AVG(hourly_wage) FROM pickers"],
    ["Show the zip codes of the pickers", "SELECT postal_code FROM pickers"],
    ["Total litres in q3_harvest", "SELECT SUM(litres) FROM q3_harvest"],
    ["What is the average number of litres in q3-harvest.csv?", "SELECT AVG(litres) FROM q3_harvest"],
    ["Show q3_harvest.csv", "SELECT * FROM q3_harvest"],
    ["Tree houses by color", "SELECT colour, COUNT(*) FROM treehouse GROUP BY colour"],
  ])("%s", (question, sql) => orchard.expectRows(question, sql));

  it("leave what is a name as it is", async () => {
    const { reading } = await orchard.answer("Number of crates by picker");
    expect(reading.sql).toContain("last_name");
  });
});
