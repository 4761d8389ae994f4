import { createHmac } from "node:crypto";
import type { DatasourceConfig } from "@parley/datasource/types";
import { loadFreight } from "./freight/freight.ts";
import type { Loaded, Target } from "./load.ts";
import { loadWarehouse } from "./warehouse/warehouse.ts";

/** The cluster of the demo's databases and its superuser. */
export type DemoServer = { host: string; port: number; user: string; password: string };
/** How the service reaches a demo database, and what is in it. */
export type DemoDatabase = Loaded & { config: DatasourceConfig };
export type DemoDatabases = { warehouse: DemoDatabase; freight: DemoDatabase };

/** Loads the PostgreSQL databases of both organizations, where they are not there yet. Each has a reader of its own. */
export async function loadDemoDatabases(server: DemoServer, anchor: Date): Promise<DemoDatabases> {
  return {
    warehouse: await load(server, "quillmere", anchor, loadWarehouse),
    freight: await load(server, "dunmarrow", anchor, loadFreight),
  };
}

async function load(
  { host, port, user, password }: DemoServer,
  database: string,
  anchor: Date,
  loader: (target: Target) => Promise<Loaded>,
): Promise<DemoDatabase> {
  // Derived, so that it stays the same between starts without being kept.
  const reader = {
    user: `${database}_reader`,
    password: createHmac("sha256", password).update(database).digest("base64url"),
  };
  const loaded = await loader({
    adminConfig: { host, port, user, password, database: "postgres" },
    database,
    reader,
    anchor,
  });
  return { ...loaded, config: { engine: "postgres", host, port, database, ...reader, tls: "off" } };
}
