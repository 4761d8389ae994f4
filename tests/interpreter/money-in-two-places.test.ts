import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

let workshop: Business;
beforeAll(async () => {
  workshop = await openFixture(
    "workshop",
    `CREATE TABLE bicycles (id INTEGER PRIMARY KEY, frame_no TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, insured BOOLEAN NOT NULL);
     CREATE TABLE jobs (id INTEGER PRIMARY KEY, bicycle_id INTEGER NOT NULL REFERENCES bicycles (id), starts_at TIMESTAMP NOT NULL);
     CREATE TABLE parts_fitted (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES jobs (id), part TEXT NOT NULL, packs INTEGER NOT NULL, amount NUMERIC NOT NULL);
     CREATE TABLE labour (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES jobs (id), fee NUMERIC NOT NULL);
     CREATE TABLE claims (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES jobs (id), insurer TEXT NOT NULL, filed_on DATE NOT NULL);`,
    (database) => {
      const [bicycle, job, part, labour, claim] = [
        "INSERT INTO bicycles VALUES (?, ?, ?, ?)",
        "INSERT INTO jobs VALUES (?, ?, ?)",
        "INSERT INTO parts_fitted VALUES (?, ?, ?, ?, ?)",
        "INSERT INTO labour VALUES (?, ?, ?)",
        "INSERT INTO claims VALUES (?, ?, ?, ?)",
      ].map((sql) => database.prepare(sql));
      for (let i = 1; i <= 8; i++) bicycle?.run(i, `F-${i}`, i % 2 ? "Cargo" : "Racer", i % 3 ? 1 : 0);
      for (let i = 1; i <= 24; i++) {
        job?.run(i, (i % 8) + 1, `2024-05-${String((i % 12) + 1).padStart(2, "0")} 09:00:00`);
        part?.run(i, i, i % 2 ? "Chain" : "Tyre", 1, 10 + ((i * 7) % 23));
        labour?.run(i, i, 20 + (i % 5));
        if (i % 3 === 0) claim?.run(i, i, i % 4 ? "Veloguard" : "Pedalsafe", "2024-05-20");
      }
    },
  );
});
afterAll(() => workshop.datasource.close());

describe("money that comes in by two kinds of rows", () => {
  test("is told of one of them, with what it leaves out", () => {
    const reading = workshop.ask("revenue by kind");
    expect(reading.kind === "query" ? reading.assumptions.join(" ") : reading.reason).toMatch(
      /Revenue is amount in parts_fitted\. It leaves out fee in labour\./,
    );
  });

  test("ranks the days of the jobs that it belongs to", async () => {
    const reading = workshop.ask("which day is worst");
    expect(reading.kind === "query" && (await workshop.rows(reading.sql))).toEqual(
      await workshop.rows(
        "SELECT date(starts_at) FROM parts_fitted JOIN jobs ON jobs.id = job_id GROUP BY 1 ORDER BY SUM(amount) LIMIT 1",
      ),
    );
  });
});

test("a column that is named is meant, and no flag that is called like it", async () => {
  await workshop.expectRows(
    "which insurer has the most bicycles",
    "SELECT insurer FROM claims JOIN jobs ON jobs.id = job_id GROUP BY insurer ORDER BY COUNT(DISTINCT bicycle_id) DESC LIMIT 1",
  );
});

test("the share of rows that have others is told by no kind of these, of which all have one", () => {
  const before = workshop.ask("share of jobs with claims");
  const earlier = before.kind === "query" ? [before.form] : [];
  expect(workshop.ask("by insurer", { earlier }).kind).toBe("not_understood");
});
