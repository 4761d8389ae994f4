import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boat yard: boats lie at jetties, and work is done on them. */
const tables = `
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, jetty TEXT NOT NULL, rig TEXT NOT NULL);
CREATE TABLE riggers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE works (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), rigger_id INTEGER NOT NULL REFERENCES riggers (id), kind TEXT NOT NULL, done_on DATE NOT NULL, timber_eur NUMERIC NOT NULL, hours NUMERIC NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("boat-yard", tables, (database) => {
    database.exec(
      "INSERT INTO boats VALUES (1, 'Tern', 'East', 'sloop'), (2, 'Plover', 'West', 'ketch'), (3, 'Knot', 'West', 'sloop')",
    );
    database.exec("INSERT INTO riggers VALUES (1, 'Mira Holt'), (2, 'Ben Tarn')");
    database.exec(
      "INSERT INTO works VALUES (1, 1, 1, 'caulking', '2024-05-02', 40, 3), (2, 2, 2, 'painting', '2024-05-09', 25, 6), (3, 3, 1, 'painting', '2024-06-01', 30, 2), (4, 2, 1, 'caulking', '2024-06-03', 10, 1)",
    );
  });
});
afterAll(() => yard.datasource.close());

const told = (...questions: string[]) => yard.told(...questions);
const asked = (...questions: string[]) => expect(yard.asked(...questions), questions.join(" > "));

describe("other words for what was not understood", () => {
  const byJetty = [
    ["West", 3],
    ["East", 1],
  ];

  test("are read in its place: for each of what", async () => {
    for (const turn of ["by jetty", "jetty", "i meant by jetty", "no, per jetty", "sorry, jetty", "by jetty i mean"])
      expect(await told("works by marina", turn), turn).toEqual(byJetty);
    asked("works by marina", "by jetty").toMatchObject({
      assumptions: ["Understood as “works by jetty”."],
    });
  });

  test("are read in its place: a value, with or without what leads to it", async () => {
    for (const turn of ["painting", "for painting", "no, painting", "i mean painting"])
      expect(await told("how many hours for varnishing", turn), turn).toEqual([[8]]);
    expect(await told("how many works for zora", "no, mira holt")).toEqual([[3]]);
  });

  test("are read in its place: whose figures are compared", async () => {
    expect(await told("which captain has the most works", "i mean rigger")).toEqual([["Mira Holt"]]);
    asked("which captain has the most works").toMatchObject({ reason: expect.stringContaining("“captain”") });
  });

  test("are read in its place: by which figure", async () => {
    expect(await told("best rigger", "by number of works")).toEqual([["Mira Holt"]]);
    expect(await told("worst rigger", "hours")).toEqual([["Mira Holt"]]);
  });

  test("begin with a word of the question", async () => {
    expect(await told("how many works of kind varnishing", "kind painting")).toEqual([[2]]);
  });

  test("are gone on from like any answer", async () => {
    expect(await told("works by marina", "by jetty", "only painting")).toEqual([["West", 2]]);
  });

  test("leave a second word open, which is named then", () => {
    asked("how many hours for varnishing by marina", "painting").toMatchObject({
      kind: "not_understood",
      reason: expect.stringContaining("marina"),
    });
  });

  test("are not looked for in a question that names its rows itself", async () => {
    expect(await told("works by marina", "how many boats are there")).toEqual([[3]]);
  });
});

describe("a turn after something that meant nothing at all", () => {
  test("goes on from the answer before", async () => {
    expect(await told("how many works were there", "crumpets?", "by kind")).toEqual([
      ["caulking", 2],
      ["painting", 2],
    ]);
  });

  test("goes on from nothing where what was asked was let go", async () => {
    for (const turn of ["never mind. how many boats are there", "forget it, how many boats are there"])
      expect(await told("works by marina", turn), turn).toEqual([[3]]);
  });
});

describe("the choices of a question back", () => {
  const open = ["how many works were there", "how content are the riggers with their pay", "by kind"] as const;

  test("are named by their place, by agreeing, or by saying it again", async () => {
    const byKind = [
      ["caulking", 2],
      ["painting", 2],
    ];
    for (const turn of ["1", "the first", "the first one", "a", "yes", "yes please", "ok", "by kind", "that one"])
      expect(await told(...open, turn), turn).toEqual(byKind);
  });

  test("are none of what is meant", () => {
    for (const turn of ["no", "neither", "none of them"])
      asked(...open, turn).toMatchObject({ kind: "not_understood", reason: expect.stringMatching(/in other words/) });
    asked(...open, "4").toMatchObject({ kind: "not_understood", choices: [{ label: expect.any(String) }] });
  });

  test("are several, each answered in its own words or by its place", async () => {
    asked("best rigger").toMatchObject({
      choices: [{ label: "by works", message: "Which rigger has the most works" }],
    });
    asked("total cost of works in may").toMatchObject({ kind: "not_understood" });
    expect(await told("total takings of works in may", "hours")).toEqual([[9]]);
  });
});

describe("a value or a column alone, after a question that had no answer", () => {
  test("is an answer to something, and asked back where it does not fit", () => {
    for (const turn of ["painting", "not done", "the riggers' jetty"])
      asked("how content are the riggers with their pay", turn).toMatchObject({ kind: "not_understood" });
    for (const turn of ["who was the rigger", "who did it", "which boat"])
      asked("how content are the riggers with their pay", turn).toMatchObject({ kind: "not_understood" });
  });

  test("is answered where it is said again", async () => {
    expect(await told("how content are the riggers with their pay", "which boats", "which boats")).toHaveLength(3);
  });
});
