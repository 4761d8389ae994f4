import { expect, it } from "vitest";
import { bypassesPostgres } from "./corpus/bypasses.ts";
import { hostilePostgres } from "./corpus/hostile-postgres.ts";
import { passedOf } from "./refusals.ts";

/** Statements of a dialect, and how many of them there are at least. */
interface Corpora {
  hostile: Readonly<Record<string, readonly string[]>>;
  benign: readonly string[];
  least: { hostile: number; benign: number };
}

/** What holds of a guard by PostgreSQL's parser: it refuses what is hostile, PostgreSQL's own included, and passes what is not. */
export function testGuardCorpora(check: (sql: string) => Promise<unknown>, { hostile, benign, least }: Corpora): void {
  it(`has a corpus of at least ${least.hostile} hostile statements of its own, and ${least.benign} benign ones`, () => {
    expect(new Set(Object.values(hostile).flat()).size).toBeGreaterThanOrEqual(least.hostile);
    expect(new Set(benign).size).toBeGreaterThanOrEqual(least.benign);
  });

  it.each(Object.entries(hostile))("refuses %s", async (_, statements) => {
    expect(await passedOf(statements, check)).toEqual([]);
  });

  it.each(Object.entries({ ...hostilePostgres, ...bypassesPostgres }))(
    "refuses what PostgreSQL's does: %s",
    async (_, statements) => {
      expect(await passedOf(statements, check)).toEqual([]);
    },
  );

  it("passes the benign corpus", async () => {
    const failures: string[] = [];
    for (const sql of benign) await check(sql).catch((error: unknown) => failures.push(`${String(error)}: ${sql}`));
    expect(failures).toEqual([]);
  });
}
