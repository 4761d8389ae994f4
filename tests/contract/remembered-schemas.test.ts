import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { closeDatasources } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { schema } from "@parley/core/integration/schema";
import { type StoredSchema, storedSchemaKey } from "@parley/core/integration/stored-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant } from "../support/tenant.ts";

type Context = OrganizationContext & WithFiles;

/** An integration whose schema has been read, and whose it is. */
interface Learned {
  owner: Context;
  record: Integration.IntegrationRecord;
}

const clock = movableClock();
const { signal } = new AbortController();
let table: TestTable;
let bucket: TestBucket;
let ctx: Context;

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
  const base = { ...baseFor(table, { clock }), files: bucket.files };
  ctx = { ...base, actor: (await createTenant(base)).ctx.actor };
});
afterAll(async () => {
  await closeDatasources(ctx);
  await Promise.all([table.stop(), bucket.stop()]);
});

describe("the schema of an integration that an environment remembers", () => {
  /** Puts what was learned of new integrations into the bucket, each with a comment of this length, and reads it. */
  async function learned(count: number, comment: number): Promise<Learned[]> {
    const found: Learned[] = [];
    for (let at = 0; at < count; at += 1) {
      const config = { engine: "sqlite" as const, file: "databases/x.db" };
      // An organization has a hundred at most.
      const owner =
        at % 100 === 0 ? { ...ctx, actor: (await createTenant(ctx)).ctx.actor } : (found.at(-1)?.owner ?? ctx);
      const record = await Integration.create(owner, { display_name: `Learned ${at}`, config });
      await putLearned(record, "first", comment);
      await schema(owner, record.id, signal);
      found.push({ owner, record });
    }
    return found;
  }
  const putLearned = (record: Integration.IntegrationRecord, name: string, comment: number) =>
    ctx.files.put(
      storedSchemaKey(record),
      JSON.stringify({
        integration_updated_at: record.updated_at,
        schema: {
          dialect: "sqlite",
          tables: [
            {
              schema: null,
              name,
              comment: "x".repeat(comment),
              row_count: 1,
              primary_key: [],
              columns: [],
              foreign_keys: [],
            },
          ],
          hash: "",
          introspected_at: new Date(clock.now()).toISOString(),
        },
      } satisfies StoredSchema),
      "application/json",
    );
  /** Of which of them the memory holds what was first learned: the bucket says something else by now. */
  async function heldOf(found: Learned[]): Promise<boolean[]> {
    const held: boolean[] = [];
    // The newest first: one that is read again takes the place of another.
    for (const { owner, record } of found.toReversed()) {
      await putLearned(record, "second", 0);
      held.unshift((await schema(owner, record.id, signal)).tables[0]?.name === "first");
    }
    return held;
  }

  it("stays in memory while it is among the 200 newest", async () => {
    const held = await heldOf(await learned(202, 0));
    expect(held.slice(2).every(Boolean)).toBe(true);
    expect(held.slice(0, 2)).toEqual([false, false]);
  });

  it("stays in memory while the newest have no more than 32 million characters, or is the newest", async () => {
    expect(await heldOf(await learned(4, 10_000_000))).toEqual([false, true, true, true]);
    expect(await heldOf(await learned(2, 33_000_000))).toEqual([false, true]);
  });
});
