import { readFile } from "node:fs/promises";
import { type ConnectionAttempt, tryConnection } from "@parley/core/integration/connection-attempt";
import { usualPort } from "@parley/core/integration/connection";
import type { ConnectionCheck } from "@parley/datasource/check";
import type { ConnectionFault, DatasourceConfig } from "@parley/datasource/types";
import { choice, CommandError, type Given, type Option, UsageError, wholeNumber } from "./command.ts";
import { readSecret } from "./secret-input.ts";

/** How long (ms) a first look at a database may take. */
export const CONNECTION_PATIENCE_MS = 60_000;

const engines = ["postgres", "mysql", "mariadb", "sqlite"] as const;
const tlsModes = ["verify", "require", "off"] as const;

/** How a database is named to the command line. */
export const connectionOptions: Record<string, Option> = {
  engine: { help: "postgres, mysql (or mariadb, which is the same) or sqlite", required: true },
  host: { help: "Host of the database server" },
  port: { help: "Port; the engine's usual one by default" },
  database: { help: "Name of the database" },
  user: { help: "A role that can only read; its password is read from standard input" },
  tls: { help: "verify (default), require (TLS with any certificate) or off" },
  ca: { help: "A PEM file with the authority that signed the server's certificate; the system's by default" },
  schema: { help: "PostgreSQL: a schema to show; may be given several times", many: true },
  file: { help: "SQLite: the database file, which is copied to the deployment's bucket" },
  "no-test": { help: "Store it without connecting first", flag: true },
};

/** What was given, before it is stored: an SQLite file is still where it was. */
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

/** The database that the options name. Asks for the password. */
export async function targetOf(given: Given): Promise<Target> {
  const named = choice("engine", given.text("engine"), engines);
  if (named === "sqlite") return { engine: named, file: needed(given, "file") };
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
};

/** What an attempt found. Throws `CommandError` with the cause and what to do about it where it failed. */
export function foundBy(attempt: ConnectionAttempt, after = ""): ConnectionCheck {
  if (attempt.connected) return attempt.check;
  const { problem, fault } = attempt;
  const hint = fault === undefined ? {} : { hint: `${hints[fault]}${after}` };
  throw new CommandError(problem.code, problem.message, hint);
}

/** Connects, and looks at what the role may do. Throws `CommandError` with the cause and what to do about it. */
export const checkedConnection = async (target: Target): Promise<ConnectionCheck> =>
  foundBy(await tryConnection(target, CONNECTION_PATIENCE_MS));

/** What is worth a warning in what a first look found: in each the way out of it. */
export function warningsOf(target: Target, { tables, writes }: ConnectionCheck): string[] {
  const warnings = [];
  if (writes.length > 0 && target.engine !== "sqlite")
    warnings.push(
      `The role "${target.user}" can do more than read: ${writes.join("; ")}. Parley only ever reads, but give it a role ` +
        "that can do nothing else.",
    );
  if (tables === 0)
    warnings.push(
      target.engine === "sqlite"
        ? "The database has no tables."
        : `The role "${target.user}" can read no table of the database: grant it SELECT, or check --database and --schema.`,
    );
  return warnings;
}
