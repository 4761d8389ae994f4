import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Canoes that are rented out at piers: who rents them, for how much, and what was repaired after it. */
const tables = `
CREATE TABLE piers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lake TEXT NOT NULL);
CREATE TABLE canoes (id INTEGER PRIMARY KEY, name TEXT NOT NULL, pier_id INTEGER NOT NULL REFERENCES piers (id), day_rate NUMERIC NOT NULL);
CREATE TABLE renters (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE rentals (id INTEGER PRIMARY KEY, canoe_id INTEGER NOT NULL REFERENCES canoes (id), renter_id INTEGER NOT NULL REFERENCES renters (id), start_date DATE NOT NULL, price NUMERIC NOT NULL, channel TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE mechanics (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, canoe_id INTEGER NOT NULL REFERENCES canoes (id), mechanic_id INTEGER NOT NULL REFERENCES mechanics (id), reason TEXT NOT NULL, opened_on DATE NOT NULL, status TEXT NOT NULL);
`;

let piers: Business;
beforeAll(async () => {
  piers = await openFixture("some-of-what-was-told", tables, (database) => {
    const fill = (table: string, rows: readonly string[]) =>
      database.exec(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(", ")}`);
    fill("piers", ["1, 'Reed pier', 'Aln'", "2, 'Otter pier', 'Aln'", "3, 'Old pier', 'Bree'"]);
    fill("canoes", ["1, 'Heron', 1, 40", "2, 'Coot', 2, 30", "3, 'Grebe', 3, 50", "4, 'Teal', 1, 20"]);
    fill("renters", [
      "1, 'Ulla Berg', 'Moss', '2023-01-05'",
      "2, 'Finn Dahl', 'Moss', '2024-05-20'",
      "3, 'Rita Eng', 'Vik', '2022-07-01'",
      "4, 'Jon Falk', 'Vik', '2024-06-01'",
    ]);
    fill("rentals", [
      "1, 1, 1, '2023-02-10', 100, 'phone', 'done'",
      "2, 2, 1, '2023-03-10', 300, 'web', 'done'",
      "3, 3, 3, '2023-04-10', 50, 'web', 'done'",
      "4, 1, 2, '2024-02-10', 250, 'web', 'done'",
      "5, 2, 1, '2024-03-12', 120, 'phone', 'done'",
      "6, 3, 3, '2024-04-10', 80, 'web', 'cancelled'",
      "7, 3, 3, '2024-05-10', 40, 'web', 'done'",
      "8, 4, 2, '2024-05-22', 60, 'web', 'done'",
    ]);
    fill("mechanics", ["1, 'Sia Holm'", "2, 'Tor Ness'"]);
    fill("repairs", [
      "1, 1, 1, 'leak', '2023-05-01', 'shipped'",
      "2, 2, 1, 'leak', '2023-06-01', 'shipped'",
      "3, 3, 1, 'seat', '2023-07-01', 'cancelled'",
      "4, 1, 2, 'leak', '2024-05-01', 'in work'",
      "5, 2, 2, 'seat', '2024-06-01', 'received'",
    ]);
  });
});
afterAll(() => piers.datasource.close());

const asked = (...questions: string[]) => piers.asked(...questions);

async function rowsOf(...questions: string[]) {
  const reading = asked(...questions);
  if (reading.kind !== "query") expect.fail(reading.reason);
  return piers.rows(reading.sql);
}

describe("the first of what was told", () => {
  it.each(["exclude the first one", "without the top one", "now leave out the highest", "drop the best one"])(
    "is left out, and stays so: %s",
    async (question) => {
      const others = [
        ["Otter pier", 120],
        ["Old pier", 120],
      ];
      const rows = await rowsOf("revenue by pier this year", question);
      expect(rows).toHaveLength(2);
      expect(rows).toEqual(expect.arrayContaining(others));
      const shares = await rowsOf("revenue by pier this year", question, "as a percentage");
      expect(shares.map(([, share]) => share)).toEqual([0.5, 0.5]);
    },
  );

  it("is told to be left out", async () => {
    const reading = asked("revenue by pier this year", "exclude the first one");
    expect(reading).toMatchObject({
      interpretation: expect.stringContaining("without the pier with the highest total price"),
    });
  });

  it("leaves one less of a few", async () => {
    const rows = await rowsOf("top 2 piers by revenue this year", "exclude the first one");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.[0]).not.toBe("Reed pier");
  });

  it("is asked back for where nothing comes first", () => {
    expect(asked("revenue by month this year", "exclude the first one")).toMatchObject({ kind: "not_understood" });
    expect(asked("how many rentals were there", "exclude the first one")).toMatchObject({ kind: "not_understood" });
  });
});

describe("what changed", () => {
  it("is told of the groups before, against as much of the year before", async () => {
    expect(await rowsOf("rentals per channel per year", "which one dropped the most")).toMatchObject([
      ["phone", 1, 1, 0, 0],
    ]);
    const [row] = await rowsOf("revenue by pier this year", "which one grew the most");
    expect(row?.slice(0, 3)).toEqual(["Reed pier", 100, 310]);
  });

  it("is told of two years side by side, and the others after it", async () => {
    const both = "revenue by pier in 2023 vs 2024";
    expect((await rowsOf(both, "which one grew the most"))[0]?.[0]).toBe("Reed pier");
    expect((await rowsOf(both, "which one grew the most", "and which shrank?")).map(([name]) => name)).toEqual([
      "Otter pier",
    ]);
    expect((await rowsOf(both, "which ones grew")).map(([name]) => name)).toEqual(["Reed pier", "Old pier"]);
  });

  it("is a month that is over, as one that runs is always less", async () => {
    const months = ["revenue by month this year", "which month dropped the most"];
    expect((await rowsOf(...months))[0]?.slice(0, 2)).toEqual(["2024-03", 120]);
    const reading = asked(...months);
    if (reading?.kind !== "query") expect.fail("it was not understood");
    const told = verbalize(
      reading.form,
      await piers.datasource.run(reading.sql, {
        row_limit: 10,
        timeout_ms: 5000,
        signal: new AbortController().signal,
      }),
    );
    expect(told).toContain("−52 %, to 120");
  });

  it("is not told of one figure", () => {
    expect(asked("how many rentals were there", "which one dropped the most")).toMatchObject({
      kind: "not_understood",
      reason: expect.stringContaining("which two times to compare"),
    });
  });
});

describe("what was told already", () => {
  it("is told again where it is asked to be by month", async () => {
    const months = await rowsOf("revenue by month this year");
    expect(await rowsOf("revenue by month this year", "make it monthly")).toEqual(months);
  });

  it("has no first three where it is one figure", () => {
    expect(asked("how much did renters in Moss pay this year", "top 3")).toMatchObject({ kind: "not_understood" });
  });

  it("has rows behind it, of one of its groups or of a share", async () => {
    const worst = ["revenue by pier this year", "which one was the highest"];
    expect(await rowsOf(...worst, "show the rentals behind that")).toHaveLength(2);
    expect(await rowsOf(...worst, "show me the rows behind it")).toHaveLength(2);
    const share = ["how many rentals are cancelled", "what share of all rentals is that"];
    expect((await rowsOf(...share, "show me the list")).map(([id]) => id)).toEqual([6]);
  });

  it("is counted where it is money, rather than summed up", async () => {
    const rows = await rowsOf("top 2 canoes by revenue this year", "how many is that");
    expect(rows.every(([, count]) => Number(count) < 10)).toBe(true);
  });
});

describe("people of whom a deed is kept", () => {
  it("are told by it, and by their own day for nothing else", async () => {
    expect(await rowsOf("how many renters rented last month")).toEqual([[2]]);
    expect(await rowsOf("when did the renters last rent")).toEqual([["2024-05-22"]]);
    expect((await rowsOf("which renters rented most often"))[0]?.slice(0, 1)).toHaveLength(1);
  });

  it("did it, where they did something", async () => {
    expect(await rowsOf("how many renters rented something last month")).toEqual([[2]]);
    expect(await rowsOf("which renters never rented anything")).toEqual([["Jon Falk"]]);
  });

  it("are each told when they last did it", async () => {
    const rows = await rowsOf("which renters are from Moss", "when did they last rent");
    expect(new Map(rows.map(([name, day]) => [name, day]))).toEqual(
      new Map([
        ["Finn Dahl", "2024-05-22"],
        ["Ulla Berg", "2024-03-12"],
      ]),
    );
  });

  it("are those that were ranked by money, when some of them are counted", async () => {
    const best = "who are our top 2 renters by revenue";
    expect(await rowsOf(best, "how many of them are from Moss")).toEqual([[2]]);
  });

  it("have the most of what was counted before", async () => {
    const before = ["how many repairs did we have per reason", "only last year"];
    expect((await rowsOf(...before, "which mechanic had the most of them"))[0]?.[0]).toBe("Sia Holm");
  });
});

describe("states of work", () => {
  it("are ended by what is sent out, and begun by what is received", async () => {
    expect(await rowsOf("how many open repairs are there")).toEqual([[2]]);
  });
});

describe("values that are compared", () => {
  it("are compared by the figure that was told", async () => {
    const both = [
      ["web", 6],
      ["phone", 2],
    ];
    expect(await rowsOf("rentals per channel", "compare web with phone")).toEqual(both);
    expect(await rowsOf("how many rentals were there", "web vs phone")).toEqual(both);
  });

  it("are added up where they were told one after the other", async () => {
    const before = ["how many repairs are for leak", "and for seat"];
    expect(await rowsOf(...before, "both together")).toEqual([[5]]);
  });
});

describe("what groups are told by", () => {
  it("is told of those of them that were asked for, by month", async () => {
    const before = ["revenue by pier this year", "which of them are on Aln"];
    const rows = await rowsOf(...before, "make it monthly");
    expect(rows).toEqual([
      ["2024-02", 250],
      ["2024-03", 120],
      ["2024-05", 60],
    ]);
  });

  it("leaves out rows in a state, rather than groups that have some", async () => {
    const rows = await rowsOf("who are our top 3 renters by revenue", "remove the cancelled ones");
    expect(rows).toEqual([
      ["Ulla Berg", 520],
      ["Finn Dahl", 310],
      ["Rita Eng", 90],
    ]);
  });
});

describe("a whole that is restricted", () => {
  it("is no whole that is known", () => {
    const before = "how many rentals are cancelled";
    expect(asked(before, "what share of all open rentals is that")).toMatchObject({ kind: "not_understood" });
    expect(asked(before, "what share of all rentals is that")).toMatchObject({ kind: "query" });
  });
});

describe("the one that was found", () => {
  it("is the row at which a figure ended", async () => {
    const last = ["how much did Ulla Berg pay", "when was the last one"];
    expect((await rowsOf(...last, "which canoe was it"))[0]).toContain("Coot");
    const dearest = "what is the highest price of a rental";
    expect((await rowsOf(dearest, "who was it"))[0]).toContain("Ulla Berg");
  });

  it("is a person where one was spoken of, whatever was told between", async () => {
    const before = ["how much did Ulla Berg pay", "when was the last one", "which canoe was it"];
    expect(await rowsOf(...before, "how much did she pay this year")).toEqual([[120]]);
    expect(asked("rentals per channel", "how much did she pay this year")).toMatchObject({ kind: "not_understood" });
  });

  it("is told with how many it had", async () => {
    const before = ["how many repairs did we have per reason", "which mechanic had the most of them"];
    expect(await rowsOf(...before, "how many did she handle")).toEqual([["Sia Holm", 3]]);
  });

  it("is the first of a list where it is named so", async () => {
    const rows = await rowsOf("top 2 canoes by revenue this year", "who rented the first one");
    // Ulla Berg had it the year before.
    expect(rows).toEqual([["Finn Dahl"]]);
  });
});

describe("a price for a unit of time", () => {
  it("is the column that is called so, rather than what came in on each day", async () => {
    expect(await rowsOf("what does Heron cost per day")).toEqual([[40]]);
    const before = ["which canoes are at Reed pier", "what do they cost per day"];
    expect(await rowsOf(...before)).toEqual([
      ["Heron", 40],
      ["Teal", 20],
    ]);
    expect((await rowsOf(...before, "what's the most expensive"))[0]).toContain("Heron");
  });
});

describe("what is asked of rows that were told", () => {
  it("is their values, where a column is named and nothing else", async () => {
    expect(await rowsOf("show rentals over 200", "show me the channels")).toEqual([["web"]]);
    expect(await rowsOf("how many rentals did Ulla Berg have", "list the channels")).toHaveLength(2);
    expect(await rowsOf("show rentals over 200", "list all channels of all rentals")).toHaveLength(2);
  });

  it("is of the one place that was found, where it is asked what is there", async () => {
    const names = await rowsOf("how many canoes per pier", "which has the most", "what canoes are there");
    expect(names).toEqual([["Heron"], ["Teal"]]);
  });

  it("is the other end of the list whose rows were counted", async () => {
    const rows = await rowsOf("top 2 piers by revenue this year", "how many rentals is that", "and the worst 1");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.[0]).not.toBe("Reed pier");
  });

  it("is the part of the first one, in percent", async () => {
    const rows = await rowsOf("which channel brings in the most", "how much is that in percent");
    expect(rows).toEqual([["web", 0.78]]);
  });

  it("is the month with the most of what is bad, where it is the worst", async () => {
    const before = ["how many cancelled rentals did we have", "by month"];
    expect(await rowsOf(...before, "which month was the worst")).toEqual([["2024-04", 1]]);
    expect(asked(...before, "which month was the worst")).toMatchObject({
      interpretation: expect.stringContaining("the most rentals"),
    });
  });

  it("counts those of a kind that they had, and not themselves", async () => {
    const before = ["which repairs are for leak", "which mechanics did them"];
    expect(asked(...before)).toMatchObject({ kind: "query" });
    expect(await rowsOf("how many leaks did the mechanics see")).toEqual([[3]]);
  });
});
