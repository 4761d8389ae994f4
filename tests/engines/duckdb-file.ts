import { createRequire } from "node:module";
import { join } from "node:path";

interface Library {
  DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

/** Writes a DuckDB database with the statements, each of which ends in a semicolon and the line. */
export async function writeDuckdb(file: string, sql: string): Promise<void> {
  const load = createRequire(join(import.meta.dirname, "package.json"));
  const { DuckDBInstance } = load("@duckdb/node-api") as Library;
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of sql.split(/;\s*\n/)) if (statement.trim() !== "") await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** A small shop, for statements of the corpora and of the driver's tests. */
export const SHOP = `
  CREATE SCHEMA sales;
  CREATE TYPE order_status AS ENUM ('open', 'paid', 'sent');
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, country VARCHAR, created DATE NOT NULL);
  COMMENT ON TABLE customers IS 'People who bought something';
  COMMENT ON COLUMN customers.country IS 'ISO country code';
  CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), total DECIMAL(10, 2) NOT NULL,
    status order_status NOT NULL, ordered_at TIMESTAMP NOT NULL, details STRUCT(channel VARCHAR, tags VARCHAR[]));
  CREATE VIEW sales.daily AS SELECT ordered_at::DATE AS day, sum(total) AS total FROM main.orders GROUP BY 1;
  CREATE SEQUENCE order_numbers;
  CREATE MACRO lower(x) AS 'not the one you mean';
  CREATE MACRO everybody() AS TABLE SELECT * FROM customers;
  INSERT INTO customers SELECT i, 'Ann ' || i, ['DE', 'FR', 'IT'][1 + i % 3], DATE '2024-01-01' + i::INTEGER FROM range(1, 61) t (i);
  INSERT INTO orders SELECT i, 1 + i % 50, i * 1.25, ['open', 'paid', 'sent'][1 + i % 3], TIMESTAMP '2024-01-01 10:00:00' + to_hours(i),
    {'channel': 'web', 'tags': ['new', 'gift']} FROM range(1, 401) t (i);
`;
