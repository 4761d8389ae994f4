import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A ferry line: passes by subscription, trips that travellers booked, and complaints with their causes. */
const tables = `
CREATE TABLE travellers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, town TEXT NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, traveller_id INTEGER NOT NULL REFERENCES travellers (id), kind TEXT NOT NULL, status TEXT NOT NULL, monthly_fee NUMERIC NOT NULL, started_on DATE NOT NULL, cancelled_on DATE, cancel_reason TEXT);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, traveller_id INTEGER NOT NULL REFERENCES travellers (id), booked_on DATE NOT NULL, seats INTEGER NOT NULL, total_amount NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE complaints (id INTEGER PRIMARY KEY, traveller_id INTEGER NOT NULL REFERENCES travellers (id), cause TEXT NOT NULL, filed_on DATE NOT NULL);
`;

let ferry: Business;
beforeAll(async () => {
  ferry = await openFixture("lookups-and-ends", tables, (database) => {
    database.exec(
      `INSERT INTO travellers VALUES (1, 'Ada Ness', 'Holm'), (2, 'Bo Lind', 'Holm'), (3, 'Cy Moe', 'Vik'), (4, 'Di Orr', 'Vik')`,
    );
    database.exec(`INSERT INTO passes VALUES (1, 1, 'Year', 'active', 20, '2023-01-01', NULL, NULL), (2, 2, 'Month', 'cancelled', 30, '2023-02-01', '2024-02-01', 'moved'),
      (3, 3, 'Year', 'active', 25, '2023-03-01', NULL, NULL), (4, 4, 'Month', 'cancelled', 30, '2023-04-01', '2024-03-01', 'price')`);
    database.exec(`INSERT INTO bookings VALUES (1, 1, '2022-05-01', 2, 40, 'done'), (2, 1, '2024-05-02', 1, 20, 'done'), (3, 2, '2023-03-03', 3, 60, 'done'),
      (4, 2, '2023-06-01', 1, 25, 'cancelled'), (5, 3, '2024-04-04', 4, 80, 'done')`);
    database.exec(
      `INSERT INTO complaints VALUES (1, 1, 'late', '2024-05-03'), (2, 2, 'late', '2024-04-03'), (3, 3, 'crowded', '2024-05-09')`,
    );
  });
});
afterAll(() => ferry.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await ferry.expectRows(question, sql);
};
const said = async (question: string): Promise<string> => {
  const { reading, result } = await ferry.answer(question, { figures: true });
  return verbalize(reading.form, result);
};

describe("a row by its number", () => {
  it.each([
    ["booking 3", "SELECT * FROM bookings WHERE id = 3"],
    ["show booking #3", "SELECT * FROM bookings WHERE id = 3"],
    ["what is the status of booking 4", "SELECT status FROM bookings WHERE id = 4"],
    ["which traveller made booking 3", "SELECT name FROM travellers WHERE id = 2"],
    ["how many seats in booking 5", "SELECT 4"],
    ["how much was booking 3", "SELECT 60"],
    ["what did booking 5 cost", "SELECT 80"],
  ])("is found: %s", expectRows);

  it("is called by it", async () => {
    expect((await ferry.answer("which traveller made booking 3")).reading.interpretation).toBe(
      "Travellers of booking 3.",
    );
  });

  it("is told by what it says", async () => {
    expect(await said("booking 3")).toBe(
      "Booking 3: date booked 3 March 2023, seats 3, total amount 60 and status done.",
    );
  });

  it("is none where no row has such a number", () => {
    expect(ferry.ask("booking 9000").kind).toBe("not_understood");
  });

  it("is not meant by how often something is done", () =>
    expectRows("travellers with 2 bookings", "SELECT name FROM travellers WHERE id IN (1, 2)"));
});

describe("a row by its name alone", () => {
  it.each(["Ada Ness", "show traveller Ada Ness", "who is Ada Ness", "details of traveller Ada Ness"])(
    "is shown whole: %s",
    (question) => expectRows(question, "SELECT * FROM travellers WHERE id = 1"),
  );

  it.each(["is Ada Ness satisfied", "phone number of Ada Ness"])("does not answer another question: %s", (question) => {
    expect(ferry.ask(question).kind).toBe("not_understood");
  });
});

describe("each one's own first or last", () => {
  it.each([
    ["travellers whose last booking was before 2024", "SELECT name FROM travellers WHERE id = 2"],
    ["travellers whose first booking was in 2023", "SELECT name FROM travellers WHERE id = 2"],
    ["travellers whose first booking was after 2022", "SELECT name FROM travellers WHERE id IN (2, 3)"],
    ["how many travellers made their first booking in 2024", "SELECT 1"],
    ["travellers whose last booking was in June 2023", "SELECT name FROM travellers WHERE id = 2"],
  ])("is in that time: %s", expectRows);

  it.each([
    ["first booking of each traveller", "MIN"],
    ["date of the first booking per traveller", "MIN"],
    ["travellers and their last booking", "MAX"],
  ])("is its day: %s", (question, fn) =>
    expectRows(
      question,
      `SELECT t.name, ${fn}(b.booked_on) FROM bookings b JOIN travellers t ON t.id = b.traveller_id GROUP BY t.id`,
    ),
  );

  it("is summed up by the latest and the earliest", async () => {
    expect(await said("travellers and their last booking")).toBe(
      "Date of the last booking by traveller: the latest is 2 May 2024 (Ada Ness), the earliest 1 June 2023 (Bo Lind), 3 travellers in all.",
    );
  });

  it("is not left out of groups", () => {
    expect(ferry.ask("number of travellers by month of their first booking").kind).toBe("not_understood");
  });
});

describe("why something was done", () => {
  it.each([
    ["why do people complain", "SELECT cause, COUNT(*) FROM complaints GROUP BY 1"],
    [
      "why did travellers complain in May 2024",
      "SELECT cause, COUNT(*) FROM complaints WHERE filed_on LIKE '2024-05%' GROUP BY 1",
    ],
    [
      "why do people cancel their passes",
      "SELECT cancel_reason, COUNT(*) FROM passes WHERE cancel_reason IS NOT NULL GROUP BY 1",
    ],
  ])("is its reasons where they are kept: %s", expectRows);

  it.each(["why are bookings down", "why do travellers from Vik complain"])(
    "is refused where no reasons are kept: %s",
    (question) => {
      expect(ferry.ask(question).kind).toBe("not_understood");
    },
  );
});

describe("monthly recurring revenue", () => {
  it.each([
    ["MRR", "SELECT 45"],
    ["monthly recurring revenue by kind", "SELECT 'Year', 45"],
  ])("is the monthly fee of what is active: %s", expectRows);

  it("is refused for other times, as only the present is kept", () => {
    expect(ferry.ask("MRR by month").kind).toBe("not_understood");
  });
});

describe("rows that were cut off", () => {
  it("are not said to have the lowest figure", async () => {
    const { reading } = await ferry.answer("number of bookings by traveller");
    const rows = [
      ["Ada Ness", 2],
      ["Bo Lind", 2],
      ["Cy Moe", 1],
    ];
    const columns = [
      { name: "name", type: "text" as const },
      { name: "bookings_count", type: "integer" as const },
    ];
    expect(verbalize(reading.form, { columns, rows, row_count: 3, truncated: true, duration_ms: 1 })).toBe(
      "Number of bookings by traveller: among the first 3 of more than 3 travellers, the highest is 2 (Ada Ness), the lowest 1 (Cy Moe).",
    );
  });
});
