import { execFile, execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatasourceConfig } from "@parley/datasource/types";

/** Debian's programs, which are not in everybody's PATH. */
const PROGRAMS = { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/bin` };

const SERVER = "mariadbd";

/** How long (ms) the server may take to start on a busy machine. */
const START_PATIENCE_MS = 30_000;

const READER = { user: "reader", password: "reader-password" };

/** A MariaDB server of one's own, on a port and a socket of its own. */
export interface MariadbServer {
  port: number;
  version: string;
  /** A datasource for one of the server's databases, as a role that can only read. */
  config(database: string): Extract<DatasourceConfig, { host: string }>;
  /** Runs statements as the owner; the rows come as lines, with tabs between the cells. */
  sql(statements: string, database?: string): Promise<string[]>;
  /** Makes a database, which the reader may read. */
  createDatabase(name: string, statements: string): Promise<void>;
  stop(): Promise<void>;
}

function versionHere(): string | undefined {
  try {
    return execFileSync(SERVER, ["--version"], { env: PROGRAMS, encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** Whether Debian's package `mariadb-server` is installed on this machine. */
export const isMariadbHere = versionHere() !== undefined;

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

function run(program: string, args: string[], input = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { env: PROGRAMS, encoding: "utf8" }, (error, out, said) =>
      error ? reject(new Error(`${program}: ${said}`, { cause: error })) : resolve(out),
    );
    child.stdin?.end(input);
  });
}

export async function startMariadb(): Promise<MariadbServer> {
  const folder = await mkdtemp(join(tmpdir(), "parley-mariadb-"));
  const socket = join(folder, "socket");
  const data = join(folder, "data");
  // The server refuses to be root, and the package has made somebody for it.
  const as = process.getuid?.() === 0 ? ["--user=mysql"] : [];
  if (as.length > 0) await run("chown", ["mysql", folder]);
  await chmod(folder, 0o755);
  const made = ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"];
  await run("mariadb-install-db", [...made, ...as]);
  const port = await freePort();
  const places = [`--datadir=${data}`, `--socket=${socket}`, `--port=${port}`, "--bind-address=127.0.0.1"];
  const speed = ["--innodb-flush-log-at-trx-commit=0", "--skip-log-bin", "--innodb-buffer-pool-size=32M"];
  const server = spawn(SERVER, ["--no-defaults", ...places, ...speed, ...as], { env: PROGRAMS, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const client = (database: string[]) => [
    "--no-defaults",
    `--socket=${socket}`,
    "--user=root",
    "--batch",
    "-N",
    ...database,
  ];
  const sql = async (statements: string, database?: string) =>
    (await run("mariadb", client(database === undefined ? [] : [database]), statements)).split("\n").filter(Boolean);
  for (const until = Date.now() + START_PATIENCE_MS; ;) {
    try {
      await sql("SELECT 1");
      break;
    } catch (error) {
      if (Date.now() > until || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await sql(`CREATE USER '${READER.user}'@'127.0.0.1' IDENTIFIED BY '${READER.password}'`);
  return {
    port,
    version: versionHere() ?? "",
    config: (database) => ({ engine: "mysql", host: "127.0.0.1", port, database, ...READER, tls: "off" }),
    sql,
    async createDatabase(name, statements) {
      await sql(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      await sql(statements, name);
      await sql(`GRANT SELECT, SHOW VIEW ON ${name}.* TO '${READER.user}'@'127.0.0.1'`);
    },
    async stop() {
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
