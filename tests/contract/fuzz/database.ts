import { startPostgres } from "../../support/postgres.ts";

export const tables = `
  CREATE TABLE regions (id integer PRIMARY KEY, name text NOT NULL);
  INSERT INTO regions VALUES (1, 'north'), (2, 'south');
  CREATE TABLE sales (id integer PRIMARY KEY, region_id integer REFERENCES regions, amount numeric, sold_on date);
  INSERT INTO sales SELECT n, 1 + n % 2, n * 2.5, date '2026-01-01' + n FROM generate_series(1, 60) n`;

/** A PostgreSQL server with a small warehouse. */
export async function startWarehouse() {
  const server = await startPostgres();
  await server.query(tables);
  return { config: server.config(), stop: () => server.stop() };
}
