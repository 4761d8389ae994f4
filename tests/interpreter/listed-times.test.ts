import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A bicycle workshop: repairs that were brought on one day and fetched on another. */
const tables = `
CREATE TABLE cyclists (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, cyclist_id INTEGER NOT NULL REFERENCES cyclists (id), part TEXT NOT NULL, ordered_at TIMESTAMP NOT NULL, fetched_on DATE, price REAL NOT NULL);
`;

let workshop: Business;
beforeAll(async () => {
  workshop = await openFixture("listed-times", tables, (database) => {
    database.exec("INSERT INTO cyclists VALUES (1, 'Ada Ness'), (2, 'Bo Lind'), (3, 'Cleo Marsh')");
    const insert = database.prepare("INSERT INTO repairs VALUES (?, ?, ?, ?, ?, ?)");
    for (let i = 0; i < 400; i++) {
      const ordered = new Date(Date.UTC(2022, 6, 1 + Math.floor(i * 1.75), 9));
      const fetched = new Date(ordered.getTime() + (i % 9) * 86_400_000);
      const cyclist = i < 80 ? 1 : i > 300 ? 2 : 1 + (i % 3);
      const part = ["Chain", "Saddle", "Wheel"][Math.floor(i / 7) % 3] ?? "";
      insert.run(
        i + 1,
        cyclist,
        part,
        ordered.toISOString().slice(0, 19),
        fetched.toISOString().slice(0, 10),
        10 + (i % 13),
      );
    }
  });
});
afterAll(() => workshop.datasource.close());

const count = (where: string) => `SELECT COUNT(*) FROM repairs WHERE ${where}`;
const month = (...months: string[]) =>
  `strftime('%Y-%m', ordered_at) IN (${months.map((one) => `'${one}'`).join(", ")})`;
const weekday = (...days: number[]) => `strftime('%w', ordered_at) IN (${days.map((one) => `'${one}'`).join(", ")})`;

describe("several months in one breath", () => {
  it.each([
    ["how many repairs in February 2024, March 2024 or May 2024", count(month("2024-02", "2024-03", "2024-05"))],
    ["how many repairs in January, February, March or May", count(month("2024-01", "2024-02", "2024-03", "2024-05"))],
    ["how many repairs jan to mar", count(month("2024-01", "2024-02", "2024-03"))],
    ["how many repairs from May to June 2023", count(month("2023-05", "2023-06"))],
    ["how many repairs between may and july", count(month("2023-05", "2023-06", "2023-07"))],
    ["number of repairs in 2023 in March", count(month("2023-03"))],
  ])("are all of them counted: %s", (question, sql) => workshop.expectRows(question, sql));

  it.each([
    ["number of repairs in March, April and May 2023", ["2023-03", "2023-04", "2023-05"]],
    ["number of repairs in november, december, and january", ["2023-11", "2023-12", "2024-01"]],
    ["number of repairs in june, august and october", ["2023-06", "2023-08", "2023-10"]],
  ])("are told one by one: %s", async (question, months) => {
    const { result } = await workshop.answer(question);
    expect(result.rows.map(([name]) => name)).toEqual(months);
  });

  it("bound a ranking, whose word stands right before them", () =>
    workshop.expectRows(
      "which part was repaired most from March to May",
      `SELECT part FROM repairs WHERE ${month("2024-03", "2024-04", "2024-05")} GROUP BY part ORDER BY COUNT(*) DESC LIMIT 1`,
    ));
});

describe("days of the week from one to another", () => {
  it.each([
    ["how many repairs between Monday and Friday", count(weekday(1, 2, 3, 4, 5))],
    ["how many repairs from Tuesday to Thursday", count(weekday(2, 3, 4))],
    ["how many repairs fri to sun", count(weekday(5, 6, 0))],
    ["how many repairs on Friday and Sunday", count(weekday(5, 0))],
  ])("are all of them: %s", (question, sql) => workshop.expectRows(question, sql));
});

describe("two periods of one row", () => {
  it("are each of the day it is said of", () =>
    workshop.expectRows(
      "how many repairs ordered in 2023 that were fetched in 2024",
      count("strftime('%Y', ordered_at) = '2023' AND strftime('%Y', fetched_on) = '2024'"),
    ));
});

describe("two periods of several rows", () => {
  it.each(["cyclists with repairs in 2022 and 2024", "cyclists who ordered repairs in 2022 and in 2024"])(
    "both have some: %s",
    (question) =>
      workshop.expectRows(
        question,
        `SELECT full_name FROM cyclists WHERE id IN (SELECT cyclist_id FROM repairs WHERE strftime('%Y', ordered_at) = '2022')
         AND id IN (SELECT cyclist_id FROM repairs WHERE strftime('%Y', ordered_at) = '2024')`,
      ),
  );
});

describe("what was ordered in a month", () => {
  it.each([
    ["how many repairs were ordered in May", count(month("2024-05"))],
    ["how many repairs were ordered in Q2", count(month("2024-04", "2024-05", "2024-06"))],
    ["repairs sorted in descending order of price", "SELECT id FROM repairs"],
  ])("is of that time, and in no order: %s", (question, sql) => workshop.expectRows(question, sql));
});

describe("more in one time than in another", () => {
  const more = (who: string, than: string) =>
    `SELECT ${who}, SUM(strftime('%Y', ordered_at) = '2024'), SUM(strftime('%Y', ordered_at) = '2023') FROM repairs
     JOIN cyclists ON cyclists.id = cyclist_id GROUP BY ${who} HAVING SUM(strftime('%Y', ordered_at) = '2024') ${than} SUM(strftime('%Y', ordered_at) = '2023')
     AND SUM(strftime('%Y', ordered_at) IN ('2023', '2024')) > 0`;
  it.each([
    ["which cyclists had more repairs in 2024 than in 2023", more("full_name", ">")],
    ["cyclists with fewer repairs this year than last year", more("full_name", "<")],
    ["which parts had fewer repairs in 2024 than in 2023", more("part", "<")],
  ])("is asked of what is counted for each: %s", (question, sql) => workshop.expectRows(question, sql));
});

describe("weekends against weekdays", () => {
  const part = "CASE WHEN strftime('%w', ordered_at) IN ('0', '6') THEN 'Weekend' ELSE 'Weekday' END";
  it.each([
    ["repairs on weekends vs weekdays", `SELECT ${part}, COUNT(*) FROM repairs GROUP BY 1`],
    ["average price on weekdays versus weekends", `SELECT ${part}, AVG(price) FROM repairs GROUP BY 1`],
  ])("are both taken together: %s", (question, sql) => workshop.expectRows(question, sql));

  it("are told by each day where one has more of them", async () => {
    const { result } = await workshop.answer("do we have more repairs on weekends or on weekdays");
    expect(result.columns.map(({ name }) => name)).toEqual(["weekday", "repairs_count"]);
  });

  it("are not left out where months are asked for, too", () =>
    expect(workshop.ask("weekend vs weekday repairs by month").kind).toBe("not_understood"));
});
