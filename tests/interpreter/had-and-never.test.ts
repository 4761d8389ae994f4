import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A ceramics yard: potters who sit for sittings, hold tenancies of benches, and complain. */
const tables = `
CREATE TABLE tenants (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, county TEXT NOT NULL, born_on DATE);
CREATE TABLE tenancies (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL REFERENCES tenants (id), bench TEXT NOT NULL, opened_on DATE NOT NULL, rent NUMERIC NOT NULL);
CREATE TABLE firings (id INTEGER PRIMARY KEY, tenancy_id INTEGER NOT NULL REFERENCES tenancies (id), fired_on DATE NOT NULL, cones INTEGER NOT NULL);
CREATE TABLE vouchers (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL REFERENCES tenants (id), given_on DATE NOT NULL, worth NUMERIC NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("had-and-never", tables, (database) => {
    database.exec(`INSERT INTO tenants VALUES (1, 'Ada Ness', 'West Mere', NULL), (2, 'Bo Lind', 'West Mere', '1990-03-08'), (3, 'Cy Moe', 'Fenland', '1971-06-20'),
      (4, 'Di Orr', 'Fenland', '1960-01-01'), (5, 'Ed Pim', 'West Mere', '1985-01-01'), (6, 'Flo Quist', 'Fenland', NULL)`);
    database.exec(
      `INSERT INTO tenancies VALUES (1, 1, 'A', '2024-01-05', 20), (2, 1, 'B', '2024-02-05', 30), (3, 3, 'C', '2024-03-05', 20), (4, 5, 'D', '2024-03-05', 20)`,
    );
    database.exec(
      "INSERT INTO firings VALUES (1, 1, '2024-03-01', 5), (2, 1, '2024-03-09', 6), (3, 3, '2024-04-01', 7)",
    );
    database.exec("INSERT INTO vouchers VALUES (1, 1, '2024-03-01', 5), (2, 5, '2024-03-09', 6)");
  });
});
afterAll(async () => {
  await yard.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await yard.expectRows(question, sql);
};

describe("what those had or did who are asked for", () => {
  it.each([
    ["which tenants got a voucher", "SELECT full_name FROM tenants WHERE id IN (1, 5)"],
    ["tenants who had firings but also got a voucher", "SELECT full_name FROM tenants WHERE id = 1"],
  ])("restricts them, each told once: %s", expectRows);
});

describe("several who may have the most", () => {
  it("are told of, where one is shown", () => {
    const reading = yard.ask("which tenants have the most vouchers");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.assumptions.join(" ")).toContain("Only the first is told");
    const one = yard.ask("which tenant has the most vouchers");
    if (one.kind !== "query") throw new Error(one.reason);
    expect(one.assumptions.join(" ")).not.toContain("Only the first is told");
  });
});

describe("wordings of every day", () => {
  it.each([
    ["how many tenancies do we look after", "SELECT 4"],
    ["compare this year with last year rent by bench", "SELECT bench, rent, 0 FROM tenancies"],
    [
      "tenants with neither a voucher nor a tenancy",
      "SELECT full_name FROM tenants WHERE id IN (2, 3, 4, 6) AND id NOT IN (1, 3, 5)",
    ],
  ])("mean the same as plainer ones: %s", expectRows);
});

describe("rows that are called after what they have", () => {
  it("are those without any, where they never had it", async () => {
    await expectRows("tenants without tenancies", "SELECT full_name FROM tenants WHERE id IN (2, 4, 6)");
  });
});

describe("the oldest of each kind", () => {
  it("is one whose birthday is known", async () => {
    await expectRows("oldest tenant by county", "SELECT 'Fenland', 'Di Orr' UNION ALL SELECT 'West Mere', 'Ed Pim'");
  });
});

describe("a part of the name of a place", () => {
  it("is read as the whole, which is said", () => {
    const reading = yard.ask("tenants in Mere");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.sql).toContain("'West Mere'");
    expect(reading.assumptions.join(" ")).toContain("“Mere” is read as “West Mere”");
  });
});

describe("a currency that nothing speaks of", () => {
  it("is said to be unknown", () => {
    const reading = yard.ask("total rent of tenancies in dollars");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.assumptions.join(" ")).toContain("in which currency");
  });
});

describe("how many there are in an average one", () => {
  it("is the average number of each", async () => {
    await expectRows("how many firings does the average tenancy have", "SELECT 0.75");
    await expectRows("how many tenancies does an average tenant have", "SELECT 4.0 / 6");
  });
});

describe("what nothing is called, told by a kind of rows", () => {
  it("is not answered by those rows alone", () => {
    expect(yard.ask("late gizmos by tenant").kind).toBe("not_understood");
  });
});
