import { Client, type ClientConfig, escapeIdentifier, escapeLiteral } from "pg";
import { isoDay } from "./calendar.ts";
import type { Dataset, Recipe, Table } from "./dataset.ts";

export type Target = {
  /** A superuser's connection to the cluster's maintenance database. */
  adminConfig: ClientConfig;
  database: string;
  /** The role the service reads with; it is given this password each time. */
  reader: { user: string; password: string };
  /** The day after the last one with data (UTC): today for `npm start`. */
  anchor: Date;
};

/** `anchor`: the one the rows were made for, an earlier one where they are reused. */
export type Loaded = { reused: boolean; anchor: Date };

const ROWS_PER_INSERT = 5_000;
/** A loaded database is kept for so many days before it is made anew to end yesterday again. */
const FRESH_DAYS = 7;
const MS_PER_DAY = 86_400_000;

/**
 * Makes a demo database: schema, rows, statistics, and a role that can do nothing but read it.
 * One that is complete, of the same generator version and at most a week old is kept. The mark of completeness is the database's
 * comment, written last, so that a load which was cut short is thrown away and done again.
 */
export async function loadDatabase(target: Target, recipe: Recipe): Promise<Loaded> {
  const name = escapeIdentifier(target.database);
  return withClient(target.adminConfig, async (admin) => {
    const kept = freshAnchor(await readMark(admin, target.database), recipe.version, target.anchor);
    const reused = kept !== undefined;
    if (!reused) {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      // The built-in locale sorts and folds case in the same way on every machine.
      await admin.query(
        `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
      );
      await admin.query(`ALTER DATABASE ${name} SET timezone TO 'UTC'`);
    }
    await withClient({ ...target.adminConfig, database: target.database }, async (client) => {
      if (!reused) await fill(client, recipe.make(target.anchor));
      await grantReading(client, target);
    });
    if (!reused)
      await admin.query(`COMMENT ON DATABASE ${name} IS ${escapeLiteral(markOf(recipe.version, target.anchor))}`);
    return { reused, anchor: kept ?? target.anchor };
  });
}

async function fill(client: Client, dataset: Dataset) {
  await client.query("BEGIN");
  await client.query(dataset.schema);
  const references = await takeOffReferences(client);
  for (const table of dataset.tables) await insert(client, table);
  for (const each of references) await client.query(each);
  await client.query(dataset.finish);
  await client.query("COMMIT");
  await client.query(`ANALYZE ${dataset.tables.map(({ name }) => escapeIdentifier(name)).join(", ")}`);
}

/**
 * Drops the foreign keys and returns the statements that add them again. A key added to a full table is checked by one
 * join; one that is there while rows come in is looked up for each of them, a third of all the work.
 */
async function takeOffReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' ORDER BY oid`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/** Rows travel as JSON and take their types from the table they go into. */
async function insert(client: Client, { name, rows }: Table) {
  const table = escapeIdentifier(name);
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => escapeIdentifier(column))
    .join(", ");
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const part = JSON.stringify(rows.slice(from, from + ROWS_PER_INSERT));
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
      [part],
    );
  }
}

/** The reader may connect, see the schema and select; its transactions are read-only unless it says otherwise, and then still harmless. */
async function grantReading(client: Client, { database, reader }: Target) {
  const role = escapeIdentifier(reader.user);
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [reader.user]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role}`);
  await client.query(
    `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${escapeLiteral(reader.password)}`,
  );
  await client.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
  await client.query(`REVOKE ALL ON DATABASE ${escapeIdentifier(database)} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${role}`);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
}

const MARK = /^Parley demo data, version (\S+), anchor (\d{4}-\d{2}-\d{2})$/;

function markOf(version: string, anchor: Date): string {
  return `Parley demo data, version ${version}, anchor ${isoDay(Math.floor(anchor.getTime() / MS_PER_DAY))}`;
}

async function readMark(admin: Client, database: string): Promise<string | null> {
  const { rows } = await admin.query<{ mark: string | null }>(
    "SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1",
    [database],
  );
  return rows[0]?.mark ?? null;
}

/** The anchor of a complete database of this version that is not too old; undefined if it must be made. */
function freshAnchor(mark: string | null, version: string, anchor: Date): Date | undefined {
  const [, markedVersion, markedAnchor] = MARK.exec(mark ?? "") ?? [];
  if (markedVersion !== version || markedAnchor === undefined) return undefined;
  const age = (anchor.getTime() - Date.parse(markedAnchor)) / MS_PER_DAY;
  return age >= 0 && age < FRESH_DAYS ? new Date(markedAnchor) : undefined;
}

async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // That a connection ended is reported to the statement that waits; between two of them there may be none.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
