import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A canteen kitchen in the tables of an old system: what is thrown away, what is ordered in which currency, and who leads whom. */
const tables = `
CREATE TABLE dim_cook (cook_key INTEGER PRIMARY KEY, cook_name TEXT NOT NULL, lead_key INTEGER REFERENCES dim_cook (cook_key));
CREATE TABLE dim_dish (dish_key INTEGER PRIMARY KEY, descr TEXT NOT NULL, categ TEXT NOT NULL);
CREATE TABLE dim_cause (cause_key INTEGER PRIMARY KEY, cause_code TEXT NOT NULL, cause_text TEXT NOT NULL);
CREATE TABLE fct_waste (waste_key INTEGER PRIMARY KEY, dish_key INTEGER NOT NULL REFERENCES dim_dish (dish_key), cause_key INTEGER NOT NULL REFERENCES dim_cause (cause_key), waste_date DATE NOT NULL, waste_quantity INTEGER NOT NULL);
CREATE TABLE fct_supply (supply_no INTEGER PRIMARY KEY, cook_key INTEGER NOT NULL REFERENCES dim_cook (cook_key), order_dt DATE NOT NULL, ship_dt DATE, stat_cd TEXT NOT NULL, curr_cd TEXT NOT NULL, tot_amt NUMERIC NOT NULL, clean_cost_cents INTEGER NOT NULL);
CREATE VIEW v_open_supply AS SELECT s.supply_no, s.cook_key, c.cook_name, s.order_dt FROM fct_supply s JOIN dim_cook c ON c.cook_key = s.cook_key WHERE s.stat_cd = 'OPEN';
`;

let kitchen: Business;
beforeAll(async () => {
  kitchen = await openFixture("weighed-and-coded", tables, (database) => {
    database.exec("INSERT INTO dim_cook VALUES (1, 'Ada Ness', NULL), (2, 'Bo Lind', 1), (3, 'Cy Moe', 1)");
    database.exec("INSERT INTO dim_dish VALUES (1, 'Soup', 'warm'), (2, 'Salad', 'cold'), (3, 'Bread', 'cold')");
    database.exec("INSERT INTO dim_cause VALUES (1, 'C1', 'burnt'), (2, 'C2', 'left over')");
    database.exec(
      `INSERT INTO fct_waste VALUES (1, 1, 1, '2024-03-02', 4), (2, 1, 2, '2024-03-09', 7), (3, 2, 2, '2024-05-01', 30)`,
    );
    database.exec(`INSERT INTO fct_supply VALUES (1, 1, '2024-03-01', '2024-03-03', 'SHIP', 'EUR', 100, 250), (2, 1, '2024-03-05', NULL, 'CANC', 'GBP', 50, 0),
      (3, 2, '2024-04-01', NULL, 'OPEN', 'EUR', 70, 1000), (4, 2, '2024-04-02', NULL, 'OPEN', 'GBP', 20, 0)`);
  });
});
afterAll(async () => {
  await kitchen.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await kitchen.expectRows(question, sql);
};

describe("what is weighed rather than counted", () => {
  it.each([
    ["total waste", "SELECT SUM(waste_quantity) FROM fct_waste"],
    ["how much waste was there in March", "SELECT SUM(waste_quantity) FROM fct_waste WHERE waste_date LIKE '2024-03%'"],
    [
      "waste from burnt this year",
      "SELECT SUM(waste_quantity) FROM fct_waste w JOIN dim_cause c USING (cause_key) WHERE cause_text = 'burnt'",
    ],
    [
      "which dish has the most waste",
      "SELECT descr FROM fct_waste JOIN dim_dish USING (dish_key) GROUP BY dish_key ORDER BY SUM(waste_quantity) DESC LIMIT 1",
    ],
  ])("is summed up: %s", expectRows);

  it("is counted by who has none of it", () =>
    expectRows("which dishes had no waste", "SELECT descr FROM dim_dish WHERE dish_key = 3"));

  it("has no rate that tells how many others have some", () => {
    expect(kitchen.ask("waste rate").kind).not.toBe("query");
  });
});

describe("the currency that each row says", () => {
  it.each([
    ["how many supplies in euros", "SELECT COUNT(*) FROM fct_supply WHERE curr_cd = 'EUR'"],
    ["number of supplies in GBP", "SELECT COUNT(*) FROM fct_supply WHERE curr_cd = 'GBP'"],
    ["total amount in pounds", "SELECT SUM(tot_amt) FROM fct_supply WHERE curr_cd = 'GBP'"],
  ])("is kept to: %s", expectRows);
});

describe("names that are shortened", () => {
  it.each([
    ["how many supplies were cancelled", "SELECT COUNT(*) FROM fct_supply WHERE stat_cd = 'CANC'"],
    ["number of dishes per category", "SELECT categ, COUNT(*) FROM dim_dish GROUP BY categ"],
    ["open supplies", "SELECT * FROM v_open_supply"],
    ["which dishes had waste in May", "SELECT descr FROM dim_dish WHERE dish_key = 2"],
  ])("are read in full: %s", expectRows);
});

describe("who does what", () => {
  it("is whom somebody manages", () =>
    expectRows("how many cooks does Ada Ness manage", "SELECT COUNT(*) FROM dim_cook WHERE lead_key = 1"));

  it("is no day on which it is done", () => {
    expect(kitchen.ask("which carrier delivers the most supplies").kind).not.toBe("query");
  });

  it("is summed up of what is called like the verb and its thing", () =>
    expectRows("how much did we spend on cleaning", "SELECT SUM(clean_cost_cents) / 100.0 FROM fct_supply"));
});
