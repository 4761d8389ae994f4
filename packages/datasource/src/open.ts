import type { Driver } from "./driver.ts";
import { checkSelect, realmOf } from "./guard/guard.ts";
import type { Datasource, DatasourceConfig, Dialect } from "./types.ts";
import { valueFinder } from "./values/find-values.ts";

/** How many sessions one datasource may hold in this environment. */
const DEFAULT_CONNECTIONS = 1;

/**
 * A customer's database behind the guard. Nothing is loaded or connected before the first use; a failure then is a
 * `DatasourceError`. `connections` is how many statements may run side by side (one by default), `memory` how many bytes
 * the process that reads an SQLite file may hold (400 MB by default; a server's sessions have limits of their own).
 */
export function openDatasource(
  config: DatasourceConfig,
  connections: number = DEFAULT_CONNECTIONS,
  memory?: number,
): Datasource {
  let loading: Promise<Driver> | undefined;
  const driver = () => (loading ??= openDriver(config, connections, memory));
  const realm = realmOf(config);
  const run: Datasource["run"] = async (sql, options) => {
    options.signal.throwIfAborted();
    const admission = await checkSelect(sql, config.engine, realm);
    return (await driver()).query(sql, options, admission);
  };
  return {
    dialect: config.engine satisfies Dialect,
    async introspect(signal, depth) {
      signal.throwIfAborted();
      return (await driver()).introspect(signal, depth);
    },
    run,
    findValues: valueFinder(config.engine, run),
    async close() {
      if (loading) await (await loading).close();
    },
  };
}

/** The driver below the guard, which trusts its SQL. Each engine's client library is evaluated only where it is used. */
export async function openDriver(config: DatasourceConfig, connections: number, memory?: number): Promise<Driver> {
  switch (config.engine) {
    case "postgres": {
      const { openPostgres } = await import("./postgres/postgres.ts");
      return openPostgres(config, connections);
    }
    case "mysql": {
      const { openMysql } = await import("./mysql/mysql.ts");
      return openMysql(config, connections);
    }
    case "sqlite": {
      const { openSqlite } = await import("./sqlite/sqlite.ts");
      return openSqlite(config.file, connections, memory);
    }
  }
}
