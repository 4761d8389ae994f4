import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Reports about lifts, all that is known of each in one row, and the shafts they run in, which have codes and no names. */
const tables = `
CREATE TABLE lift_reports (lr_number TEXT, lr_type TEXT, lr_code TEXT, zone_code TEXT, street_address TEXT, building TEXT, warden_nm TEXT, reported_hour INTEGER, cab_temp_c REAL, door_ht_m REAL, state_flg TEXT, shaft_cd TEXT REFERENCES shaft_ref (shaft_cd));
CREATE TABLE shaft_ref (shaft_cd TEXT PRIMARY KEY, firm_nm TEXT, opened_yr INTEGER, elev_m REAL);
`;

const kinds = [
  ["Stuck Door Report", "SDR"],
  ["Button Dark Report", "BDR"],
  ["Squeak in Shaft Complaint", "SSC"],
] as const;
const wardens = ["Ada Ness", "Bo Lind"] as const;

let lifts: Business;
beforeAll(async () => {
  lifts = await openFixture("wide-tables", tables, (database) => {
    database.exec(
      "INSERT INTO shaft_ref VALUES ('S1', 'Ohm', 1990, 3), ('S2', 'Ohm', 1990, 40), ('S3', 'Volt', 2004, 55)",
    );
    const insert = database.prepare("INSERT INTO lift_reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (let i = 0; i < 60; i++) {
      const [type, code] = kinds[i % 7 === 0 ? 2 : i % 2] ?? kinds[0];
      const building = i % 3 === 0 ? "Mill House" : "Dock Tower";
      insert.run(
        `LR-${100 + i}`,
        type,
        code,
        `Z${i % 4}`,
        `${i + 1} Quay Lane`,
        building,
        wardens[i % 5 === 0 ? 0 : 1] ?? "",
        i % 4 === 0 ? 9 : 12 + (i % 7),
        15 + (i % 10),
        2 + (i % 5) / 10,
        i % 6 === 0 ? "BAD" : "GOOD",
        `S${1 + (i % 3)}`,
      );
    }
  });
});
afterAll(async () => {
  await lifts.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await lifts.expectRows(question, sql);
};

describe("kinds of rows", () => {
  it.each([
    ["how many stuck doors were there", "SELECT COUNT(*) FROM lift_reports WHERE lr_type = 'Stuck Door Report'"],
    [
      "how many squeaks were there in Dock Tower",
      "SELECT COUNT(*) FROM lift_reports WHERE lr_type LIKE 'Squeak%' AND building = 'Dock Tower'",
    ],
  ])("are known by what their names begin with: %s", expectRows);

  it("are told in full", () => {
    const reading = lifts.ask("how many stuck doors were there");
    expect(reading.kind === "query" ? reading.interpretation : "").toContain("“Stuck Door Report”");
  });
});

describe("the code of a kind", () => {
  it("is that of the same thing, and no other", async () => {
    const calls = await openFixture(
      "codes-of-kinds",
      "CREATE TABLE calls (zone_code TEXT, cl_type TEXT, cl_code TEXT, taken_on DATE)",
      (database) =>
        database.exec(
          "INSERT INTO calls VALUES ('Z1', 'Noise', 'NO', '2024-01-02'), ('Z2', 'Smell', 'SM', '2024-01-03')",
        ),
    );
    await calls.expectRows("what is the code for noise", "SELECT 'NO'");
    await calls.datasource.close();
  });
});

describe("what only begins like a kind", () => {
  it("restricts nothing where rows are told apart by it", () => {
    expect(lifts.ask("number of reports by button").kind).toBe("not_understood");
  });
});

describe("more of one than of another", () => {
  it("is told by both numbers", () =>
    expectRows(
      "are there more reports in Mill House or in Dock Tower",
      "SELECT building, COUNT(*) FROM lift_reports GROUP BY building",
    ));
});

describe("the hour of most rows", () => {
  it("is the one with the most of them, and not the latest", () =>
    expectRows("at what hour are most reports written", "SELECT 9"));
});

describe("rows without names", () => {
  it.each([
    ["which shaft has the highest elevation", "SELECT 'S3'"],
    ["how many bad reports are there", "SELECT COUNT(*) FROM lift_reports WHERE state_flg = 'BAD'"],
    ["average cab temperature by shaft", "SELECT shaft_cd, AVG(cab_temp_c) FROM lift_reports GROUP BY shaft_cd"],
    ["maximum door height", "SELECT 2.4"],
    ["number of shafts with an elevation over 30 m", "SELECT 2"],
  ])("are told by their codes, and measured in units of a letter: %s", expectRows);

  it("are told by a number that is called after them, rather than by their addresses", () =>
    expectRows(
      "reports of zone Z3 in Mill House",
      "SELECT lr_number FROM lift_reports WHERE zone_code = 'Z3' AND building = 'Mill House'",
    ));
});

describe("a moment that no column tells", () => {
  it("is refused rather than told by a figure", () => {
    expect(lifts.ask("when was the lowest cab temperature").kind).toBe("not_understood");
  });
});

describe("a comparison that nobody understands", () => {
  it("is refused", () => {
    expect(lifts.ask("is the cab greener than the shaft on average").kind).toBe("not_understood");
  });
});
