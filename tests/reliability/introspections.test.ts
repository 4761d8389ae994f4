import type { MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import { closeDatasources } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { introspectionsRunning, request, sweepIntrospections } from "@parley/core/integration/introspection";
import { introspectRequested } from "@parley/core/integration/introspecting";
import * as SchemaPage from "@parley/core/integration/schema-page";
import * as Source from "@parley/core/integration/source";
import { removeLeftovers } from "@parley/core/project/leftovers";
import { receive } from "@parley/core/upload/receive";
import { MOST_ATTEMPTS } from "@parley/core/wake/queued-work";
import type { IntrospectionWake } from "@parley/core/wake/wake";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestBucket, startBucket } from "../support/bucket.ts";
import { standingClock } from "../support/clock.ts";
import { databaseFile } from "../support/database-file.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant } from "../support/tenant.ts";
import { Died, interrupted, interruptedCalls, type Interruption } from "./world/interrupted.ts";

type Context = MemberContext & WithFiles & WithQueue;

const MINUTE_MS = 60_000;
const clock = standingClock();
let table: TestTable;
let bucket: TestBucket;
let ctx: Context;
let queued: IntrospectionWake[];
let files: Record<"orders" | "depots", Buffer>;

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
  const [orders, depots] = await Promise.all([
    databaseFile("CREATE TABLE orders (id INTEGER)"),
    databaseFile("CREATE TABLE depots (id INTEGER)"),
  ]);
  files = { orders, depots };
});
afterAll(() => Promise.all([table.stop(), bucket.stop()]));
beforeEach(async () => {
  // What dies says so in the log.
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  const base = baseFor(table, { clock });
  const { admin } = await createTenant(base);
  queued = [];
  const queue = { send: async (message: unknown) => void queued.push(message as IntrospectionWake) };
  ctx = { ...base, files: bucket.files, queue, actor: admin.ctx.actor };
});
afterEach(() => closeDatasources(ctx));

const work = (environment: Context, { integration_id }: IntrospectionWake) =>
  introspectRequested(environment, integration_id);

async function workAll(environment: Context = ctx): Promise<void> {
  for (const message of queued.splice(0)) await work(environment, message);
}

/** The sweeper's jobs that are about databases: what fails does not keep the others from theirs. */
async function sweep(environment: Context = ctx): Promise<void> {
  for (const job of [sweepIntrospections, removeLeftovers]) await job(environment).catch(() => undefined);
}

/** Half an hour with sweeps and with workers that die of nothing. */
async function recover(): Promise<void> {
  for (const minutes of [2, 2, 4, 8, 14]) {
    clock.advance(minutes * MINUTE_MS);
    await sweep();
    await workAll();
  }
}

const connectionOf = async (name: "orders" | "depots") => {
  const given = { filename: `${name}.sqlite`, mime_type: "application/vnd.sqlite3", bytes: files[name] };
  const [upload] = await receive(ctx, [given], ctx.ids.next());
  return { engine: "sqlite" as const, upload_id: upload?.id ?? "" };
};

const newSource = async (): Promise<string> =>
  (await Source.create(ctx, { display_name: "Orders", connection: await connectionOf("orders") })).id;

const asked = async (): Promise<{ id: string; message: IntrospectionWake }> => {
  const id = await newSource();
  await request(ctx, id);
  const [message] = queued.splice(0);
  if (!message) throw new Error("nothing was queued");
  return { id, message };
};

/** How the reading of an integration's database stands, with the tables that are known of it; "removed" if it is gone. */
async function stateOf(id: string): Promise<string> {
  if (!(await Integration.find(ctx, id, { consistent: true }))) return "removed";
  const { introspection, tables } = await SchemaPage.page(ctx, id, {});
  return [introspection?.status ?? "never asked", ...tables.map(({ name }) => name)].join(", ");
}

/** The same once everything has settled; nothing is in the index or the bucket that belongs to none. */
async function settled(id: string): Promise<string> {
  const running = await ctx.table.queryAll<{ sk: string }>({ pk: introspectionsRunning, index: true });
  expect(running.filter(({ sk }) => sk.includes(id))).toEqual([]);
  const kept = (await bucket.keys()).filter((key) => key === `schemas/${ctx.actor.organization_id}/${id}.json`);
  const state = await stateOf(id);
  expect(kept).toHaveLength(/orders|depots/.test(state) ? 1 : 0);
  return state;
}

/** Something that is done about an integration's database, and what may be there in the end: the last where nothing fails. */
interface Doing {
  prepare?: (id: string) => Promise<unknown>;
  act: (environment: Context, id: string) => Promise<unknown>;
  outcomes: string[];
}

const doings: Record<string, Doing> = {
  "asking for a database to be read": {
    act: (environment, id) => request(environment, id),
    outcomes: ["never asked", "done, orders"],
  },
  "reading a database": {
    prepare: (id) => request(ctx, id),
    act: (environment) => workAll(environment),
    outcomes: ["done, orders"],
  },
  "reading a database whose file is gone": {
    async prepare(id) {
      const config = Integration.configOf(ctx, await Integration.get(ctx, id));
      await ctx.files.remove([config.engine === "sqlite" ? config.file : ""]);
      await request(ctx, id);
    },
    act: (environment) => workAll(environment),
    outcomes: ["failed"],
  },
  "a sweep after a lost message": {
    async prepare(id) {
      await request(ctx, id);
      queued.splice(0);
      clock.advance(20 * MINUTE_MS);
    },
    act: (environment) => sweep(environment),
    outcomes: ["done, orders"],
  },
};

describe.each(Object.entries(doings))("%s", (_name, { prepare, act, outcomes }) => {
  /** Does it with an interruption, and returns how many calls it made. */
  async function perform(interruption?: Interruption): Promise<{ calls: number; seen: string }> {
    const id = await newSource();
    await prepare?.(id);
    // An admin's budget is full again.
    clock.advance(2 * MINUTE_MS);
    const { environment, calls } = interrupted(ctx, interruption);
    await act(environment, id).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    const made = calls();
    await recover();
    const seen = await settled(id);
    expect(outcomes, JSON.stringify(interruption)).toContain(seen);
    return { calls: made, seen };
  }

  it("is in the end what it would have been without, wherever it was interrupted", async () => {
    const { calls, seen } = await perform();
    expect(seen).toBe(outcomes.at(-1));
    expect(calls).toBeGreaterThan(2);
    for (const call of interruptedCalls(calls))
      for (const how of ["dies before", "dies after"] as const) await perform({ call, how });
  }, 300_000);
});

describe.each(["removal", "change"] as const)("the %s of an integration", (what) => {
  it("leaves nothing of the old database behind, whenever it comes while that is read", async () => {
    /** Does it at this call of the worker, or not at all; returns how many calls the worker made. */
    async function read(call?: number): Promise<number> {
      const { id, message } = await asked();
      clock.advance(2 * MINUTE_MS);
      const connection = await connectionOf("depots");
      const how = async () => {
        await (what === "removal" ? Source.remove(ctx, id) : Source.update(ctx, id, { connection }));
      };
      const worker = interrupted(ctx, call === undefined ? undefined : { call, how });
      const isRead = await work(worker.environment, message);
      if (call === undefined) return worker.calls();
      expect(isRead).toBe(false);
      const left = what === "removal" ? "removed" : "never asked";
      expect(await settled(id), `at call ${call}`).toBe(left);
      await recover();
      expect(await settled(id), `at call ${call}, later`).toBe(left);
      if (what === "removal") return worker.calls();
      await request(ctx, id);
      await workAll();
      expect(await settled(id)).toBe("done, depots");
      return worker.calls();
    }
    const calls = await read();
    expect(calls).toBeGreaterThan(4);
    for (const call of interruptedCalls(calls)) await read(call);
  }, 120_000);
});

describe("a message that asks for a database to be read", () => {
  it("may be lost: the sweeper sends another one, and no more than it has to", async () => {
    const { id } = await asked();
    await sweep();
    expect(queued).toEqual([]);
    clock.advance(6_000);
    await sweep();
    await sweep();
    expect(queued).toHaveLength(1);
    clock.advance(MINUTE_MS);
    await sweep();
    expect(queued).toHaveLength(2);
    await workAll();
    expect(await settled(id)).toBe("done, orders");
  });

  it("may come many times, at once and late: the database is read once", async () => {
    const { id, message } = await asked();
    const ends = await Promise.all(Array.from({ length: 5 }, () => work(ctx, message)));
    expect(ends.filter(Boolean)).toHaveLength(1);
    const { introspection } = await SchemaPage.page(ctx, id, {});
    clock.advance(MINUTE_MS);
    expect(await work(ctx, message)).toBe(false);
    expect((await SchemaPage.page(ctx, id, {})).introspection).toEqual(introspection);
    await Source.remove(ctx, id);
    expect(await work(ctx, message)).toBe(false);
    expect(await settled(id)).toBe("removed");
  });
});

describe("a worker that reads a database", () => {
  it("and was frozen for longer than its lease changes nothing any more", async () => {
    const { id, message } = await asked();
    let isFirst = true;
    const frozen: Context = {
      ...ctx,
      files: {
        ...ctx.files,
        async put(...given) {
          if (isFirst) {
            isFirst = false;
            clock.advance(3 * MINUTE_MS);
            expect(await work(ctx, message)).toBe(true);
          }
          await ctx.files.put(...given);
        },
      },
    };
    expect(await work(frozen, message)).toBe(false);
    expect(await settled(id)).toBe("done, orders");
  });

  it("is followed by four others at most: then it has failed, with a reason in words", async () => {
    const { id } = await asked();
    let tries = 0;
    const dying: Context = {
      ...ctx,
      files: { ...ctx.files, put: () => ((tries += 1), Promise.reject(new Died())) },
    };
    for (let minute = 0; minute < 40; minute += 1) {
      for (const message of queued.splice(0)) await work(dying, message).catch(() => undefined);
      clock.advance(MINUTE_MS);
      await sweep();
    }
    expect(tries).toBe(MOST_ATTEMPTS);
    expect((await SchemaPage.page(ctx, id, {})).introspection).toMatchObject({
      status: "failed",
      error: {
        code: "INTROSPECTION_INTERRUPTED",
        message: "Reading the database was interrupted several times.",
      },
    });
    expect(await settled(id)).toBe("failed");
  });
});
