import type { ConnectionFault, DatasourceConfig, DatasourceError } from "@parley/datasource/types";

/** Why no connection came about: a code, and what is wrong in a sentence for whoever sets the integration up. Never a password. */
export interface ConnectionProblem {
  code: string;
  message: string;
}

type Server = Extract<DatasourceConfig, { host: string }>;
type Warehouse = Exclude<DatasourceConfig, Server | { file: string }>;

const placeOf = ({ host, port }: Server): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The faults of a server's connection. */
const serverFaults: Record<ConnectionFault, (target: Server, place: string) => string> = {
  login: ({ user }, place) => `The server at ${place} refused the login of "${user}".`,
  database: ({ database, user }, place) =>
    `The server at ${place} has no database "${database}" that "${user}" may use.`,
  host: ({ host }) => `The host "${host}" cannot be resolved to an address.`,
  address: ({ host }) => `The host "${host}" is at an address that the service does not connect to.`,
  refused: (_target, place) => `Nothing listens at ${place}: the connection was refused.`,
  no_answer: (_target, place) => `${place} did not answer within 5 seconds.`,
  connections: (_target, place) => `The server at ${place} has too many connections.`,
  tls_missing: ({ tls }, place) => `The server at ${place} does not speak TLS, which is asked for (${tls}).`,
  tls_needed: (_target, place) => `The server at ${place} takes no connection without TLS.`,
  tls_untrusted: (_target, place) => `The certificate of the server at ${place} cannot be verified.`,
  no_file: () => "There is no database file.",
  not_a_database: () => "It is not a database.",
  no_library: () => "What reads it is not installed.",
};

type FileFaults = Partial<Record<ConnectionFault, (file: string) => string>>;
const fileFaults: Record<"sqlite" | "duckdb", FileFaults> = {
  sqlite: {
    no_file: (file) => `There is no file ${file}.`,
    not_a_database: (file) => `${file} is not an SQLite database that can be read.`,
  },
  duckdb: {
    no_file: (file) => `There is no file ${file}.`,
    not_a_database: (file) => `${file} is neither a DuckDB database, Parquet nor CSV that can be read.`,
  },
};

/** What a warehouse is called: its workgroup or cluster. */
function warehouseOf(target: Warehouse): string {
  const { workgroup } = target;
  if (workgroup !== undefined) return `the workgroup "${workgroup}"`;
  return `the cluster "${("cluster" in target && target.cluster) || ""}"`;
}

const warehouseFaults: Partial<Record<ConnectionFault, (target: Warehouse) => string>> = {
  login: (target) => `The service's own role may not use ${warehouseOf(target)}, or has no credentials.`,
  database: (target) =>
    `There is no database "${target.database}" in ${warehouseOf(target)} that the service's role may use.`,
  host: (target) =>
    target.engine === "athena"
      ? `There is no workgroup "${target.workgroup}" in this region that statements can run in: it may be disabled, or have no location for results.`
      : `There is no ${warehouseOf(target).slice(4)} in this region, or no region is set.`,
};

function messageOf(target: DatasourceConfig, fault: ConnectionFault): string | undefined {
  if ("file" in target) return fileFaults[target.engine][fault]?.(target.name ?? target.file);
  if (!("host" in target)) return warehouseFaults[fault]?.(target);
  return serverFaults[fault](target, placeOf(target));
}

/** What a failure to connect means: the database's own reason where it gave one. */
export function problemOf(target: DatasourceConfig, error: DatasourceError): ConnectionProblem {
  const { fault } = error;
  if (fault === undefined) return { code: error.code, message: error.message };
  return { code: `CONNECTION_${fault.toUpperCase()}`, message: messageOf(target, fault) ?? error.message };
}

function nameOf(target: DatasourceConfig): string {
  if ("file" in target) return target.name ?? target.file;
  return "host" in target ? placeOf(target) : warehouseOf(target).replace(/^t/, "T");
}

/** The problem of a database that took too long to answer. */
export const silenceOf = (target: DatasourceConfig, milliseconds: number): ConnectionProblem => {
  const place = nameOf(target);
  return { code: "CONNECTION_NO_ANSWER", message: `${place} did not answer within ${milliseconds / 1000} seconds.` };
};
