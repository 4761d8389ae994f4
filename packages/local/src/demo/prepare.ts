import { existsSync, renameSync, rmSync } from "node:fs";
import type { Cloud } from "../cloud-options.ts";
import type { DemoPeople } from "../console/demo-people.ts";
import type { DemoTenant } from "./demo-tenant.ts";
import { readJson, writePrivate } from "../process/state.ts";

export interface Prepared {
  demo: DemoTenant;
  /** The platform's default model. */
  model: { id: string; name: string };
  /** Whom the console may be entered as. */
  people: DemoPeople;
}

const lastOf = (path: string): string => `${path}.last`;

/** `demo.json` is there while the service answers: the last start's is put aside, for its keys. */
export function putAside(path: string): void {
  if (existsSync(path)) renameSync(path, lastOf(path));
}

/**
 * Makes the demo tenant, or brings it up to date: its databases end yesterday. The service's modules read the environment
 * when they are imported, which must be set by now.
 */
export async function prepareDemo({
  postgres,
  places,
  baseUrl,
}: Pick<Cloud, "postgres" | "places" | "baseUrl">): Promise<Prepared> {
  if (!postgres) throw new Error("The demo's databases need PostgreSQL");
  const [
    { createBase },
    { createFileAccess },
    { listModels },
    { demoPeople },
    { loadDemoDatabases },
    { seedDemo },
    { demoSources },
  ] = await Promise.all([
    import("@parley/core/environment/environment"),
    import("@parley/core/environment/file-access"),
    import("@parley/core/model/model"),
    import("../console/demo-people.ts"),
    import("./databases.ts"),
    import("./seed.ts"),
    import("./sources.ts"),
  ]);
  const base = { ...createBase(), ...createFileAccess() };
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);
  const sources = demoSources(await loadDemoDatabases(postgres, today));
  const demo = await seedDemo(base, { sources, previous: readJson(lastOf(places.demo)) });
  const { models, default: id } = listModels(base.settings, base.secrets);
  return {
    demo,
    model: { id, name: models.find(({ model_id }) => model_id === id)?.display_name ?? id },
    people: demoPeople(base, demo.organizations, baseUrl),
  };
}

/** Writes `demo.json`, for people and for black-box tests: the service is ready. */
export function announce(
  { baseUrl, wsUrl, places }: Pick<Cloud, "baseUrl" | "wsUrl" | "places">,
  demo: DemoTenant,
): void {
  writePrivate(places.demo, { base_url: baseUrl, ws_url: wsUrl, ...demo });
  rmSync(lastOf(places.demo), { force: true });
}
