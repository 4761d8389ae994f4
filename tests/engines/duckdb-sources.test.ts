import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receive } from "@parley/core/upload/receive";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useSources } from "../contract/source-scene.ts";
import { SHOP, writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

const path = "/v1/admin/integrations";

describe.skipIf(!isDuckdbHere)("a file in DuckDB that an administrator sets up", { timeout: 60_000 }, () => {
  const { scene, admin } = useSources();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-duckdb-"));
    await writeDuckdb(
      join(folder, "shop.duckdb"),
      `${SHOP} COPY orders TO '${join(folder, "Orders 2024.parquet")}';\n`,
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function uploaded(filename: string, bytes?: Uint8Array): Promise<string> {
    const content = bytes ?? (await readFile(join(folder, filename)));
    const context = { ...scene.environment, actor: scene.tenant.admin.ctx.actor };
    const [upload] = await receive(context, [{ filename, mime_type: "", bytes: content }], randomUUID());
    return upload?.id ?? "";
  }

  it.each([
    ["its own database", "shop.duckdb", "SELECT count(*) FROM customers", "60"],
    ["a Parquet file", "Orders 2024.parquet", "SELECT count(*) FROM orders_2024", "400"],
  ])("is copied from an upload of %s, tried, and asked", async (_what, filename, sql, count) => {
    const connection = { engine: "duckdb", upload_id: await uploaded(filename) };
    const tried = await admin(`POST ${path}/test`, { connection });
    expect(tried, tried.text).toMatchObject({ status: 200, body: { connected: true } });
    const { status, body } = await admin(`POST ${path}`, { display_name: "Orders", connection });
    expect([status, body]).toMatchObject([200, { engine: "duckdb", connection: { file: filename } }]);
    const preview = await admin("POST /v1/queries/preview", { sql, integration_id: body.id });
    expect(preview.body.rows, preview.text).toEqual([[count]]);
    const outside = { sql: "SELECT * FROM read_csv('/etc/passwd')", integration_id: body.id };
    expect((await admin("POST /v1/queries/preview", outside)).status).toBe(400);
  });

  it("is a CSV file that takes the place of another file", async () => {
    const first = { engine: "duckdb", upload_id: await uploaded("shop.duckdb") };
    const { body } = await admin(`POST ${path}`, { display_name: "Shop", connection: first });
    const upload_id = await uploaded("targets.csv", Buffer.from("country,target\nDE,1000.5\n"));
    const changed = await admin(`PATCH ${path}/${body.id}`, { connection: { engine: "duckdb", upload_id } });
    expect(changed.body.connection, changed.text).toEqual({ file: "targets.csv" });
    const sql = "SELECT target FROM targets";
    const preview = await admin("POST /v1/queries/preview", { sql, integration_id: body.id });
    expect(preview.body.rows, preview.text).toEqual([["1000.5"]]);
  });

  it("is refused where DuckDB cannot read it", async () => {
    const upload_id = await uploaded("cut.parquet", Buffer.from("PAR1 and nothing that is one"));
    const answer = await admin(`POST ${path}`, { display_name: "D", connection: { engine: "duckdb", upload_id } });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "NOT_A_DATABASE", detail: expect.stringContaining("cut.parquet is neither") },
    });
  });
});
