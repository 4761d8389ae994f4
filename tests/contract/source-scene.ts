import * as Integration from "@parley/core/integration/integration";
import type { WithQueue } from "@parley/core/environment/context";
import { closeDatasources } from "@parley/core/integration/datasource";
import type { DatasourceConfig } from "@parley/datasource/types";
import { adminIntegrations } from "@parley/functions/http/admin-integrations";
import { queryTrials } from "@parley/functions/http/query-trials";
import { uploads } from "@parley/functions/http/uploads";
import type { IntrospectionWake } from "@parley/core/wake/wake";
import { introspectRequested } from "@parley/core/integration/introspecting";
import { afterAll, afterEach, beforeAll } from "vitest";
import { SHOP } from "../datasource/corpus/shop.ts";
import type { Answer } from "../support/api.ts";
import { databaseFile } from "../support/database-file.ts";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import type { Person } from "../support/tenant.ts";
import { useStorage } from "./storage-scene.ts";

export type ServerConfig = Extract<DatasourceConfig, { host: string }>;

/** Nothing that a test's answers or logs show may contain it. */
export const secret = "h4sh-hush-9912";

/** The administrators' endpoints of databases over a bucket, with a shop in PostgreSQL that `reader` may only read. */
export function useSources() {
  let queued: IntrospectionWake[];
  const scene = useStorage([...adminIntegrations, ...queryTrials, ...uploads], (environment) => {
    const messages: IntrospectionWake[] = [];
    queued = messages;
    // Nothing else is queued by these endpoints.
    const queue: WithQueue["queue"] = { send: async (message) => void messages.push(message as IntrospectionWake) };
    return { ...environment, queue };
  });
  let postgres: SharedPostgres;
  let reader: string;

  beforeAll(async () => {
    postgres = await sharePostgres();
    reader = postgres.own("reader");
    await postgres.createDatabase("shop");
    await postgres.query(SHOP, [], "shop");
    await postgres.query(
      `CREATE ROLE ${reader} LOGIN PASSWORD '${secret}'; GRANT USAGE ON SCHEMA public, sales TO ${reader};
       GRANT SELECT ON ALL TABLES IN SCHEMA public, sales TO ${reader}`,
      [],
      "shop",
    );
  });
  afterEach(() => closeDatasources(scene.environment));
  afterAll(() => postgres.stop());

  const config = (): ServerConfig => postgres.config("shop", { user: reader, password: secret });
  const as = (person: Person, request: string, body?: unknown): Promise<Answer> =>
    scene.call(request, { token: person.token, ...(body !== undefined && { body }) });
  const admin = (request: string, body?: unknown) => as(scene.tenant.admin, request, body);

  return {
    scene,
    as,
    admin,
    config,
    /** Makes a table `held` that readers wait for without work. */
    holdTable: async (): Promise<void> => {
      await postgres.query(`CREATE TABLE held (id integer); GRANT SELECT ON held TO ${reader}`, [], "shop");
      await postgres.hold("held", "shop");
    },
    /** How many sessions wait for a table in the database. */
    waiting: async (): Promise<number> => {
      const sql =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      const [row] = await postgres.query(sql, [], "shop");
      return Number(row?.["count"]);
    },
    /** The messages that no worker has read. */
    get queued() {
      return queued;
    },
    /** Has a worker do what is queued. */
    work: async () => {
      for (const { organization_id, integration_id } of queued.splice(0))
        await introspectRequested({ ...scene.environment, actor: { organization_id } }, integration_id);
    },
    get postgres() {
      return postgres;
    },
    /** The shop's connection as a client sends it. */
    connection: (changes: object = {}) => {
      const { engine, host, port, database, user, password, tls } = config();
      return { engine, host, port, database, user, password, tls, ...changes };
    },
    /** An integration with the shop. */
    shop: (changes: Partial<ServerConfig> = {}) =>
      Integration.create(scene.tenant.ctx, { display_name: "Shop", config: { ...config(), ...changes } }),
    /** An integration with an SQLite file in which `sql` was run. */
    fileOf: async (sql: string) => {
      const { ids, files } = scene.environment;
      const key = `integrations/${scene.tenant.id}/${ids.next()}.sqlite`;
      await files.put(key, await databaseFile(sql), "application/vnd.sqlite3");
      const file: DatasourceConfig = { engine: "sqlite", file: key, name: "orders.sqlite" };
      return Integration.create(scene.tenant.ctx, { display_name: "Orders", config: file });
    },
  };
}
