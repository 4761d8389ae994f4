import { readFile } from "node:fs/promises";
import { type ConnectionAttempt, tryConnection } from "@parley/core/integration/connection-attempt";
import { usualPort } from "@parley/core/integration/connection";
import type { ConnectionCheck } from "@parley/datasource/check-connection";
import type { ConnectionFault, DatasourceConfig } from "@parley/datasource/types";
import { choice, CommandError, type Given, type Option, UsageError, wholeNumber } from "./command.ts";
import { readSecret } from "./secret-input.ts";

/** How long (ms) a first look at a database may take. */
export const CONNECTION_PATIENCE_MS = 60_000;

const engines = ["postgres", "mysql", "mariadb", "sqlite", "duckdb", "redshift", "athena"] as const;
const tlsModes = ["verify", "require", "off"] as const;

/** How a database is named to the command line. */
export const connectionOptions: Record<string, Option> = {
  engine: {
    help: "postgres, mysql (or mariadb, which is the same), sqlite, duckdb, redshift or athena",
    required: true,
  },
  host: { help: "Host of the database server" },
  port: { help: "Port; the engine's usual one by default" },
  database: { help: "Name of the database" },
  user: { help: "A role that can only read; its password is read from standard input" },
  tls: { help: "verify (default), require (TLS with any certificate) or off" },
  ca: { help: "A PEM file with the authority that signed the server's certificate; the system's by default" },
  schema: {
    help: "PostgreSQL and Redshift: a schema to show; Athena: a further database of the catalog; may be given several times",
    many: true,
  },
  file: {
    help: "SQLite: the database file; DuckDB: its database file, a Parquet or a CSV file; copied to the deployment's bucket",
  },
  workgroup: { help: "Redshift: the name of a serverless workgroup; Athena: of the workgroup that statements run in" },
  cluster: {
    help: "Redshift: the name of a cluster; --user is its database user, the one of the service's role by default",
  },
  secret: { help: "Redshift: the ARN of a secret of Secrets Manager with a login, instead of the service's role" },
  catalog: { help: "Athena: the data catalog; AwsDataCatalog, which is Glue's, by default" },
  output: { help: "Athena: where results are put (s3://bucket/prefix/), if the workgroup does not say" },
  region: { help: "Redshift and Athena: its region, if it is not the service's" },
  "no-test": { help: "Store it without connecting first", flag: true },
};

/** What was given, before it is stored: a file is still where it was. */
export type Target = DatasourceConfig;

function needed(given: Given, name: string): string {
  const value = given.optional(name);
  if (value === undefined || value.trim() === "") throw new UsageError(`--${name} is needed for this engine`);
  return value;
}

async function authority(given: Given): Promise<string | undefined> {
  const path = given.optional("ca");
  if (path === undefined) return undefined;
  const text = await readFile(path, "utf8").catch(() => "");
  if (!text.includes("-----BEGIN CERTIFICATE-----"))
    throw new UsageError("The file given with --ca cannot be read, or is not a certificate in PEM.");
  return text;
}

/** A name in AWS: neither empty nor anything that could be part of an address. */
function awsName(given: Given, name: string, form = /^[A-Za-z0-9_-]+$/): string | undefined {
  const value = given.optional(name);
  if (value !== undefined && !form.test(value)) throw new UsageError(`--${name} is not such a name: ${value}`);
  return value;
}

/** A database in Redshift. There is no password: it is asked with the service's own role, or with a secret that this may read. */
function redshiftOf(given: Given): Target {
  const [workgroup, cluster] = [awsName(given, "workgroup"), awsName(given, "cluster")];
  if ((workgroup === undefined) === (cluster === undefined))
    throw new UsageError("--workgroup or --cluster is needed for this engine, and not both");
  const [user, region] = [given.optional("user"), awsName(given, "region", /^[a-z0-9-]+$/)];
  const secret = awsName(given, "secret", /^arn:[\w:/+=.@-]+$/);
  if (user !== undefined && (cluster === undefined || secret !== undefined))
    throw new UsageError("--user goes with --cluster, and not with --secret");
  const schemas = given.all("schema");
  return {
    engine: "redshift",
    database: needed(given, "database"),
    ...(workgroup !== undefined && { workgroup }),
    ...(cluster !== undefined && { cluster }),
    ...(user !== undefined && { user }),
    ...(secret !== undefined && { secret }),
    ...(region !== undefined && { region }),
    ...(schemas.length > 0 && { schemas }),
  };
}

/** A database of the Glue catalog, asked through Athena with the service's own role. */
function athenaOf(given: Given): Target {
  const workgroup = awsName(given, "workgroup", /^[A-Za-z0-9._-]{1,128}$/);
  if (workgroup === undefined) throw new UsageError("--workgroup is needed for this engine");
  const [catalog, region] = [awsName(given, "catalog", /^[\w@:/-]+$/), awsName(given, "region", /^[a-z0-9-]+$/)];
  const output = awsName(given, "output", /^s3:\/\/[a-z0-9.-]+(\/[\w!.*'()/=-]*)?$/);
  const schemas = given.all("schema");
  return {
    engine: "athena",
    workgroup,
    database: needed(given, "database"),
    ...(schemas.length > 0 && { schemas }),
    ...(catalog !== undefined && { catalog }),
    ...(output !== undefined && { output }),
    ...(region !== undefined && { region }),
  };
}

/** The database that the options name. Asks for the password. */
export async function targetOf(given: Given): Promise<Target> {
  const named = choice("engine", given.text("engine"), engines);
  if (named === "sqlite" || named === "duckdb") return { engine: named, file: needed(given, "file") };
  if (named === "redshift") return redshiftOf(given);
  if (named === "athena") return athenaOf(given);
  const engine = named === "mariadb" ? "mysql" : named;
  const tls = choice("tls", given.optional("tls") ?? "verify", tlsModes);
  const ca = await authority(given);
  const schemas = given.all("schema");
  const server = {
    engine,
    host: needed(given, "host"),
    port: wholeNumber(given, "port", usualPort[engine]),
    database: needed(given, "database"),
    user: needed(given, "user"),
  };
  return {
    ...server,
    password: await readSecret("Password of the database role", given.input),
    tls,
    ...(ca !== undefined && { ca }),
    ...(schemas.length > 0 && { schemas }),
  };
}

/** What to do about each fault, in the words of the options. */
const hints: Record<ConnectionFault, string> = {
  login:
    "Check --user and the password, which is read from standard input, and that the server lets this role in from here.",
  database: "Check --database.",
  host: "Check --host.",
  address: "Check --host: the service connects neither to the machine it runs on nor to the cloud's metadata service.",
  refused: "Check --host and --port, and that the database server is running and listens on that address.",
  no_answer: "Check --host and --port, and that no firewall is in between.",
  connections: "Try again, or raise the server's limit.",
  tls_missing: "Give --tls off where the network is trusted, or turn TLS on at the server.",
  tls_needed: "Give --tls verify, or --tls require where its certificate cannot be verified.",
  tls_untrusted: "Give the authority that signed it with --ca FILE, or --tls require to take any certificate.",
  no_file: "Check --file.",
  not_a_database: "Check --file: it takes the database file itself, not a dump of it.",
  no_library:
    "Run npm install --no-save @duckdb/node-api beside the service, or deploy the stage with duckdb: true (infra/stages.ts).",
};

type Hints = Partial<Record<ConnectionFault, string>>;

const redshiftHints: Hints = {
  login:
    "Check that the role of whoever runs this, and that of the deployed service (redshift in infra/stages.ts), may use the Data API there, and --user or --secret.",
  host: "Check --workgroup or --cluster, and --region.",
  no_library:
    "Run npm install --no-save @aws-sdk/client-redshift-data beside the service; a stage with redshift in infra/stages.ts has it.",
};

const athenaHints: Hints = {
  login:
    "Check that the role of whoever runs this, and that of the deployed service (athena in infra/stages.ts), may use the workgroup, the catalog's tables, their files and the location of results.",
  host: "Check --workgroup and --region, and that the workgroup has a location for results, or give --output.",
  no_library:
    "Run npm install --no-save @aws-sdk/client-athena beside the service; a stage with athena in infra/stages.ts has it.",
};
/** The same for what is reached with the service's own role. */
const ownHints: Partial<Record<Target["engine"], Hints>> = { redshift: redshiftHints, athena: athenaHints };

/** What an attempt found. Throws `CommandError` with the cause and what to do about it where it failed. */
export function foundBy(
  attempt: ConnectionAttempt,
  { engine, after = "" }: { engine: Target["engine"]; after?: string },
): ConnectionCheck {
  if (attempt.connected) return attempt.check;
  const { problem, fault } = attempt;
  const own = ownHints[engine] ?? {};
  const hint = fault === undefined ? {} : { hint: `${own[fault] ?? hints[fault]}${after}` };
  throw new CommandError(problem.code, problem.message, hint);
}

/** Connects, and looks at what the role may do. Throws `CommandError` with the cause and what to do about it. */
export const checkedConnection = async (target: Target): Promise<ConnectionCheck> =>
  foundBy(await tryConnection(target, CONNECTION_PATIENCE_MS), target);

/** What is worth a warning in what a first look found: in each the way out of it. */
export function warningsOf(target: Target, { tables, writes, warnings: found = [] }: ConnectionCheck): string[] {
  const warnings = [...found];
  if (writes.length > 0 && "host" in target)
    warnings.push(
      `The role "${target.user}" can do more than read: ${writes.join("; ")}. Parley only ever reads, but give it a role ` +
        "that can do nothing else.",
    );
  if (tables === 0)
    warnings.push(
      !("host" in target)
        ? "The database has no tables that can be read: check --database and what the role may see."
        : `The role "${target.user}" can read no table of the database: grant it SELECT, or check --database and --schema.`,
    );
  return warnings;
}
