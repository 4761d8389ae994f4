import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { columnMarkLimits } from "@parley/contract/limits";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { closeDatasources } from "@parley/core/integration/datasource";
import { keepDatabaseFile, removeDatabaseFile } from "@parley/core/integration/database-file";
import * as ColumnMarks from "@parley/core/integration/column-marks";
import * as Integration from "@parley/core/integration/integration";
import * as Source from "@parley/core/integration/source";
import { refreshSchema } from "@parley/core/integration/schema";
import { COLUMN_MARKS } from "@parley/datasource/marks/marks";
import type { DatasourceConfig } from "@parley/datasource/types";
import { type Command, CommandError, type Given, organizationOf, organizationOption } from "../command.ts";
import { connectionOptions, type Target, targetOf, checkedConnection, warningsOf } from "../connection.ts";
import { nextSteps } from "./next-steps.ts";
import { checkedIntegration } from "../stored-connection.ts";

/** How long (ms) an introspection may take. */
const INTROSPECTION_TIME = 120_000;

const idOption = { help: "Id of the integration", required: true };

const shown = ({ id, display_name, engine, created_at, updated_at }: Integration.IntegrationRecord) => ({
  id,
  display_name,
  type: "database",
  engine,
  created_at,
  updated_at,
});

/** As it is stored: a database file is copied to the bucket. */
async function stored(ctx: OrganizationContext & WithFiles, target: Target): Promise<DatasourceConfig> {
  if (!("file" in target)) return target;
  const bytes = await readFile(target.file).catch(() => {
    throw new CommandError("CONNECTION_NO_FILE", `${target.file} cannot be read.`, { hint: "Check --file." });
  });
  return keepDatabaseFile(ctx, bytes, { engine: target.engine, name: basename(target.file) });
}

/** The database that was given, connected to before anything is stored unless it is not to be. */
async function checkedTarget(
  given: Given,
): Promise<{ target: Target; found?: { tables: number; warnings: string[] } }> {
  const target = await targetOf(given);
  if (given.flag("no-test")) return { target };
  const check = await checkedConnection(target);
  return { target, found: { tables: check.tables, warnings: warningsOf(target, check) } };
}

/** The database's schema, read anew. Nothing is left open: a connection would keep this process from ending. */
async function introspected(ctx: OrganizationContext & WithFiles, id: string) {
  try {
    return await refreshSchema(ctx, id, AbortSignal.timeout(INTROSPECTION_TIME));
  } finally {
    await closeDatasources(ctx);
  }
}

/** The mark that was given; undefined if none was. */
function markingOf(
  given: Given,
  engine: Integration.IntegrationRecord["engine"],
): ColumnMarks.ColumnMarking | undefined {
  const [name, column, as] = [given.optional("table"), given.optional("column"), given.optional("as")];
  if (name === undefined && column === undefined && as === undefined) return undefined;
  if (name === undefined || column === undefined || as === undefined)
    throw new CommandError("OPTION_MISSING", "--table, --column and --as belong together.");
  const mark = as === "none" ? null : COLUMN_MARKS.find((each) => each === as);
  if (mark === undefined)
    throw new CommandError("OPTION_INVALID", `--as is one of ${[...COLUMN_MARKS, "none"].join(", ")}, not ${as}.`);
  return ColumnMarks.markingOf({ table: name, column, mark }, engine);
}

export const integrationCommands: Command[] = [
  {
    name: "integration create",
    summary: "Connect a database, tested first; its password is read from standard input and kept encrypted",
    options: { organization: organizationOption, name: { help: "Display name", required: true }, ...connectionOptions },
    example:
      'printf %s "$PASSWORD" | integration create --organization ID --name Sales --engine postgres --host db.example.com --database sales --user reader\n' +
      "integration create --organization ID --name Shop --engine sqlite --file shop.sqlite\n" +
      "integration create --organization ID --name Orders --engine duckdb --file orders.parquet\n" +
      "integration create --organization ID --name Warehouse --engine redshift --workgroup analytics --database dev --schema shop",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const { target, found } = await checkedTarget(given);
      const config = await stored(ctx, target);
      return { ...shown(await Integration.create(ctx, { display_name: given.text("name"), config })), ...found };
    },
    hint: async (deployment, given) => nextSteps(await organizationOf(deployment, given)),
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
    summary: "Give an integration another database or new credentials, tested first",
    options: { organization: organizationOption, id: idOption, ...connectionOptions },
    example:
      "integration reconnect --organization ID --id INTEGRATION_ID --engine postgres --host db.example.com --database sales --user reader",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const before = Integration.configOf(ctx, await Integration.get(ctx, given.text("id")));
      const { target, found } = await checkedTarget(given);
      const config = await stored(ctx, target);
      const changed = await Integration.update(ctx, given.text("id"), { config });
      await removeDatabaseFile(ctx, before);
      return { ...shown(changed), ...found };
    },
  },
  {
    name: "integration test",
    summary: "Connect to an integration's database, and look at what its role may do",
    options: { organization: organizationOption, id: idOption },
    example: "integration test --organization ID --id INTEGRATION_ID",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const { check, warnings } = await checkedIntegration(ctx, await Integration.get(ctx, given.text("id")));
      const { duration_ms, tables } = check;
      return { id: given.text("id"), connected: true, duration_ms, tables, warnings };
    },
  },
  {
    name: "integration introspect",
    summary: "Read an integration's tables, columns, keys and sample values again",
    options: { organization: organizationOption, id: idOption },
    example: "integration introspect --organization ID --id INTEGRATION_ID",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const schema = await introspected(ctx, given.text("id"));
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
    name: "integration mark",
    summary: "Hide or mask a column, or keep its values from being sampled; lists the marks where no column is given",
    options: {
      organization: organizationOption,
      id: idOption,
      table: { help: "The table, with its schema before a point where it needs one" },
      column: { help: "The column" },
      as: { help: "hidden, masked, sensitive, or none to take the mark away" },
    },
    example: "integration mark --organization ID --id INTEGRATION_ID --table customers --column email --as hidden",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const integration = await Integration.get(ctx, given.text("id"));
      const marking = markingOf(given, integration.engine);
      if (!marking) return ColumnMarks.shownMarks(integration);
      const unknown = await ColumnMarks.unknownColumn(ctx, integration, [marking]);
      if (unknown !== undefined)
        throw new CommandError("COLUMN_NOT_FOUND", `There is no such column: ${unknown.name}.`, {
          hint: `${unknown.nearest === undefined ? "" : `Did you mean ${unknown.nearest}? `}integration introspect reads the database again.`,
        });
      const changed = await ColumnMarks.mark(ctx, integration.id, [marking]);
      if (!changed)
        throw new CommandError(
          "COLUMN_MARK_LIMIT",
          `An integration keeps at most ${columnMarkLimits.per_integration} marks.`,
        );
      return ColumnMarks.shownMarks(changed);
    },
  },
  {
    name: "integration remove",
    summary: "Remove an integration; chats that used it have to choose another",
    options: { organization: organizationOption, id: idOption },
    example: "integration remove --organization ID --id INTEGRATION_ID",
    async run(deployment, given) {
      await Source.remove(await organizationOf(deployment, given), given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
];
