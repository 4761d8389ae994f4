import { openDatasource } from "@parley/datasource/open";
import { type Databases, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import type { Datasource } from "@parley/datasource/types";
import { SHOP } from "./corpus/shop.ts";

/** The shop in PostgreSQL. The datasource's role owns it, so that only our own code is in the way. */
export interface Shop<Server extends Databases = SharedPostgres> {
  server: Server;
  datasource: Datasource;
  stop(): Promise<void>;
}

/** The shop on the server that test files share. */
export const openShop = async (): Promise<Shop> => shopOn(await sharePostgres());

/** The shop on a server of its own. */
export const startShop = async (): Promise<Shop<PostgresServer>> => shopOn(await startPostgres());

async function shopOn<Server extends Databases & { stop(): Promise<void> }>(server: Server): Promise<Shop<Server>> {
  await server.createDatabase("shop");
  await server.query(SHOP, [], "shop");
  const datasource = openDatasource(server.config("shop"));
  return {
    server,
    datasource,
    async stop() {
      await datasource.close();
      await server.stop();
    },
  };
}
