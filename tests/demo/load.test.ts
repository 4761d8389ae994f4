import { Client, type ClientConfig } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadFreight } from "@parley/local/demo/freight/freight";
import { loadWarehouse, makeWarehouse } from "@parley/local/demo/warehouse/warehouse";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";

const ANCHOR = new Date("2025-11-20");
const { tables } = makeWarehouse(ANCHOR);
const READER = { user: "quillmere_reader", password: 'it\'s a "secret"' };
const clients: Client[] = [];
let cluster: PostgresServer;

const adminConfig = () => ({
  host: cluster.host,
  port: cluster.port,
  user: cluster.user,
  password: cluster.password,
  database: "postgres",
});
const target = (database: string, anchor = ANCHOR) => ({
  adminConfig: adminConfig(),
  database,
  reader: READER,
  anchor,
});

async function connect(config: ClientConfig): Promise<Client> {
  const client = new Client({ ...adminConfig(), ...config });
  // A database that is dropped ends the connections to it.
  client.on("error", () => {});
  clients.push(client);
  await client.connect();
  return client;
}

async function ask(client: Client, text: string): Promise<unknown[][]> {
  return (await client.query<unknown[]>({ text, rowMode: "array" })).rows;
}

beforeAll(async () => {
  cluster = await startPostgres();
  const start = performance.now();
  await loadWarehouse(target("quillmere"));
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  await loadFreight({ ...target("dunmarrow"), reader: { user: "dunmarrow_reader", password: "other" } });
  console.log(`warehouse made and loaded in ${seconds} s`);
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await cluster.stop();
});

describe("loadWarehouse", () => {
  it("loads every row that was made", async () => {
    const client = await connect({ database: "quillmere" });
    for (const { name, rows } of tables) {
      expect(await ask(client, `SELECT COUNT(*)::int FROM ${name}`)).toEqual([[rows.length]]);
    }
  });

  it("lets quantity, price and discount multiply to the line's and the order's total in plain SQL", async () => {
    const client = await connect({ database: "quillmere" });
    const [totals = []] = await ask(
      client,
      `SELECT (SELECT SUM(total_amount) FROM orders), (SELECT SUM(line_total) FROM order_items),
      (SELECT ROUND(SUM(quantity * unit_price * (1 - discount)), 2) FROM order_items)`,
    );
    expect(new Set(totals).size).toBe(1);
  });

  it("declares keys and comments, and is analyzed", async () => {
    const client = await connect({ database: "quillmere" });
    expect(await ask(client, "SELECT COUNT(*)::int FROM pg_constraint WHERE contype = 'f'")).toEqual([[13]]);
    expect(
      await ask(
        client,
        "SELECT COUNT(*)::int FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND obj_description(oid) IS NULL",
      ),
    ).toEqual([[0]]);
    expect(
      await ask(client, "SELECT COUNT(DISTINCT tablename)::int FROM pg_stats WHERE schemaname = 'public'"),
    ).toEqual([[11]]);
  });

  it("keeps a complete database for a week, then makes it anew", async () => {
    const made = target("kept");
    const at = (day: string) => loadFreight(target("kept", new Date(day)));
    expect(await loadFreight(made)).toMatchObject({ reused: false });
    expect(await loadFreight(made)).toMatchObject({ reused: true });
    expect(await at("2025-11-26")).toEqual({ reused: true, anchor: ANCHOR });
    expect(await at("2025-11-27")).toEqual({ reused: false, anchor: new Date("2025-11-27") });
    const client = await connect({ database: "kept" });
    expect(await ask(client, "SELECT MAX(booked_on)::text FROM shipments")).toEqual([["2025-11-26"]]);
  });

  it("drops a half-loaded database, even if clients are still connected to it", async () => {
    await cluster.createDatabase("half");
    const client = await connect({ database: "half" });
    await client.query("CREATE TABLE clients (id integer)");
    expect(await loadFreight(target("half"))).toMatchObject({ reused: false });
    expect(await ask(await connect({ database: "half" }), "SELECT COUNT(*)::int FROM clients")).toEqual([[64]]);
  });

  it("leaves no mark of completeness when loading fails, so that the next start tries again", async () => {
    await cluster.query("CREATE ROLE limited LOGIN PASSWORD 'limited' CREATEDB");
    const limited = {
      ...target("failed"),
      adminConfig: { ...adminConfig(), user: "limited", password: "limited" },
      reader: { user: "nobody_may", password: "x" },
    };
    await expect(loadFreight(limited)).rejects.toThrow(/permission denied/);
    expect(await loadFreight(target("failed"))).toMatchObject({ reused: false });
  });
});

describe("the reader", () => {
  const reader = (database = "quillmere") => connect({ ...READER, database });

  it("reads every table", async () => {
    const client = await reader();
    for (const { name } of tables) await client.query(`SELECT * FROM ${name} LIMIT 1`);
    expect(await ask(client, "SHOW default_transaction_read_only")).toEqual([["on"]]);
  });

  it.each([
    "INSERT INTO regions VALUES (9, 'Moon')",
    "UPDATE orders SET total_amount = 0",
    "DELETE FROM returns",
    "DROP TABLE returns",
    "CREATE TABLE mine (id integer)",
    "CREATE TEMPORARY TABLE mine (id integer)",
    "CREATE ROLE mine",
    "CREATE DATABASE mine",
  ])("cannot %s, not even in a transaction that it declares writable", async (sql) => {
    const client = await reader();
    await expect(client.query(sql)).rejects.toThrow(
      /read-only transaction|permission denied|must be owner|cannot run inside|temporary tables/,
    );
    await client.query("SET default_transaction_read_only = off");
    await expect(client.query(sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it("cannot connect to the other organization's database", async () => {
    await expect(reader("dunmarrow")).rejects.toThrow(/permission denied for database/);
  });

  it("is given the password of the last start", async () => {
    const changed = { ...READER, password: "changed" };
    expect(await loadWarehouse({ ...target("quillmere"), reader: changed })).toMatchObject({ reused: true });
    expect(
      await ask(await connect({ ...changed, database: "quillmere" }), "SELECT COUNT(*)::int FROM regions"),
    ).toEqual([[5]]);
    await expect(reader()).rejects.toThrow(/password authentication failed/);
  });
});
