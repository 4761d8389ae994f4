import { readFile } from "node:fs/promises";
import * as Integration from "@parley/core/integration/integration";
import { openDatasource } from "@parley/core/integration/datasource";
import { refreshSchema } from "@parley/core/integration/schema";
import type { DatasourceConfig } from "@parley/datasource/types";
import {
  type Command,
  type Deployment,
  type Given,
  type Option,
  organizationOf,
  organizationOption,
  UsageError,
  wholeNumber,
} from "../command.ts";
import { readSecret } from "../secret-input.ts";

/** How long (ms) a test of the connection and an introspection may take. */
const TEST_TIME = 20_000;
const INTROSPECTION_TIME = 120_000;

const idOption = { help: "Id of the integration", required: true };
const connection: Record<string, Option> = {
  engine: { help: "postgres, mysql or sqlite", required: true },
  host: { help: "Host of the database server" },
  port: { help: "Port; the engine's usual one by default" },
  database: { help: "Name of the database" },
  user: { help: "A role that can only read; its password is read from standard input" },
  tls: { help: "verify (default), require or off" },
  schema: { help: "PostgreSQL: a schema to show; may be given several times", many: true },
  file: { help: "SQLite: the database file, which is copied to the deployment's bucket" },
};

const shown = ({ id, display_name, engine, created_at, updated_at }: Integration.IntegrationRecord) => ({
  id,
  display_name,
  type: "database",
  engine,
  created_at,
  updated_at,
});

function needed(given: Given, name: string): string {
  const value = given.optional(name);
  if (value === undefined) throw new UsageError(`--${name} is needed for this engine`);
  return value;
}

async function configOf(deployment: Deployment, organizationId: string, given: Given): Promise<DatasourceConfig> {
  const engine = given.text("engine");
  if (engine === "sqlite") {
    const bytes = await readFile(needed(given, "file")).catch(() => {
      throw new UsageError("The file given with --file cannot be read.");
    });
    const key = `integrations/${organizationId}/${deployment.ids.next()}.sqlite`;
    await deployment.files.put(key, bytes, "application/vnd.sqlite3");
    return { engine, file: key };
  }
  if (engine !== "postgres" && engine !== "mysql") throw new UsageError("--engine is postgres, mysql or sqlite");
  const tls = given.optional("tls") ?? "verify";
  if (tls !== "verify" && tls !== "require" && tls !== "off") throw new UsageError("--tls is verify, require or off");
  const schemas = given.all("schema");
  return {
    engine,
    host: needed(given, "host"),
    port: wholeNumber(given, "port", engine === "postgres" ? 5432 : 3306),
    database: needed(given, "database"),
    user: needed(given, "user"),
    password: await readSecret("Password of the database role"),
    tls,
    ...(schemas.length > 0 && { schemas }),
  };
}

export const integrationCommands: Command[] = [
  {
    name: "integration create",
    summary: "Connect a database; its password is read from standard input and kept encrypted",
    options: { organization: organizationOption, name: { help: "Display name", required: true }, ...connection },
    example:
      "integration create --organization ID --name Sales --engine postgres --host db.example.com --database sales --user reader",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const config = await configOf(deployment, ctx.actor.organization_id, given);
      return shown(await Integration.create(ctx, { display_name: given.text("name"), config }));
    },
  },
  {
    name: "integration list",
    summary: "List an organization's integrations",
    options: { organization: organizationOption },
    example: "integration list --organization ID",
    run: async (deployment, given) => (await Integration.list(await organizationOf(deployment, given))).map(shown),
  },
  {
    name: "integration show",
    summary: "Show an integration, without its credentials",
    options: { organization: organizationOption, id: idOption },
    example: "integration show --organization ID --id INTEGRATION_ID",
    run: async (deployment, given) =>
      shown(await Integration.get(await organizationOf(deployment, given), given.text("id"))),
  },
  {
    name: "integration rename",
    summary: "Change an integration's display name",
    options: { organization: organizationOption, id: idOption, name: { help: "New display name", required: true } },
    example: 'integration rename --organization ID --id INTEGRATION_ID --name "Sales EU"',
    run: async (deployment, given) =>
      shown(
        await Integration.update(await organizationOf(deployment, given), given.text("id"), {
          display_name: given.text("name"),
        }),
      ),
  },
  {
    name: "integration reconnect",
    summary: "Give an integration another database or new credentials",
    options: { organization: organizationOption, id: idOption, ...connection },
    example:
      "integration reconnect --organization ID --id INTEGRATION_ID --engine postgres --host db.example.com --database sales --user reader",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      await Integration.get(ctx, given.text("id"));
      const config = await configOf(deployment, ctx.actor.organization_id, given);
      return shown(await Integration.update(ctx, given.text("id"), { config }));
    },
  },
  {
    name: "integration test",
    summary: "Connect to an integration's database and run a query",
    options: { organization: organizationOption, id: idOption },
    example: "integration test --organization ID --id INTEGRATION_ID",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const datasource = await openDatasource(ctx, await Integration.get(ctx, given.text("id")));
      try {
        const { duration_ms } = await datasource.run("SELECT 1 AS one", {
          row_limit: 1,
          timeout_ms: TEST_TIME,
          signal: AbortSignal.timeout(TEST_TIME),
        });
        return { id: given.text("id"), connected: true, duration_ms };
      } finally {
        await datasource.close();
      }
    },
  },
  {
    name: "integration introspect",
    summary: "Read an integration's tables, columns, keys and sample values again",
    options: { organization: organizationOption, id: idOption },
    example: "integration introspect --organization ID --id INTEGRATION_ID",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const schema = await refreshSchema(ctx, given.text("id"), AbortSignal.timeout(INTROSPECTION_TIME));
      const tables = schema.tables.map(({ name, row_count, columns, foreign_keys }) => ({
        table: name,
        rows: row_count,
        columns: columns.length,
        keys: foreign_keys.map((key) => `${key.columns.join("+")} → ${key.table}${key.inferred ? " (inferred)" : ""}`),
      }));
      const leftOut = schema.tables_left_out ?? 0;
      return leftOut === 0
        ? tables
        : [...tables, { table: `(${leftOut} smaller tables are left out)`, rows: null, columns: null, keys: [] }];
    },
  },
  {
    name: "integration remove",
    summary: "Remove an integration; chats that used it have to choose another",
    options: { organization: organizationOption, id: idOption },
    example: "integration remove --organization ID --id INTEGRATION_ID",
    async run(deployment, given) {
      await Integration.remove(await organizationOf(deployment, given), given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
];
