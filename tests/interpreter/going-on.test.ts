import { verbalize } from "@parley/interpreter/explain/sentence";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Reading } from "@parley/interpreter/question";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A stable: riders take lessons on horses, and some lessons are called off. */
const tables = `
CREATE TABLE yards (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE riders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE horses (id INTEGER PRIMARY KEY, name TEXT NOT NULL, height_cm INTEGER NOT NULL, yard_id INTEGER NOT NULL REFERENCES yards (id));
CREATE TABLE lessons (id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders (id), horse_id INTEGER NOT NULL REFERENCES horses (id),
  held_on DATE NOT NULL, status TEXT NOT NULL, price NUMERIC NOT NULL, minutes INTEGER NOT NULL);
`;
const riders = [
  "(1, 'Ada Ness', 'ada@example.org', 'Marle', '2023-02-01')",
  "(2, 'Bo Lind', 'bo@example.org', 'Marle', '2024-03-10')",
  "(3, 'Cy Moe', 'cy@example.org', 'Torv', '2024-05-02')",
  "(4, 'Di Orr', 'di@example.org', 'Torv', '2024-06-03')",
  "(5, 'Ed Pim', 'ed@example.org', 'Vand', '2022-01-05')",
];
const lessons = [
  "(1, 1, 1, '2023-05-04', 'held', 40, 60)",
  "(2, 1, 2, '2024-05-06', 'held', 60, 30)",
  "(3, 1, 1, '2024-05-08', 'called off', 40, 60)",
  "(4, 2, 1, '2024-05-09', 'called off', 40, 60)",
  "(5, 2, 2, '2024-06-01', 'held', 45, 45)",
  "(6, 3, 3, '2024-06-02', 'held', 35, 90)",
  "(7, 1, 3, '2024-06-05', 'held', 35, 45)",
  "(8, 3, 3, '2023-06-05', 'held', 30, 45)",
  "(9, 2, 1, '2024-05-20', 'held', 40, 60)",
];

let stable: Business;
beforeAll(async () => {
  stable = await openFixture("going-on", tables, (database) => {
    database.exec("INSERT INTO yards VALUES (1, 'Hill'), (2, 'Brook')");
    database.exec(`INSERT INTO riders VALUES ${riders.join(", ")}`);
    database.exec(
      "INSERT INTO horses VALUES (1, 'Fjord', 140, 1), (2, 'Mist', 160, 1), (3, 'Pike', 150, 2), (4, 'Rain', 155, 2)",
    );
    database.exec(`INSERT INTO lessons VALUES ${lessons.join(", ")}`);
  });
});
afterAll(async () => {
  await stable.datasource.close();
});

/** The last of questions asked one after the other. */
function after(...questions: string[]): Reading {
  const earlier: LogicalForm[] = [];
  let last = stable.ask(questions[0] ?? "");
  for (const question of questions.slice(1)) {
    if (last.kind === "query") earlier.push(last.form);
    last = stable.ask(question, { earlier: [...earlier] });
  }
  return last;
}

const calledOff = "status = 'called off' AND held_on >= '2024-05-01' AND held_on < '2024-06-01'";
const newRiders = "joined_on >= '2024-01-01' AND joined_on < '2025-01-01'";

/** What is asked first, then each change to it with its reference: null where it is refused. */
const conversations: [string, [string, string | null][]][] = [
  [
    "How many lessons were called off in May 2024?",
    [
      [
        "which riders took them",
        `SELECT name FROM riders WHERE id IN (SELECT rider_id FROM lessons WHERE ${calledOff})`,
      ],
      ["show me those lessons", `SELECT * FROM lessons WHERE ${calledOff}`],
      ["what was their total price", `SELECT SUM(price) FROM lessons WHERE ${calledOff}`],
      [
        "how many riders is that",
        `SELECT COUNT(*) FROM riders WHERE id IN (SELECT rider_id FROM lessons WHERE ${calledOff})`,
      ],
    ],
  ],
  [
    "How many riders joined this year?",
    [
      ["who are they", `SELECT name FROM riders WHERE ${newRiders}`],
      ["which ones", `SELECT name FROM riders WHERE ${newRiders}`],
      [
        "how many of them have lessons",
        `SELECT COUNT(*) FROM riders WHERE ${newRiders} AND id IN (SELECT rider_id FROM lessons)`,
      ],
      [
        "which of them have no lessons",
        `SELECT name FROM riders WHERE ${newRiders} AND id NOT IN (SELECT rider_id FROM lessons)`,
      ],
      [
        "how many lessons did they take",
        `SELECT COUNT(*) FROM lessons WHERE rider_id IN (SELECT id FROM riders WHERE ${newRiders})`,
      ],
      ["how many of them are from Torv", `SELECT COUNT(*) FROM riders WHERE ${newRiders} AND town = 'Torv'`],
    ],
  ],
  [
    "Which riders have no lessons?",
    [
      ["list their emails", "SELECT name, email FROM riders WHERE id NOT IN (SELECT rider_id FROM lessons)"],
      [
        "what are their emails and towns",
        "SELECT name, email, town FROM riders WHERE id NOT IN (SELECT rider_id FROM lessons)",
      ],
      ["count them", "SELECT COUNT(*) FROM riders WHERE id NOT IN (SELECT rider_id FROM lessons)"],
      ["Torv", "SELECT name FROM riders WHERE id NOT IN (SELECT rider_id FROM lessons) AND town = 'Torv'"],
    ],
  ],
  [
    "Top 2 horses by number of lessons",
    [
      [
        "which yards are they in",
        "SELECT h.name, y.name, COUNT(*) FROM lessons l JOIN horses h ON h.id = l.horse_id JOIN yards y ON y.id = h.yard_id GROUP BY h.id ORDER BY 3 DESC LIMIT 2",
      ],
      [
        "show their height too",
        "SELECT h.name, h.height_cm, COUNT(*) FROM lessons l JOIN horses h ON h.id = l.horse_id GROUP BY h.id ORDER BY 3 DESC LIMIT 2",
      ],
      [
        "top 3 instead",
        "SELECT h.name, COUNT(*) FROM lessons l JOIN horses h ON h.id = l.horse_id GROUP BY h.id ORDER BY 2 DESC LIMIT 3",
      ],
      [
        "show 1",
        "SELECT h.name, COUNT(*) FROM lessons l JOIN horses h ON h.id = l.horse_id GROUP BY h.id ORDER BY 2 DESC LIMIT 1",
      ],
      [
        "by minutes",
        "SELECT h.name, SUM(l.minutes) FROM lessons l JOIN horses h ON h.id = l.horse_id GROUP BY h.id ORDER BY 2 DESC LIMIT 2",
      ],
      ["and in total?", "SELECT COUNT(*) FROM lessons WHERE horse_id IN (1, 3)"],
      ["which of them are over 145 cm", "SELECT name FROM horses WHERE id = 3"],
    ],
  ],
  [
    "Number of lessons by town",
    [
      [
        "which one has the most",
        "SELECT town, COUNT(*) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town ORDER BY 2 DESC LIMIT 1",
      ],
      [
        "which town is the lowest",
        "SELECT town, COUNT(*) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town ORDER BY 2 LIMIT 1",
      ],
      ["what is the total", "SELECT COUNT(*) FROM lessons"],
      [
        "only those above 4",
        "SELECT town, COUNT(*) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town HAVING COUNT(*) > 4",
      ],
      [
        "as a percentage",
        "SELECT town, COUNT(*) * 1.0 / (SELECT COUNT(*) FROM lessons) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town ORDER BY 2 DESC",
      ],
      [
        "average price instead",
        "SELECT town, AVG(price) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town ORDER BY 2 DESC",
      ],
      [
        "add the average price",
        "SELECT town, COUNT(*), AVG(price) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town ORDER BY 2 DESC",
      ],
      [
        "also show the number of riders",
        "SELECT town, COUNT(*), COUNT(DISTINCT r.id) FROM lessons l JOIN riders r ON r.id = l.rider_id GROUP BY town ORDER BY 2 DESC",
      ],
      [
        "last year",
        "SELECT town, COUNT(*) FROM lessons l JOIN riders r ON r.id = l.rider_id WHERE held_on LIKE '2023%' GROUP BY town ORDER BY 2 DESC, 1",
      ],
    ],
  ],
  [
    "Number of lessons by month this year",
    [
      ["what was the best month", "SELECT '2024-05', 4"],
      ["cumulative", "SELECT '2024-05', 4 UNION ALL SELECT '2024-06', 7"],
      ["all time", "SELECT strftime('%Y-%m', held_on), COUNT(*) FROM lessons GROUP BY 1 ORDER BY 1"],
      ["how does that compare to last year", "SELECT '05', 4, 1 UNION ALL SELECT '06', 3, 1"],
    ],
  ],
  [
    "Which rider has the most lessons?",
    [
      ["their email", "SELECT name, email FROM riders WHERE id = 1"],
      ["when was their last lesson", "SELECT '2024-06-05'"],
      ["when did they last take a lesson", "SELECT '2024-06-05'"],
      [
        "how many lessons did they take this year",
        "SELECT COUNT(*) FROM lessons WHERE rider_id = 1 AND held_on >= '2024-01-01'",
      ],
    ],
  ],
  [
    "Lessons in June 2024",
    [
      ["the most expensive one", "SELECT * FROM lessons WHERE id = 5"],
      ["over 40", "SELECT * FROM lessons WHERE id = 5"],
      ["excluding horses", null],
    ],
  ],
];

describe.each(conversations)("after “%s”", (first, changes) => {
  it.each(changes)("“%s” goes on from it", async (change, sql) => {
    const reading = after(first, change);
    if (sql === null) {
      expect(reading.kind).toBe("not_understood");
      return;
    }
    if (reading.kind !== "query") throw new Error(reading.reason);
    const given = await stable.rows(reading.sql);
    const expected = await stable.rows(sql);
    const plain = (rows: unknown) => JSON.stringify(rows);
    expect(given.map(plain).toSorted(), reading.sql).toEqual(expected.map(plain).toSorted());
    expect(reading.assumptions).toContain("Understood as a change to the question before.");
  });
});

describe("a pronoun that stands for something in its own question", () => {
  it.each(["riders and their emails", "list riders with their towns"])("“%s” is a question of its own", (question) => {
    const alone = stable.ask(question);
    const reading = after("How many lessons were called off in May 2024?", question);
    expect(reading.kind === "query" && alone.kind === "query" && reading.sql === alone.sql).toBe(true);
  });
});

describe("the one row that was shown first", () => {
  it("is told as one", async () => {
    const reading = after("Which rider has the most lessons?", "how many lessons did they take this year");
    if (reading.kind !== "query") throw new Error(reading.reason);
    const result = {
      columns: reading.form.outputs.map(({ name }) => name),
      rows: [[3]],
      row_count: 1,
      truncated: false,
    };
    expect(verbalize(reading.form, result as never)).toBe(
      "There are 3 lessons held this year of the rider with the most lessons.",
    );
  });
});

describe("a hostile text after an answer", () => {
  it.each([
    `list their ${"a".repeat(150)}%`,
    `list their ${"a ".repeat(12)}%`,
    `${" ".repeat(3000)}x`,
    `${"?! ".repeat(1200)}x`,
    `and ${"and ".repeat(900)}x`,
    `which ${"them ".repeat(700)}x`,
    `${"no, ".repeat(48)}x`,
    `${"and now ".repeat(24)}x`,
    `${"a ".repeat(90)}only`,
  ])("is read to its end, and neither stops nor stalls", (question) => {
    expect(["query", "not_understood"]).toContain(
      after("How many lessons were called off in May 2024?", question).kind,
    );
  });
});
