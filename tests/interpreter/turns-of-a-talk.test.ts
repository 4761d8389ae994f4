import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A piano mover: crates go from one store to another, and at a visit several things are done for a fee. */
const tables = `
CREATE TABLE stores (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE crates (id INTEGER PRIMARY KEY, from_store_id INTEGER NOT NULL REFERENCES stores (id), to_store_id INTEGER NOT NULL REFERENCES stores (id), pace TEXT NOT NULL, price REAL NOT NULL, sent_on DATE NOT NULL, promised_on DATE NOT NULL, delivered_on DATE);
CREATE TABLE visits (id INTEGER PRIMARY KEY, store_id INTEGER NOT NULL REFERENCES stores (id), held_on DATE NOT NULL, state TEXT NOT NULL);
CREATE TABLE services (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE visit_services (id INTEGER PRIMARY KEY, visit_id INTEGER NOT NULL REFERENCES visits (id), service_id INTEGER NOT NULL REFERENCES services (id), fee REAL NOT NULL);
`;

let mover: Business;
beforeAll(async () => {
  mover = await openFixture("piano-mover", tables, (database) => {
    database.exec("INSERT INTO stores VALUES (1, 'Quay', 'Oban'), (2, 'Mill', 'Perth'), (3, 'Kirk', 'Oban')");
    database.exec(`INSERT INTO crates VALUES (1, 1, 2, 'slow', 90, '2024-05-02', '2024-05-05', '2024-05-08'), (2, 1, 3, 'fast', 140, '2024-05-09', '2024-05-10', '2024-05-11'),
      (3, 2, 1, 'slow', 60, '2024-05-12', '2024-05-16', '2024-05-15'), (4, 3, 1, 'slow', 80, '2024-04-01', '2024-04-04', '2024-04-14'),
      (5, 1, 2, 'fast', 30, '2024-06-03', '2024-06-05', '2024-06-04'), (6, 2, 3, 'fast', 50, '2023-05-03', '2023-05-05', '2023-05-09')`);
    database.exec(
      "INSERT INTO visits VALUES (1, 1, '2024-03-02', 'held'), (2, 2, '2024-04-02', 'dropped'), (3, 2, '2023-04-02', 'held'), (4, 1, '2024-05-02', 'held'), (5, 2, '2024-05-05', 'held'), (6, 2, '2024-05-06', 'held')",
    );
    database.exec("INSERT INTO services VALUES (1, 'tuning'), (2, 'polish')");
    database.exec("INSERT INTO visit_services VALUES (1, 1, 1, 70), (2, 2, 1, 50), (3, 3, 2, 40), (4, 4, 2, 30)");
  });
});
afterAll(() => mover.datasource.close());

const late = "how many crates were delivered late";

/** The sentence of the last of some turns. */
async function sentenceOf(...turns: string[]): Promise<string> {
  const reading = mover.asked(...turns);
  if (reading.kind !== "query") throw new Error(reading.reason);
  const result = await mover.datasource.run(reading.sql, {
    row_limit: 100,
    timeout_ms: 5000,
    signal: AbortSignal.timeout(10_000),
  });
  return verbalize(reading.form, result);
}

describe("how a time went", () => {
  it.each([
    ["how did May go", 290],
    ["how was last month", 290],
    ["how did April 2024 turn out for us", 80],
    ["how is this year looking so far", 400],
  ])("is what came in then: %s", async (question, revenue) => {
    expect(await mover.told(question)).toEqual([[revenue]]);
  });

  it("is gone on from like any figure", async () => {
    expect(await mover.told("how did May go", "how many crates was that")).toEqual([[3]]);
  });
});

describe("a turn that says by what it is told", () => {
  it("is asked back where it may be either of two keys, and answered by the choice", async () => {
    expect(mover.asked(late, "by store")).toMatchObject({
      kind: "not_understood",
      choices: [{ message: expect.stringMatching(/^by .*store$/) }, { message: expect.stringMatching(/^by .*store$/) }],
    });
    expect(await mover.told(late, "by store", "by from store")).toEqual([
      ["Quay", 2],
      ["Kirk", 1],
      ["Mill", 1],
    ]);
  });
});

describe("the worst of what came too late", () => {
  it.each(["and the worst one", "show me the worst one"])("has the most of it: %s", async (turn) => {
    expect(await mover.told(late, "by from store", turn)).toEqual([["Quay", 2]]);
  });
});

describe("a figure that is asked for without a word of its rows", () => {
  it("is of those that were spoken of, though it says from when to when it is counted", async () => {
    expect(await mover.told("crates sent in May 2024", "how many were late", "average days late")).toEqual([[2]]);
  });

  it("is of the time before where it says so, and asked back where there is none", async () => {
    expect(await mover.told("number of crates per month this year", "total price for the same months")).toEqual([
      ["2024-04", 80],
      ["2024-05", 290],
      ["2024-06", 30],
    ]);
    expect(await mover.told("total fee of visit services for the same period")).toMatch(/for the same period/);
  });
});

describe("lines whose day is that of what they belong to", () => {
  it("are of a time, whatever they are told by", async () => {
    expect(await mover.told("total fees by service this year")).toEqual([
      ["tuning", 120],
      ["polish", 30],
    ]);
  });
});

describe("a turn after a question without an answer", () => {
  it.each(["how many crates was that", "how many crates does each have", "how many visits did each one have"])(
    "is asked back where it is of that: %s",
    (turn) => {
      expect(mover.asked("how content are the stores with it all", turn)).toMatchObject({ kind: "not_understood" });
    },
  );

  it("does not stand for a time that could not be told", () => {
    const reading = mover.asked("total mood of services this year", "as a percentage");
    expect(reading.kind).toBe("not_understood");
  });
});

describe("a sentence", () => {
  it("tells two days of rows by what was done", async () => {
    expect(await sentenceOf(late)).toMatch(/crates delivered later than promised\.$/);
  });

  it("says what the counted rows are like before what they are told by", async () => {
    expect(await sentenceOf("number of visits with state held by town")).toMatch(
      /^Number of visits with state “held” by /,
    );
  });
});

describe("a share after a part was counted", () => {
  it("is of what was spoken of before that, and not of all", async () => {
    expect(
      await mover.told("how many visits at Mill", "how many of them have the state dropped", "what share is that"),
    ).toEqual([[0.25]]);
  });

  it("is of the one that came first, which is told by its name", async () => {
    const turns = ["number of visits by store", "which one has the most", "how many of them were dropped"];
    expect(await mover.told(...turns, "what share is that")).toEqual([["Mill", 0.25]]);
    expect(await sentenceOf(...turns)).toMatch(/^Mill: there is 1 visit with state “dropped”\.$/);
  });
});

describe("why there is no answer", () => {
  it.each([
    [["which one is the highest"], "I cannot tell what this goes on from: please ask it in full."],
    [["and by month"], "I cannot tell what this goes on from: please ask it in full."],
    [["number of visits by state", "how many were ghosted"], "I do not know what “ghosted” means in this data."],
    [["the flux capacitor"], "I do not know what “flux” and “capacitor” mean in this data."],
  ])("is said in one voice: %s", (turns, reason) => {
    expect(mover.asked(...turns)).toMatchObject({ kind: "not_understood", reason });
  });

  it("comes with what can be asked of the rows that were spoken of", () => {
    expect(mover.asked("number of visits by state", "how many were ghosted")).toMatchObject({
      suggestions: ["How many visits are there for each state?", expect.any(String), expect.any(String)],
    });
  });
});

describe("a turn about how long something takes", () => {
  it("is told in hours where it asks for them", async () => {
    expect(await mover.told("average time from sent to delivered for crates sent in May 2024", "in hours")).toEqual([
      [88],
    ]);
  });
});

describe("the slowest", () => {
  it("took the longest, however it is asked for", async () => {
    const turns = ["average time from sent to delivered for crates by pace", "which is the slowest"];
    expect((await mover.told(...turns)).at(0)).toEqual(["slow", expect.any(Number)]);
  });
});

describe("a question that names its rows after one without an answer", () => {
  it("is asked by itself", () => {
    const reading = mover.asked("number of visits by state", "who juggled them", "dropped visits");
    expect(JSON.stringify(reading)).not.toContain("Understood as");
  });
});

describe("a sentence about the first of some rows", () => {
  it("says first of what time the figure is, where they are the first of another", async () => {
    expect(await sentenceOf("top 2 stores by number of visits", "how many visits did they have this year")).toMatch(
      /visits held this year of the 2 stores with the most visits/,
    );
  });
});
