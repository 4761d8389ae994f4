import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { inject } from "vitest";
import { type Databases, databasesOn } from "./postgres.ts";

export interface SharedPostgres extends Databases {
  /** A name that no other file has: a database is called so on the server, and a role should be. */
  own(name: string): string;
  /** Holds a table, so that whoever reads it waits without work, until `stop`. */
  hold(table: string, database: string): Promise<void>;
  /** Ends the owner's session; the databases stay until the run ends. */
  stop(): Promise<void>;
}

/**
 * Databases of one's own, of which `postgres` exists from the start, on the server that all test files of a run share. Roles and
 * sessions are the whole server's: give roles names of one's `own`, and look only at sessions of one's database.
 */
export async function sharePostgres(): Promise<SharedPostgres> {
  const port = Number(await text(connect(inject("postgresOnDemand"), "127.0.0.1")));
  if (port === 0) throw new Error("The PostgreSQL server of this run did not start.");
  const suffix = randomBytes(4).toString("hex");
  const own = (name: string) => `${name}_${suffix}`;
  const server = databasesOn(port, (name) => name);
  await server.createDatabase(own("postgres"));
  await server.close();
  const { close, ...databases } = databasesOn(port, own);
  const holders: Client[] = [];
  return {
    ...databases,
    own,
    async hold(table, database) {
      const { host, user, password } = databases;
      const holder = new Client({ host, port, user, password, database: own(database) });
      holders.push(holder);
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    },
    stop: async () => void (await Promise.all([close(), ...holders.map((holder) => holder.end())])),
  };
}
