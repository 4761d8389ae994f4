import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { campaignsFile } from "@parley/local/demo/campaigns/campaigns";

const folder = mkdtempSync(join(tmpdir(), "campaigns-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the campaigns file", () => {
  const file = join(folder, "campaigns.sqlite");
  const bytes = campaignsFile(new Date("2025-11-20"));
  writeFileSync(file, bytes);
  const ask = (sql: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row));
    } finally {
      database.close();
    }
  };

  it("is the same file, byte for byte, when it is made again", () => {
    expect(Buffer.from(campaignsFile(new Date("2025-11-20T18:00:00Z"))).equals(bytes)).toBe(true);
  });

  it("has four campaigns a year, their ads, daily figures and leads", () => {
    const counts = ["campaigns", "ads", "daily_spend", "leads"].map(
      (table) => ask(`SELECT COUNT(*) FROM ${table}`)[0]?.[0],
    );
    expect(counts).toEqual([16, 48, expect.any(Number), expect.any(Number)]);
    expect(Number(counts[2])).toBeGreaterThan(1_500);
    expect(Number(counts[3])).toBeGreaterThan(1_000);
  });

  it("spends no campaign's budget twice and nothing after the day before the anchor", () => {
    expect(ask("PRAGMA foreign_key_check")).toEqual([]);
    expect(
      ask(`SELECT c.name FROM campaigns c JOIN ads a ON a.campaign_id = c.id JOIN daily_spend d ON d.ad_id = a.id
      GROUP BY c.id HAVING SUM(d.cost) > c.budget`),
    ).toEqual([]);
    expect(ask("SELECT MAX(day) FROM daily_spend")).toEqual([["2025-11-19"]]);
    expect(ask("SELECT MAX(created_on) <= '2025-11-19' FROM leads")).toEqual([[1]]);
  });
});
