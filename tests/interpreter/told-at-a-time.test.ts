import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

let choirs: Business;
beforeAll(async () => {
  choirs = await openFixture(
    "choirs",
    `CREATE TABLE singers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, voice TEXT NOT NULL, joined_on DATE NOT NULL, left_on DATE, soloist BOOLEAN NOT NULL);
     CREATE TABLE buses (id INTEGER PRIMARY KEY, plate TEXT NOT NULL UNIQUE, seats INTEGER NOT NULL, mileage_km INTEGER NOT NULL, next_service_on DATE NOT NULL);
     CREATE TABLE rehearsals (id INTEGER PRIMARY KEY, hall TEXT NOT NULL, booked_on DATE NOT NULL, room_cost NUMERIC NOT NULL);
     CREATE TABLE bills (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers (id), issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, amount NUMERIC NOT NULL);
     CREATE TABLE patrons (id INTEGER PRIMARY KEY, company_name TEXT NOT NULL);
     CREATE TABLE patron_users (id INTEGER PRIMARY KEY, patron_id INTEGER NOT NULL REFERENCES patrons (id), full_name TEXT NOT NULL, last_login_on DATE);`,
    (database) => {
      const voices = ["alto", "bass", "tenor"];
      const singer = database.prepare("INSERT INTO singers VALUES (?, ?, ?, ?, ?, ?)");
      for (let i = 0; i < 30; i++) {
        const left = i % 4 === 0 ? `2024-0${(i % 5) + 1}-10` : null;
        singer.run(
          i + 1,
          `Singer ${i}`,
          voices[i % 3] ?? "",
          `202${2 + (i % 3)}-02-0${(i % 9) + 1}`,
          left,
          i % 5 === 0 ? 1 : 0,
        );
      }
      const bus = database.prepare("INSERT INTO buses VALUES (?, ?, ?, ?, ?)");
      for (let i = 0; i < 5; i++) bus.run(i + 1, `QX ${i}`, 20 + i, 1000 * i, `2024-07-0${i + 1}`);
      const rehearsal = database.prepare("INSERT INTO rehearsals VALUES (?, ?, ?, ?)");
      const bill = database.prepare("INSERT INTO bills VALUES (?, ?, ?, ?, ?, ?)");
      for (let i = 1; i <= 12; i++)
        bill.run(i, (i % 5) + 1, "2024-03-01", "2024-03-15", i % 4 ? `2024-03-${10 + i}` : "2024-04-10", 20 * i);
      for (let i = 1; i <= 4; i++) database.prepare("INSERT INTO patrons VALUES (?, ?)").run(i, `Patron ${i}`);
      const user = database.prepare("INSERT INTO patron_users VALUES (?, ?, ?, ?)");
      for (let i = 1; i <= 8; i++) user.run(i, (i % 4) + 1, `User ${i}`, i % 4 === 0 || i === 1 ? null : "2024-06-01");
      for (let i = 0; i < 9; i++) rehearsal.run(i + 1, `Hall ${i % 2}`, `2024-05-0${i + 1}`, 50 + i);
    },
  );
});
afterAll(() => choirs.datasource.close());

const rowsOf = (...questions: string[]) => choirs.told(...questions);

describe("what is so now", () => {
  test.each(["and this time last year", "and last year at this time", "a year ago"])(
    "is told of an earlier day by who had come and not left by then: %s",
    async (question) => {
      expect(await rowsOf("how many singers do we have right now", question)).toEqual(
        await choirs.rows(
          `SELECT COUNT(*) FROM singers WHERE joined_on <= '2023-06-15' AND (left_on IS NULL OR left_on > '2023-06-15')`,
        ),
      );
    },
  );
});

describe("a question after an answer", () => {
  test("asks how many left, where some have, and not how many are left", async () => {
    expect(await rowsOf("how many singers joined each month this year", "and how many left")).not.toEqual(
      await choirs.rows("SELECT COUNT(*) FROM singers WHERE joined_on >= '2024-01-01'"),
    );
  });

  test.each(["soloist ones", "and the soloist ones"])("asks for some of those that were told: %s", async (question) => {
    expect(await rowsOf("how many singers are there", question)).toEqual(
      await choirs.rows("SELECT COUNT(*) FROM singers WHERE soloist = 1"),
    );
  });
});

describe("a time", () => {
  test("is none of a day that is still to come", async () => {
    expect(await rowsOf("mileage per bus this month")).toContain("this month");
  });
});

describe("how long something lasts", () => {
  test("is no number of rows", async () => {
    expect(await rowsOf("average rehearsal length")).toContain("length");
  });
});

test("what was never done is done by none of those who could have, rather than not by some", async () => {
  expect(await rowsOf("patrons that never logged in")).toEqual([["Patron 1"]]);
});

test("how a figure developed this year is told by month", async () => {
  expect(await rowsOf("total room cost of rehearsals this year", "how did it develop this year")).toEqual(
    await choirs.rows("SELECT strftime('%Y-%m', booked_on), SUM(room_cost) FROM rehearsals GROUP BY 1"),
  );
});

test("whose they are must have been said", async () => {
  expect(await rowsOf("their total room cost")).toContain("their");
});

test.each(["total room cost by hall", "total room cost in April 2024"])(
  "the best month is told by the figure of the answer before: %s",
  async (question) => {
    expect(await rowsOf(question, "which month was best")).toEqual(
      await choirs.rows("SELECT strftime('%Y-%m', booked_on), SUM(room_cost) FROM rehearsals GROUP BY 1"),
    );
  },
);

test.each(["bills paid more than 5 days late", "bills paid late by more than 5 days"])(
  "lateness is counted from the day on which it was due: %s",
  async (question) => {
    expect(await rowsOf(question)).toEqual(
      await choirs.rows("SELECT * FROM bills WHERE julianday(paid_on) - julianday(due_on) > 5"),
    );
  },
);

test("what the average one pays is told by month where that is asked for", async () => {
  expect(await rowsOf("how much does the average singer pay per month")).toEqual(
    await choirs.rows(
      "SELECT strftime('%Y-%m', issued_on), 1.0 * SUM(amount) / COUNT(DISTINCT singer_id) FROM bills GROUP BY 1",
    ),
  );
});

test("the first of groups are those with the most rows, however they are put", async () => {
  expect(await rowsOf("singers per voice, top 2")).toEqual(await rowsOf("top 2 voices by singers"));
});
