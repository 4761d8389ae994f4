import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A riding school: horses of a breed in stables, lessons with two teachers, and who keeps them. */
const tables = `
CREATE TABLE keepers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, newsletter BOOLEAN NOT NULL, born_on DATE NOT NULL);
CREATE TABLE stables (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE teachers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, monthly_salary REAL NOT NULL, stable_id INTEGER NOT NULL REFERENCES stables (id));
CREATE TABLE horses (id INTEGER PRIMARY KEY, name TEXT NOT NULL, breed TEXT NOT NULL, sex TEXT NOT NULL, insured BOOLEAN NOT NULL, keeper_id INTEGER NOT NULL REFERENCES keepers (id), stable_id INTEGER NOT NULL REFERENCES stables (id));
CREATE TABLE riding_lessons (id INTEGER PRIMARY KEY, stand_in_id INTEGER REFERENCES teachers (id), teacher_id INTEGER NOT NULL REFERENCES teachers (id), starts_at TIMESTAMP NOT NULL, capacity INTEGER NOT NULL, level TEXT NOT NULL, cancelled BOOLEAN NOT NULL);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, riding_lesson_id INTEGER NOT NULL REFERENCES riding_lessons (id), keeper_id INTEGER NOT NULL REFERENCES keepers (id));
CREATE TABLE shoeing_jobs (id INTEGER PRIMARY KEY, horse_id INTEGER NOT NULL REFERENCES horses (id), payer TEXT NOT NULL, begun_at TIMESTAMP NOT NULL, finished_at TIMESTAMP NOT NULL);
`;

let school: Business;
beforeAll(async () => {
  school = await openFixture("kinds-with-others", tables, (database) => {
    database.exec(`
      INSERT INTO stables VALUES (1, 'North Yard'), (2, 'South Yard');
      INSERT INTO teachers VALUES (1, 'Ada Ness', 'Trainer', 2900, 1), (2, 'Bo Lind', 'Groom', 2100, 1), (3, 'Cleo Marsh', 'Trainer', 3100, 2), (4, 'Dag Orr', 'Groom', 2000, 2);
    `);
    const run = (sql: string, rows: (string | number | null)[][]) => {
      const insert = database.prepare(sql);
      for (const row of rows) insert.run(...row);
    };
    const times = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    run(
      "INSERT INTO keepers VALUES (?, ?, ?, ?, ?)",
      times(12).map((i) => [
        i,
        `${["Ed", "Fay", "Gil"][i % 3]} Moor${i}`,
        ["Alt", "Burg"][i % 2] ?? "",
        i % 3 === 0 ? 1 : 0,
        `19${70 + 2 * i}-03-04`,
      ]),
    );
    run(
      "INSERT INTO horses VALUES (?, ?, ?, ?, ?, ?, ?)",
      times(40).map((i) => [
        i,
        `Horse${i}`,
        ["Hackney", "Shetland", "Friesian"][(i * i) % 3] ?? "",
        i % 2 ? "f" : "m",
        i % 5 < 2 ? 1 : 0,
        1 + (i % 12),
        1 + (i % 2),
      ]),
    );
    run(
      "INSERT INTO riding_lessons VALUES (?, ?, ?, ?, ?, ?, ?)",
      times(60).map((i) => [
        i,
        i % 7 ? null : 1 + ((i + 1) % 4),
        1 + (i % 4),
        `2024-0${1 + (i % 5)}-1${i % 9}T10:00:00`,
        6 + (i % 3),
        ["Beginner", "Advanced"][i % 2] ?? "",
        i % 6 ? 0 : 1,
      ]),
    );
    run(
      "INSERT INTO bookings VALUES (?, ?, ?)",
      times(150).map((i) => [i, 1 + ((i * 7) % 60), 1 + (i % 12)]),
    );
    run(
      "INSERT INTO shoeing_jobs VALUES (?, ?, ?, ?, ?)",
      times(20).map((i) => [
        i,
        i,
        ["Anchor", "Beacon"][i % 2] ?? "",
        "2024-05-01T09:00:00",
        `2024-05-0${1 + (i % 3)}T1${i % 9}:00:00`,
      ]),
    );
  });
});
afterAll(() => school.datasource.close());

const horses = (where: string, by: string) =>
  `SELECT ${by}, COUNT(*) FROM horses JOIN stables ON stable_id = stables.id JOIN keepers ON keeper_id = keepers.id WHERE ${where} GROUP BY ${by}`;

describe("rows that are named by their kind", () => {
  it.each([
    [
      "list all Shetlands with their keepers",
      "SELECT horses.name, full_name FROM horses JOIN keepers ON keeper_id = keepers.id WHERE breed = 'Shetland'",
    ],
    [
      "Shetlands and their keepers",
      "SELECT horses.name, full_name FROM horses JOIN keepers ON keeper_id = keepers.id WHERE breed = 'Shetland'",
    ],
  ])("are shown with what belongs to them: %s", (question, sql) => school.expectRows(question, sql));

  it.each([
    ["insured Shetlands by town", horses("breed = 'Shetland' AND insured", "town")],
    ["female Hackneys by stable", horses("breed = 'Hackney' AND sex = 'f'", "stables.name")],
    [
      "cancelled lessons by teacher",
      "SELECT full_name, COUNT(*) FROM riding_lessons JOIN teachers ON teacher_id = teachers.id WHERE cancelled GROUP BY teachers.id",
    ],
  ])("are counted by what else is said of them: %s", (question, sql) => school.expectRows(question, sql));
});

describe("what is asked of people and pay", () => {
  it.each([
    ["keepers who subscribed to the newsletter", "SELECT full_name FROM keepers WHERE newsletter"],
    ["keepers who are not subscribed to the newsletter", "SELECT full_name FROM keepers WHERE NOT newsletter"],
    [
      "staff costs by stable",
      "SELECT name, SUM(monthly_salary) FROM teachers JOIN stables ON stable_id = stables.id GROUP BY name",
    ],
    ["which role pays the most", "SELECT role FROM teachers GROUP BY role ORDER BY AVG(monthly_salary) DESC LIMIT 1"],
    ["keepers born in the 80s", "SELECT full_name FROM keepers WHERE born_on LIKE '198%'"],
    ["average shoeing time", "SELECT AVG(julianday(finished_at) - julianday(begun_at)) FROM shoeing_jobs"],
  ])("is found in their rows: %s", (question, sql) => school.expectRows(question, sql));

  it.each(["which payer pays the most", "who cancels the most"])(
    "is not told by what somebody else earns, nor by yes and no: %s",
    (question) => expect(school.ask(question)).toHaveProperty("kind", "not_understood"),
  );
});

describe("how full lessons are", () => {
  it.each([
    [
      "how full are the beginner lessons",
      "SELECT 1.0 * (SELECT COUNT(*) FROM bookings JOIN riding_lessons l ON riding_lesson_id = l.id WHERE level = 'Beginner') / (SELECT SUM(capacity) FROM riding_lessons WHERE level = 'Beginner')",
    ],
    [
      "how full are lessons on average",
      "SELECT 1.0 * (SELECT COUNT(*) FROM bookings) / (SELECT SUM(capacity) FROM riding_lessons)",
    ],
  ])("is of those that are named: %s", (question, sql) => school.expectRows(question, sql));

  it("averages over the teachers, and not over those who stand in", async () => {
    const { reading } = await school.answer("average number of lessons per teacher per month");
    expect(reading.sql).toContain("teacher_id");
    expect(reading.sql).not.toContain("stand_in_id");
  });
});

describe("what people did at a time", () => {
  it.each([
    [
      "how many keepers had an Anchor job in May 2024",
      "SELECT COUNT(*) FROM keepers WHERE id IN (SELECT keeper_id FROM horses JOIN shoeing_jobs ON horse_id = horses.id WHERE payer = 'Anchor' AND begun_at LIKE '2024-05-%')",
    ],
  ])("is of that time, and not when they came: %s", (question, sql) => school.expectRows(question, sql));
});

describe("rows without those of a kind", () => {
  it.each([
    ["number of horses without Shetland horses", "SELECT COUNT(*) FROM horses WHERE breed <> 'Shetland'"],
    [
      "number of horses by stable excluding Shetland horses",
      "SELECT stables.name, COUNT(*) FROM horses JOIN stables ON stable_id = stables.id WHERE breed <> 'Shetland' GROUP BY stables.id",
    ],
  ])("are all the others, whatever belongs to them: %s", (question, sql) => school.expectRows(question, sql));
});
