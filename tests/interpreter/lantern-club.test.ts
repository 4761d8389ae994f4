import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A club that sends lanterns to patrons who hold a pass, buys them from makers, and has a yard where people work. */
const tables = `
CREATE TABLE patrons (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, born_on DATE, joined_on DATE NOT NULL, invited_by INTEGER REFERENCES patrons (id));
CREATE TABLE passes (id INTEGER PRIMARY KEY, patron_id INTEGER NOT NULL REFERENCES patrons (id), started_on DATE NOT NULL, cancelled_on DATE, state TEXT NOT NULL);
CREATE TABLE shipments (id INTEGER PRIMARY KEY, pass_id INTEGER NOT NULL REFERENCES passes (id), crate_month TEXT NOT NULL, shipped_on DATE, delivered_on DATE, carrier TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE makers (id INTEGER PRIMARY KEY, company TEXT NOT NULL, commission NUMERIC NOT NULL);
CREATE TABLE lanterns (id INTEGER PRIMARY KEY, title TEXT NOT NULL, shade TEXT NOT NULL, foldable BOOLEAN NOT NULL, unit_cost NUMERIC NOT NULL, list_price NUMERIC NOT NULL);
CREATE TABLE shipment_lines (id INTEGER PRIMARY KEY, shipment_id INTEGER NOT NULL REFERENCES shipments (id), lantern_id INTEGER NOT NULL REFERENCES lanterns (id), quantity INTEGER NOT NULL);
CREATE TABLE purchase_orders (id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES makers (id), lantern_id INTEGER NOT NULL REFERENCES lanterns (id), ordered_on DATE NOT NULL, quantity INTEGER NOT NULL, total_cost NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE ratings (id INTEGER PRIMARY KEY, patron_id INTEGER NOT NULL REFERENCES patrons (id), lantern_id INTEGER NOT NULL REFERENCES lanterns (id), sparks INTEGER NOT NULL, note TEXT, given_on DATE NOT NULL);
CREATE VIEW lantern_sparks AS SELECT lantern_id, COUNT(*) AS ratings, AVG(sparks) AS average_sparks FROM ratings GROUP BY lantern_id;
CREATE TABLE workers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, left_on DATE);
CREATE TABLE stalls (id INTEGER PRIMARY KEY, place TEXT NOT NULL, built_year INTEGER NOT NULL, rent NUMERIC NOT NULL, worker_id INTEGER NOT NULL REFERENCES workers (id), maker_id INTEGER NOT NULL REFERENCES makers (id));
CREATE TABLE work_sheets (id INTEGER PRIMARY KEY, lantern_id INTEGER NOT NULL REFERENCES lanterns (id), kind TEXT NOT NULL, expense NUMERIC NOT NULL, opened_on DATE NOT NULL);
`;

let club: Business;
beforeAll(async () => {
  club = await openFixture("lantern-club", tables, (database) => {
    database.exec(`INSERT INTO patrons VALUES (1, 'Ada Ness', 'Aber', '1980-06-03', '2023-01-02', NULL), (2, 'Bo Lind', 'Brae', '1990-03-08', '2024-05-02', 1),
      (3, 'Cy Moe', 'Aber', '1971-06-20', '2024-05-09', 1), (4, 'Di Orr', 'Brae', NULL, '2023-07-01', 2)`);
    database.exec(`INSERT INTO passes VALUES (1, 1, '2023-01-05', '2024-05-10', 'cancelled'), (2, 2, '2024-05-03', NULL, 'active'),
      (3, 3, '2024-05-10', NULL, 'active'), (4, 4, '2023-07-02', '2023-12-24', 'cancelled')`);
    database.exec(`INSERT INTO shipments VALUES (1, 1, '2024-04', '2024-04-02', '2024-04-06', 'Owl', 'arrived'), (2, 1, '2024-05', '2024-05-02', NULL, 'Owl', 'lost'),
      (3, 2, '2024-05', '2024-05-20', '2024-05-22', 'Jay', 'arrived'), (4, 3, '2024-05', '2024-05-30', '2024-06-05', 'Jay', 'arrived'), (5, 3, '2024-06', NULL, NULL, 'Owl', 'packed')`);
    database.exec("INSERT INTO makers VALUES (1, 'Glow', 5), (2, 'Gleam', 8)");
    database.exec(`INSERT INTO lanterns VALUES (1, 'Moth', 'paper', 1, 4, 9), (2, 'Wick', 'paper', 0, 2, 5), (3, 'Beam', 'glass', 1, 8, 7),
      (4, 'Buoy', 'glass', 0, 6, 20), (5, 'Dusk', 'paper', 1, 5, 30), (6, 'Gale', 'glass', 1, 5, 12)`);
    database.exec(
      "INSERT INTO shipment_lines VALUES (1, 1, 1, 1), (2, 1, 2, 2), (3, 2, 3, 4), (4, 3, 1, 1), (5, 4, 5, 1)",
    );
    database.exec(`INSERT INTO purchase_orders VALUES (1, 1, 1, '2024-01-05', 10, 35, 'received'), (2, 2, 3, '2024-02-05', 5, 45, 'cancelled'),
      (3, 2, 2, '2024-02-09', 5, 9, 'received')`);
    database.exec(
      "INSERT INTO ratings VALUES (1, 1, 1, 5, NULL, '2024-05-01'), (2, 2, 1, 5, 'good', '2024-05-02'), (3, 3, 1, 5, NULL, '2024-05-03'), (4, 1, 2, 1, NULL, '2024-05-04'), (5, 2, 3, 2, NULL, '2024-05-05')",
    );
    database.exec(
      "INSERT INTO workers VALUES (1, 'Eve', 'Yard', NULL), (2, 'Finn', 'Yard', '2024-02-01'), (3, 'Gus', 'Desk', NULL)",
    );
    database.exec("INSERT INTO stalls VALUES (1, 'Quay', 1990, 5, 1, 2), (2, 'Green', 2001, 6, 3, 1)");
    database.exec(`INSERT INTO work_sheets VALUES (1, 1, 'solder', 50, '2024-03-01'), (2, 2, 'paint', 30, '2024-03-04'), (3, 3, 'paint', 35, '2024-04-04'),
      (4, 3, 'solder', 5, '2024-05-04')`);
  });
});
afterAll(async () => {
  await club.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await club.expectRows(question, sql);
};
const expectRefusal = (question: string) => {
  expect(club.ask(question).kind).toBe("not_understood");
};

describe("rows that were sent", () => {
  it.each([
    ["how many shipments last month", "SELECT 3"],
    ["how many lost shipments last month", "SELECT 1"],
    ["how many shipments did we lose last month", "SELECT 1"],
    ["how many shipments were delivered last month", "SELECT 1"],
    ["shipments by month", "SELECT strftime('%Y-%m', shipped_on), COUNT(*) FROM shipments GROUP BY 1 ORDER BY 1"],
  ])("are of the day they were sent, and not of the pass they belong to: %s", expectRows);

  it.each([
    [
      "average delivery time by carrier",
      "SELECT carrier, AVG(julianday(delivered_on) - julianday(shipped_on)) FROM shipments GROUP BY carrier",
    ],
    ["how long does delivery take", "SELECT 4"],
  ])("are under way from then until they came: %s", expectRows);
});

describe("people who are lost", () => {
  it.each([
    ["how many patrons did we lose last month", "SELECT 1"],
    ["patrons we lost in 2023", "SELECT 'Di Orr'"],
    ["patrons who cancelled in May", "SELECT 'Ada Ness'"],
    ["number of churned patrons", "SELECT 2"],
    ["churn by month in 2024", "SELECT '2024-05', 1"],
  ])("are those whose pass was cancelled, and no shipments: %s", expectRows);
});

describe("the kind that does something most", () => {
  it.each([
    ["which kind of work sheets costs the most", "SELECT 'paint'"],
    ["which work sheet kind cost us the most", "SELECT 'paint'"],
    ["which shade of lanterns sells the most", "SELECT 'paper'"],
    ["which shade sells best", "SELECT 'paper'"],
  ])("is ranked as a whole: %s", expectRows);

  it("is not the one with most rows, where nothing is known of what they do", () => {
    expectRefusal("which shade of lanterns weighs the most");
  });
});

describe("a kind that holds of rows, before what is ranked", () => {
  it.each([
    ["cheapest foldable lantern", "SELECT 'Beam'"],
    ["most expensive foldable lantern", "SELECT 'Dusk'"],
  ])("restricts them: %s", expectRows);

  it("is told of one", async () => {
    const { reading, result } = await club.answer("cheapest foldable lantern");
    expect(verbalize(reading.form, result)).toContain("The foldable lantern");
  });
});

describe("what was bought from others", () => {
  it.each(["gross profit per shipment", "what is our profit"])("earns nothing: %s", expectRefusal);
});

describe("who works somewhere", () => {
  it("is asked of the people of the house who are still there, whatever works are done", async () => {
    await expectRows("who works in Yard", "SELECT 'Eve'");
    await expectRows("who works at the Desk", "SELECT 'Gus'");
    expectRefusal("who works for Gus");
  });
});

describe("a mean that a view tells of each thing", () => {
  it.each([
    [
      "average sparks by shade",
      "SELECT shade, AVG(sparks) FROM ratings JOIN lanterns ON lanterns.id = lantern_id GROUP BY shade",
    ],
    ["average sparks", "SELECT 3.6"],
  ])("is no mean of the rows of others: %s", expectRows);
});

describe("those who did something to others of their kind", () => {
  it("are ranked by how many refer to them", async () => {
    await expectRows("who invited the most people", "SELECT 'Ada Ness'");
  });
});

describe("rows that have no more in common than things", () => {
  it.each(["which town ordered the most", "number of purchase orders per patron"])(
    "are not counted of one another: %s",
    expectRefusal,
  );

  it.each(["which worker got the highest bonus"])("are not ranked by one another's figures: %s", expectRefusal);

  it("are ranked where those are named whose figure it is", async () => {
    await expectRows("which maker has the highest commission", "SELECT 'Gleam'");
  });

  it("are counted where what is on the way is named", async () => {
    await expectRows(
      "number of ratings per lantern",
      "SELECT title, COUNT(*) FROM ratings JOIN lanterns ON lanterns.id = lantern_id GROUP BY lanterns.id",
    );
  });
});

describe("the first and the newest of people", () => {
  it.each([
    ["newest patron", "SELECT 'Cy Moe'"],
    ["first patron", "SELECT 'Ada Ness'"],
    ["who was our first patron", "SELECT 'Ada Ness'"],
    ["youngest patron", "SELECT 'Bo Lind'"],
  ])("is told by when they came, and not by their birth: %s", expectRows);

  it.each(["newest maker", "our first maker"])("is not told where no day is kept: %s", expectRefusal);
});

describe("a quality that has no bound", () => {
  it("is not left out", () => {
    expectRefusal("expensive lanterns");
  });

  it("ranks so many", async () => {
    await expectRows("top 2 expensive lanterns", "SELECT title FROM lanterns ORDER BY list_price DESC LIMIT 2");
  });
});

describe("money of rows that a group may have several times", () => {
  it("is not added up for each of them", () => {
    expectRefusal("total cost of purchase orders by crate month");
  });
});
