import { verbalize } from "@parley/interpreter/explain/sentence";
import { suggestFollowUps } from "@parley/interpreter/explain/suggestions";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { QueryReading, Reading } from "@parley/interpreter/question";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A museum: paintings hang in halls and are repaired by one restorer and checked by another. */
const tables = `
CREATE TABLE halls (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE restorers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE lenders (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE paintings (id INTEGER PRIMARY KEY, title TEXT NOT NULL, style TEXT NOT NULL, insured BOOLEAN NOT NULL, acquired_on DATE NOT NULL,
  weight_kg INTEGER NOT NULL, hall_id INTEGER NOT NULL REFERENCES halls (id), lender_id INTEGER REFERENCES lenders (id));
CREATE TABLE repairs (id INTEGER PRIMARY KEY, painting_id INTEGER NOT NULL REFERENCES paintings (id), restorer_id INTEGER NOT NULL REFERENCES restorers (id),
  checker_id INTEGER NOT NULL REFERENCES restorers (id), started_on DATE NOT NULL, status TEXT NOT NULL, hours INTEGER NOT NULL, fee_cents INTEGER NOT NULL);
`;
const paintings = [
  "(1, 'Reeds', 'Cubism', 1, '2019-02-01', 12, 1, 1)",
  "(2, 'Mill at Dusk', 'Baroque', 0, '2018-03-10', 30, 1, 2)",
  "(3, 'Blue Table', 'Cubism', 0, '2022-05-02', 8, 2, 1)",
  "(4, 'Harvest', 'Baroque', 1, '2017-06-03', 50, 2, NULL)",
  "(5, 'Two Boats', 'Romantic', 1, '2023-01-05', 20, 3, 2)",
];
const repairs = [
  "(1, 1, 1, 2, '2023-05-04', 'finished', 10, 12000)",
  "(2, 2, 1, 3, '2024-02-06', 'finished', 20, 25000)",
  "(3, 3, 2, 1, '2024-03-08', 'planned', 5, 6000)",
  "(4, 4, 2, 3, '2024-03-09', 'finished', 40, 51000)",
  "(5, 1, 1, 2, '2024-05-01', 'planned', 8, 9000)",
  "(6, 5, 3, 1, '2023-06-02', 'finished', 12, 15000)",
  "(7, 2, 1, 3, '2024-05-05', 'finished', 6, 7000)",
];

let museum: Business;
beforeAll(async () => {
  museum = await openFixture("going-on-further", tables, (database) => {
    database.exec("INSERT INTO halls VALUES (1, 'North'), (2, 'Dome'), (3, 'Cellar')");
    database.exec(
      "INSERT INTO restorers VALUES (1, 'Ada Ness', 'ada@example.org', 'Marle'), (2, 'Bo Lind', 'bo@example.org', 'Torv'), (3, 'Cy Moe', 'cy@example.org', 'Marle')",
    );
    database.exec("INSERT INTO lenders VALUES (1, 'Vand Trust'), (2, 'Orr House')");
    database.exec(`INSERT INTO paintings VALUES ${paintings.join(", ")}`);
    database.exec(`INSERT INTO repairs VALUES ${repairs.join(", ")}`);
  });
});
afterAll(async () => {
  await museum.datasource.close();
});

/** The sentence above an answer. */
async function sentence({ form, sql }: QueryReading): Promise<string> {
  const signal = AbortSignal.timeout(5000);
  return verbalize(form, await museum.datasource.run(sql, { row_limit: 100, timeout_ms: 5000, signal }));
}

/** What each of several questions was read as, asked one after the other. */
function conversation(questions: readonly string[]): Reading[] {
  const earlier: LogicalForm[] = [];
  return questions.map((question) => {
    const reading = museum.ask(question, { earlier: [...earlier] });
    if (reading.kind === "query") earlier.push(reading.form);
    return reading;
  });
}

function last(questions: readonly string[]): QueryReading {
  const reading = conversation(questions).at(-1);
  if (reading?.kind !== "query") throw new Error(reading?.reason ?? "nothing was asked");
  return reading;
}

const inMay = "started_on >= '2024-05-01' AND started_on < '2024-06-01'";
const in2024 = "started_on >= '2024-01-01' AND started_on < '2025-01-01'";
const in2023 = "started_on >= '2023-01-01' AND started_on < '2024-01-01'";
const byStyle = (figures: string, where = in2024) =>
  `SELECT style, ${figures} FROM repairs r JOIN paintings p ON p.id = r.painting_id WHERE ${where} GROUP BY style`;
const old = "acquired_on < '2020-01-01'";

/** Questions one after the other, and what the last one asks for; null where it is refused. */
const conversations: [string[], string | null][] = [
  // What two answers come to, the others of them, another figure, and a chart of no kind.
  [["how many repairs were there in 2023", "and in 2024?", "what is the difference?"], "SELECT 2, 5, 3, 1.5"],
  [["how many repairs are planned", "what is the difference?"], null],
  [["top 2 restorers by number of repairs", "and the others?"], "SELECT 'Cy Moe', 1"],
  [["top 2 restorers by number of repairs", "only those from Marle", "the other ones"], null],
  [["top 2 halls by number of paintings", "and by weight?"], "SELECT 'Dome', 58 UNION SELECT 'North', 42"],
  [["number of paintings by style", "as a chart"], "SELECT style, COUNT(*) FROM paintings GROUP BY style"],
  [["paintings in the dome", "as a chart"], null],
  [
    ["top 2 halls by weight of paintings", "how many repairs does the first one have"],
    "SELECT COUNT(*) FROM repairs WHERE painting_id IN (3, 4)",
  ],
  [["paintings without planned repairs", "and the planned ones?"], null],
  // Some of what was shown.
  [
    ["Show the paintings acquired before 2020", "only those insured"],
    `SELECT title FROM paintings WHERE ${old} AND insured = 1`,
  ],
  [
    ["Show the paintings acquired before 2020", "only those that are not insured"],
    `SELECT title FROM paintings WHERE ${old} AND insured = 0`,
  ],
  [
    ["Number of repairs by style in 2024", "only planned ones"],
    byStyle("COUNT(*)", `${in2024} AND status = 'planned'`),
  ],
  [["Number of repairs by style in 2024", "remove Cubism"], byStyle("COUNT(*)", `${in2024} AND style <> 'Cubism'`)],
  [["Number of repairs by style in 2024", "more than 2 only"], `${byStyle("COUNT(*)")} HAVING COUNT(*) > 2`],
  [
    ["How many repairs were there in 2024?", "how many are planned"],
    `SELECT COUNT(*) FROM repairs WHERE ${in2024} AND status = 'planned'`,
  ],
  [
    ["How many planned repairs were there in 2024?", "how many of them are finished"],
    `SELECT COUNT(*) FROM repairs WHERE ${in2024} AND status = 'finished'`,
  ],
  [
    ["Number of repairs by style in 2024", "how many of them are planned"],
    byStyle("COUNT(*)", `${in2024} AND status = 'planned'`),
  ],
  // Another figure.
  [
    ["Show the paintings acquired before 2020", "what is the average weight"],
    `SELECT AVG(weight_kg) FROM paintings WHERE ${old}`,
  ],
  [["Number of repairs by style in 2024", "and hours"], byStyle("COUNT(*), SUM(hours)")],
  [["Total hours of repairs by style in 2024", "no, I meant the average hours"], byStyle("AVG(hours)")],
  [["Total hours of repairs by style in 2024", "and the average"], byStyle("SUM(hours), AVG(hours)")],
  [["Total hours of repairs by style in 2024", "how many repairs is that"], byStyle("COUNT(*)")],
  [
    ["Total hours of repairs by style in 2024", "what did they weigh", "go back to the total hours"],
    byStyle("SUM(hours)"),
  ],
  [["Number of repairs by style in 2024", "how many restorers"], byStyle("COUNT(DISTINCT restorer_id)")],
  [
    ["Total fee of repairs by style in 2024", "only Cubism"],
    byStyle("SUM(fee_cents) / 100.0", `${in2024} AND style = 'Cubism'`),
  ],
  [["Total hours of repairs by style in 2024", "what's the total"], `SELECT SUM(hours) FROM repairs WHERE ${in2024}`],
  [["Show the repairs in May 2024", "how many are there"], `SELECT COUNT(*) FROM repairs WHERE ${inMay}`],
  // Parts of a whole.
  [["How many repairs were finished in 2024?", "what share of all repairs is that"], `SELECT 3 / 5.0`],
  [["Number of finished repairs by style in 2024", "as a share of all repairs"], byStyle("AVG(status = 'finished')")],
  [["Number of repairs by style in 2024", "what share does Cubism have"], "SELECT 'Cubism', 2 / 5.0"],
  [
    ["Number of repairs by style in 2024", "in percent", "and in 2023?"],
    "SELECT 'Cubism', 0.5 UNION ALL SELECT 'Romantic', 0.5",
  ],
  [["Number of finished repairs by style", "in percent", "planned ones instead"], "SELECT 'Cubism', 1.0"],
  [["Number of repairs by style", "in percent", "only Cubism"], "SELECT 'Cubism', 3 / 7.0"],
  // Other groups, by the key that is named.
  [
    ["How many repairs were there in 2024?", "by checker"],
    `SELECT c.name, COUNT(*) FROM repairs r JOIN restorers c ON c.id = r.checker_id WHERE ${in2024} GROUP BY c.id`,
  ],
  [
    ["Number of repairs by style in 2024", "now for halls"],
    `SELECT h.name, COUNT(*) FROM repairs r JOIN paintings p ON p.id = r.painting_id JOIN halls h ON h.id = p.hall_id WHERE ${in2024} GROUP BY h.id`,
  ],
  [
    ["Number of repairs by style in 2024", "break it down by hall"],
    `SELECT h.name, COUNT(*) FROM repairs r JOIN paintings p ON p.id = r.painting_id JOIN halls h ON h.id = p.hall_id WHERE ${in2024} GROUP BY h.id`,
  ],
  // Other times.
  [
    ["How many repairs were there?", "compare to last year"],
    `SELECT (SELECT COUNT(*) FROM repairs WHERE ${in2024}), (SELECT COUNT(*) FROM repairs WHERE ${in2023})`,
  ],
  [["Number of repairs in 2024", "vs 2023"], "SELECT 5, 2"],
  [["Number of repairs in 2024", "vs 2023", "and in May 2024?"], `SELECT COUNT(*) FROM repairs WHERE ${inMay}`],
  [
    ["Number of repairs by month this year", "compare to last year"],
    "SELECT '02', 1, 0 UNION ALL SELECT '03', 2, 0 UNION ALL SELECT '05', 2, 1 UNION ALL SELECT '06', NULL, 1",
  ],
  // Rows behind a figure, and who has to do with them.
  [
    ["Number of repairs by style in 2024", "show the restorers"],
    `SELECT name FROM restorers WHERE id IN (SELECT restorer_id FROM repairs WHERE ${in2024})`,
  ],
  [["Number of repairs by style in 2024", "show the repairs"], `SELECT * FROM repairs WHERE ${in2024}`],
  [
    ["How many repairs were there in May 2024?", "which paintings were those"],
    `SELECT title FROM paintings WHERE id IN (SELECT painting_id FROM repairs WHERE ${inMay})`,
  ],
  [
    ["How many repairs were there in May 2024?", "in which halls"],
    `SELECT name FROM halls WHERE id IN (SELECT hall_id FROM paintings WHERE id IN (SELECT painting_id FROM repairs WHERE ${inMay}))`,
  ],
  [
    ["Show the paintings acquired before 2020", "who lends them"],
    `SELECT p.title, l.name FROM paintings p JOIN lenders l ON l.id = p.lender_id WHERE ${old}`,
  ],
  [["Number of repairs by restorer in 2024", "who did the fewest"], "SELECT 'Bo Lind', 2"],
  [
    ["Number of repairs by restorer in 2024", "who did the most", "how many hours did they work"],
    `SELECT SUM(hours) FROM repairs WHERE restorer_id = 1 AND ${in2024}`,
  ],
  [
    ["Top 2 restorers by hours in 2024", "how many repairs did each do"],
    `SELECT name, SUM(hours), COUNT(*) FROM repairs r JOIN restorers s ON s.id = r.restorer_id WHERE ${in2024} GROUP BY s.id`,
  ],
  // Nothing that could be changed so, or nobody knows what is meant.
  [["How many repairs were there in May 2024?", "in percent"], null],
  [["How many repairs were there in May 2024?", "the other way round"], null],
  [["How many repairs were there in May 2024?", "growth"], null],
  [["How many repairs were there in May 2024?", "whose were they"], null],
  [["Show the paintings acquired before 2020", "and the next 5"], null],
  [["Number of repairs by hall", "only bananas"], null],
  [["Number of repairs by restorer in 2024", "who praised them"], null],
];

describe.each(conversations)("the last of %j", (questions, sql) => {
  it(sql === null ? "is refused" : "goes on from the answers before", async () => {
    if (sql === null) {
      expect(conversation(questions).at(-1)?.kind).toBe("not_understood");
      return;
    }
    const reading = last(questions);
    const plain = (row: unknown) => JSON.stringify(row);
    const [given, expected] = [await museum.rows(reading.sql), await museum.rows(sql)];
    expect(given.map(plain).toSorted(), reading.sql).toEqual(expected.map(plain).toSorted());
    expect(reading.assumptions).toContain("Understood as a change to the question before.");
  });
});

describe("an order without an end that is said", () => {
  it("begins with the highest amount, and takes the place of the one before", () => {
    expect(last(["Show the paintings", "sort by weight"]).sql).toMatch(/ORDER BY weight_kg DESC$/);
    expect(last(["Show the paintings", "sort by weight ascending"]).sql).toMatch(/ORDER BY weight_kg$/);
    const ordered = last(["Total hours of repairs by style", "add the number of repairs", "sort by number of repairs"]);
    expect(ordered.sql).toMatch(/ORDER BY COUNT\(\*\) DESC$/);
    expect(last(["Top 2 paintings by weight", "the other way round"]).sql).toMatch(/ORDER BY \S*weight_kg\s+LIMIT 2$/);
    expect(last(["Top 2 paintings by weight", "and the next 2"]).sql).toMatch(/LIMIT 2\s+OFFSET 2$/);
  });
});

describe("a question of its own after an answer", () => {
  it.each(["What is the average weight of paintings?", "How many restorers are there?", "Show all repairs"])(
    "“%s” is of everything",
    (question) => {
      const alone = museum.ask(question);
      const reading = last(["Number of repairs by style in 2024", question]);
      expect(alone.kind === "query" && reading.sql).toBe(alone.kind === "query" && alone.sql);
    },
  );

  it("can be any that is suggested", () => {
    const reading = last(["Show the paintings acquired before 2020"]);
    for (const question of suggestFollowUps(reading.form, museum.schema))
      expect(museum.ask(question, { earlier: [reading.form] }).kind, question).toBe("query");
  });
});

describe("the sentence above an answer that goes on", () => {
  it("tells the figure first by which rows are ordered", async () => {
    const reading = last(["Total hours of repairs by style", "add the number of repairs", "sort by number of repairs"]);
    expect(await sentence(reading)).toMatch(/^Number of repairs by style: /);
  });

  it("calls the first of groups after what they are of", async () => {
    const reading = last(["Number of repairs by restorer in 2024", "who did the most", "how many hours did they work"]);
    expect(await sentence(reading)).toContain("of the restorer with the most repairs");
  });
});

describe("the sentence above figures that were narrowed", () => {
  it("says a share in percent, and each figure of one group", async () => {
    const share = last(["Number of finished repairs by style", "as a share of all repairs", "only those above 30%"]);
    expect(await sentence(share)).toContain("over 30 %");
    const one = last(["Total hours of repairs by style", "add the number of repairs", "only Cubism"]);
    expect(await sentence(one)).toMatch(/; number of repairs: 3\.$/);
  });
});

describe("what is said of “it”", () => {
  it("is of the one row that was shown", () => {
    const { sql } = last(["the heaviest painting", "when was it acquired?"]);
    expect(sql).toMatch(/acquired_on[\s\S]*ORDER BY weight_kg DESC[\s\S]*LIMIT 1/);
  });

  it("is the same figure at another time", async () => {
    const reading = last(["total hours of repairs in 2024", "how much was it in 2023"]);
    expect(await sentence(reading)).toBe("The total hours of repairs that started in 2023 was 22 hours.");
  });
});
