import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A bindery: readers send in books, which binders repair; each job may be charged. */
const tables = `
CREATE TABLE readers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL, left_on DATE);
CREATE TABLE binders (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE jobs (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), binder_id INTEGER REFERENCES binders (id),
  kind TEXT NOT NULL, status TEXT NOT NULL, gilded BOOLEAN NOT NULL, received_on DATE NOT NULL, amount_cents INTEGER NOT NULL);
`;

let bindery: Business;
beforeAll(async () => {
  bindery = await openFixture("bindery", tables, (database) => {
    database.exec(
      "INSERT INTO readers VALUES (1, 'Ada Reed', 'Holm', '2024-01-05', NULL), (2, 'Bo Lind', 'Ness', '2023-02-01', '2023-09-01'), (3, 'Cy Tarn', 'Holm', '2022-03-01', '2024-02-10')",
    );
    database.exec("INSERT INTO binders VALUES (1, 'Wil Oaks'), (2, 'Una Pike')");
    database.exec(
      "INSERT INTO jobs VALUES (1, 1, 1, 'spine', 'waiting', 1, '2024-03-02', 1000), (2, 1, 1, 'spine', 'waiting', 0, '2024-05-03', 2000), (3, 2, NULL, 'cover', 'waiting', 0, '2024-05-04', 4000), (4, 1, 2, 'cover', 'finished', 0, '2023-05-05', 8000), (5, 3, 2, 'spine', 'finished', 1, '2024-04-06', 16000)",
    );
  });
});
afterAll(() => bindery.datasource.close());

const told = (...questions: string[]) => bindery.told(...questions);
const waiting = "which readers have waiting jobs";

describe("a figure of those who were told by their rows", () => {
  test("is of these rows, and not of all of theirs", async () => {
    expect(await told(waiting, "how many each")).toEqual([
      ["Ada Reed", 2],
      ["Bo Lind", 1],
    ]);
    expect(await told(waiting, "how much each?")).toEqual([
      ["Bo Lind", 40],
      ["Ada Reed", 30],
    ]);
    expect(await told("how many jobs are waiting", "which readers do they belong to", "top 5 by amount")).toEqual([
      ["Bo Lind", 40],
      ["Ada Reed", 30],
    ]);
  });

  test("is told of whoever is shown for each row", async () => {
    expect(await told("list the waiting jobs", "which binders are they with", "how many each")).toEqual([
      ["Wil Oaks", 2],
    ]);
  });

  test("is refused where nothing tells what would be counted", () => {
    expect(bindery.asked("list the readers", "how much each")?.kind).toBe("not_understood");
  });
});

describe("those who have so many", () => {
  test("are told by what was counted, averaged or listed before", async () => {
    expect(await told(waiting, "who has more than one?")).toEqual([["Ada Reed", 2]]);
    expect(await told("number of jobs per reader", "who had at least two")).toEqual([["Ada Reed", 3]]);
    expect(await told("how many jobs per reader on average", "who has more than two?")).toEqual([["Ada Reed", 3]]);
  });

  test("are nobody, where no people were told", () => {
    expect(bindery.asked("number of jobs by kind", "who has more than two?")?.kind).toBe("not_understood");
  });

  test("are as many as is said next", async () => {
    expect(await told("which readers have more than 2 jobs", "what about those with exactly 1?")).toEqual([
      ["Bo Lind"],
      ["Cy Tarn"],
    ]);
  });
});

describe("a time that is said after rows", () => {
  test("is the day on which it happened to them", async () => {
    expect(await told("which readers have left", "any this year?")).toEqual([["Cy Tarn"]]);
    expect(await told("which readers have left", "and in 2023?")).toEqual([["Bo Lind"]]);
  });

  test("is that of what people are told by, unless a day of theirs is named", async () => {
    expect(await told(waiting, "which of those are from before April?")).toEqual([["Ada Reed"]]);
    expect(await told(waiting, "how much each", "which of those are from before April?")).toEqual([["Ada Reed", 10]]);
    expect(await told(waiting, "which of them joined in 2023?")).toEqual([["Bo Lind"]]);
  });

  test("is of their number where that is asked for", async () => {
    expect(await told("which readers left this year", "and how many was that last year?")).toEqual([[1]]);
  });
});

describe("the others", () => {
  test("are those of which the one thing does not hold that was said", async () => {
    expect(await told("which jobs are gilded", "how many is that", "and how many aren't?")).toEqual([[3]]);
    expect(bindery.asked("which spine jobs are gilded", "and how many aren't?")?.kind).toBe("not_understood");
  });

  test("are none of those that were told with how many each has", () => {
    const questions = ["list the waiting jobs", "which binders are they with", "how many each"];
    for (const question of ["which ones have no binder?", "which ones have nobody assigned?"])
      expect(bindery.asked(...questions, question)?.kind, question).toBe("not_understood");
  });
});

describe("a part of each group", () => {
  test("is told of all of them where that is asked for", async () => {
    expect(await told("share of finished jobs per reader", "and overall?")).toEqual([[0.4]]);
    expect(await told("average amount by kind", "and overall?")).toEqual([[62]]);
  });

  test("leads back to the rows of the groups", async () => {
    expect(await told("number of readers by town", "as a share", "how many of them have left?")).toEqual([[2]]);
  });
});
