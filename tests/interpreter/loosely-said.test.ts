import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A theatre: seats sold by box office staff, some of whom were trained by others, and shows at which an understudy plays. */
const tables = `
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tutor_id INTEGER REFERENCES players (id));
CREATE TABLE shows (id INTEGER PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES players (id), understudy_id INTEGER REFERENCES players (id), played_on DATE NOT NULL, hall_rent NUMERIC NOT NULL);
CREATE TABLE models (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), ordered_at TIMESTAMP NOT NULL, total NUMERIC NOT NULL);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), model_id INTEGER NOT NULL REFERENCES models (id), quantity INTEGER NOT NULL);
`;

let theatre: Business;
beforeAll(async () => {
  theatre = await openFixture("loosely-said", tables, (database) => {
    database.exec(
      "INSERT INTO customers VALUES (1, 'Ada Ness', 'Oban'), (2, 'Bo Lind', 'Oban'), (3, 'Cy Moe', 'Perth')",
    );
    database.exec("INSERT INTO players VALUES (1, 'Di Orr', NULL), (2, 'Ed Pim', 1), (3, 'Flo Quist', 1)");
    database.exec(`INSERT INTO shows VALUES (1, 1, NULL, '2023-12-20', 300), (2, 1, 3, '2023-12-26', 250), (3, 2, 3, '2024-03-02', 400),
      (4, 2, NULL, '2024-05-09', 120)`);
    database.exec("INSERT INTO models VALUES (1, 'Mask'), (2, 'Poster'), (3, 'Mug')");
    database.exec(`INSERT INTO orders VALUES (1, 1, '2023-07-10 10:00', 20), (2, 1, '2023-12-20 10:00', 90), (3, 2, '2023-12-27 10:00', 10),
      (4, 2, '2024-05-02 10:00', 30), (5, 2, '2024-06-04 10:00', 15)`);
    database.exec(
      "INSERT INTO order_lines VALUES (1, 1, 1, 4), (2, 2, 2, 1), (3, 3, 2, 2), (4, 4, 1, 3), (5, 5, 3, 1)",
    );
  });
});
afterAll(async () => {
  await theatre.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await theatre.expectRows(question, sql);
};

const says = async (question: string): Promise<string> => {
  const { reading, result } = await theatre.answer(question);
  return verbalize(reading.form, result);
};

describe("a time of the year", () => {
  it.each([
    ["how many orders since spring", "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2024-03-01'"],
    [
      "how many orders did we have last summer",
      "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2023-06-01' AND ordered_at < '2023-09-01'",
    ],
    [
      "how many shows in winter 2023",
      "SELECT COUNT(*) FROM shows WHERE played_on >= '2023-12-01' AND played_on < '2024-03-01'",
    ],
    [
      "how many orders in the week before christmas",
      "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2023-12-18' AND ordered_at < '2023-12-25'",
    ],
    ["how many shows since Christmas", "SELECT COUNT(*) FROM shows WHERE played_on >= '2023-12-25'"],
    [
      "how many orders before christmas last year",
      "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2023-12-01' AND ordered_at < '2023-12-25'",
    ],
  ])("is read as days: %s", expectRows);

  it("is told in days", async () => {
    expect(await says("how many orders since spring")).toBe("There are 2 orders since 1 March 2024.");
  });

  it("is a name where the data has one", async () => {
    const fair = await openFixture(
      "loosely-said-fair",
      "CREATE TABLE stalls (id INTEGER PRIMARY KEY, name TEXT NOT NULL, season TEXT NOT NULL, let_on DATE NOT NULL)",
      (database) =>
        database.exec("INSERT INTO stalls VALUES (1, 'A1', 'spring', '2024-01-01'), (2, 'A2', 'autumn', '2024-01-02')"),
    );
    await fair.expectRows("how many stalls in spring", "SELECT COUNT(*) FROM stalls WHERE season = 'spring'");
    await fair.datasource.close();
  });
});

describe("“in a while”", () => {
  it.each([
    "customers who haven't ordered in a while",
    "customers who have not ordered for a long time",
    "which customers havent ordered in ages",
  ])("is read as six months: %s", async (question) => {
    await theatre.expectRows(
      question,
      "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE ordered_at >= '2023-12-16')",
    );
  });
});

describe("when something is done most", () => {
  it.each([
    [
      "when do people buy the most",
      "SELECT strftime('%m', ordered_at), COUNT(*) FROM orders GROUP BY 1 ORDER BY 2 DESC",
    ],
    [
      "when do we have the most shows",
      "SELECT strftime('%m', played_on), COUNT(*) FROM shows GROUP BY 1 ORDER BY 2 DESC",
    ],
  ])("is told by the months of the year: %s", expectRows);

  it("names several of those who do it, where several are asked for", async () => {
    await theatre.expectRows(
      "Which customers order the most?",
      "SELECT name, COUNT(*) FROM customers JOIN orders ON customer_id = customers.id GROUP BY customers.id ORDER BY 2 DESC",
    );
    expect(await says("which customer orders the most")).toBe("The customer with the most orders is Bo Lind.");
  });
});

describe("two sides", () => {
  it("are not told by one of them", () => {
    const answer = theatre.ask("shows played vs planned by month");
    expect(answer).toMatchObject({ kind: "not_understood" });
    expect(JSON.stringify(answer)).toContain("played vs planned");
  });
});

describe("the largest row", () => {
  it("is told with its figure", async () => {
    expect(await says("what is the biggest order we ever had")).toBe("Order 2 has the highest total: 90.");
    expect(await says("oldest show")).toContain("20 December 2023");
  });
});

describe("what there is to sell", () => {
  it.each([
    ["how many models do we sell?", "SELECT COUNT(*) FROM models"],
    ["which models do you carry", "SELECT name FROM models"],
    [
      "which models are not selling well",
      "SELECT models.name, SUM(quantity) FROM models JOIN order_lines ON model_id = models.id GROUP BY models.id ORDER BY 2",
    ],
    [
      "how many models are in an order on average",
      "SELECT 1.0 * COUNT(*) / (SELECT COUNT(*) FROM orders) FROM order_lines",
    ],
  ])("is not what was sold: %s", expectRows);
});

describe("somebody whom only a key says", () => {
  it.each([
    ["players with a tutor", "SELECT name FROM players WHERE tutor_id IS NOT NULL"],
    ["players who have a tutor", "SELECT name FROM players WHERE tutor_id IS NOT NULL"],
    ["how many shows with an understudy", "SELECT COUNT(*) FROM shows WHERE understudy_id IS NOT NULL"],
    ["how many shows did understudies do", "SELECT COUNT(*) FROM shows WHERE understudy_id IS NOT NULL"],
    ["how many shows were played by understudies", "SELECT COUNT(*) FROM shows WHERE understudy_id IS NOT NULL"],
  ])("is not left out: %s", expectRows);
});

describe("words of politeness", () => {
  it.each([
    [
      "I would very much appreciate a list of all customers in Oban, if that is not too much trouble",
      "SELECT name FROM customers WHERE town = 'Oban'",
    ],
    ["show all customers in Perth if you don't mind", "SELECT name FROM customers WHERE town = 'Perth'"],
  ])("deny nothing: %s", expectRows);
});

describe("coming back", () => {
  it("is to order more than once", async () => {
    await theatre.expectRows("how many customers come back to order again", "SELECT 2");
  });
});
