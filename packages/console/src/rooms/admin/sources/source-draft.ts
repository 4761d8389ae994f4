import type { Engine, Parley, Source, SourceTest, TlsMode } from "@parley/client";

/** Engines that read a file. */
export type FileEngine = Extract<Engine, "sqlite" | "duckdb">;
export const isFile = (engine: Engine): engine is FileEngine => engine === "sqlite" || engine === "duckdb";

/** What is in the form of a database. */
export interface SourceDraft {
  name: string;
  engine: Engine;
  host: string;
  /** Digits; empty for the engine's usual port. */
  port: string;
  database: string;
  user: string;
  /** Null: the one that is stored stays. */
  password: string | null;
  tls: TlsMode;
  /** Names with commas between them; empty for all. */
  schemas: string;
  /** A file to be read from now on. */
  file: File | null;
}

/** True for a database that operators alone connect, for it is reached with the service's own role. */
export const isByCommandLine = (engine: Engine): engine is "redshift" | "athena" =>
  engine === "redshift" || engine === "athena";

/** The ports that servers listen at unless somebody says otherwise. */
export const usualPorts = { postgres: 5432, mysql: 3306 } as const;

const nothing: SourceDraft = {
  name: "",
  engine: "postgres",
  host: "",
  port: "",
  database: "",
  user: "",
  password: "",
  tls: "verify",
  schemas: "",
  file: null,
};

/** The form of a database as it is stored; of a new one where there is none. */
export function draftOf(source: Source | null): SourceDraft {
  if (!source) return nothing;
  const { display_name: name, engine, connection } = source;
  if (!("host" in connection)) return { ...nothing, name, engine, password: null };
  const { host, port, database, user, tls, schemas } = connection;
  return {
    ...nothing,
    name,
    engine,
    host,
    database,
    user,
    tls,
    port: String(port),
    password: null,
    schemas: schemas?.join(", ") ?? "",
  };
}

const listOf = (names: string): string[] => names.split(",").flatMap((name) => name.trim() || []);

/** Whether anything about the connection is not as it is stored. */
export function isConnectionChanged(draft: SourceDraft, source: Source | null): boolean {
  const { name: _name, ...now } = draft;
  const { name: _before, ...before } = draftOf(source);
  return JSON.stringify({ ...now, file: now.file !== null }) !== JSON.stringify({ ...before, file: false });
}

/** Whether all is there that a connection needs. */
export function isConnectable(draft: SourceDraft, source: Source | null): boolean {
  if (isByCommandLine(draft.engine)) return source?.engine === draft.engine;
  if (isFile(draft.engine)) return draft.file !== null || source?.engine === draft.engine;
  const port = draft.port.trim();
  const isPort = port === "" || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
  const hasPassword = draft.password !== "" || source !== null;
  return isPort && hasPassword && [draft.host, draft.database, draft.user].every((text) => text.trim() !== "");
}

/** The connection that the form describes; a chosen file is uploaded for it. */
export async function connectionOf(draft: SourceDraft, parley: Parley): Promise<NonNullable<SourceTest["connection"]>> {
  if (isFile(draft.engine)) {
    if (!draft.file) throw new TypeError("No file has been chosen");
    return { engine: draft.engine, upload_id: (await parley.upload(draft.file)).id };
  }
  if (isByCommandLine(draft.engine)) throw new TypeError("Such a database is connected by the command line");
  const schemas = listOf(draft.schemas);
  return {
    engine: draft.engine,
    host: draft.host.trim(),
    port: draft.port.trim() === "" ? null : Number(draft.port),
    database: draft.database.trim(),
    user: draft.user.trim(),
    tls: draft.tls,
    schemas: schemas.length > 0 ? schemas : null,
    ...(draft.password !== null && { password: draft.password }),
  };
}
