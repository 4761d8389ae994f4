import { openDatasource } from "@parley/datasource/open";
import { startPostgres } from "../support/postgres.ts";
import { SHOP } from "./corpus/shop.ts";

export type Shop = Awaited<ReturnType<typeof startShop>>;

/** The shop in a PostgreSQL of its own. The datasource's role owns it, so that only our own code is in the way. */
export async function startShop() {
  const server = await startPostgres();
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
