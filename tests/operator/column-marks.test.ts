import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { closeDatasources, openDatasource } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { schema } from "@parley/core/integration/schema";
import { page } from "@parley/core/integration/schema-page";
import { storedSchema } from "@parley/core/integration/stored-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type CommandLine, startCommandLine } from "./command-line.ts";

let line: CommandLine;
let tenant: Tenant;
let folder: string;
let id: string;
beforeAll(async () => {
  [line, folder] = await Promise.all([startCommandLine(), mkdtemp(join(tmpdir(), "parley-marking-"))]);
  tenant = await createTenant(line.deployment);
  const file = join(folder, "people.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
    CREATE VIEW contacts AS SELECT name, email FROM people;
    INSERT INTO people VALUES (1, 'Ada', 'zebra77@hush.example')`);
  database.close();
  const created = await line.run(
    `integration create --organization ${tenant.id} --name People --json --engine sqlite --file ${file}`.split(" "),
  );
  id = created.json.id;
  await line.run(`integration introspect --organization ${tenant.id} --id ${id} --json`.split(" "));
});
afterAll(async () => {
  await closeDatasources(line.deployment);
  await line.stop();
  await rm(folder, { recursive: true, force: true });
});

const mark = (...more: string[]) =>
  line.run(["integration", "mark", "--organization", tenant.id, "--id", id, "--json", ...more]);
const marking = (column: string, as: string) => mark("--table", "people", "--column", column, "--as", as);
const ctx = () => ({ ...line.deployment, ...tenant.ctx });
const integration = () => Integration.get(ctx(), id);
const options = { row_limit: 10, timeout_ms: 5_000, signal: new AbortController().signal };
const rowsOf = async (sql: string) => (await (await openDatasource(ctx(), await integration())).run(sql, options)).rows;

describe("integration mark", () => {
  it("closes a column at once: for statements, in the stored schema with its views, and in the one read next", async () => {
    expect(await rowsOf("SELECT email FROM contacts")).toEqual([["zebra77@hush.example"]]);
    expect(JSON.stringify(await storedSchema(ctx(), await integration()))).toContain("zebra77");
    expect((await marking("EMAIL", "hidden")).json).toEqual([{ table: "people", column: "EMAIL", mark: "hidden" }]);
    await expect(rowsOf("SELECT email FROM people")).rejects.toThrow("an administrator has hidden it");
    await expect(rowsOf("SELECT * FROM contacts")).rejects.toMatchObject({ code: "SQL_REJECTED" });
    expect(await rowsOf("SELECT * FROM people")).toEqual([[1, "Ada"]]);
    expect(JSON.stringify(await storedSchema(ctx(), await integration()))).not.toContain("zebra77");
    expect((await page(ctx(), id, {})).tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([
      ["id", "name"],
    ]);
    const read = await schema(ctx(), id, options.signal);
    expect(read.tables.map(({ name }) => name)).toEqual(["people"]);
    expect(JSON.stringify(read)).not.toContain("zebra77");
  });

  it("masks instead, lists the marks, and takes them away", async () => {
    await marking("email", "masked");
    expect(await rowsOf("SELECT * FROM people")).toEqual([[1, "Ada", "•••"]]);
    expect((await mark()).json).toEqual([{ table: "people", column: "email", mark: "masked" }]);
    expect((await marking("email", "none")).json).toEqual([]);
    expect(await rowsOf("SELECT email FROM contacts")).toEqual([["zebra77@hush.example"]]);
  });

  it("keeps a sensitive column's values out of the schema, and lets queries read it", async () => {
    await marking("name", "sensitive");
    expect(JSON.stringify(await schema(ctx(), id, options.signal))).not.toContain("Ada");
    expect(await rowsOf("SELECT name FROM people")).toEqual([["Ada"]]);
  });

  it("refuses a column that there is not, and half of a mark", async () => {
    expect((await marking("emial", "hidden")).error).toMatchObject({ code: "COLUMN_NOT_FOUND" });
    expect((await mark("--table", "people")).error).toMatchObject({ code: "OPTION_MISSING" });
    expect((await marking("email", "secret")).error).toMatchObject({ code: "OPTION_INVALID" });
  });
});
