import type { Driver } from "./driver.ts";
import { checkSelect, realmOf } from "./guard/guard.ts";
import type { Fencing } from "./marks/fenced.ts";
import { type ColumnMark, isClosed, markOf } from "./marks/marks.ts";
import { schemaWithMarks } from "./marks/marked-schema.ts";
import type { Datasource, DatasourceConfig, Dialect, GivenTable, Table } from "./types.ts";
import { valueFinder } from "./values/find-values.ts";

/** How many sessions one datasource may hold in this environment. */
const DEFAULT_CONNECTIONS = 1;

/** How a database is held open. */
interface Holding {
  /** Bytes that the process which reads a file may hold; a server's sessions have limits of their own. */
  memory?: number | undefined;
  /** Columns that are hidden, masked or sensitive. */
  marks?: readonly ColumnMark[] | undefined;
  /** SQLite: tables beside those of the file, which statements may join with them; introspection does not tell of them. */
  tables?: readonly GivenTable[] | undefined;
}

/**
 * A customer's database behind the guard. Nothing is loaded or connected before the first use; a failure then is a
 * `DatasourceError`. `connections` is how many statements may run side by side (one by default), `memory` how many bytes
 * the process that reads a file may hold (400 MB by default for SQLite, 600 for DuckDB; a server's sessions have limits of their own).
 */
export function openDatasource(
  config: DatasourceConfig,
  connections: number = DEFAULT_CONNECTIONS,
  { memory, marks = [], tables }: Holding = {},
): Datasource {
  const access = openAccess(config, connections, { memory, marks, tables });
  // To what samples and looks up values, a sensitive column is as closed as a hidden one, and so is what is made of it.
  const isStricter = marks.some((each) => !isClosed(each));
  const hidden = marks.map((each) => ({ ...each, mark: "hidden" as const }));
  const strict = isStricter ? openAccess(config, DEFAULT_CONNECTIONS, { memory, marks: hidden }) : access;
  const findValues = valueFinder(config.engine, strict.run);
  return {
    dialect: config.engine satisfies Dialect,
    async introspect(signal, depth) {
      signal.throwIfAborted();
      const driver = await access.driver();
      if (marks.length === 0) return driver.introspect(signal, depth);
      const { closedColumns } = await import("./marks/fenced.ts");
      const closedIn = await closedColumns(driver, access.fencing, signal);
      const unsampledIn = isStricter ? await closedColumns(await strict.driver(), strict.fencing, signal) : closedIn;
      const markIn = (table: Pick<Table, "schema" | "name">, column: string) =>
        markOf(marks, config.engine, { schema: table.schema, table: table.name, column });
      const protection = { closedIn, unsampledIn, markOf: markIn };
      return schemaWithMarks(await driver.introspect(signal, depth, protection), marks);
    },
    run: access.run,
    findValues: (request, options) =>
      findValues(
        { ...request, places: request.places.filter((place) => markOf(marks, config.engine, place) === undefined) },
        options,
      ),
    async close() {
      await access.close();
      if (isStricter) await strict.close();
    },
  };
}

/** A database with what some marks close. */
interface Access {
  fencing: Fencing;
  driver(): Promise<Driver>;
  run: Datasource["run"];
  close(): Promise<void>;
}

function openAccess(config: DatasourceConfig, connections: number, holding: Holding): Access {
  const { marks = [] } = holding;
  let loading: Promise<Driver> | undefined;
  const driver = () => (loading ??= openDriver(config, connections, holding));
  const realm = realmOf(config);
  const fencing: Fencing = { dialect: config.engine, realm, marks };
  const isFenced = marks.some(isClosed);
  return {
    fencing,
    driver,
    async run(sql, options) {
      options.signal.throwIfAborted();
      const admission = await checkSelect(sql, config.engine, realm);
      if (!isFenced) return (await driver()).query(sql, options, admission);
      const { explained, fencedStatement } = await import("./marks/fenced.ts");
      try {
        const fenced = await fencedStatement(sql, fencing, await driver(), options);
        const again = fenced === sql ? admission : await checkSelect(fenced, config.engine, realm);
        return await (await driver()).query(fenced, options, again);
      } catch (error) {
        throw explained(error, fencing);
      }
    },
    async close() {
      if (loading) await (await loading).close();
    },
  };
}

/** The driver below the guard, which trusts its SQL. Each engine's client library is evaluated only where it is used. */
export async function openDriver(
  config: DatasourceConfig,
  connections: number,
  { memory, marks = [], tables }: Holding = {},
): Promise<Driver> {
  switch (config.engine) {
    case "postgres": {
      const { openPostgres } = await import("./postgres/postgres.ts");
      return openPostgres(config, connections, marks);
    }
    case "mysql": {
      const { openMysql } = await import("./mysql/mysql.ts");
      return openMysql(config, connections, marks);
    }
    case "sqlite": {
      const { openSqlite } = await import("./sqlite/sqlite.ts");
      return openSqlite(config.file, connections, { memory, marks, tables });
    }
    case "duckdb": {
      const { openDuckdb } = await import("./duckdb/duckdb.ts");
      return openDuckdb(config, connections, { memory, marks });
    }
    case "redshift": {
      const { openRedshift } = await import("./redshift/redshift.ts");
      return openRedshift(config, connections, marks);
    }
    case "athena": {
      const { openAthena } = await import("./athena/athena.ts");
      return openAthena(config, connections, marks);
    }
  }
}
