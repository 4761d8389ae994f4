import { setTimeout as delay } from "node:timers/promises";
import { openDatasource } from "@parley/datasource/open";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import { ask, questionOf, toolsOf } from "./support.ts";

let postgres: SharedPostgres;
beforeAll(async () => {
  postgres = await sharePostgres();
});
afterAll(() => postgres.stop());

const running = async () =>
  Number(
    (
      await postgres.query(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE '%pile%' AND state = 'active' AND datname = current_database() AND pid <> pg_backend_pid()",
      )
    )[0]?.["n"],
  );

/** Waits for the number of running statements, asking the database. */
async function untilRunning(count: number): Promise<void> {
  while ((await running()) !== count) await delay(20);
}

test("an aborted turn ends the statement that runs in PostgreSQL", async () => {
  const sql = "SELECT count(*) AS pile FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b";
  const server = await startModelServer([[{ tool: "run_sql", args: { sql } }]]);
  const datasource = openDatasource(postgres.config());
  const abort = new AbortController();
  const integration = {
    id: "i1",
    display_name: "Warehouse",
    engine: "postgres" as const,
    schema: (signal: AbortSignal) => datasource.introspect(signal),
    open: async () => datasource,
  };
  const run = ask(questionOf({ message: "?", integration }), toolsOf({ url: server.url, signal: abort.signal }));
  await untilRunning(1);
  abort.abort(new Error("interrupted"));
  await expect(run).rejects.toThrow("interrupted");
  await untilRunning(0);
  await datasource.close();
  await server.close();
});
