import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A frame maker's shop: clinics order frames of some material, makers make them, and some are sent late. */
const tables = `
CREATE TABLE clinics (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL, hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE frames (id INTEGER PRIMARY KEY, name TEXT NOT NULL, material TEXT NOT NULL);
CREATE TABLE jobs (id INTEGER PRIMARY KEY, clinic_id INTEGER NOT NULL REFERENCES clinics (id), frame_id INTEGER NOT NULL REFERENCES frames (id), maker_id INTEGER NOT NULL REFERENCES makers (id), channel TEXT NOT NULL, amount NUMERIC NOT NULL, received_on DATE NOT NULL, due_on DATE NOT NULL, shipped_on DATE, status TEXT NOT NULL);
`;

let shop: Business;
beforeAll(async () => {
  shop = await openFixture("of-whom-it-is-said", tables, (database) => {
    const fill = (table: string, rows: readonly string[]) =>
      database.exec(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(", ")}`);
    fill("clinics", ["1, 'Clear Eye', 'Moss'", "2, 'Lake Optics', 'Vik'"]);
    fill("makers", [
      "1, 'Ada Holm', 'Metal', '2020-01-01', NULL",
      "2, 'Tor Ness', 'Metal', '2021-01-01', '2024-02-01'",
      "3, 'Sia Berg', 'Wood', '2022-01-01', NULL",
    ]);
    fill("frames", ["1, 'Round', 'steel'", "2, 'Square', 'horn'", "3, 'Oval', 'horn'"]);
    fill("jobs", [
      "1, 1, 1, 1, 'phone', 100, '2024-05-02', '2024-05-10', '2024-05-12', 'shipped'",
      "2, 1, 2, 1, 'phone', 80, '2024-05-03', '2024-05-11', '2024-05-20', 'shipped'",
      "3, 2, 2, 3, 'web', 90, '2024-05-08', '2024-05-18', '2024-05-13', 'shipped'",
      "4, 2, 3, 3, 'web', 70, '2024-05-09', '2024-05-19', '2024-05-12', 'shipped'",
      "5, 1, 3, 1, 'web', 60, '2024-06-01', '2024-06-20', NULL, 'on hold'",
    ]);
  });
});
afterAll(() => shop.datasource.close());

const asked = (...questions: string[]) => shop.asked(...questions);

async function rowsOf(...questions: string[]) {
  const reading = asked(...questions);
  if (reading.kind !== "query") expect.fail(reading.reason);
  return shop.rows(reading.sql);
}

describe("another value", () => {
  it("takes the place of the one thing that was named before", async () => {
    const before = "how many jobs for Round frames did we have in May";
    expect(await rowsOf(before)).toEqual([[1]]);
    expect(await rowsOf(before, "and horn?")).toEqual([[3]]);
  });
});

describe("those who were told", () => {
  it("are the others, where it is asked who is still here", async () => {
    const rows = await rowsOf("list makers who left", "who is still here");
    expect(rows).toEqual([["Ada Holm"], ["Sia Berg"]]);
  });

  it("are not known where nothing was told", () => {
    for (const question of ["how much did they spend last year", "where is she from"])
      expect(asked(question)).toMatchObject({ kind: "not_understood" });
  });

  it("are behind the rows that were told", async () => {
    const rows = await rowsOf("which jobs are on hold", "which clinics are affected");
    expect(rows[0]).toContain("Clear Eye");
  });

  it("are no longer the one of whom it was said, where people are asked of", async () => {
    const before = "how many jobs did Ada Holm have";
    expect((await rowsOf(before, "which channel do makers use most"))[0]?.[0]).toBe("web");
    expect((await rowsOf(before, "which channel do people use most"))[0]?.[0]).toBe("web");
  });

  it("were in a state since no day that is kept", () => {
    expect(asked("which jobs are on hold", "since when are they on hold")).toMatchObject({ kind: "not_understood" });
  });

  it("send us what they have, rather than what is sent to them", async () => {
    expect((await rowsOf("which clinics sent us the most jobs this year"))[0]?.[0]).toBe("Clear Eye");
  });
});

describe("an answer of one figure", () => {
  it("is in no order", () => {
    expect(asked("how many jobs did Ada Holm have", "sort by material")).toMatchObject({ kind: "not_understood" });
  });
});

describe("a list that is asked for", () => {
  it("is of the rows by which one came first", async () => {
    const before = ["how many jobs shipped late in May", "which maker had most of them"];
    expect((await rowsOf(...before, "show the list")).map(([id]) => id)).toEqual([1, 2]);
  });
});

describe("how long something took", () => {
  it("has a slowest and a fastest one", async () => {
    const before = "average days to ship by team";
    expect((await rowsOf(before, "which one is slowest"))[0]?.[0]).toBe("Metal");
    expect((await rowsOf(before, "which one is slowest", "and the fastest?"))[0]?.[0]).toBe("Wood");
  });
});
