import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Reading } from "@parley/interpreter/question";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A bus company: buses and their drivers belong to garages, passengers complain and agents see to it, passes last for a while. */
const tables = `
CREATE TABLE garages (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE buses (id INTEGER PRIMARY KEY, plate TEXT NOT NULL, electric BOOLEAN NOT NULL, garage_id INTEGER NOT NULL REFERENCES garages (id));
CREATE TABLE drivers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, garage_id INTEGER NOT NULL REFERENCES garages (id));
CREATE TABLE trips (id INTEGER PRIMARY KEY, bus_id INTEGER NOT NULL REFERENCES buses (id), driver_id INTEGER NOT NULL REFERENCES drivers (id), started_at TIMESTAMP NOT NULL);
CREATE TABLE agents (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE passengers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, registered_on DATE NOT NULL);
CREATE TABLE complaints (id INTEGER PRIMARY KEY, passenger_id INTEGER NOT NULL REFERENCES passengers (id), agent_id INTEGER NOT NULL REFERENCES agents (id),
  bus_id INTEGER NOT NULL REFERENCES buses (id), kind TEXT NOT NULL, priority TEXT NOT NULL, status TEXT NOT NULL, received_on DATE NOT NULL, cost NUMERIC NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, passenger_id INTEGER NOT NULL REFERENCES passengers (id), status TEXT NOT NULL, started_on DATE NOT NULL, ended_on DATE, amount NUMERIC NOT NULL);
`;
const complaints = [
  "(1, 1, 1, 1, 'Delay', 'low', 'closed', '2023-05-04', 10)",
  "(2, 1, 2, 1, 'Delay', 'high', 'closed', '2024-03-06', 30)",
  "(3, 2, 2, 2, 'Noise', 'low', 'closed', '2024-04-08', 5)",
  "(4, 3, 1, 2, 'Noise', 'high', 'closed', '2024-05-09', 7)",
  "(5, 3, 1, 2, 'Delay', 'low', 'open', '2024-05-11', 20)",
  "(6, 2, 2, 3, 'Delay', 'high', 'open', '2024-05-12', 40)",
  "(7, 4, 3, 2, 'Dirt', 'low', 'open', '2024-06-01', 2)",
];

let company: Business;
beforeAll(async () => {
  company = await openFixture("asked-on", tables, (database) => {
    database.exec("INSERT INTO garages VALUES (1, 'Ropewalk', 'Torv'), (2, 'Saltings', 'Marle')");
    database.exec("INSERT INTO buses VALUES (1, 'TV 10', 0, 1), (2, 'TV 20', 1, 1), (3, 'ML 30', 1, 2)");
    database.exec("INSERT INTO drivers VALUES (1, 'Ina Rusk', 1), (2, 'Odo Farr', 2), (3, 'Lis Aune', 2)");
    database.exec(
      "INSERT INTO trips VALUES (1, 1, 1, '2024-05-01 08:00:00'), (2, 2, 1, '2024-05-02 08:00:00'), (3, 2, 3, '2024-05-03 09:00:00'), (4, 3, 2, '2024-06-03 09:00:00')",
    );
    database.exec("INSERT INTO agents VALUES (1, 'Mo Tarn'), (2, 'Vera Quist'), (3, 'Jon Abel')");
    database.exec(
      "INSERT INTO passengers VALUES (1, 'Pim Oaks', 'Torv', '2023-01-02'), (2, 'Eda Crane', 'Marle', '2024-05-03'), (3, 'Tio Vale', 'Marle', '2024-05-20'), (4, 'Bea Sund', 'Torv', '2024-06-01')",
    );
    database.exec(`INSERT INTO complaints VALUES ${complaints.join(", ")}`);
    database.exec(
      "INSERT INTO passes VALUES (1, 1, 'active', '2024-01-01', NULL, 30), (2, 2, 'ended', '2024-02-01', '2024-05-20', 25), (3, 3, 'active', '2024-03-01', NULL, 40)",
    );
  });
});
afterAll(async () => {
  await company.datasource.close();
});

/** What the last of several questions was read as, asked one after the other. */
function last(questions: readonly string[]): Reading | undefined {
  const earlier: LogicalForm[] = [];
  return questions
    .map((question) => {
      const reading = company.ask(question, { earlier: [...earlier] });
      if (reading.kind === "query") earlier.push(reading.form);
      return reading;
    })
    .at(-1);
}

const inMay = "received_on >= '2024-05-01' AND received_on < '2024-06-01'";

const conversations: readonly (readonly [questions: readonly string[], sql: string])[] = [
  [["How many complaints were there in May 2024?", "how does that compare to the month before"], "SELECT 3, 1"],
  [["How many complaints were there in May 2024?", "is that more than last year?"], "SELECT 1, 3, 2, 2"],
  [["How many complaints were there in May 2024?", "is it up on the previous month"], "SELECT 1, 3, 2, 2"],
  [["Complaints by kind in May 2024", "vs april"], "SELECT 'Delay', 2, 0 UNION ALL SELECT 'Noise', 1, 1"],
  [["How many complaints are closed?", "what percentage is that"], "SELECT 4.0 / 7"],
  [["Show the active passes", "total value"], "SELECT 70"],
  [["Show the open complaints", "which bus has the most"], "SELECT 'TV 20', 2"],
  [["Total cost of complaints in 2024", "which bus had the most"], "SELECT 'ML 30', 40"],
  [["Complaints by kind in May 2024", "which bus caused the most"], "SELECT 'TV 20', 2"],
  [["Complaints by kind in May 2024", "which bus caused the most", "and which agent"], "SELECT 'Mo Tarn'"],
  [["Complaints by kind", "cost of each"], "SELECT kind, COUNT(*), SUM(cost) FROM complaints GROUP BY kind"],
  [
    ["Total cost of complaints by kind in 2024", "average per complaint"],
    "SELECT kind, AVG(cost) FROM complaints WHERE received_on >= '2024-01-01' GROUP BY kind",
  ],
  [
    ["Complaints by kind in May 2024", "who filed them"],
    `SELECT name FROM passengers WHERE id IN (SELECT passenger_id FROM complaints WHERE ${inMay})`,
  ],
  [["Open complaints by priority", "who handles the high ones"], "SELECT 'Vera Quist'"],
  [["Show the open complaints", "which passengers filed the ones from June"], "SELECT 'Bea Sund'"],
  [["Which bus has the most trips?", "who drives it"], "SELECT name FROM drivers WHERE id IN (1, 3)"],
  [["Which garage has the most drivers?", "how many buses are kept there"], "SELECT 1"],
  [["Which garage has the most drivers?", "list the buses there"], "SELECT 'ML 30'"],
  [
    ["Passengers in Marle", "complaints from there in May 2024"],
    `SELECT * FROM complaints WHERE passenger_id IN (2, 3) AND ${inMay}`,
  ],
  [["How many complaints were there in May 2024?", "how many passengers registered in that month"], "SELECT 2"],
  [
    ["How many complaints were there in 2024?", "how has that changed"],
    "SELECT strftime('%Y-%m', received_on), COUNT(*) FROM complaints WHERE received_on >= '2024-01-01' GROUP BY 1",
  ],
  [
    ["How many complaints were there last month?", "is it getting better"],
    "SELECT strftime('%Y-%m', received_on), COUNT(*) FROM complaints WHERE received_on >= '2023-06-16' GROUP BY 1",
  ],
  [
    ["What is the total cost of complaints?", "how did it develop over the last 3 months"],
    "SELECT strftime('%Y-%m', received_on), SUM(cost) FROM complaints WHERE received_on >= '2024-03-16' GROUP BY 1",
  ],
  [
    [
      "Complaints per passenger",
      "who has the most",
      "what share of all complaints is that",
      "how many passes do they have",
    ],
    "SELECT 1",
  ],
  [
    ["How many complaints were there in May 2024?", "which bus did they concern"],
    "SELECT plate FROM buses WHERE id IN (2, 3)",
  ],
  [["High complaints by kind", "as a rate"], "SELECT kind, AVG(priority = 'high') FROM complaints GROUP BY kind"],
  [["High complaints by kind", "as a rate", "best one"], "SELECT 'Dirt', 0"],
  [["Complaints by kind in 2024", "list them"], "SELECT * FROM complaints WHERE received_on >= '2024-01-01'"],
  [["Complaints in 2024", "still open"], "SELECT * FROM complaints WHERE status = 'open'"],
  [["Which garage has the most drivers?", "what town"], "SELECT 'Saltings', 'Marle'"],
  [
    ["Which passenger made the latest complaint?", "registered when"],
    "SELECT name, registered_on FROM passengers WHERE id = 4",
  ],
  [
    ["top 2 buses by number of complaints", "how much did each cost in 2024"],
    "SELECT plate, SUM(cost) FROM complaints c JOIN buses b ON b.id = c.bus_id WHERE bus_id IN (1, 2) AND received_on >= '2024-01-01' GROUP BY b.id",
  ],
  [["How many complaints are open?", "which one is the oldest"], "SELECT * FROM complaints WHERE id = 5"],
  [
    ["How many drivers are there?", "how many in each garage"],
    "SELECT g.name, COUNT(*) FROM drivers d JOIN garages g ON g.id = d.garage_id GROUP BY g.id",
  ],
  [["Passengers by town", "how many people in each"], "SELECT town, COUNT(*) FROM passengers GROUP BY town"],
  [["Show the open complaints", "what share of all complaints"], "SELECT 3.0 / 7"],
  [
    ["Show the complaints in May 2024", "top agents among them"],
    "SELECT 'Mo Tarn', 2 UNION ALL SELECT 'Vera Quist', 1",
  ],
  [["How many complaints were there in May 2024?", "and what did that cost us"], "SELECT 67"],
  // Questions of their own.
  [["who handles the high priority complaints"], "SELECT name FROM agents WHERE id IN (1, 2)"],
  [["who looked after complaints about noise"], "SELECT name FROM agents WHERE id IN (1, 2)"],
];

describe.each(conversations)("the last of %j", (questions, sql) => {
  it("goes on from the answers before", async () => {
    const reading = last(questions);
    if (reading?.kind !== "query") throw new Error(JSON.stringify(reading));
    const plain = (row: unknown) => JSON.stringify(row);
    const [given, expected] = [await company.rows(reading.sql), await company.rows(sql)];
    expect(given.map(plain).toSorted(), reading.sql).toEqual(expected.map(plain).toSorted());
  });
});

describe("what nothing was said of before", () => {
  it.each([
    [["complaints from them"]],
    [["how many drivers work there"]],
    [["how much did we lose from it"]],
    [["was it open"]],
    [["did they complain"]],
    [["Complaints by kind", "how many drivers work there"]],
    [["How many passes are active?", "how has that changed over the last 6 months"]],
  ])("is not left out of %j", (questions) => {
    expect(last(questions)?.kind).toBe("not_understood");
  });
});

describe("a list that is sorted by its lowest", () => {
  it("begins with it", () => {
    const reading = last(["Average cost of complaints by kind", "sort by lowest"]);
    expect(reading?.kind === "query" && reading.sql).toMatch(/ORDER BY AVG\(cost\)$/);
  });
});
