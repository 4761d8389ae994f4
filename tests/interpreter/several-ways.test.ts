import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE depots (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE shipments (id INTEGER PRIMARY KEY, origin_depot_id INTEGER NOT NULL REFERENCES depots (id),
  destination_depot_id INTEGER NOT NULL REFERENCES depots (id), booked_on DATE NOT NULL);
CREATE TABLE drives (id INTEGER PRIMARY KEY, from_depot_id INTEGER NOT NULL REFERENCES depots (id), to_depot_id INTEGER NOT NULL REFERENCES depots (id));
CREATE TABLE concerts (id INTEGER PRIMARY KEY, title TEXT NOT NULL, hall_cost NUMERIC NOT NULL, band_cost NUMERIC NOT NULL, held_on DATE NOT NULL);
CREATE TABLE sheds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, crate_capacity INTEGER NOT NULL);
CREATE TABLE loads (id INTEGER PRIMARY KEY, shed_id INTEGER NOT NULL REFERENCES sheds (id), crate_quantity INTEGER NOT NULL, brought_on DATE NOT NULL);
`;

let freight: Business;
beforeAll(async () => {
  freight = await openFixture("freight", tables, (database) => {
    database.exec("INSERT INTO depots VALUES (1, 'Lille'), (2, 'Basel'), (3, 'Antwerp')");
    database.exec("INSERT INTO drives VALUES (1, 1, 2), (2, 1, 3), (3, 2, 1)");
    database.exec(
      "INSERT INTO shipments VALUES (1, 1, 2, '2024-01-01'), (2, 1, 3, '2024-01-02'), (3, 2, 3, '2024-01-03')",
    );
  });
});
afterAll(() => freight.datasource.close());

describe("two keys that lead to one table", () => {
  it("asks which is meant", () => {
    const answer = freight.ask("Shipments by depot");
    if (answer.kind === "query") throw new Error(`answered with ${answer.sql}`);
    expect(answer.reason).toMatch(/^It could be by \w+ depot or by \w+ depot: say which is meant\.$/);
    expect(answer.choices.map(({ message }) => message).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "Shipments by destination depot",
      "Shipments by origin depot",
    ]);
  });

  it.each([
    ["how many shipments did Lille have", "how many shipments did origin depot Lille have"],
    ["number of shipments of Basel", "number of shipments of origin depot Basel"],
    ["how many drives of Lille were there", "how many drives from Lille were there"],
  ])("asks which is meant by a name: %s", (question, choice) => {
    const answer = freight.ask(question);
    if (answer.kind === "query") throw new Error(`answered with ${answer.sql}`);
    expect(answer.reason).toMatch(/^It could be the \w+ depot or the \w+ depot: say which is meant\.$/);
    const messages = answer.choices.map(({ message }) => message);
    expect(messages).toContain(choice);
    for (const message of messages) expect(freight.ask(message).kind).toBe("query");
  });

  it.each([
    ["how many drives were there to Lille", "SELECT COUNT(*) FROM drives WHERE to_depot_id = 1"],
    ["how many drives were there from Lille", "SELECT COUNT(*) FROM drives WHERE from_depot_id = 1"],
    ["which depot sends the most shipments", "SELECT 'Lille'"],
  ])("%s", async (question, sql) => {
    expect((await freight.answer(question)).result.rows).toEqual(await freight.rows(sql));
  });

  it.each([
    ["Shipments by origin depot", "origin_depot_id"],
    ["Shipments by destination depot", "destination_depot_id"],
    ["How many shipments left from each depot?", "origin_depot_id"],
    ["how many shipments does each depot receive", "destination_depot_id"],
    ["shipments received by depot", "destination_depot_id"],
  ])("%s", async (question, key) => {
    const { result } = await freight.answer(question);
    const rows = await freight.rows(
      `SELECT name, COUNT(*) FROM shipments JOIN depots ON depots.id = ${key} GROUP BY depots.id`,
    );
    expect(new Set(result.rows.map(String))).toEqual(new Set(rows.map(String)));
  });
});

describe("two costs of each row", () => {
  it.each([
    [
      "what did the concerts cost in 2024",
      ["total band cost of the concerts in 2024", "total hall cost of the concerts in 2024"],
    ],
    ["total cost of concerts", ["total band cost of concerts", "total hall cost of concerts"]],
  ])("are asked back for: %s", (question, choices) => {
    const answer = freight.ask(question);
    if (answer.kind === "query") throw new Error(`answered with ${answer.sql}`);
    expect(answer.choices.map(({ message }) => message).toSorted((a, b) => a.localeCompare(b))).toEqual(choices);
    expect(choices.map((message) => freight.ask(message).kind)).toEqual(["query", "query"]);
  });
});

describe("room for things, beside how many of them there are", () => {
  it("is not how many are there", () => {
    const answer = freight.ask("how many crates are in the sheds");
    if (answer.kind === "query") expect(answer.sql).not.toContain("crate_capacity");
    const brought = freight.ask("how many crates were brought in 2024");
    expect(brought.kind === "query" && brought.sql).toContain("SUM(crate_quantity)");
    const room = freight.ask("total crate capacity of sheds");
    expect(room.kind === "query" && room.sql).toContain("SUM(crate_capacity)");
  });
});
