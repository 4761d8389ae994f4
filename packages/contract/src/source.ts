import * as v from "valibot";
import { count, NO_INTEGER, optionalQueryInteger, requires, text, Timestamp } from "./fields.ts";
import { Integration } from "./integration.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** An integration as administrators see it: how its database is reached, and what is known about it. */

export const Engine = v.picklist(["postgres", "mysql", "sqlite", "duckdb", "redshift", "athena"]);
export const TlsMode = v.picklist(["verify", "require", "off"]);

/** Why something about a database failed, in words for the person who sets it up. */
export const SourceError = v.object({ code: v.string(), message: v.string() });
export type SourceError = v.InferOutput<typeof SourceError>;

/** Never with the password. `ca` says whether there is an authority of one's own. */
export const ServerConnection = v.object({
  host: v.string(),
  port: v.number(),
  database: v.string(),
  user: v.string(),
  tls: TlsMode,
  ca: v.boolean(),
  schemas: v.nullable(v.array(v.string())),
});
export const FileConnection = v.object({ file: v.string() });
/** Reached through an interface of AWS, with the service's own role. */
export const WarehouseConnection = v.object({
  workgroup: v.nullable(v.string()),
  cluster: v.nullable(v.string()),
  database: v.string(),
  user: v.nullable(v.string()),
  region: v.nullable(v.string()),
  schemas: v.nullable(v.array(v.string())),
});

export const SchemaSummary = v.object({ hash: v.string(), tables: v.number(), introspected_at: Timestamp });
export type SchemaSummary = v.InferOutput<typeof SchemaSummary>;

export const ConnectionTest = v.object({
  connected: v.boolean(),
  duration_ms: v.number(),
  error: v.nullable(SourceError),
});
export type ConnectionTest = v.InferOutput<typeof ConnectionTest>;

export const PastConnectionTest = v.object({ ...ConnectionTest.entries, tested_at: Timestamp });
export type PastConnectionTest = v.InferOutput<typeof PastConnectionTest>;

/** What became of the last request to read a database: `ended_at` is null while it runs. */
export const Introspection = v.object({
  status: v.picklist(["running", "done", "failed"]),
  requested_at: Timestamp,
  ended_at: v.nullable(Timestamp),
  error: v.nullable(SourceError),
});
export type Introspection = v.InferOutput<typeof Introspection>;

export const Source = v.object({
  ...Integration.entries,
  engine: Engine,
  connection: v.union([ServerConnection, FileConnection, WarehouseConnection]),
  schema: v.nullable(SchemaSummary),
  introspection: v.nullable(Introspection),
  last_test: v.nullable(PastConnectionTest),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Source = v.InferOutput<typeof Source>;

const noControls = requires((input: string) => !/\p{Cc}/u.test(input), {
  type: "value_error",
  msg: "Value error, control characters are not allowed",
});
const identifier = v.pipe(text(1, limits.source_identifier_characters), noControls);
const displayName = v.pipe(text(1, limits.source_name_characters), noControls);
const password = text(0, limits.source_password_characters);

/** What a server is reached by, the password aside. A host is a name or an address, never a path. */
const server = {
  engine: v.picklist(["postgres", "mysql"]),
  host: v.pipe(text(1, limits.source_host_characters), v.regex(/^[A-Za-z0-9._:-]+$/)),
  port: v.nullish(v.pipe(v.number(NO_INTEGER), v.integer(), v.minValue(1), v.maxValue(65_535))),
  database: identifier,
  user: identifier,
  tls: v.nullish(TlsMode),
  ca: v.nullish(v.pipe(text(1, limits.source_authority_characters), v.regex(/-----BEGIN CERTIFICATE-----/))),
  schemas: v.nullish(v.pipe(v.array(identifier), v.minLength(1), v.maxLength(limits.source_schemas))),
};

export const NewServer = v.object({ ...server, password });
export const ChangedServer = v.object({ ...server, password: v.nullish(password) });
export const UploadedFile = v.object({ engine: v.picklist(["sqlite", "duckdb"]), upload_id: v.string() });

const NewConnection = v.variant("engine", [NewServer, UploadedFile]);
/** Without a password the stored one stays, while engine, host, port, database and user do. */
const ChangedConnection = v.variant("engine", [ChangedServer, UploadedFile]);
export type ChangedConnection = v.InferOutput<typeof ChangedConnection>;

export const SourceCreate = v.object({ display_name: displayName, connection: NewConnection });
export type SourceCreate = v.InferOutput<typeof SourceCreate>;

export const SourceUpdate = v.object({
  display_name: v.optional(displayName),
  connection: v.optional(ChangedConnection),
});
export type SourceUpdate = v.InferOutput<typeof SourceUpdate>;

/** A connection as it would be stored, one that is stored, or a change of one. */
export const SourceTest = v.object({ integration_id: v.nullish(v.string()), connection: v.nullish(ChangedConnection) });
export type SourceTest = v.InferOutput<typeof SourceTest>;

export const SchemaColumn = v.object({
  name: v.string(),
  type: v.string(),
  native_type: v.string(),
  nullable: v.boolean(),
  comment: v.nullable(v.string()),
});
export const SchemaKey = v.object({
  columns: v.array(v.string()),
  table: v.string(),
  references: v.array(v.string()),
  inferred: v.boolean(),
});
export const SchemaTable = v.object({
  schema: v.nullable(v.string()),
  name: v.string(),
  comment: v.nullable(v.string()),
  is_view: v.boolean(),
  row_count: v.number(),
  primary_key: v.array(v.string()),
  columns: v.array(SchemaColumn),
  foreign_keys: v.array(SchemaKey),
});
export type SchemaTable = v.InferOutput<typeof SchemaTable>;

export const SourceSchema = v.object({
  schema: v.nullable(SchemaSummary),
  introspection: v.nullable(Introspection),
  tables: v.array(SchemaTable),
  tables_left_out: count,
  next_cursor: v.nullable(v.string()),
});
export type SourceSchema = v.InferOutput<typeof SourceSchema>;

export const sourceOperations = {
  list: operation({
    id: "source.list",
    method: "GET",
    path: "/v1/admin/integrations",
    group: "sources",
    summary: "List the organization's databases and how they are reached, the oldest first",
    access: "admin",
    reply: v.object({ integrations: v.array(Source) }),
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "source.create",
    method: "POST",
    path: "/v1/admin/integrations",
    group: "sources",
    summary: "Set up a database, without connecting to it",
    access: "admin",
    body: SourceCreate,
    reply: Source,
    status: 200,
    errors: ["NOT_A_DATABASE", "SOURCE_LIMIT", "UPLOAD_NOT_FOUND"],
  }),
  update: operation({
    id: "source.update",
    method: "PATCH",
    path: "/v1/admin/integrations/{integration_id}",
    group: "sources",
    summary: "Rename a database, or change how it is reached",
    access: "admin",
    body: SourceUpdate,
    reply: Source,
    status: 200,
    errors: ["SOURCE_NOT_FOUND", "PASSWORD_REQUIRED", "NOT_A_DATABASE", "UPLOAD_NOT_FOUND"],
  }),
  remove: operation({
    id: "source.remove",
    method: "DELETE",
    path: "/v1/admin/integrations/{integration_id}",
    group: "sources",
    summary: "Remove a database and what is known of it",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["SOURCE_NOT_FOUND"],
  }),
  test: operation({
    id: "source.test",
    method: "POST",
    path: "/v1/admin/integrations/test",
    group: "sources",
    summary: "Connect to a database, stored or not",
    access: "admin",
    body: SourceTest,
    reply: ConnectionTest,
    status: 200,
    errors: ["CONNECTION_REQUIRED", "INTEGRATION_NOT_FOUND", "PASSWORD_REQUIRED", "UPLOAD_NOT_FOUND", "RATE_LIMIT"],
  }),
  schema: operation({
    id: "source.schema",
    method: "GET",
    path: "/v1/admin/integrations/{integration_id}/schema",
    group: "sources",
    summary: "What a database holds: tables, columns and keys",
    access: "admin",
    query: v.object({ limit: optionalQueryInteger(1, limits.page_max), cursor: v.optional(v.string()) }),
    reply: SourceSchema,
    status: 200,
    errors: ["SOURCE_NOT_FOUND", "INVALID_CURSOR"],
  }),
  introspect: operation({
    id: "source.introspect",
    method: "POST",
    path: "/v1/admin/integrations/{integration_id}/introspect",
    group: "sources",
    summary: "Have a database read again",
    access: "admin",
    reply: Introspection,
    status: 202,
    errors: ["SOURCE_NOT_FOUND", "RATE_LIMIT"],
  }),
};
