import { createConnection, type Connection, type RowDataPacket } from "mysql2";
import { CONNECT_TIMEOUT_MS } from "../driver.ts";
import { errorCode, misconfigured, unavailable, unreachable, untrusted } from "../failure.ts";
import { connectTo } from "../server/reach.ts";
import { limitBytes, type Session } from "../server/session.ts";
import { type DatasourceConfig, DatasourceError } from "../types.ts";

export type MysqlConfig = Extract<DatasourceConfig, { host: string }>;

/** A session with a MySQL or MariaDB server. */
export interface MysqlSession extends Session {
  readonly connection: Connection;
  readonly mariadb: boolean;
  command(sql: string): Promise<void>;
  /** Warnings of the server about the last statement. */
  warnings(): Promise<string[]>;
}

/**
 * Strings must be read as the guard reads them: no quoted identifiers in double quotes, backslashes escape. The mode
 * keeps ONLY_FULL_GROUP_BY where the server has it.
 */
const SETUP = [
  "SET NAMES utf8mb4",
  "SET SESSION sql_mode = IF(FIND_IN_SET('ONLY_FULL_GROUP_BY', @@SESSION.sql_mode), 'ONLY_FULL_GROUP_BY', '')",
];

/**
 * Ceilings of what a statement may collect; a server or role that does not know or allow one keeps its own. What a session of
 * MariaDB holds in memory is bounded as a whole; MySQL bounds tables in memory, values and rounds of recursion.
 */
const MYSQL_CEILINGS = [
  "SET SESSION group_concat_max_len = 1048576",
  "SET SESSION tmp_table_size = 33554432",
  "SET SESSION max_heap_table_size = 33554432",
  "SET SESSION cte_max_recursion_depth = 100000",
  "SET SESSION max_recursive_iterations = 100000",
  "SET SESSION sort_buffer_size = 4194304",
  "SET SESSION join_buffer_size = 4194304",
  "SET SESSION max_session_mem_used = 268435456",
  "SET SESSION max_tmp_session_space_usage = 1073741824",
  // Rows that a join may look at by the planner's estimate: a crossing of large tables is refused, not begun.
  "SET SESSION max_join_size = 100000000000, SESSION sql_big_selects = 0",
];

/** Opens a session. Throws `DATASOURCE_UNAVAILABLE` with the reason. */
export async function openMysqlSession(config: MysqlConfig): Promise<MysqlSession> {
  const connection = await connect(config);
  let broken = false;
  const fail = () => {
    broken = true;
  };
  connection.on("error", fail);
  connection.on("end", fail);
  // Not in the driver's types: the socket.
  const { stream } = connection as unknown as { stream: NodeJS.ReadableStream & { destroy(): void } };
  const destroy = () => {
    broken = true;
    stream.destroy();
  };
  let mariadb = false;
  const session: MysqlSession = {
    connection,
    get mariadb() {
      return mariadb;
    },
    get broken() {
      return broken;
    },
    command: (sql) => command(connection, sql),
    warnings: async () => (await rowsOf(connection, "SHOW WARNINGS")).map((row) => String(row[2])),
    async cancel() {
      try {
        const other = await connect(config);
        await command(other, `KILL QUERY ${connection.threadId}`).finally(() => other.destroy());
      } catch {
        // The statement may have ended, or the server may be full: the connection is cut anyway.
      }
    },
    destroy,
    // The server needs no goodbye; the driver's own would leave pending calls without an answer.
    end: async () => destroy(),
    rollback: () => command(connection, "ROLLBACK"),
    limit: (bytes) => limitBytes(stream, bytes, destroy),
  };
  try {
    const [version] = await rowsOf(connection, "SELECT VERSION()");
    mariadb = /mariadb/i.test(String(version?.[0]));
    for (const sql of SETUP) await session.command(sql);
    await Promise.all(MYSQL_CEILINGS.map((sql) => session.command(sql).catch(ignoreRefusal)));
  } catch (error) {
    destroy();
    throw connectFailure(error);
  }
  return session;
}

/** The server does not know the setting, or the role may not change it. */
function ignoreRefusal(error: unknown): void {
  const refused = /^ER_(UNKNOWN_SYSTEM_VARIABLE|SPECIFIC_ACCESS_DENIED_ERROR|.*VARIABLE.*|ACCESS_DENIED_ERROR)$/;
  if (!refused.test(errorCode(error) ?? "")) throw error;
}

function connect(config: MysqlConfig): Promise<Connection> {
  const verify = config.tls === "verify";
  const connection = createConnection({
    stream: () => connectTo(config).setNoDelay(true).setKeepAlive(true),
    // For the certificate.
    host: config.host,
    port: config.port,
    database: config.database,
    user: config.user,
    password: config.password,
    ...(config.tls === "off"
      ? {}
      : {
          ssl: {
            rejectUnauthorized: verify,
            verifyIdentity: verify,
            ...(config.ca === undefined ? {} : { ca: config.ca }),
          },
        }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: "utf8mb4",
    rowsAsArray: true,
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    multipleStatements: false,
    // Every question prepares another statement; the server need not remember them.
    maxPreparedStatements: 8,
    flags: ["-LOCAL_FILES"],
  });
  return new Promise((resolve, reject) => {
    // Errors after the connection is made are the session's.
    connection.on("error", () => {});
    connection.connect((error) => {
      if (!error) return resolve(connection);
      connection.destroy();
      reject(connectFailure(error));
    });
  });
}

function command(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });
}

function rowsOf(connection: Connection, sql: string): Promise<RowDataPacket[]> {
  return new Promise((resolve, reject) => {
    connection.query<RowDataPacket[]>(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

function connectFailure(error: unknown): DatasourceError {
  if (error instanceof DatasourceError) return error;
  const code = errorCode(error);
  switch (code) {
    case "ER_ACCESS_DENIED_ERROR":
    case "ER_DBACCESS_DENIED_ERROR":
    case "ER_NOT_SUPPORTED_AUTH_MODE":
    case "ER_ACCOUNT_HAS_BEEN_LOCKED":
    case "ER_MUST_CHANGE_PASSWORD_LOGIN":
      return misconfigured("The database refused the login.", "login");
    case "ER_SECURE_TRANSPORT_REQUIRED":
      return misconfigured("The database refused the login.", "tls_needed");
    case "ER_BAD_DB_ERROR":
      return misconfigured("The database does not exist.", "database");
    case "ER_CON_COUNT_ERROR":
    case "ER_TOO_MANY_USER_CONNECTIONS":
    case "ER_USER_LIMIT_REACHED":
      return unavailable("The database has too many connections.", "connections");
    case "HANDSHAKE_NO_SSL_SUPPORT":
      return untrusted("tls_missing");
    case "HANDSHAKE_SSL_ERROR":
      return untrusted();
    default:
      return unreachable(code);
  }
}
