import type { ConnectionOptions } from "node:tls";
import { Client } from "pg";
import { CONNECT_TIMEOUT_MS } from "../driver.ts";
import { cancelBackend } from "./cancel.ts";
import { connectFailure } from "./error.ts";
import { connectable } from "../server/reach.ts";
import { limitBytes, type Session } from "../server/session.ts";
import type { DatasourceConfig } from "../types.ts";

export type PostgresConfig = Extract<DatasourceConfig, { host: string }>;

/** A session with a PostgreSQL server. */
export interface PostgresSession extends Session {
  readonly client: Client;
}

/** Opens a session. Throws `DATASOURCE_UNAVAILABLE` with the reason. */
export async function openSession(config: PostgresConfig): Promise<PostgresSession> {
  const { host, port, database, user, password } = config;
  const tls = tlsOptions(config);
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    ssl: tls,
    stream: () => connectable({ host, port }),
    application_name: "parley",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  let broken = false;
  const fail = () => {
    broken = true;
  };
  // An idle session may be ended by the server at any time; without a listener that would end this process.
  client.on("error", fail);
  client.on("end", fail);
  // Not in the driver's types: the key of BackendKeyData and the socket (replaced when TLS begins).
  const internals = client as unknown as {
    processID: number;
    secretKey: number;
    connection: { stream: NodeJS.ReadableStream & { destroy(): void } };
  };
  const destroy = () => {
    broken = true;
    internals.connection.stream.destroy();
  };
  try {
    await client.connect();
  } catch (error) {
    destroy();
    throw connectFailure(error);
  }
  return {
    client,
    get broken() {
      return broken;
    },
    cancel: () => cancelBackend(host, port, tls, { processId: internals.processID, secret: internals.secretKey }),
    destroy,
    async end() {
      // A session that is broken or still busy would not answer a goodbye.
      if (broken) internals.connection.stream.destroy();
      else await client.end().catch(() => {});
    },
    async rollback() {
      await client.query("ROLLBACK");
    },
    limit: (bytes) => limitBytes(internals.connection.stream, bytes, destroy),
  };
}

function tlsOptions(config: PostgresConfig): ConnectionOptions | false {
  if (config.tls === "off") return false;
  return { rejectUnauthorized: config.tls === "verify", ...(config.ca === undefined ? {} : { ca: config.ca }) };
}
