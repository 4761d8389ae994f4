import { readFile } from "node:fs/promises";
import { checkConnection, type ConnectionCheck } from "@parley/datasource/check";
import { type ConnectionFault, type DatasourceConfig, DatasourceError } from "@parley/datasource/types";
import { choice, CommandError, type Given, type Option, UsageError, wholeNumber } from "./command.ts";
import { readSecret } from "./secret-input.ts";

/** How long (ms) a first look at a database may take. */
const CHECK_TIME = 60_000;

const engines = ["postgres", "mysql", "mariadb", "sqlite"] as const;
const tlsModes = ["verify", "require", "off"] as const;
const usualPort = { postgres: 5432, mysql: 3306 };

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

/** What is wrong, and what to do about it. */
type Explanation = [message: string, hint: string];

const placeOf = (target: Target): string =>
  target.engine === "sqlite" ? target.file : `${target.host}:${target.port}`;

/** The faults of a server's connection, for whoever gave the options. */
const serverFaults: Record<ConnectionFault, (target: Extract<Target, { host: string }>, place: string) => Explanation> =
  {
    login: ({ user }, place) => [
      `The server at ${place} refused the login of "${user}".`,
      "Check --user and the password, which is read from standard input, and that the server lets this role in from here.",
    ],
    database: ({ database, user }, place) => [
      `The server at ${place} has no database "${database}" that "${user}" may use.`,
      "Check --database.",
    ],
    host: ({ host }) => [`The host "${host}" cannot be resolved to an address.`, "Check --host."],
    refused: (_target, place) => [
      `Nothing listens at ${place}: the connection was refused.`,
      "Check --host and --port, and that the database server is running and listens on that address.",
    ],
    no_answer: (_target, place) => [
      `${place} did not answer within 5 seconds.`,
      "Check --host and --port, and that no firewall is in between.",
    ],
    connections: (_target, place) => [
      `The server at ${place} has too many connections.`,
      "Try again, or raise the server's limit.",
    ],
    tls_missing: ({ tls }, place) => [
      `The server at ${place} does not speak TLS, and --tls ${tls} asks for it.`,
      "Give --tls off where the network is trusted, or turn TLS on at the server.",
    ],
    tls_needed: (_target, place) => [
      `The server at ${place} takes no connection without TLS.`,
      "Give --tls verify, or --tls require where its certificate cannot be verified.",
    ],
    tls_untrusted: (_target, place) => [
      `The certificate of the server at ${place} cannot be verified.`,
      "Give the authority that signed it with --ca FILE, or --tls require to take any certificate.",
    ],
    no_file: () => ["There is no database file.", "Check --file."],
    not_a_database: () => ["It is not a database.", "Check --file."],
  };

const fileFaults: Partial<Record<ConnectionFault, (file: string) => Explanation>> = {
  no_file: (file) => [`There is no file ${file}.`, "Check --file."],
  not_a_database: (file) => [
    `${file} is not an SQLite database that can be read.`,
    "Check --file: it takes the database file itself, not a dump of it.",
  ],
};

function explained(target: Target, error: DatasourceError): CommandError {
  const { fault } = error;
  const [message, hint] =
    fault === undefined
      ? [error.message, undefined]
      : target.engine === "sqlite"
        ? (fileFaults[fault]?.(target.file) ?? [error.message, undefined])
        : serverFaults[fault](target, placeOf(target));
  const code = fault === undefined ? error.code : `CONNECTION_${fault.toUpperCase()}`;
  return new CommandError(code, message, hint === undefined ? {} : { hint });
}

/** Connects, and looks at what the role may do. Throws `CommandError` with the cause and what to do about it. */
export async function tryConnection(target: Target): Promise<ConnectionCheck> {
  try {
    return await checkConnection(target, AbortSignal.timeout(CHECK_TIME));
  } catch (error) {
    if (error instanceof DatasourceError) throw explained(target, error);
    if (error instanceof Error && error.name === "TimeoutError")
      throw new CommandError(
        "CONNECTION_NO_ANSWER",
        `${placeOf(target)} did not answer within ${CHECK_TIME / 1000} seconds.`,
      );
    throw error;
  }
}

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
