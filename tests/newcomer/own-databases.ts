/**
 * A database of a newcomer's own: in the PostgreSQL of a running local cloud, which the demo tenant does not know, and as an
 * SQLite file. Prints host, port, database, role and password of the first.
 * node tests/newcomer/own-databases.ts LOCAL_DIR FILE
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

const [directory = "", file = ""] = process.argv.slice(2);
const read = (name: string) => JSON.parse(readFileSync(join(directory, name), "utf8")) as Record<string, unknown>;

const host = "127.0.0.1";
const port = Number(read("ports.json")["postgres"]);
const owner = { host, port, user: "parley", password: String(read("secrets.json")["postgresPassword"]) };
const name = `newcomer_${randomBytes(4).toString("hex")}`;
const password = randomBytes(12).toString("hex");

const customers = (rows: number) => `
  CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL);
  INSERT INTO customers VALUES ${Array.from({ length: rows }, (_, index) => `(${index + 1}, 'Customer ${index + 1}')`).join(", ")};`;

async function run(database: string, ...statements: string[]): Promise<void> {
  const client = new Client({ ...owner, database });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

await run("postgres", `CREATE DATABASE ${name}`, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
await run(name, customers(7), `GRANT SELECT ON customers TO ${name}`);

const own = new DatabaseSync(file);
own.exec(customers(5));
own.close();

console.log(host, port, name, name, password);
