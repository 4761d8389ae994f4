// Made from the contract by `npm run documents`; do not edit.

/**
 * How an answer would change: its rows (`number`), its SQL alone (`sql`), to none (`abstains`), from none (`answers`),
 * or not at all.
 */
export type AnswerChange = "same" | "number" | "sql" | "abstains" | "answers";

/** How values are drawn. */
export type ChartType = "bar" | "line" | "area" | "pie" | "scatter" | "stacked_bar";

/**
 * What is defined: a figure, an attribute of rows, another word for something, how two tables belong together, or what
 * a table or column is.
 */
export type DefinitionKind = "metric" | "dimension" | "synonym" | "join" | "description";

/** Where it comes from: an administrator, the operator's command line, or an import. */
export type DefinitionOrigin = "admin" | "operator" | "dbt" | "osi";

/**
 * Whether a document's text can be searched: `indexing` until the file has been read, then `ready`, or `failed` where
 * it could not be.
 */
export type DocumentStatus = "indexing" | "ready" | "failed";

/** The kind of database. */
export type Engine = "postgres" | "mysql" | "sqlite" | "duckdb" | "redshift" | "athena";

/** The kind of a failure. */
export type ErrorType =
  | "validation"
  | "auth"
  | "not_found"
  | "conflict"
  | "rate_limit"
  | "guardrail"
  | "datasource"
  | "model"
  | "timeout"
  | "internal";

/** Where an evaluation is; all but `running` are final. */
export type EvaluationStatus = "running" | "completed" | "failed" | "cancelled";

/** Whether an administrator still has to look at it. */
export type FeedbackStatus = "open" | "done";

/** A verdict. */
export type FeedbackValue = "positive" | "negative";

/**
 * `hidden`: for questions the column does not exist. `masked`: it is shown as `•••`, and used for nothing else.
 * `sensitive`: its values are neither sampled nor looked up.
 */
export type Mark = "hidden" | "masked" | "sensitive";

/** What a member may do: `admin` may also change rules, saved queries, agents, members and others' memories. */
export type MemberRole = "member" | "admin";

/** How a memory is given to the agent. */
export type MemoryTier = "core" | "extended";

/** Who wrote a message. */
export type MessageRole = "user" | "assistant";

/** What a message is. */
export type MessageType = "user" | "final" | "tool_call" | "tool_result" | "tool_message" | "scope_notice" | "error";

/** What a turn is doing. `starting` comes first; the others in any order. */
export type ProcessingStatus = "starting" | "thinking" | "analyzing" | "processing";

/** How it differs. */
export type ReceiptChange = "changed" | "added" | "removed" | "not_checked";

/** What became of what an answer rests on. */
export type ReceiptStatus = "same" | "data_changed" | "definition_changed" | "unavailable";

/** What differs. */
export type ReceiptSubject = "data" | "rule" | "memory" | "definition" | "saved_query" | "schema" | "integration";

/** How a server is connected to. */
export type TlsMode = "verify" | "require" | "off";

/** How a tool ended. */
export type ToolStatus = "success" | "error" | "cancelled";

/** Where a turn is; all but `in_progress` are final. */
export type TurnStatus = "in_progress" | "completed" | "failed" | "cancelled";

/** Whether an upload's bytes are there. */
export type UploadStatus = "pending" | "ready";

/** A published agent: who answers in a chat. */
export interface Agent {
  /** The agent's id. */
  id: string;
  /** The agent's name, for people. */
  name: string;
  /** What the agent is for; null where nobody has said. */
  description: string | null;
  /** The model that answers unless a message names another. */
  model_id: string;
  /** True for the agent that chats are bound to when they name none. */
  is_default: boolean;
  /** Questions to offer where nothing has been asked yet. */
  starter_prompts: string[];
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** An agent as admins see it, published or not. */
export interface AdminAgent {
  /** The agent's id. */
  id: string;
  /** The agent's name, for people. */
  name: string;
  /** What the agent is for; null where nobody has said. */
  description: string | null;
  /** The model that answers unless a message names another; null for the platform's default. */
  model_id: string | null;
  /** True for the agent that chats are bound to when they name none: one, where any is published. */
  is_default: boolean;
  /** Questions to offer where nothing has been asked yet. */
  starter_prompts: string[];
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
  /** What the agent is told with every message, beside the organization's rules; may be empty. */
  instructions: string;
  /** False for a draft: members do not see it. */
  published: boolean;
}

/** An access token and whom it stands for. */
export interface AuthenticationResult {
  /** The access token (a JWT), to be sent as `Authorization: Bearer`. It is valid for 6 hours. */
  token: string;
  /** The member that the token stands for. */
  member_id: string;
  /** The member's organization. */
  organization_id: string;
  /** When the token expires. After that requests return 401: authenticate again. ISO 8601, UTC. */
  expires_at: string;
}

/** A database that questions can be asked of. */
export interface Integration {
  /** The integration's id, sent as `integration_id`. */
  id: string;
  /** Its name, for people. */
  display_name: string;
  /** The kind of integration; `database` is the only one. */
  type: "database";
}

/** Who calls, and what there is to use. */
export interface Me {
  /** The member that the token stands for. */
  member: CurrentMember;
  /** The member's organization. */
  organization: CurrentOrganization;
  /**
   * What is switched on, each by its name. `durable_turns`: the organization has a published agent, which turns
   * submitted by the durable route need. `language_models`: models beside the built-in interpreter are configured.
   * `transcription`: a speech-to-text provider is configured. `voice`: a media service is configured, so that voice
   * sessions can be opened.
   */
  features: string[];
}

/** The member that a token stands for. */
export interface CurrentMember {
  /** The member's id. */
  id: string;
  /** The normalized e-mail address. */
  email: string;
  /** The member's name, for people. */
  name: string;
  /** What the member may do. */
  role: MemberRole;
}

/** The organization of the caller. */
export interface CurrentOrganization {
  /** The organization's id. */
  id: string;
  /** Its name, for people. */
  name: string;
}

/** A member of the organization. */
export interface Member {
  /** The member's id. */
  id: string;
  /** The normalized e-mail address. */
  email: string;
  /** The member's name, for people. At most 200 characters. */
  name: string;
  /** What the member may do. */
  role: MemberRole;
  /** False for a member who is disabled: nobody is let in by their address. */
  active: boolean;
  /** When the member was last given an access token, at most an hour too early; null if never. ISO 8601, UTC. */
  last_seen_at: string | null;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** Something the agent remembers about a member. */
export interface Memory {
  /** The memory's id. */
  id: string;
  /** The member's organization. */
  organization_id: string;
  /** The member whom it is about. */
  member_id: string;
  /** What is remembered. 1 to 4000 characters. */
  content: string;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** A model that can answer. */
export interface Model {
  /** The value to send as `model`. */
  model_id: string;
  /** Its name, for people. */
  display_name: string;
  /** What it is good for. */
  description: string;
}

/** A memory with its place in the display order. */
export interface OrderedMemory {
  /** The memory's id. */
  id: string;
  /** The member's organization. */
  organization_id: string;
  /** The member whom it is about. */
  member_id: string;
  /** What is remembered. 1 to 4000 characters. */
  content: string;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
  /** The place in the display order, from 0. 0 to 99. */
  idx: number;
  /**
   * `core` for the first 10, which the agent is always given; `extended` beyond, given when relevant to the message.
   */
  tier: MemoryTier;
}

/** A collection of documents that answers can draw on and cite. */
export interface Project {
  /** The project's id, sent in `scoped_project_ids`. */
  id: string;
  /** Its name, for people. */
  name: string;
  /** What it holds. */
  description?: string | undefined;
  /** Words it is filed under. */
  tags?: string[] | undefined;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** A document collection, as administrators see it. */
export interface AdminProject {
  /** The project's id, sent in `scoped_project_ids`. */
  id: string;
  /** Its name, for people. At most 200 characters. */
  name: string;
  /** What it holds. At most 2000 characters. */
  description?: string | undefined;
  /** Words it is filed under. At most 20. */
  tags?: string[] | undefined;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
  /** The members who may use it; null for everybody. At most 1000. */
  member_ids: string[] | null;
  /** How many documents it has. */
  document_count: number;
}

/** A document of a collection. */
export interface ProjectDocument {
  /** The document's id. */
  id: string;
  /** Its title in citations. At most 200 characters. */
  title: string;
  /** The name of its file. At most 255 characters. */
  filename: string;
  /** The media type of its file. */
  mime_type: string;
  /** The size of its file. 0 to 26214400. */
  size_bytes: number;
  /** Whether its text can be searched. */
  status: DocumentStatus;
  /** How many passages its text has; null where it has not been read, or could not be. */
  passages: number | null;
  /** Why the file could not be read, in a sentence; null unless `status` is `failed`. */
  error: string | null;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
}

/** A stretch of a document's text, as it is searched. */
export interface DocumentPassage {
  /** Where it is in the document: a page, a heading, lines or rows. */
  place: string;
  /** Its text; of Markdown as it was written, of rows as lines with the names of their columns. */
  text: string;
}

/** Passages of a document. */
export interface DocumentText {
  /** The document. */
  document: ProjectDocument;
  /** The number of the first of these passages; the document's first is 0. */
  first: number;
  /** How many passages the document has. */
  total: number;
  /** The passages, as they follow one another. At most 200. */
  passages: DocumentPassage[];
}

/** A passage as the agent would find and quote it. */
export interface FoundPassage {
  /** The document. */
  document_id: string;
  /** The document's title. */
  title: string;
  /** Where the passage is in it: a page, a heading, lines or rows. */
  place: string;
  /** The sentences that are most about the query. */
  quote: string;
  /** Which of the document's passages it is, to read it by; the first is 0. */
  passage?: number | undefined;
  /** How well it fits, to be compared within one search only. */
  score: number;
}

/** A rule of the organization, given to the agent with every message. */
export interface Rule {
  /** The rule's id. */
  id: string;
  /** The organization whose rule it is. */
  organization_id: string;
  /** The rule, in plain words. 1 to 4000 characters. */
  content: string;
  /** The member who added it. */
  created_by: string;
  /** The member who changed it last. */
  last_updated_by: string;
  /** That member's name. */
  last_updated_by_name: string;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** A question whose SQL is known, to be run as it is or given to the agent. */
export interface SavedQuery {
  /** The query's id, sent as `saved_query_id`. */
  id: string;
  /** The organization whose query it is. */
  organization_id: string;
  /** Its title. At most 200 characters. */
  title: string;
  /** What it shows. At most 2000 characters. */
  description?: string | undefined;
  /** The instruction in plain words that the agent is given. At most 8000 characters. */
  prompt: string;
  /**
   * The SQL, with `{{name}}` where a parameter goes; null for a query that is only a prompt. At most 20000 characters.
   */
  sql: string | null;
  /** Words by which chat messages are matched to it. At most 50. */
  keywords: string[];
  /** The names of all `{{name}}` placeholders of `sql`. A value for each must be sent in `parameters`. */
  parameters: string[];
  /** The database that the SQL is written for; null where it runs in any. */
  integration_id: string | null;
  /** The member who changed it last. */
  last_updated_by: string;
  /** That member's name. */
  last_updated_by_name?: string | undefined;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** A link that signs one member in, once. */
export interface SessionCode {
  /** Where to send the member's browser. The code is in the fragment, which browsers send to no server. */
  url: string;
  /** When the code expires: after five minutes. ISO 8601, UTC. */
  expires_at: string;
}

/** A database as administrators see it. */
export interface Source {
  /** The integration's id. */
  id: string;
  /** Its name, for people. */
  display_name: string;
  /** The kind of integration; `database` is the only one. */
  type: "database";
  /** The kind of database. */
  engine: Engine;
  /** How it is reached. Never with the password. */
  connection: ServerConnection | FileConnection | WarehouseConnection;
  /** What is known of what it holds; null until it was read. */
  schema: SchemaSummary | null;
  /** What became of the last request to read it; null until there was one. */
  introspection: Introspection | null;
  /** What became of the last attempt to connect with what is stored; null until there was one. */
  last_test: PastConnectionTest | null;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** How a server's database is reached. */
export interface ServerConnection {
  /** The server. */
  host: string;
  /** Its port. */
  port: number;
  /** The name of the database. */
  database: string;
  /** The role that reads it. */
  user: string;
  /** How it is connected to. */
  tls: TlsMode;
  /** Whether there is an authority of one's own to verify the server's certificate against. */
  ca: boolean;
  /** The schemas that are shown; null for all of them. */
  schemas: string[] | null;
}

/** A database that is a file: SQLite's, or one read in DuckDB. */
export interface FileConnection {
  /** What its file was called. */
  file: string;
}

/** How a data warehouse is reached, with the service's own role: by the command line, where it is set up. */
export interface WarehouseConnection {
  /** The name of the serverless workgroup; null for a cluster. */
  workgroup: string | null;
  /** The name of the cluster; null for a workgroup. */
  cluster: string | null;
  /** The name of the database. */
  database: string;
  /** The database user; null for that of the service's role. */
  user: string | null;
  /** The region; null for the service's own. */
  region: string | null;
  /** The schemas that are shown; null for all of them. */
  schemas: string[] | null;
}

/** What is known of what a database holds. */
export interface SchemaSummary {
  /** SHA-256 over tables, columns and keys: it changes when the definition does. */
  hash: string;
  /** How many tables are described. */
  tables: number;
  /** When it was read. ISO 8601, UTC. */
  introspected_at: string;
}

/** What became of the last request to read a database. */
export interface Introspection {
  /** `running` until a worker has read it, then `done`; `failed` if it could not be read. */
  status: "running" | "done" | "failed";
  /** When it was asked for. ISO 8601, UTC. */
  requested_at: string;
  /** When it was done, or had failed; null while it runs. ISO 8601, UTC. */
  ended_at: string | null;
  /** Why it could not be read; null unless it failed. */
  error: SourceError | null;
}

/** What went wrong with a database. */
export interface SourceError {
  /** Which kind of fault it is, such as `CONNECTION_LOGIN` or `CONNECTION_HOST`. */
  code: string;
  /** What is wrong, in a sentence for who set it up. */
  message: string;
}

/** What became of an attempt to connect. */
export interface ConnectionTest {
  /** Whether there was a connection, and a first statement was answered. */
  connected: boolean;
  /** Milliseconds until the database answered, or the attempt failed. */
  duration_ms: number;
  /** Why there was none; null if there was one. */
  error: SourceError | null;
}

/** What became of the last attempt to connect. */
export interface PastConnectionTest {
  /** Whether there was a connection. */
  connected: boolean;
  /** Milliseconds until the database answered, or the attempt failed. */
  duration_ms: number;
  /** Why there was none; null if there was one. */
  error: SourceError | null;
  /** When it was tried. ISO 8601, UTC. */
  tested_at: string;
}

/** What a database holds, or a page of it. */
export interface SourceSchema {
  /** Which version of it this is; null until it was read. */
  schema: SchemaSummary | null;
  /** What became of the last request to read it; null until there was one. */
  introspection: Introspection | null;
  /** The tables and views. */
  tables: SchemaTable[];
  /** How many of the database's tables are not described, because it has more than can be. */
  tables_left_out: number;
  /** Leads to the next tables; null on the last page. */
  next_cursor: string | null;
}

/** A table or view of a database. */
export interface SchemaTable {
  /** PostgreSQL: the schema it is in; null elsewhere. */
  schema: string | null;
  /** Its name. */
  name: string;
  /** What the database's owner says of it, at most 500 characters; null if nothing. */
  comment: string | null;
  /** Whether its rows are made of other tables'. */
  is_view: boolean;
  /** About how many rows it has. */
  row_count: number;
  /** The columns of its primary key, in order. */
  primary_key: string[];
  /** Its columns, in order. */
  columns: SchemaColumn[];
  /** The tables that its rows refer to. */
  foreign_keys: SchemaKey[];
}

/** A column of a table. */
export interface SchemaColumn {
  /** Its name. */
  name: string;
  /**
   * The portable type of its values: `text`, `integer`, `number`, `boolean`, `date`, `timestamp`, `time`, `json`,
   * `binary` or `other`.
   */
  type: string;
  /** What the database calls it. */
  native_type: string;
  /** Whether it may be empty. */
  nullable: boolean;
  /** What the database's owner says of it, at most 500 characters; null if nothing. */
  comment: string | null;
}

/** Columns that refer to another table. */
export interface SchemaKey {
  /** The columns. */
  columns: string[];
  /** The table that they refer to. */
  table: string;
  /** Its columns, in the same order. */
  references: string[];
  /** Whether no constraint declares it: found by names and values. */
  inferred: boolean;
}

/** A column that is marked. */
export interface ColumnMark {
  /** The table or view, as its database names it; with its schema before a point where it needs one. */
  table: string;
  /** The column. */
  column: string;
  /** What it is marked as. */
  mark: Mark;
}

/** What words mean in a database. Which fields hold something depends on `kind`; the others are null. */
export interface Definition {
  /** The definition's id. */
  id: string;
  /** The database that it is about. */
  integration_id: string;
  /** What is defined. */
  kind: DefinitionKind;
  /** How people call it; of joins and descriptions, what they are about. */
  name: string;
  /** What it is, in words: for people and for models. */
  description: string | null;
  /** Other names of a metric or a dimension. */
  synonyms: string[];
  /** The table: of a join, the one with the key. */
  table: string | null;
  /** The column that is described; null where the table is. */
  column: string | null;
  /** Of a metric, an expression over the table's rows that aggregates them; of a dimension, one of a row. */
  sql: string | null;
  /** Of a synonym, the words that it stands for. */
  meaning: string | null;
  /** The key of a join. */
  columns: string[] | null;
  /** The table that the key of a join leads to. */
  references_table: string | null;
  /** What the key of a join is equal to there. */
  references_columns: string[] | null;
  /** Where it comes from. */
  origin: DefinitionOrigin;
  /** 1 at first, one more with every change. */
  version: number;
  /** The member who changed it last. */
  last_updated_by: string;
  /** Their name. */
  last_updated_by_name: string;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** A question whose right answer is known. */
export interface GoldenQuestion {
  /** The question's id. */
  id: string;
  /** The database that it is asked of. */
  integration_id: string;
  /** The question, as a member would ask it. */
  question: string;
  /** The rows of this statement are the right answer. */
  sql: string;
  /** What kind of question it is, for sums; null where nothing was said. */
  class: string | null;
  /** The rated answer that it was made of; null for others. */
  message_id: string | null;
  /** The member who changed it last. */
  last_updated_by: string;
  /** Their name. */
  last_updated_by_name: string;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
}

/** An answer that a member has rated, with its question. */
export interface RatedAnswer {
  /** The answer. With it `POST /v1/admin/questions` makes a golden question of a correction. */
  message_id: string;
  /** Its chat. */
  chat_id: string;
  /** The member who asked and rated. */
  member_id: string;
  /** Their name. */
  member_name: string;
  /** Their e-mail address. */
  member_email: string;
  /** What they said of the answer. */
  feedback: FeedbackValue;
  /** What they wrote beside it; null where they wrote nothing. At most 2000 characters. */
  note: string | null;
  /** Whether it still has to be looked at. An answer that is rated again is open again. */
  status: FeedbackStatus;
  /** What was asked. */
  question: string;
  /** The words of the answer. */
  answer: string;
  /** The statements behind what it shows, in the order in which they ran. */
  sql: string[];
  /** The database that was asked; null where there was none. */
  integration_id: string | null;
  /** When the answer was written. ISO 8601, UTC. */
  answered_at: string;
  /** When it was last rated. ISO 8601, UTC. */
  rated_at: string;
}

/** Golden questions that are asked, as things are and, with a draft, as they would be. */
export interface Evaluation {
  /** The evaluation's id. */
  id: string;
  /** Where it is. */
  status: EvaluationStatus;
  /** The model that answers. */
  model_id: string;
  /** The agent that answers; null where the organization has none. */
  agent_id: string | null;
  /** What would be saved; null where questions are asked as things are alone. */
  draft: Draft | null;
  /** How far it is. */
  progress: EvaluationProgress;
  /** How many answers are right as things are. */
  right_before: number;
  /** How many are right with the draft; null without one. */
  right_after: number | null;
  /** How many are not right: with the draft, where there is one. */
  misses: number;
  /** How many answers the draft changes, by how; null without one. */
  changes: ChangeCounts | null;
  /** The same for each class of questions, once it has ended. */
  classes: EvaluationClass[];
  /** What its answers have used so far. */
  usage: EvaluationUsage;
  /** Why it failed; null where it did not. */
  error: EvaluationError | null;
  /** The admin who asked for it. */
  created_by: string;
  /** Their name. */
  created_by_name: string;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When it ended; null while it runs. ISO 8601, UTC. */
  ended_at: string | null;
  /** Until when it is kept. ISO 8601, UTC. */
  expires_at: string;
}

/** How far an evaluation is. */
export interface EvaluationProgress {
  /** Questions that were asked. */
  done: number;
  /** Questions that are to be. */
  total: number;
}

/** What the answers of an evaluation have used. */
export interface EvaluationUsage {
  /** Tokens that models read. */
  input_tokens: number;
  /** Tokens that models wrote. */
  output_tokens: number;
  /** US dollars; null once a call had no known price. */
  cost_usd: number | null;
}

/** The questions of one class. */
export interface EvaluationClass {
  /** The class; null for questions without one. */
  class: string | null;
  /** How many there are. */
  questions: number;
  /** How many of their answers are right as things are. */
  right_before: number;
  /** How many are with the draft; null without one. */
  right_after: number | null;
}

/** Why something could not be done. */
export interface EvaluationError {
  /** Which kind of fault it is: one of the list of errors, or `EVALUATION_LIMIT`, `EVALUATION_INTERRUPTED`. */
  code: string;
  /** What is wrong, in words. */
  message: string;
}

/** How many answers change, by how. */
export interface ChangeCounts {
  /** Not at all. */
  same: number;
  /** They have other rows. */
  number: number;
  /** They have the same rows by other SQL. */
  sql: number;
  /** There would be none any more. */
  abstains: number;
  /** There is one where there was none. */
  answers: number;
}

/** A golden question that was asked. */
export interface EvaluationCase {
  /** The golden question. */
  question_id: string;
  /** The database that was asked; null for a question that was deleted before its turn came. */
  integration_id: string | null;
  /** The question as it was asked; empty for one that was deleted before. */
  question: string;
  /** Its class; null where it has none. */
  class: string | null;
  /** How the answer changes. */
  change: AnswerChange;
  /** True where the answer is not right: with the draft, where there is one. */
  miss: boolean;
  /** Why it could not be asked; null where it was. */
  error: EvaluationError | null;
  /** The answer as things are; null where it could not be asked. */
  before: EvaluatedAnswer | null;
  /** The answer with the draft; null without one. */
  after: EvaluatedAnswer | null;
}

/** An answer of an evaluation. */
export interface EvaluatedAnswer {
  /** False for a refusal, a notice or a question back. */
  answered: boolean;
  /** True where its rows are those of the golden question. */
  right: boolean;
  /** The figure, where it is one; else how many rows it has. Null where it has none. At most 200 characters. */
  figure: string | null;
  /** The statement behind it; null where there is none. */
  sql: string | null;
  /** Its words, as far as they fit. At most 2000 characters. */
  text: string;
}

/** Whether SQL could be saved. */
export interface QueryVerdict {
  /** The names of its placeholders, in the order of their first appearance. */
  parameters: string[];
  /** Whether it could be saved. */
  ok: boolean;
  /** What is in the way; null if nothing. */
  problem: QueryProblem | null;
}

/** What is in the way of saving SQL. */
export interface QueryProblem {
  /** What is wrong, in a sentence. */
  message: string;
  /** The line it is in, from 1 on; null where that is not known. */
  line: number | null;
  /** The character of that line, from 1 on; null where that is not known. */
  column: number | null;
}

/** The first rows of a query's result. */
export interface PreviewedRows {
  /** The columns, in order. */
  columns: PreviewedColumn[];
  /** The rows. Each cell is text, numbers too. At most 20. */
  rows: string[][];
  /** How many rows are here. */
  row_count: number;
  /** Whether the result has more. */
  truncated: boolean;
  /** Milliseconds that the statement took. */
  duration_ms: number;
}

/** A column of the result. */
export interface PreviewedColumn {
  /** Its name. */
  name: string;
  /** The portable type of its values, as in a schema. */
  type: string;
}

/** What a clip says. */
export interface Transcript {
  /** The transcript, with proper nouns corrected. */
  text: string;
}

/** A room for a conversation by voice. */
export interface VoiceSession {
  /** The room's name, used once. */
  room_name: string;
  /** The token to join the room with, valid for 2 hours. */
  token: string;
  /** The media service's WebSocket address. */
  livekit_url: string;
  /** How long the token is valid. 1 to 7200. */
  expires_in_seconds: number;
  /** The chat that the conversation is written to. */
  chat_id: string;
}

/** A conversation of one member. */
export interface Chat {
  /** The chat's id. */
  id: string;
  /** The agent that answers here; null for chats from before there were agents. */
  agent_id: string | null;
  /** The title; null until the first message gives it one. At most 200 characters. */
  title: string | null;
  /** The database that questions are asked of; null where none has been chosen. */
  integration_id: string | null;
  /** The projects whose documents answers may use. At most 2. */
  scoped_project_ids: string[];
  /** The turn that is running; null where none is. */
  active_turn_id: string | null;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When something was last said or changed in the chat. ISO 8601, UTC. */
  updated_at: string;
  /** When the chat was archived; null while it is not. ISO 8601, UTC. */
  archived_at: string | null;
}

/** One message of a chat. */
export interface Message {
  /** The message's id. */
  id: string;
  /** Who wrote it. */
  role: MessageRole;
  /**
   * What it is: `user` asks, `final` answers; `tool_call`, `tool_result` and `tool_message` are steps on the way,
   * `scope_notice` says what cannot be answered, `error` says why there is no answer.
   */
  type: MessageType;
  /** The text (Markdown). For `tool_call` and `tool_result` it is the tool's payload as JSON. */
  content: string;
  /** When it was created. ISO 8601, UTC. */
  timestamp: string;
  /** What belongs to the message beside its text; null where there is nothing. */
  metadata: MessageMetadata | null;
}

/** What belongs to a message beside its text. Each field is there only where it applies. */
export interface MessageMetadata {
  /** What the member said of the answer. */
  feedback?: FeedbackValue | undefined;
  /** The member's note with it. At most 2000 characters. */
  feedback_note?: string | undefined;
  /** The files that were sent with the message. At most 10. */
  uploads?: AttachedUpload[] | undefined;
  /** The charts and tables of the answer. */
  visualizations?: Visualization[] | undefined;
  /** Where in documents the statements of the answer come from. */
  citations?: Citation[] | undefined;
  /** Questions that could be asked next. */
  follow_ups?: string[] | undefined;
  /** How the question was understood, in plain words; null where nothing read it but a language model. */
  interpretation?: string | null | undefined;
  /** What the question left open and the answer decided. */
  assumptions?: string[] | undefined;
  /** Words of the question that the answer does not take into account. */
  left_out?: string[] | undefined;
  /** How often a reading like this one is right; null where that was not measured. 0 to 1. */
  confidence?: number | null | undefined;
  /** The days that the answer is about, where all of its statements name the same; null where they do not. */
  period?: AnswerPeriod | null | undefined;
  /** What the reader should know about the results of the answer, in the language of the question. */
  warnings?: AnswerWarning[] | undefined;
  /**
   * On a `scope_notice`: ways to read this question, to choose from. Each is answered when its `message` is sent. At
   * most 3.
   */
  choices?: Choice[] | undefined;
  /** The statements behind what the answer shows, in the order in which they ran. */
  sql?: AnswerSql[] | undefined;
  /** Where each number of the text comes from. */
  verification?: Verification | undefined;
  /** The id of the answer's receipt; absent where it rests on no statement. */
  receipt_id?: string | undefined;
  /** The model that answered; `rules` for the built-in interpreter. */
  model_id?: string | undefined;
  /** What the answer used. */
  usage?: Usage | undefined;
  /** True where the turn was cut short: the text is what was streamed until then. */
  partial?: boolean | undefined;
  /** True where the answer became too long and was stopped; the text ends with a sentence that says so. */
  truncated?: boolean | undefined;
  /** The object that was sent as `open_schedule`, as it came. */
  open_schedule?: OpenSchedule | undefined;
  /** The saved query that was run. */
  saved_query_id?: string | undefined;
  /**
   * The saved query that everything the answer shows comes from: its SQL was written and checked by an administrator.
   */
  verified_query?: VerifiedQuery | undefined;
  /** Why there is no answer, on a message of type `error`. */
  error?: MessageFailure | undefined;
}

/** A saved query that an answer comes from. */
export interface VerifiedQuery {
  /** The query's id. */
  id: string;
  /** Its title, as it was then. At most 200 characters. */
  title: string;
}

/** Why there is no answer. */
export interface MessageFailure {
  /** The error's code: see the list of errors. */
  code: string;
  /** True where sending the message again may help. */
  retryable: boolean;
  /** Names the failure in the service's logs: quote it when reporting. */
  debug_id: string;
}

/** An object of the caller's own, handed back as it came. */
export type OpenSchedule = Record<string, unknown>;

/** A file that was sent with a message. */
export interface AttachedUpload {
  /** The upload's id. */
  id: string;
  /** The file's name. */
  filename: string;
  /** The file's media type. */
  mime_type: string;
  /** The file's size in bytes. 0 to 26214400. */
  size_bytes: number;
  /** Where the file can be read for some minutes, without a token; null where it is no longer there. */
  download_url: string | null;
  /** When `download_url` stops working. ISO 8601, UTC. */
  download_url_expires_at: string | null;
}

/** A cell of a result of the turn. */
export interface AnswerCell {
  /** The table of the answer that the cell is in; absent where its result is not shown. */
  visualization_id?: string | undefined;
  /** The statement of `sql` that returned it, from 0; absent where it is not listed. */
  sql_index?: number | undefined;
  /** Its row, from 0, of all rows of the result. */
  row: number;
  /** Its column, from 0. */
  column: number;
}

/** The days that a statement is limited to, by the dates in its conditions. */
export interface AnswerPeriod {
  /** The first day (ISO 8601); null where there is none. */
  from: string | null;
  /** The last day, which belongs to it; null where there is none. */
  to: string | null;
  /** The column of these dates. */
  column: string;
}

/** A statement behind what an answer shows. */
export interface AnswerSql {
  /** The statement as it ran; values that were bound stand as parameters. */
  sql: string;
  /** The SQL dialect it is in. */
  dialect: "postgres" | "mysql" | "sqlite" | "duckdb" | "redshift" | "athena";
  /** The integration it ran on; null for files that were sent with the message. */
  integration_id: string | null;
  /** The tables it reads. */
  tables: string[];
  /** How many rows it returned. */
  row_count: number;
  /** True where the database had more rows. */
  truncated: boolean;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** The saved query it is; null for others. */
  saved_query_id: string | null;
  /** The table that shows its result; absent where it is not shown. */
  visualization_id?: string | undefined;
  /** The days that it is limited to; null where its conditions name none. */
  period?: AnswerPeriod | null | undefined;
}

/** Something about an answer that its reader should know. */
export interface AnswerWarning {
  /**
   * What it is: `unknown_value` (a value that its column does not hold), `no_rows`, `no_value`, `multiplied_sum` (a sum
   * over a join that repeats rows), `open_period` (the last period is not over), `truncated_total` (the first rows are
   * taken for all), `placeholder` (a value that was not filled in), `other_reading` (fixed rules read the question as
   * one with another number). There may be more of them one day.
   */
  code: string;
  /** The same in a sentence. */
  message: string;
  /** The statement of `sql` that it is about, from 0; absent where it is about the text. */
  sql_index?: number | undefined;
}

/** One way to read a question that has several. */
export interface Choice {
  /** What tells it from the others. */
  label: string;
  /** The question that says so; sent as it is, it is answered. */
  message: string;
}

/** A number of the text, and its source. */
export interface CheckedNumber {
  /** The number as the text has it. */
  text: string;
  /** The cell it is, or what it was derived from; null where no source was found. */
  source: AnswerCell | DerivedNumber | null;
}

/** What a number was derived from. */
export interface DerivedNumber {
  /**
   * How, or from what: `sum`, `average`, `difference`, `share`, `change`, `ratio`, `count`, `name` (a text of the
   * data), `date`, `citation`, `question`, `query`, `instructions`, `document`, `schema`, `earlier_answer`, `reading`.
   * There may be more of them one day.
   */
  derived: string;
  /** The cells it was made of; of many the first. */
  from: AnswerCell[];
}

/** Where the numbers of the text come from. */
export interface Verification {
  /**
   * `grounded`: every number has a source. `corrected`: one had none, and the text goes on with a correction that has.
   * `unverified`: one has none, and the text says which. `not_applicable`: the text has no numbers, or the chat nothing
   * to take them from.
   */
  status: "grounded" | "corrected" | "unverified" | "not_applicable";
  /** The numbers of the text, in order; of very many those without a source, and the first. */
  numbers: CheckedNumber[];
}

/** Where in a document a statement comes from. */
export interface Citation {
  /** The project that the document belongs to. */
  project_id: string;
  /** The document. */
  document_id: string;
  /** The document's title. */
  title: string;
  /** Where in the document, in words: a page, a heading. */
  place: string;
  /** The words that support the statement, as they stand there. */
  quote: string;
  /** Which of the document's passages it is, to read it by; the first is 0. Absent from older answers. */
  passage?: number | undefined;
}

/** What an answer used. */
export interface Usage {
  /** Tokens that models read; 0 where no model provider was called. */
  input_tokens: number;
  /** Tokens that models wrote; 0 where no model provider was called. */
  output_tokens: number;
  /** Rows that databases returned. */
  rows: number;
  /** Milliseconds from the first step to the last. */
  duration_ms: number;
  /** US dollars, at the providers' list prices; null without a known price. */
  cost_usd: number | null;
}

/** What an answer rests on, signed when it was given. It holds no rows: hashes of them. */
export interface Receipt {
  /** The receipt's id. */
  id: string;
  /** The answer. */
  message_id: string;
  /** The question as it was asked. */
  question: string;
  /** When it was asked. ISO 8601, UTC. */
  asked_at: string;
  /** The database it was asked of; null where only files of the message were read. */
  integration_id: string | null;
  /** The statements behind the answer, in the order in which they ran. At most 10. */
  sql: ReceiptStatement[];
  /**
   * SHA-256 over the tables that the statements read: columns, types, primary key. Null where the schema was not known
   * then.
   */
  schema_hash: string | null;
  /** SHA-256 over the saved query and the definitions that applied. */
  definitions_hash: string;
  /** The organization's rules that were given. At most 100. */
  rule_versions: ReceiptVersion[];
  /** The member's memories that were given. At most 100. */
  memory_versions: ReceiptVersion[];
  /** The model that answered; `rules` for the built-in interpreter. */
  model_id: string;
  /** The version of the service's own words to language models; null where none was asked. */
  prompt_version: string | null;
  /** SHA-256 of the answer's text. */
  answer_hash: string;
  /**
   * HMAC-SHA256, base64url, with the organization's key, over the receipt without `signature` and `key_id` as JSON with
   * sorted keys.
   */
  signature: string;
  /** Names the key of the signature. */
  key_id: string;
}

/** A statement behind an answer. */
export interface ReceiptStatement {
  /** The statement as it ran. */
  sql: string;
  /** The values that were bound to it, in their order. */
  parameters: (string | number | boolean | null)[];
  /** SHA-256 over columns and rows, whatever the rows' order. */
  result_hash: string;
  /** How many rows it returned. */
  row_count: number;
}

/** A text that was given. */
export interface ReceiptVersion {
  /** The id of the rule or memory. */
  id: string;
  /** Differs where the text does. */
  version: string;
}

/** What became of what an answer rests on. */
export interface ReceiptVerification {
  /**
   * `definition_changed`: a rule, memory, definition, saved query or table that was read is another one;
   * `data_changed`: only the rows are; `unavailable`: nothing differs, and not all could be looked at; `same`: all of
   * it is as it was.
   */
  status: ReceiptStatus;
  /** True where the receipt is what was signed, and the answer and the question are its own. */
  signature_valid: boolean;
  /** When it was checked. ISO 8601, UTC. */
  checked_at: string;
  /** What differs, and what could not be looked at. */
  differences: ReceiptDifference[];
}

/** One thing that is not as it was, or could not be looked at. */
export interface ReceiptDifference {
  /** What it is. */
  what: ReceiptSubject;
  /** How it differs; `not_checked` where that is unknown. */
  change: ReceiptChange;
  /** Which rule, memory, definition, saved query or integration; for `schema` the table's name. Null for `data`. */
  id: string | null;
  /** Which statement of the receipt, counted from 0; null where it is not one's. */
  sql_index: number | null;
  /** The same in words. */
  detail: string;
}

/** A message and its answer, as work that is accepted once and goes on without the client. */
export interface DurableTurn {
  /** The turn's id. */
  turn_id: string;
  /** The chat it belongs to. */
  chat_id: string;
  /** The message that was asked; null where none was kept. */
  user_message_id: string | null;
  /** `in_progress` until the turn has ended; then `completed`, `failed` or `cancelled`, for good. */
  status: TurnStatus;
  /** When the turn was accepted. ISO 8601, UTC. */
  created_at: string;
}

/** A turn with its outcome. */
export interface TurnDetail {
  /** The turn's id. */
  turn_id: string;
  /** The chat it belongs to. */
  chat_id: string;
  /** The message that was asked; null where none was kept. */
  user_message_id: string | null;
  /** `in_progress` until the turn has ended; then `completed`, `failed` or `cancelled`, for good. */
  status: TurnStatus;
  /** When the turn was accepted. ISO 8601, UTC. */
  created_at: string;
  /** When it was last changed. ISO 8601, UTC. */
  updated_at: string;
  /** When the turn ended; null while it runs. ISO 8601, UTC. */
  completed_at: string | null;
  /** The answer's message; null where there is none. */
  assistant_message_id: string | null;
  /** The final message; null until there is one. */
  message: Message | null;
  /** What the turn is doing; null once it has ended. */
  progress: ProcessingStatus | null;
  /** How often the turn has been begun. */
  attempt: number;
  /** Why the turn failed; null where it did not. */
  error: TurnFailure | null;
  /** What the answer used; null where there is none. */
  usage: Usage | null;
}

/** Why a turn failed. */
export interface TurnFailure {
  /** The error's code: see the list of errors. */
  code: string;
  /** What went wrong, in a sentence. */
  message: string;
  /** True where sending the message again may help. */
  retryable: boolean;
  /** Names the failure in the service's logs: quote it when reporting. */
  debug_id: string;
}

/** A file that was uploaded, or is about to be. */
export interface Upload {
  /** The upload's id, sent in `upload_ids`. */
  id: string;
  /** The file's name. */
  filename: string;
  /** The file's media type. */
  mime_type: string;
  /** The file's size in bytes. 0 to 26214400. */
  size_bytes: number;
  /** `pending` until the bytes are there, then `ready`. */
  status: UploadStatus;
  /** Where the file can be read for some minutes, without a token; null while it is pending. */
  download_url: string | null;
  /** When `download_url` stops working; null while the upload is pending. ISO 8601, UTC. */
  download_url_expires_at: string | null;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /**
   * Where the bytes of a pending upload go by PUT, once and with exactly `upload_headers`. 412 says that they are
   * already there.
   */
  upload_url?: string | undefined;
  /** The headers to send with the PUT to `upload_url`. */
  upload_headers?: UploadHeaders | undefined;
}

/** Headers by name, to be sent exactly as they are. */
export type UploadHeaders = Record<string, string>;

/** A chart. Every mark of it equals a cell of its table. */
export interface Chart {
  /** The visualization's id. */
  id: string;
  /** Always `chart`. */
  type: "chart";
  /** How the values are drawn. */
  chart_type: ChartType;
  /** What the chart shows. */
  title?: string | undefined;
  /** What is drawn. */
  data: ChartData;
  /**
   * How a `bar` chart is best drawn: `kpi`, its only value as a figure; `horizontal_bar`, bars that lie. There may be
   * others: whoever does not know them draws bars.
   */
  display?: string | undefined;
  /** `log`: the axis of the values is best logarithmic. Absent: it is linear. */
  value_scale?: string | undefined;
  /** How the chart's values are written. */
  formats?: ChartFormats | undefined;
  /** A Vega-Lite 6 specification of the same data. */
  vega_lite?: VegaLite | undefined;
  /** The table that every mark of this chart is a cell of. */
  table_id?: string | undefined;
}

/** The marks of a chart and what its axes are called. */
export interface ChartData {
  /** The marks, in the order they are drawn. */
  values: ChartValue[];
  /** What the horizontal axis shows. */
  x_axis_label: string;
  /** What the vertical axis shows. */
  y_axis_label: string;
}

/** How the values of a chart are written. */
export interface ChartFormats {
  /** Of the values. */
  value: ValueFormat;
  /** Of the labels, where they are dates. */
  label?: ValueFormat | undefined;
  /** Of the places along the horizontal axis, on a scatter chart. */
  x?: ValueFormat | undefined;
}

/** How values are written. */
export interface ValueFormat {
  /**
   * `number`; `currency`: money; `percent`: a fraction of one, so that 0.043 is 4.3 %; `date`: ISO 8601 days or times.
   * There may be others: whoever does not know them writes values as they are.
   */
  kind: string;
  /** What is counted, such as `kg`; of money the ISO 4217 code. Absent where it is not known. */
  unit?: string | undefined;
}

/** A mark of a chart. */
export interface ChartValue {
  /** The category it stands for. */
  label: string;
  /** How much it is. */
  value: number;
  /** The series it belongs to, where there are several. */
  series?: string | undefined;
  /** Its place along the horizontal axis, on a scatter chart. */
  x?: number | undefined;
  /** Its place along the vertical axis, on a scatter chart. */
  y?: number | undefined;
}

/** A Vega-Lite 6 specification, for the libraries that draw it. */
export type VegaLite = Record<string, unknown>;

/** A table. At most 200 rows travel with it; the rest come from `visualization.rows`. */
export interface Table {
  /** The visualization's id. */
  id: string;
  /** Always `table`. */
  type: "table";
  /** The names of the columns, in order. */
  headers: string[];
  /** The rows. Each cell is text, numbers too. At most 200. */
  rows: string[][];
  /** The columns with the types of their values. */
  columns?: TableColumn[] | undefined;
  /** How many rows were read. */
  row_count?: number | undefined;
  /** True where the database had more rows than were read. */
  truncated?: boolean | undefined;
  /** The path of the whole table as CSV. */
  csv_url?: string | undefined;
}

/** A column of a table. */
export interface TableColumn {
  /** The column's name, as in `headers`. */
  name: string;
  /** The type of its values, in the database's words. */
  type: string;
  /** The unit of its values, where one is known. */
  unit?: string | undefined;
}

/** Who wants an access token. */
export interface AuthenticateRequest {
  /**
   * The member's e-mail address; spaces around it and capitals do not matter. At most 320 characters: a longer one, or
   * one that is not an address, returns 400.
   */
  email: string;
  /** The address signed with the organization's shared secret. */
  user_key: string;
}

/** Who is to be signed in to the console, and where they arrive. */
export interface SessionCodeCreate {
  /**
   * The member's e-mail address; spaces around it and capitals do not matter. At most 320 characters: a longer one, or
   * one that is not an address, returns 400.
   */
  email: string;
  /** The address signed with the organization's shared secret. */
  user_key: string;
  /**
   * A path of the console, with or without `/app` before it, and its query: `/chats/…`. It leads nowhere else: no other
   * host, no `..`, no fragment. Without it they arrive at the console's first page. At most 2000 characters.
   */
  path?: string | null | undefined;
}

/** The code that a link has brought. */
export interface SessionCreate {
  /** What follows `#code=` in the link. 1 to 200 characters. */
  code: string;
}

/** What a new chat begins with. */
export interface ChatCreate {
  /** The agent that is to answer; without it the organization's default agent. */
  agent_id?: string | null | undefined;
  /** A title; without it the first message gives one. 1 to 200 characters. */
  title?: string | null | undefined;
  /** The database that questions are asked of. */
  integration_id?: string | null | undefined;
  /**
   * The projects whose documents answers may use. The first two that exist and are permitted are kept, the others are
   * discarded silently; `[]` clears the scope. Without it no document is read. At most 1000.
   */
  scoped_project_ids?: string[] | null | undefined;
  /** Short for a scope of one project; ignored where `scoped_project_ids` is there. */
  project_id?: string | null | undefined;
}

/** What to change about a chat. What is absent stays as it is. */
export interface ChatUpdate {
  /** A new title. 1 to 200 characters. */
  title?: string | null | undefined;
  /** True to archive the chat, false to bring it back. */
  archived?: boolean | null | undefined;
}

/** A message whose answer is streamed. */
export interface StreamedMessage {
  /** The question, 1 to 8000 characters and at most 24 KB. With a saved query it is only shown in the history. */
  message: string;
  /** The chat to ask in. It must exist: create one first. Without it the answer is 400 `MISSING_CHAT_ID`. */
  chat_id?: string | null | undefined;
  /** The database to ask. It stays the chat's for this and later messages; without it the chat's own is asked. */
  integration_id?: string | null | undefined;
  /** Changes nothing; accepted for old clients. */
  title?: string | null | undefined;
  /**
   * A `model_id` of `GET /v1/models`, for this message only. One that is not on the list is ignored: the agent's model
   * answers.
   */
  model?: string | null | undefined;
  /** Files that were uploaded before, at most 10. */
  upload_ids?: string[] | null | undefined;
  /** A saved query to run instead of working out what to ask. The chat or the request must name a database. */
  saved_query_id?: string | null | undefined;
  /** Values for the `{{name}}` placeholders of the saved query, each as text. */
  parameters?: Parameters | null | undefined;
  /**
   * Makes sending it again safe: the same id with the same payload returns the same turn. Use a new one whenever
   * anything changes. Its events are streamed from the first one on. The same id names the same request by every route.
   * 1 to 128 characters.
   */
  client_request_id?: string | null | undefined;
  /** True to be sent `tool_call` and `tool_result`, too. */
  include_tool_events?: boolean | null | undefined;
}

/** Values by the names of placeholders, each at most 1000 characters. */
export type Parameters = Record<string, string>;

/** Whether an answer was good. */
export interface FeedbackRequest {
  /** The verdict. */
  feedback: "positive" | "negative";
  /** Why, in the member's words. At most 2000 characters. */
  note?: string | null | undefined;
}

/** What a message is to say instead. */
export interface MessageEdit {
  /** The question, 1 to 8000 characters and at most 24 KB. It replaces the old one. */
  content: string;
  /** The database to ask. It stays the chat's for this and later messages; without it the chat's own is asked. */
  integration_id?: string | null | undefined;
}

/** A message to be answered whether or not the client stays. */
export interface TurnCreate {
  /**
   * Makes sending it again safe: the same id with the same payload returns the same turn. Use a new one whenever
   * anything changes. 1 to 128 characters.
   */
  client_request_id: string;
  /** The question, 1 to 8000 characters and at most 24 KB. */
  message: string;
  /** The database to ask. It stays the chat's for this and later messages; without it the chat's own is asked. */
  integration_id?: string | null | undefined;
  /**
   * A `model_id` of `GET /v1/models`, for this message only. One that is not on the list is ignored: the agent's model
   * answers.
   */
  model?: string | null | undefined;
  /** Files that were uploaded before, at most 10. */
  upload_ids?: string[] | null | undefined;
  /** A saved query to run instead of working out what to ask. The chat or the request must name a database. */
  saved_query_id?: string | null | undefined;
  /** Values for the `{{name}}` placeholders of the saved query, each as text. */
  parameters?: Parameters | null | undefined;
  /**
   * The projects whose documents answers may use. The first two that exist and are permitted are kept, the others are
   * discarded silently; `[]` clears the scope. Without it no document is read. At most 1000.
   */
  scoped_project_ids?: string[] | null | undefined;
  /** Short for a scope of one project; ignored where `scoped_project_ids` is there. */
  project_id?: string | null | undefined;
  /**
   * Accepted for old clients; new ones leave it out. Stands for `integration_id`, or for `project_id` where
   * `connection_type` is `project`.
   */
  connection_id?: string | null | undefined;
  /** Accepted for old clients; new ones leave it out. */
  connection_type?: string | null | undefined;
  /** Accepted for old clients; new ones leave it out. Documents of projects, for the agent to read. */
  attached_files?: AttachedFile[] | null | undefined;
  /**
   * Accepted for old clients; new ones leave it out. The turn completes at once and hands this object back in its
   * message's `metadata`; nothing is generated.
   */
  open_schedule?: OpenScheduleRequest | null | undefined;
  /** Accepted for old clients; new ones leave it out. Changes nothing. */
  title?: string | null | undefined;
  /** Accepted for old clients; new ones leave it out. Ignored. */
  voice_mode?: boolean | null | undefined;
}

/** An object of the caller's own, at most 65536 characters as JSON. */
export type OpenScheduleRequest = Record<string, unknown>;

/** A document of a project: `{project_id, document_id}`. */
export type AttachedFile = Record<string, unknown>;

/** Files that are about to be sent straight to the bucket. */
export interface UploadCreate {
  /** The files. Each answer carries the address and the headers to send one with. 1 to 20. */
  files: UploadAnnouncement[];
}

/** A file that is about to be sent. */
export interface UploadAnnouncement {
  /** The file's name; its extension must be one that can be uploaded. 1 to 255 characters. */
  filename: string;
  /** The file's media type; it must suit the extension. 1 to 255 characters. */
  mime_type: string;
  /** The file's exact size, at most 25 MB. */
  size_bytes: number;
}

/** A clip that was uploaded before, for those too large to be sent in one request. */
export interface TranscribeUpload {
  /** The upload that holds the clip. */
  upload_id: string;
}

/** A query to save. Its `parameters` are read from `sql`. */
export interface SavedQueryCreate {
  /** Its title. 1 to 200 characters. */
  title: string;
  /** What it shows. At most 2000 characters. */
  description?: string | null | undefined;
  /** The instruction in plain words that the agent is given. 1 to 8000 characters. */
  prompt: string;
  /**
   * One read-only SELECT, with `{{name}}` where a parameter goes; absent or null for a query that is only a prompt. 1
   * to 20000 characters.
   */
  sql?: string | null | undefined;
  /** Words by which chat messages are matched to it. At most 50. */
  keywords?: string[] | null | undefined;
  /** The database that the SQL is written for: it is checked for it, and runs in no other. Without it, or null, any. */
  integration_id?: string | null | undefined;
}

/** What to change about a saved query. What is absent stays as it is. */
export interface SavedQueryUpdate {
  /** A new title. 1 to 200 characters. */
  title?: string | undefined;
  /** What it shows. At most 2000 characters. */
  description?: string | null | undefined;
  /** The instruction in plain words that the agent is given. 1 to 8000 characters. */
  prompt?: string | undefined;
  /**
   * One read-only SELECT, with `{{name}}` where a parameter goes; null makes the query one that is only a prompt. 1 to
   * 20000 characters.
   */
  sql?: string | null | undefined;
  /** Words by which chat messages are matched to it. At most 50. */
  keywords?: string[] | null | undefined;
  /** The database that the SQL is written for: it is checked for it, and runs in no other. Without it, or null, any. */
  integration_id?: string | null | undefined;
}

/** A new agent. */
export interface AgentCreate {
  /** The agent's name, for people. 1 to 200 characters. */
  name: string;
  /** What the agent is for, for people. At most 2000 characters. */
  description?: string | null | undefined;
  /** What the agent is told with every message, beside the organization's rules. At most 8000 characters. */
  instructions?: string | null | undefined;
  /** A `model_id` of `GET /v1/models`; null for the platform's default, also when that changes. */
  model_id?: string | null | undefined;
  /** Questions to offer where nothing has been asked yet. At most 10. */
  starter_prompts?: string[] | null | undefined;
  /** True to show the agent to members; false to make it a draft. */
  published?: boolean | null | undefined;
  /** True to make the agent the one that chats are bound to when they name none: only a published one. */
  is_default?: boolean | null | undefined;
}

/** What to change about an agent. What is absent stays as it is. */
export interface AgentUpdate {
  /** The agent's name, for people. 1 to 200 characters. */
  name?: string | null | undefined;
  /** What the agent is for, for people. At most 2000 characters. */
  description?: string | null | undefined;
  /** What the agent is told with every message, beside the organization's rules. At most 8000 characters. */
  instructions?: string | null | undefined;
  /** A `model_id` of `GET /v1/models`; null for the platform's default, also when that changes. */
  model_id?: string | null | undefined;
  /** Questions to offer where nothing has been asked yet. At most 10. */
  starter_prompts?: string[] | null | undefined;
  /** True to show the agent to members; false to make it a draft. */
  published?: boolean | null | undefined;
  /** True to make the agent the one that chats are bound to when they name none: only a published one. */
  is_default?: boolean | null | undefined;
}

/** A new member. */
export interface MemberCreate {
  /**
   * The e-mail address; spaces around it and capitals do not matter. At most 320 characters: a longer one, or one that
   * is not an address, returns 400.
   */
  email: string;
  /** The member's name, for people. 1 to 200 characters. */
  name: string;
  /** What the member may do. */
  role: MemberRole;
}

/** What to change about a member. What is absent stays as it is. */
export interface MemberUpdate {
  /** A new name. 1 to 200 characters. */
  name?: string | null | undefined;
  /** What the member may do from now on. */
  role?: MemberRole | null | undefined;
  /** False to disable the member, true to let them in again. */
  active?: boolean | null | undefined;
}

/** A new document collection. */
export interface ProjectCreate {
  /** Its name, for people. 1 to 200 characters. */
  name: string;
  /** What it holds. At most 2000 characters. */
  description?: string | null | undefined;
  /** Words it is filed under. At most 20. */
  tags?: string[] | null | undefined;
  /** The members who may use it, nobody where the list is empty; absent or null for everybody. At most 1000. */
  member_ids?: string[] | null | undefined;
}

/** What to change about a document collection. What is absent stays as it is. */
export interface ProjectUpdate {
  /** A new name. 1 to 200 characters. */
  name?: string | undefined;
  /** What it holds; null for nothing. At most 2000 characters. */
  description?: string | null | undefined;
  /** Words it is filed under; null for none. At most 20. */
  tags?: string[] | null | undefined;
  /** The members who may use it, nobody where the list is empty; null for everybody. At most 1000. */
  member_ids?: string[] | null | undefined;
}

/** The uploads that become documents. */
export interface DocumentCreate {
  /** The caller's own uploads; one that is named twice becomes one document. 1 to 20. */
  upload_ids: string[];
  /** The title of each in citations; without it they are named after their files. 1 to 200 characters. */
  title?: string | null | undefined;
}

/** What to change about a document. */
export interface DocumentUpdate {
  /** A new title. 1 to 200 characters. */
  title: string;
}

/** SQL to check. */
export interface QueryValidate {
  /** The SQL as it would be saved, with `{{name}}` where a parameter goes. 1 to 20000 characters. */
  sql: string;
  /** The database it is meant for; without it, any of the organization's kinds of database. */
  integration_id?: string | null | undefined;
}

/** SQL to run. */
export interface QueryPreview {
  /** One read-only SELECT, with `{{name}}` where a parameter goes. 1 to 20000 characters. */
  sql: string;
  /** Values for the placeholders, each as text. */
  parameters?: Parameters | null | undefined;
  /** The database to ask. */
  integration_id: string;
}

/** A database to set up. */
export interface SourceCreate {
  /** Its name, for people. 1 to 200 characters. */
  display_name: string;
  /** How it is reached. */
  connection: NewServer | UploadedFile;
}

/** What to change about a database. What is absent stays as it is. */
export interface SourceUpdate {
  /** A new name. 1 to 200 characters. */
  display_name?: string | undefined;
  /** How it is reached from now on. */
  connection?: ChangedServer | UploadedFile | undefined;
}

/** What to connect to: one of them, or both. */
export interface SourceTest {
  /** The integration whose stored connection is tried. */
  integration_id?: string | null | undefined;
  /** A connection to try without storing it. Beside an integration it is a change of its connection. */
  connection?: ChangedServer | UploadedFile | null | undefined;
}

/** A column to mark. */
export interface ColumnMarking {
  /**
   * The table or view, as its database names it; with its schema before a point where it needs one. 1 to 257
   * characters.
   */
  table: string;
  /** The column. 1 to 128 characters. */
  column: string;
  /** What it is marked as from now on; null takes its mark away. */
  mark: Mark | null;
}

/** Which columns to mark otherwise. Columns that are not named stay as they are. */
export interface ColumnMarksUpdate {
  /** The columns; of one that is there twice, the last mark counts. At most 500. */
  column_marks: ColumnMarking[];
}

/** A new definition. */
export interface DefinitionCreate {
  /** What is defined. */
  kind: DefinitionKind;
  /** How people call it. Joins and descriptions may do without. 1 to 100 characters. */
  name?: string | null | undefined;
  /** What it is, in words: for people and for models. What a description says. At most 1000 characters. */
  description?: string | null | undefined;
  /** Other names of a metric or a dimension. At most 20. */
  synonyms?: string[] | null | undefined;
  /**
   * The table that a metric, a dimension or a description is of, or whose key a join is, as its database names it; with
   * its schema before a point where it needs one. 1 to 257 characters.
   */
  table?: string | null | undefined;
  /** The column that is described; without it the table is. 1 to 128 characters. */
  column?: string | null | undefined;
  /**
   * Of a metric, an aggregate expression such as `SUM(total - discount)`; of a dimension, an expression of a row. No
   * placeholders, no comments. 1 to 2000 characters.
   */
  sql?: string | null | undefined;
  /**
   * Of a synonym, the words that it stands for, such as the name of a table, a column or a metric. 1 to 200 characters.
   */
  meaning?: string | null | undefined;
  /** The key of a join, a column or several. 1 to 8. */
  columns?: string[] | null | undefined;
  /** The table that the key of a join leads to. 1 to 257 characters. */
  references_table?: string | null | undefined;
  /** What the key of a join is equal to there, as many columns. 1 to 8. */
  references_columns?: string[] | null | undefined;
}

/** What to change about a definition. What is absent stays as it is. */
export interface DefinitionUpdate {
  /** How people call it. Joins and descriptions may do without. 1 to 100 characters. */
  name?: string | null | undefined;
  /** What it is, in words: for people and for models. What a description says. At most 1000 characters. */
  description?: string | null | undefined;
  /** Other names of a metric or a dimension. At most 20. */
  synonyms?: string[] | null | undefined;
  /**
   * The table that a metric, a dimension or a description is of, or whose key a join is, as its database names it; with
   * its schema before a point where it needs one. 1 to 257 characters.
   */
  table?: string | null | undefined;
  /** The column that is described; without it the table is. 1 to 128 characters. */
  column?: string | null | undefined;
  /**
   * Of a metric, an aggregate expression such as `SUM(total - discount)`; of a dimension, an expression of a row. No
   * placeholders, no comments. 1 to 2000 characters.
   */
  sql?: string | null | undefined;
  /**
   * Of a synonym, the words that it stands for, such as the name of a table, a column or a metric. 1 to 200 characters.
   */
  meaning?: string | null | undefined;
  /** The key of a join, a column or several. 1 to 8. */
  columns?: string[] | null | undefined;
  /** The table that the key of a join leads to. 1 to 257 characters. */
  references_table?: string | null | undefined;
  /** What the key of a join is equal to there, as many columns. 1 to 8. */
  references_columns?: string[] | null | undefined;
}

/** A new golden question. */
export interface GoldenQuestionCreate {
  /** The question; without it, the one that the answer of `message_id` was given to. 1 to 8000 characters. */
  question?: string | null | undefined;
  /** The database that it is asked of; without it, that of the answer's chat. */
  integration_id?: string | null | undefined;
  /** An answer that a member has rated. */
  message_id?: string | null | undefined;
  /** The rows of this statement are the right answer. No placeholders. 1 to 20000 characters. */
  sql: string;
  /** What kind of question it is. At most 100 characters. */
  class?: string | null | undefined;
}

/** What to change about a golden question. What is absent stays as it is. */
export interface GoldenQuestionUpdate {
  /** The question. 1 to 8000 characters. */
  question?: string | undefined;
  /** The statement whose rows are right. 1 to 20000 characters. */
  sql?: string | undefined;
  /** What kind of question it is; null for none. At most 100 characters. */
  class?: string | null | undefined;
}

/** How far a rated answer has been looked at. */
export interface FeedbackUpdate {
  /** Whether it is done, or open again. */
  status: FeedbackStatus;
}

/** Which questions to ask, of whom, and what to rehearse. */
export interface EvaluationCreate {
  /** A `model_id` of `GET /v1/models`; without it the model that answers members' questions. */
  model?: string | null | undefined;
  /** The agent whose instructions are followed; without it the default one. */
  agent_id?: string | null | undefined;
  /** Golden questions; without it all of them. At most 200. */
  question_ids?: string[] | null | undefined;
  /** What would be saved; without it the questions are asked as things are. */
  draft?: Draft | null | undefined;
}

/** What would be saved, all of it at once: a new thing has no `id`, and one that would be removed no `content`. */
export interface Draft {
  /** A rule. */
  rule?: DraftRule | null | undefined;
  /** A memory. Questions are then asked with that member's memories; otherwise with nobody's. */
  memory?: DraftMemory | null | undefined;
  /** A saved query. */
  query?: DraftQuery | null | undefined;
  /** A definition, such as a metric or a dimension. */
  definition?: DraftDefinition | null | undefined;
}

/** A rule that would be saved. */
export interface DraftRule {
  /** The rule that it would replace. */
  id?: string | null | undefined;
  /** Its text; null to remove the rule. 1 to 4000 characters. */
  content: string | null;
}

/** A memory that would be saved. */
export interface DraftMemory {
  /** The memory that it would replace. */
  id?: string | null | undefined;
  /** Whose memory it is; without it the caller's. */
  member_id?: string | null | undefined;
  /** Its text; null to remove the memory. 1 to 4000 characters. */
  content: string | null;
}

/** A saved query that would be saved. */
export interface DraftQuery {
  /** The query that it would replace. */
  id?: string | null | undefined;
  /** The whole query; null to remove it. */
  content: SavedQueryCreate | null;
}

/** A definition that would be saved. */
export interface DraftDefinition {
  /** The definition that it would replace. */
  id?: string | null | undefined;
  /** The integration whose definition it is. */
  integration_id: string;
  /** The whole definition; null to remove it. */
  content: DefinitionCreate | null;
}

/** How a server's database is reached. */
export interface NewServer {
  /** `postgres`, or `mysql`, which MariaDB is, too. */
  engine: "postgres" | "mysql";
  /**
   * The server's name or address. Addresses of the machine that the service runs on, and of the cloud's metadata
   * service, are refused when it is connected to. 1 to 253 characters.
   */
  host: string;
  /** Its port; without it the engine's usual one. 1 to 65535. */
  port?: number | null | undefined;
  /** The name of the database. 1 to 128 characters. */
  database: string;
  /** A role that can only read. 1 to 128 characters. */
  user: string;
  /** `verify` (without it, too), `require` for TLS with any certificate, or `off`. */
  tls?: TlsMode | null | undefined;
  /**
   * The authority that signed the server's certificate, in PEM; absent or null for the system's. 1 to 65536 characters.
   */
  ca?: string | null | undefined;
  /** PostgreSQL: the schemas to show; without it all of them. 1 to 50. */
  schemas?: string[] | null | undefined;
  /** The role's password. It is kept encrypted and never returned. At most 1024 characters. */
  password: string;
}

/** How a server's database is reached, with what is stored of the same login. */
export interface ChangedServer {
  /** `postgres`, or `mysql`, which MariaDB is, too. */
  engine: "postgres" | "mysql";
  /**
   * The server's name or address. Addresses of the machine that the service runs on, and of the cloud's metadata
   * service, are refused when it is connected to. 1 to 253 characters.
   */
  host: string;
  /** Its port; without it the engine's usual one. 1 to 65535. */
  port?: number | null | undefined;
  /** The name of the database. 1 to 128 characters. */
  database: string;
  /** A role that can only read. 1 to 128 characters. */
  user: string;
  /** `verify` (without it, too), `require` for TLS with any certificate, or `off`. */
  tls?: TlsMode | null | undefined;
  /**
   * The authority that signed the server's certificate, in PEM; null for the system's. Absent: as it is, while the
   * login is the same. 1 to 65536 characters.
   */
  ca?: string | null | undefined;
  /** PostgreSQL: the schemas to show; without it all of them. 1 to 50. */
  schemas?: string[] | null | undefined;
  /**
   * The role's password. Absent: as it is, only while engine, host, port, database and user are the same. At most 1024
   * characters.
   */
  password?: string | null | undefined;
}

/**
 * A database to copy from an upload: SQLite's, or a file that DuckDB reads (its own, Parquet, CSV) where that is
 * installed.
 */
export interface UploadedFile {
  /** What reads the file. */
  engine: "sqlite" | "duckdb";
  /** One of the caller's uploads. */
  upload_id: string;
}

/** A memory's content. */
export interface MemoryUpdate {
  /** What to remember. 1 to 4000 characters. */
  content: string;
}

/** A new order. */
export interface MemoryReorder {
  /** Every one of the caller's memories, once each. At most 100. */
  memory_ids: string[];
}

/** A memory for a member. */
export interface AdminMemoryCreate {
  /** The member. */
  member_id: string;
  /** What to remember. 1 to 4000 characters. */
  content: string;
}

/** A new order of a member's memories. */
export interface AdminMemoryReorder {
  /** The member. */
  member_id: string;
  /** Every one of the member's memories, once each. At most 100. */
  memory_ids: string[];
}

/** A rule's content. */
export interface RuleUpdate {
  /** The rule, in plain words. 1 to 4000 characters. */
  content: string;
}

/** What to talk about by voice. */
export interface VoiceSessionCreate {
  /** The database that questions are asked of. */
  integration_id: string;
  /** The chat to go on with; without it a new one is created. */
  chat_id?: string | null | undefined;
  /** An id of the client's own that its timing report repeats. */
  client_trace_id?: string | null | undefined;
}

/** How long the start of a voice session took. */
export interface VoiceTiming {
  /** The id that was sent when the session was created. */
  client_trace_id: string;
  /** What was reached when. */
  marks: VoiceMarks;
  /** The client's own name and version. At most 512 characters. */
  user_agent?: string | null | undefined;
  /** What the client was built for. At most 64 characters. */
  build_target?: string | null | undefined;
  /** The kind of connection, as the browser calls it. At most 32 characters. */
  network_effective_type?: string | null | undefined;
}

/** Milliseconds since the button was pressed, by free names. */
export type VoiceMarks = Record<string, number>;

/** The organization's published agents. */
export interface AgentList {
  /** The agents. */
  agents: Agent[];
}

/** The organization's databases. */
export interface IntegrationList {
  /** The databases. */
  integrations: Integration[];
}

/** The collections of documents the caller may use. */
export interface ProjectList {
  /** The collections. */
  projects: Project[];
}

/** The models that can be asked. */
export interface ModelList {
  /** The models. */
  models: Model[];
  /** The `model_id` of the platform's default. */
  default: string;
}

/** The organization's saved queries, or a page of them. */
export interface SavedQueryPage {
  /** The queries, the oldest first. */
  queries: SavedQuery[];
  /** Leads to the next page; null on the last, absent without `limit`. */
  next_cursor?: string | null | undefined;
}

/** A page of the caller's chats. */
export interface ChatPage {
  /** The chats, most recently updated first. At most 200. */
  chats: Chat[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A chat with a page of its messages. */
export interface ChatDetail {
  /** The chat's id. */
  id: string;
  /** The agent that answers here; null for chats from before there were agents. */
  agent_id: string | null;
  /** The title; null until the first message gives it one. At most 200 characters. */
  title: string | null;
  /** The database that questions are asked of; null where none has been chosen. */
  integration_id: string | null;
  /** The projects whose documents answers may use. At most 2. */
  scoped_project_ids: string[];
  /** The turn that is running; null where none is. */
  active_turn_id: string | null;
  /** When it was created. ISO 8601, UTC. */
  created_at: string;
  /** When something was last said or changed in the chat. ISO 8601, UTC. */
  updated_at: string;
  /** When the chat was archived; null while it is not. ISO 8601, UTC. */
  archived_at: string | null;
  /** The messages, oldest first. At most 200. */
  messages: Message[];
  /** True where older messages exist: ask for them with `before`, the id of the first message here. */
  has_more: boolean;
}

/** The message that was judged. */
export interface FeedbackResult {
  /** The message's id. */
  id: string;
  /** The verdict as it is kept. */
  metadata: FeedbackMetadata;
}

/** A verdict. */
export interface FeedbackMetadata {
  /** What the member said of the answer. */
  feedback: FeedbackValue;
}

/** A page of a table's rows. */
export interface RowPage {
  /** The names of the columns, in order. */
  headers: string[];
  /** The rows. Each cell is text, numbers too. */
  rows: string[][];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** The uploads, in the order of the files. */
export interface UploadList {
  /** The uploads. */
  uploads: Upload[];
}

/** A member's memories. */
export interface MemoryList {
  /** The memories in display order. At most 100. */
  user_memories: OrderedMemory[];
}

/** The organization's databases. */
export interface SourceList {
  /** The databases, the oldest first. */
  integrations: Source[];
}

/** The columns of a database that are marked. */
export interface ColumnMarks {
  /** The marks, in the order in which they were made. At most 500. */
  column_marks: ColumnMark[];
}

/** A page of what words mean in a database. */
export interface DefinitionPage {
  /** The definitions, the oldest first. At most 200. */
  definitions: Definition[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A page of the golden questions. */
export interface GoldenQuestionPage {
  /** The questions, the oldest first. At most 200. */
  questions: GoldenQuestion[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A page of the evaluations. */
export interface EvaluationPage {
  /** The evaluations, the newest first. At most 200. */
  evaluations: Evaluation[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** An evaluation that was just asked for. */
export interface EvaluationStarted {
  /** Its id. */
  id: string;
  /** Where it is. */
  status: EvaluationStatus;
}

/** A page of what was asked. */
export interface EvaluationCasePage {
  /** The questions, in the order in which they were asked. At most 200. */
  cases: EvaluationCase[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A page of the answers that members have rated. */
export interface RatedAnswerPage {
  /** The answers, the newest first. At most 200. */
  feedback: RatedAnswer[];
  /** Leads to the next page, which there may be after an empty one; null on the last. */
  next_cursor: string | null;
}

/** The organization's rules. */
export interface RuleList {
  /** The rules, most recently updated first. At most 100. */
  organization_rules: Rule[];
}

/** A page of the organization's agents. */
export interface AdminAgentPage {
  /** The agents, the oldest first. At most 50. */
  agents: AdminAgent[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A page of the organization's members. */
export interface MemberPage {
  /** The members, the oldest first. At most 200. */
  members: Member[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A page of the organization's projects. */
export interface AdminProjectPage {
  /** The projects, the oldest first. At most 200. */
  projects: AdminProject[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** A page of a project's documents. */
export interface DocumentPage {
  /** The documents, the oldest first. At most 200. */
  documents: ProjectDocument[];
  /** Leads to the next page; null on the last. */
  next_cursor: string | null;
}

/** Documents that are read next. */
export interface DocumentList {
  /** The documents, in the order of the uploads. */
  documents: ProjectDocument[];
}

/** What a search has found. */
export interface PassageList {
  /** The passages, the best first. At most 6. */
  passages: FoundPassage[];
}

/** That it is done. */
export interface Confirmation {
  /** A sentence that says what was done. */
  message: string;
}

/** A failure, in a sentence and as a code. */
export interface ErrorText {
  /** What is wrong. */
  detail: string;
  /** The error's code: see the list of errors. */
  code: string;
}

/** A failure with its code in two places. */
export interface ErrorCoded {
  /** What is wrong. */
  detail: ErrorCodedDetail;
  /** The error's code: see the list of errors. */
  code: string;
}

/** What is wrong. */
export interface ErrorCodedDetail {
  /** The error's code: see the list of errors. */
  code: string;
  /** What is wrong, in a sentence. */
  message: string;
  /** The saved query's parameters that have no value, with `MISSING_QUERY_PARAMETER`. */
  missing?: string[] | undefined;
  /** The turn that is in the way, with `TURN_ALREADY_RUNNING`. */
  turn_id?: string | undefined;
}

/** Fields that are not as they should be, one problem each. */
export interface ErrorFields {
  /** The problems. */
  detail: ErrorField[];
  /** Always `VALIDATION_FAILED`. */
  code: "VALIDATION_FAILED";
}

/** A field that is not as it should be. */
export interface ErrorField {
  /** The kind of problem, such as `missing`, `string_too_long` or `string_pattern_mismatch`. */
  type: string;
  /** Where the field is: `body`, `query`, `path` or `header`, then the names and places that lead to it. */
  loc: (string | number)[];
  /** What is wrong, in a sentence. */
  msg: string;
  /** The bound that was missed. */
  ctx?: ErrorContext | undefined;
}

/** The bound that was missed, such as `{"max_length": 128}`. */
export type ErrorContext = Record<string, unknown>;

/** Too many requests. */
export interface ErrorRateLimit {
  /** Always `RATE_LIMIT`. */
  code: "RATE_LIMIT";
  /** Seconds until the next request will pass, as in the header `Retry-After`. */
  retry_after_seconds: number;
}

/** A failure on a stream or socket. */
export interface ErrorData {
  /** What is wrong, in a sentence. */
  error: string;
  /** The error's code: see the list of errors. */
  code: string;
  /** True where sending the message again may help. */
  retryable: boolean;
  /** Names the failure in the service's logs: quote it when reporting. */
  debug_id: string;
  /** The kind of failure. */
  error_type: ErrorType;
  /** Seconds until the next message will pass, with `RATE_LIMIT`. */
  retry_after_seconds?: number | undefined;
  /** The code that the socket is closed with: 4001 authentication, 4429 too many connections. */
  close_code?: number | undefined;
  /** The turn that is in the way, with `TURN_ALREADY_RUNNING`. */
  turn_id?: string | undefined;
}

/** A tool that was invoked. */
export interface ToolCall {
  /** Joins the call with its result. */
  tool_call_id: string;
  /** The tool's name. */
  tool: string;
  /** What it was given. */
  args: ToolArguments;
}

/** What a tool was given, by name. */
export type ToolArguments = Record<string, unknown>;

/** A tool that has finished, at most 32 KB. */
export interface ToolResult {
  /** Joins the result with its call. */
  tool_call_id: string;
  /** The tool's name. */
  tool: string;
  /** How it ended. */
  status: ToolStatus;
  /** How long it took. */
  duration_ms: number;
  /** What came of it, in a sentence. */
  summary: string;
  /**
   * What it returned; of SQL `{sql, dialect, columns, preview_rows (at most 20), row_count, truncated,
   * saved_query_id}`. Null where there is nothing.
   */
  result: unknown;
  /** Why it failed; null where it did not. */
  error: string | null;
}

/** Where the message went. */
export interface ChatMetadataData {
  /** The chat. */
  id: string;
  /** The message that was asked, as it is kept. */
  user_message_id: string;
  /** The turn that answers it: its events can be read again. */
  turn_id: string;
}

/** The first event of every response. */
export interface ChatMetadataEvent {
  /** The event's name. */
  event: "chat_metadata";
  /** What it carries. */
  data: ChatMetadataData;
}

/** What the turn is doing. */
export interface ProcessingData {
  /** What the turn is doing. */
  status: ProcessingStatus;
}

/** Progress. `starting` comes within about 100 ms. */
export interface ProcessingEvent {
  /** The event's name. */
  event: "processing";
  /** What it carries. */
  data: ProcessingData;
}

/** A tool was invoked. Only where it is asked for: `include_tool_events`, or `tool_events=1` on a replay. */
export interface ToolCallEvent {
  /** The event's name. */
  event: "tool_call";
  /** What it carries. */
  data: ToolCall;
}

/** A tool has finished. Only where it is asked for, like its call. */
export interface ToolResultEvent {
  /** The event's name. */
  event: "tool_result";
  /** What it carries. */
  data: ToolResult;
}

/** A chart or a table of the answer. */
export interface VisualizationEvent {
  /** The event's name. */
  event: "visualization";
  /** The chart or the table. */
  data: Visualization;
}

/** A piece of the final text. */
export interface TextDeltaData {
  /** The piece. */
  content: string;
}

/** A piece of the final text. Join the pieces in the order they come. */
export interface TextDeltaEvent {
  /** The event's name. */
  event: "text_delta";
  /** What it carries. */
  data: TextDeltaData;
}

/** The final response. */
export interface MessageData {
  /** The whole text, with the last word. */
  content: string;
  /** The message as it is kept. */
  id: string;
}

/** The final response; its text replaces what was streamed. Nothing comes after it. */
export interface MessageEvent {
  /** The event's name. */
  event: "message";
  /** What it carries. */
  data: MessageData;
}

/** A failure. On a stream nothing comes after it; a socket stays open unless `close_code` is there. */
export interface ErrorEvent {
  /** The event's name. */
  event: "error";
  /** What it carries. */
  data: ErrorData;
}

/** The connection is authenticated. */
export interface AuthenticatedData {
  /** Always `ok`. */
  status: "ok";
}

/** The connection is authenticated. */
export interface AuthenticatedEvent {
  /** The event's name. */
  event: "authenticated";
  /** What it carries. */
  data: AuthenticatedData;
}

/** The response was interrupted. */
export interface InterruptedData {
  /** Always `interrupted`. */
  status: "interrupted";
}

/** The answer to `interrupt`. What was streamed until then is kept. */
export interface InterruptedEvent {
  /** The event's name. */
  event: "interrupted";
  /** What it carries. */
  data: InterruptedData;
}

/** Nothing. */
export interface PongData {
}

/** The answer to `ping`. */
export interface PongEvent {
  /** The event's name. */
  event: "pong";
  /** What it carries. */
  data: PongData;
}

/** The service's time. */
export interface HeartbeatData {
  /** Seconds since 1970, with fractions. */
  ts: number;
}

/** Says every 15 s that a turn still streams. Only with `?heartbeat=1`. */
export interface HeartbeatEvent {
  /** The event's name. */
  event: "heartbeat";
  /** What it carries. */
  data: HeartbeatData;
}

/** What was deleted. */
export interface DeletedData {
  /** The message; all later ones are gone, too. */
  message_id: string;
}

/** The answer to `delete_message`. */
export interface DeletedEvent {
  /** The event's name. */
  event: "deleted";
  /** What it carries. */
  data: DeletedData;
}

/**
 * The first frame of a socket that was opened without the header `Authorization`; later, a newer token of the same
 * member.
 */
export interface AuthenticateFrame {
  /** What the client wants. */
  action: "authenticate";
  /** The access token. */
  token: string;
}

/** Sends a message and starts a response. */
export interface SendMessageFrame {
  /** What the client wants. */
  action: "send_message";
  /** The question, 1 to 8000 characters and at most 24 KB. */
  message: string;
  /** The chat to ask in. It must exist: create one with `POST /v1/chats/create` first. */
  chat_id?: string | null | undefined;
  /** The database to ask. It stays the chat's; without it the chat's own is asked. */
  integration_id?: string | null | undefined;
  /** Changes nothing; accepted for old clients. */
  title?: string | null | undefined;
  /** A `model_id` of `GET /v1/models`, for this message only. One that is not on the list is ignored. */
  model?: string | null | undefined;
  /** Files that were uploaded before, at most 10. */
  upload_ids?: string[] | null | undefined;
  /** A saved query to run instead of working out what to ask. */
  saved_query_id?: string | null | undefined;
  /** Values for the `{{name}}` placeholders of the saved query, each as text. */
  parameters?: Parameters | null | undefined;
  /** True to be sent `tool_call` and `tool_result`, too. */
  include_tool_events?: boolean | null | undefined;
  /**
   * Makes sending it again safe: the same id with the same payload starts nothing, and sends the turn's events from the
   * first one on. The same id names the same request by every route. 1 to 128 characters.
   */
  client_request_id?: string | null | undefined;
}

/** Stops the running response. */
export interface InterruptFrame {
  /** What the client wants. */
  action: "interrupt";
}

/** Changes one of the caller's own messages, drops all later ones and starts a new response. */
export interface EditMessageFrame {
  /** What the client wants. */
  action: "edit_message";
  /** The message to change. */
  message_id: string;
  /** The new text, 1 to 8000 characters and at most 24 KB. */
  content: string;
  /** The database to ask. It stays the chat's. */
  integration_id?: string | null | undefined;
}

/** Deletes a message and all later ones. */
export interface DeleteMessageFrame {
  /** What the client wants. */
  action: "delete_message";
  /** The message to delete. */
  message_id: string;
}

/** Asks for a `pong`. */
export interface PingFrame {
  /** What the client wants. */
  action: "ping";
}

/** A chart or a table that was made for an answer. */
export type Visualization =
  | Chart
  | Table;

/**
 * The name of an event that this version of the client does not know: any text. The space in its type is what tells it
 * from known names, so that `case "text_delta"` narrows what the event carries.
 */
export type UnknownName = `${string} ${string}`;

/** An event that this version of the client does not know: skip it. */
export interface UnknownEvent {
  event: UnknownName;
  data: unknown;
}

/** What a turn says while it runs, the same by every route. */
export type TurnEvent =
  | ChatMetadataEvent
  | ProcessingEvent
  | ToolCallEvent
  | ToolResultEvent
  | VisualizationEvent
  | TextDeltaEvent
  | MessageEvent
  | ErrorEvent
  | UnknownEvent;

/** Frames of the socket that belong to no turn. */
export type SocketEvent =
  | AuthenticatedEvent
  | InterruptedEvent
  | PongEvent
  | HeartbeatEvent
  | DeletedEvent
  | ErrorEvent
  | UnknownEvent;

/** Frames that a client sends on the socket. */
export type ClientFrame =
  | AuthenticateFrame
  | SendMessageFrame
  | InterruptFrame
  | EditMessageFrame
  | DeleteMessageFrame
  | PingFrame;

/** Every type that has a name in the service's documents, by that name. */
export interface Schemas {
  AnswerChange: AnswerChange;
  ChartType: ChartType;
  DefinitionKind: DefinitionKind;
  DefinitionOrigin: DefinitionOrigin;
  DocumentStatus: DocumentStatus;
  Engine: Engine;
  ErrorType: ErrorType;
  EvaluationStatus: EvaluationStatus;
  FeedbackStatus: FeedbackStatus;
  FeedbackValue: FeedbackValue;
  Mark: Mark;
  MemberRole: MemberRole;
  MemoryTier: MemoryTier;
  MessageRole: MessageRole;
  MessageType: MessageType;
  ProcessingStatus: ProcessingStatus;
  ReceiptChange: ReceiptChange;
  ReceiptStatus: ReceiptStatus;
  ReceiptSubject: ReceiptSubject;
  TlsMode: TlsMode;
  ToolStatus: ToolStatus;
  TurnStatus: TurnStatus;
  UploadStatus: UploadStatus;
  Agent: Agent;
  AdminAgent: AdminAgent;
  AuthenticationResult: AuthenticationResult;
  Integration: Integration;
  Me: Me;
  CurrentMember: CurrentMember;
  CurrentOrganization: CurrentOrganization;
  Member: Member;
  Memory: Memory;
  Model: Model;
  OrderedMemory: OrderedMemory;
  Project: Project;
  AdminProject: AdminProject;
  ProjectDocument: ProjectDocument;
  DocumentPassage: DocumentPassage;
  DocumentText: DocumentText;
  FoundPassage: FoundPassage;
  Rule: Rule;
  SavedQuery: SavedQuery;
  SessionCode: SessionCode;
  Source: Source;
  ServerConnection: ServerConnection;
  FileConnection: FileConnection;
  WarehouseConnection: WarehouseConnection;
  SchemaSummary: SchemaSummary;
  Introspection: Introspection;
  SourceError: SourceError;
  ConnectionTest: ConnectionTest;
  PastConnectionTest: PastConnectionTest;
  SourceSchema: SourceSchema;
  SchemaTable: SchemaTable;
  SchemaColumn: SchemaColumn;
  SchemaKey: SchemaKey;
  ColumnMark: ColumnMark;
  Definition: Definition;
  GoldenQuestion: GoldenQuestion;
  RatedAnswer: RatedAnswer;
  Evaluation: Evaluation;
  EvaluationProgress: EvaluationProgress;
  EvaluationUsage: EvaluationUsage;
  EvaluationClass: EvaluationClass;
  EvaluationError: EvaluationError;
  ChangeCounts: ChangeCounts;
  EvaluationCase: EvaluationCase;
  EvaluatedAnswer: EvaluatedAnswer;
  QueryVerdict: QueryVerdict;
  QueryProblem: QueryProblem;
  PreviewedRows: PreviewedRows;
  PreviewedColumn: PreviewedColumn;
  Transcript: Transcript;
  VoiceSession: VoiceSession;
  Chat: Chat;
  Message: Message;
  MessageMetadata: MessageMetadata;
  VerifiedQuery: VerifiedQuery;
  MessageFailure: MessageFailure;
  OpenSchedule: OpenSchedule;
  AttachedUpload: AttachedUpload;
  AnswerCell: AnswerCell;
  AnswerPeriod: AnswerPeriod;
  AnswerSql: AnswerSql;
  AnswerWarning: AnswerWarning;
  Choice: Choice;
  CheckedNumber: CheckedNumber;
  DerivedNumber: DerivedNumber;
  Verification: Verification;
  Citation: Citation;
  Usage: Usage;
  Receipt: Receipt;
  ReceiptStatement: ReceiptStatement;
  ReceiptVersion: ReceiptVersion;
  ReceiptVerification: ReceiptVerification;
  ReceiptDifference: ReceiptDifference;
  Turn: DurableTurn;
  TurnDetail: TurnDetail;
  TurnError: TurnFailure;
  Upload: Upload;
  UploadHeaders: UploadHeaders;
  Chart: Chart;
  ChartData: ChartData;
  ChartFormats: ChartFormats;
  ValueFormat: ValueFormat;
  ChartValue: ChartValue;
  VegaLite: VegaLite;
  Table: Table;
  TableColumn: TableColumn;
  AuthenticateRequest: AuthenticateRequest;
  SessionCodeCreate: SessionCodeCreate;
  SessionCreate: SessionCreate;
  ChatCreate: ChatCreate;
  ChatUpdate: ChatUpdate;
  StreamedMessage: StreamedMessage;
  Parameters: Parameters;
  FeedbackRequest: FeedbackRequest;
  MessageEdit: MessageEdit;
  TurnCreate: TurnCreate;
  OpenScheduleRequest: OpenScheduleRequest;
  AttachedFile: AttachedFile;
  UploadCreate: UploadCreate;
  UploadAnnouncement: UploadAnnouncement;
  TranscribeUpload: TranscribeUpload;
  SavedQueryCreate: SavedQueryCreate;
  SavedQueryUpdate: SavedQueryUpdate;
  AgentCreate: AgentCreate;
  AgentUpdate: AgentUpdate;
  MemberCreate: MemberCreate;
  MemberUpdate: MemberUpdate;
  ProjectCreate: ProjectCreate;
  ProjectUpdate: ProjectUpdate;
  DocumentCreate: DocumentCreate;
  DocumentUpdate: DocumentUpdate;
  QueryValidate: QueryValidate;
  QueryPreview: QueryPreview;
  SourceCreate: SourceCreate;
  SourceUpdate: SourceUpdate;
  SourceTest: SourceTest;
  ColumnMarking: ColumnMarking;
  ColumnMarksUpdate: ColumnMarksUpdate;
  DefinitionCreate: DefinitionCreate;
  DefinitionUpdate: DefinitionUpdate;
  GoldenQuestionCreate: GoldenQuestionCreate;
  GoldenQuestionUpdate: GoldenQuestionUpdate;
  FeedbackUpdate: FeedbackUpdate;
  EvaluationCreate: EvaluationCreate;
  Draft: Draft;
  DraftRule: DraftRule;
  DraftMemory: DraftMemory;
  DraftQuery: DraftQuery;
  DraftDefinition: DraftDefinition;
  NewServer: NewServer;
  ChangedServer: ChangedServer;
  UploadedFile: UploadedFile;
  MemoryUpdate: MemoryUpdate;
  MemoryReorder: MemoryReorder;
  AdminMemoryCreate: AdminMemoryCreate;
  AdminMemoryReorder: AdminMemoryReorder;
  RuleUpdate: RuleUpdate;
  VoiceSessionCreate: VoiceSessionCreate;
  VoiceTiming: VoiceTiming;
  VoiceMarks: VoiceMarks;
  AgentList: AgentList;
  IntegrationList: IntegrationList;
  ProjectList: ProjectList;
  ModelList: ModelList;
  SavedQueryPage: SavedQueryPage;
  ChatPage: ChatPage;
  ChatDetail: ChatDetail;
  FeedbackResult: FeedbackResult;
  FeedbackMetadata: FeedbackMetadata;
  RowPage: RowPage;
  UploadList: UploadList;
  MemoryList: MemoryList;
  SourceList: SourceList;
  ColumnMarks: ColumnMarks;
  DefinitionPage: DefinitionPage;
  GoldenQuestionPage: GoldenQuestionPage;
  EvaluationPage: EvaluationPage;
  EvaluationStarted: EvaluationStarted;
  EvaluationCasePage: EvaluationCasePage;
  RatedAnswerPage: RatedAnswerPage;
  RuleList: RuleList;
  AdminAgentPage: AdminAgentPage;
  MemberPage: MemberPage;
  AdminProjectPage: AdminProjectPage;
  DocumentPage: DocumentPage;
  DocumentList: DocumentList;
  PassageList: PassageList;
  Confirmation: Confirmation;
  ErrorText: ErrorText;
  ErrorCoded: ErrorCoded;
  ErrorCodedDetail: ErrorCodedDetail;
  ErrorFields: ErrorFields;
  ErrorField: ErrorField;
  ErrorContext: ErrorContext;
  ErrorRateLimit: ErrorRateLimit;
  ErrorData: ErrorData;
  ToolCall: ToolCall;
  ToolArguments: ToolArguments;
  ToolResult: ToolResult;
  ChatMetadataData: ChatMetadataData;
  ChatMetadataEvent: ChatMetadataEvent;
  ProcessingData: ProcessingData;
  ProcessingEvent: ProcessingEvent;
  ToolCallEvent: ToolCallEvent;
  ToolResultEvent: ToolResultEvent;
  VisualizationEvent: VisualizationEvent;
  TextDeltaData: TextDeltaData;
  TextDeltaEvent: TextDeltaEvent;
  MessageData: MessageData;
  MessageEvent: MessageEvent;
  ErrorEvent: ErrorEvent;
  AuthenticatedData: AuthenticatedData;
  AuthenticatedEvent: AuthenticatedEvent;
  InterruptedData: InterruptedData;
  InterruptedEvent: InterruptedEvent;
  PongData: PongData;
  PongEvent: PongEvent;
  HeartbeatData: HeartbeatData;
  HeartbeatEvent: HeartbeatEvent;
  DeletedData: DeletedData;
  DeletedEvent: DeletedEvent;
  AuthenticateFrame: AuthenticateFrame;
  SendMessageFrame: SendMessageFrame;
  InterruptFrame: InterruptFrame;
  EditMessageFrame: EditMessageFrame;
  DeleteMessageFrame: DeleteMessageFrame;
  PingFrame: PingFrame;
}

/** What each operation takes, the fields of its path, query and body as one object, and what it returns. */
export interface Operations {
  /**
   * Exchange an API key and a member's user_key for an access token.
   *
   * `user_key` is base64url without padding of HMAC-SHA256 over the trimmed, lowercased e-mail address; the key is the
   * organization's shared secret, base64url-decoded. The token is valid for 6 hours. At most 60 requests a minute for
   * each API key.
   */
  "authentication.create": {
    request: AuthenticateRequest;
    reply: AuthenticationResult;
    access: "api_key";
  };
  /**
   * Exchange an API key and a member's user_key for a link that signs the member in to the console.
   *
   * For a backend that sends its people to the console: redirect them to `url` within five minutes. The code in it
   * works once. The same checks and the same failures as `POST /v1/authenticate`, and the same budget of 60 a minute
   * for each API key: both are counted together.
   */
  "session_code.create": {
    request: SessionCodeCreate;
    reply: SessionCode;
    access: "api_key";
  };
  /**
   * Exchange the code of a link for an access token and a session.
   *
   * For the console's page: it takes the code out of its address, sends it here, and keeps the token in memory. The
   * response sets the session's cookie, which only `/v1/sessions` and what is below it are sent. A code that has
   * expired or was used returns 401. At most 10 requests a minute for each address.
   */
  "session.create": {
    request: SessionCreate;
    reply: AuthenticationResult;
    access: "code";
  };
  /**
   * Get a new access token for the session of the cookie.
   *
   * The cookie is replaced by a new one. A cookie that was replaced before returns 401 and ends the session, since
   * somebody else may have it: let one renewal of a browser run at a time, and give it an `Idempotency-Key`, by which
   * it is the same renewal, with the same cookie, when its answer was lost and it is sent again. A session ends 7 days
   * after its last renewal, 30 days after it began, and when its member is disabled or the shared secret is rotated.
   * Access tokens that were issued before a session ended stay valid until they expire.
   */
  "session.renew": {
    request?: Record<string, never>;
    reply: AuthenticationResult;
    access: "session";
  };
  /**
   * End the session of the cookie.
   *
   * Clears the cookie, also where there is none or its session has ended. Access tokens that were issued stay valid
   * until they expire.
   */
  "session.remove": {
    request?: Record<string, never>;
    reply: undefined;
    access: "session";
  };
  /**
   * Who calls, of which organization, and which features there are.
   *
   * Shows what a page may offer: what is not among `features` answers with a failure. The list grows; ignore what you
   * do not know. A change shows within 30 seconds.
   */
  "me.get": {
    request?: Record<string, never>;
    reply: Me;
  };
  /**
   * List the organization's database integrations.
   *
   * Send one of the ids as `integration_id` when a chat is created or a message is sent.
   */
  "integration.list": {
    request?: Record<string, never>;
    reply: IntegrationList;
  };
  /**
   * List the document collections the caller may use.
   *
   * Documents are read only where the chat's scope names their project: send the ids as `scoped_project_ids`.
   */
  "project.list": {
    request?: Record<string, never>;
    reply: ProjectList;
  };
  /**
   * List the models that can be sent as `model`, and the platform's default.
   *
   * An agent has a model of its own; `default` answers where there is no agent. A model whose provider is not
   * configured is not on the list.
   */
  "model.list": {
    request?: Record<string, never>;
    reply: ModelList;
  };
  /**
   * List the organization's published agents.
   *
   * A chat that names no agent is bound to the one with `is_default`.
   */
  "agent.list": {
    request?: Record<string, never>;
    reply: AgentList;
  };
  /**
   * List the organization's saved queries, the oldest first.
   *
   * All of them without `limit`; with it a page, and `next_cursor` leads to the next one.
   */
  "query.list": {
    request?: {
      /** How many to return. Without it all of them are returned. 1 to 200. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: SavedQueryPage;
    item: SavedQuery;
  };
  /**
   * Save a query; its SQL is checked and its parameters are extracted.
   *
   * The SQL must be a single read-only SELECT. `{{name}}` marks a parameter, inside string literals, too; its value is
   * bound, never pasted into the text. For admins.
   */
  "query.create": {
    request: SavedQueryCreate;
    reply: SavedQuery;
  };
  /**
   * Change a saved query.
   *
   * What is absent stays as it is. Changed SQL is checked, and its parameters are extracted again. For admins.
   */
  "query.update": {
    request: {
      /** The saved query. An id that names none returns 404. */
      query_id: string;
    } & SavedQueryUpdate;
    reply: SavedQuery;
  };
  /**
   * Delete a saved query.
   *
   * Messages that have used it keep their answers. For admins.
   */
  "query.remove": {
    request: {
      /** The saved query. An id that names none returns 404. */
      query_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Check SQL as saving it would, and find its parameters.
   *
   * Says what `query.create` would, while the SQL is typed. Without `integration_id` the SQL has to pass for one of the
   * organization's kinds of database; with it for that database. Nothing is connected to: whether tables and columns
   * exist shows when it runs. For admins.
   */
  "query.validate": {
    request: QueryValidate;
    reply: QueryVerdict;
  };
  /**
   * Run SQL without saving it, and see its first rows.
   *
   * Runs as the saved query would: a single read-only SELECT, its values bound as parameters, at most 10 seconds and 20
   * rows. What the database has against it is a 400 with its words. Each cell is text, of at most 1,000 characters. At
   * most 20 a minute for each admin. For admins.
   */
  "query.preview": {
    request: QueryPreview;
    reply: PreviewedRows;
  };
  /**
   * Create a chat.
   *
   * A chat must exist before messages are sent to it. Without `agent_id` it is bound to the organization's default
   * agent.
   */
  "chat.create": {
    request?: ChatCreate;
    reply: Chat;
  };
  /**
   * List the caller's chats, most recently updated first; `search` matches titles and first messages.
   *
   * `next_cursor` leads to the next page; it is null on the last one.
   */
  "chat.list": {
    request?: {
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
      /** True for archived chats; false, or nothing, for those that are not. */
      archived?: boolean | undefined;
      /** Words that the chat's title or its first message contains; capitals do not matter. At most 200 characters. */
      search?: string | undefined;
    };
    reply: ChatPage;
    item: Chat;
  };
  /**
   * Get a chat with its messages, oldest first.
   *
   * Returns the newest messages, the oldest of them first; `before` with the id of the oldest one known leads to those
   * before it.
   */
  "chat.get": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** How many to return. The newest are returned, the oldest of them first. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** The id of a message: those before it are returned. */
      before?: string | undefined;
    };
    reply: ChatDetail;
  };
  /**
   * Retitle, archive or unarchive a chat.
   *
   * What is absent stays as it is.
   */
  "chat.update": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
    } & ChatUpdate;
    reply: Chat;
  };
  /**
   * Delete a chat; a running turn is cancelled first.
   *
   * Its messages, tables and turns go with it.
   */
  "chat.remove": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Send a message and stream the answer as Server-Sent Events.
   *
   * Events: `chat_metadata` first, then `processing`, `text_delta` and `visualization`, and `message` last. Once the
   * stream runs, failures are `error` events and the status stays 200. The schema describes an event as its name and
   * its data; on the wire they are the lines `id:`, `event:` and `data:`. A client that goes away does not stop the
   * turn: its answer is in the chat, and a stream that was cut is continued with the turn of `chat_metadata` and the
   * last `id` as `Last-Event-ID` (`GET …/turns/{turn_id}/events`). With a `client_request_id` the request may be sent
   * again: it then streams the same turn from its first event, by whichever route it came, and spends no budget. An
   * unknown integration consumes the id; the refusal is repeated. Submissions by all routes together are limited to 10
   * a minute and 3 in 10 seconds per member.
   */
  "chat.stream": {
    request: StreamedMessage;
    stream: TurnEvent;
  };
  /**
   * Get one message of a chat.
   *
   * The same shape as in the chat. Addresses to download uploads from are made afresh.
   */
  "message.get": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The message. An id that names none returns 404. */
      message_id: string;
    };
    reply: Message;
  };
  /**
   * Say whether an answer was good.
   *
   * A later verdict replaces the one before.
   */
  "message.feedback": {
    request: {
      /** The message. An id that names none returns 404. */
      message_id: string;
    } & FeedbackRequest;
    reply: FeedbackResult;
  };
  /**
   * Delete a message and everything after it; a running turn is cancelled first.
   *
   * Messages of any type can be deleted. Deleting one that is already deleted returns 404.
   */
  "message.remove": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The message. An id that names none returns 404. */
      message_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Replace a message and everything after it, and stream the new answer as Server-Sent Events.
   *
   * The message keeps its id and its uploads; what came after it is gone once the edit is accepted. A turn that runs in
   * the chat is cancelled first, unless the edit is refused for its integration or a limit. The response is that of
   * `POST /v1/chats`. An edit counts as a message (10 a minute and 3 in 10 seconds per member) and is never refused by
   * that limit, only by those that the organization has.
   */
  "message.edit": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The message. An id that names none returns 404. */
      message_id: string;
    } & MessageEdit;
    stream: TurnEvent;
  };
  /**
   * Get the receipt of an answer: what it rests on, signed.
   *
   * An answer that rests on no statement has none.
   */
  "receipt.get": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The message. An id that names none returns 404. */
      message_id: string;
    };
    reply: Receipt;
  };
  /**
   * Check an answer: run its statements again, and compare what it rests on.
   *
   * Runs the statements again, within 20 seconds, and compares rules, memories, definitions and the tables that were
   * read with what the answer was given. Nothing is changed. At most 10 a minute.
   */
  "receipt.verify": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The message. An id that names none returns 404. */
      message_id: string;
    };
    reply: ReceiptVerification;
  };
  /**
   * Page through the rows of a table.
   *
   * A table that is shown carries its first 200 rows; here are all of them, page by page.
   */
  "visualization.rows": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The table, by the `id` it was shown with. An id that names none returns 404. */
      visualization_id: string;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: RowPage;
    item: string[];
  };
  /**
   * Download the rows of a table as CSV.
   *
   * A file that no answer can carry (about 5 MB) is a redirect (302) to an address that is good for some minutes. With
   * `link=1` that address is the answer, as JSON: a page cannot follow the redirect to a bucket of another origin.
   */
  "visualization.csv": {
    request: {
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The table, by the `id` it was shown with. An id that names none returns 404. */
      visualization_id: string;
      /**
       * True to be told the address of a file that no answer can carry, as JSON, rather than to be redirected to it.
       */
      link?: boolean | undefined;
    };
    produces: "text/csv";
  };
  /**
   * Submit a message as a durable turn.
   *
   * The turn is accepted once per `client_request_id` and goes on without the client. The same id with the same payload
   * returns the original turn. `agent_id` is the chat's `agent_id`, or, where that is null, the organization's
   * published agent. 404 `Chat not found` is also returned for a chat that exists where the organization has no
   * published agent: an operator creates one and publishes it (`agent create`, `agent publish`).
   */
  "turn.create": {
    request: {
      /** The agent: the chat's `agent_id` or, where that is null, the organization's published agent. */
      agent_id: string;
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
    } & TurnCreate;
    reply: DurableTurn;
  };
  /**
   * Get a turn; `wait` holds the answer until the turn ends.
   *
   * While the turn is `in_progress` the answer carries `Retry-After: 1`. With `wait` one request lasts up to 20
   * seconds.
   */
  "turn.get": {
    request: {
      /** The agent: the chat's `agent_id` or, where that is null, the organization's published agent. */
      agent_id: string;
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The turn. An id that names none returns 404. */
      turn_id: string;
      /** Seconds to wait for the turn to end before it is returned as it is. 0 to 20; 0 by default. */
      wait?: number | undefined;
    };
    reply: TurnDetail;
  };
  /**
   * Cancel a turn; nothing happens to one that has ended.
   *
   * Text that was streamed until then is kept as a message with `metadata.partial`.
   */
  "turn.cancel": {
    request: {
      /** The agent: the chat's `agent_id` or, where that is null, the organization's published agent. */
      agent_id: string;
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The turn. An id that names none returns 404. */
      turn_id: string;
    };
    reply: TurnDetail;
  };
  /**
   * Replay a turn's events and follow them live.
   *
   * Each event carries an SSE `id`; `starting_after` or the header `Last-Event-ID` continues after one. The ids are
   * those of the streamed route. The log lives for 24 hours. The schema describes an event as its name and its data; on
   * the wire they are the lines `id:`, `event:` and `data:`.
   */
  "turn.events": {
    request: {
      /** The agent: the chat's `agent_id` or, where that is null, the organization's published agent. */
      agent_id: string;
      /** The chat, one of the caller's own. An id that names none returns 404. */
      chat_id: string;
      /** The turn. An id that names none returns 404. */
      turn_id: string;
      /** The `id` of the last event that is known; the events after it are sent. */
      starting_after?: number | undefined;
      /** True to be sent `tool_call` and `tool_result`, too. The ids are the same with and without them. */
      tool_events?: boolean | undefined;
    };
    stream: TurnEvent;
  };
  /**
   * Upload files, or get presigned addresses to put them to.
   *
   * Send `multipart/form-data` with up to 5 parts named `files` (4 MB together; a larger body returns 400, or 413 by
   * the gateway where it declares no `Content-Length`), or JSON naming the files: each answer then carries `upload_url`
   * and `upload_headers` for a PUT straight to the bucket, which takes it once and returns 412 after that. 25 MB a
   * file. A file that no message uses is deleted after 24 hours.
   */
  "upload.create": {
    request: UploadCreate;
    reply: UploadList;
    multipart: true;
  };
  /**
   * Get one of the caller's uploads with a fresh download address.
   *
   * A pending upload is `ready` once its bytes are in the bucket.
   */
  "upload.get": {
    request: {
      /** The upload, one of the caller's own. An id that names none returns 404. */
      upload_id: string;
    };
    reply: Upload;
  };
  /**
   * List the caller's memories in display order.
   *
   * The first 10 are given to the agent with every message, the others when they are relevant to it.
   */
  "memory.list": {
    request?: Record<string, never>;
    reply: MemoryList;
  };
  /**
   * Add a memory to the end of the caller's list.
   *
   * At most 100 are kept for a member.
   */
  "memory.create": {
    request: MemoryUpdate;
    reply: Memory;
  };
  /**
   * Replace the content of one of the caller's memories.
   *
   * Its place in the order stays.
   */
  "memory.update": {
    request: {
      /** The memory. An id that names none returns 404. */
      memory_id: string;
    } & MemoryUpdate;
    reply: Memory;
  };
  /**
   * Delete one of the caller's memories.
   *
   * Those behind it move up.
   */
  "memory.remove": {
    request: {
      /** The memory. An id that names none returns 404. */
      memory_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Put the caller's memories into a new order.
   *
   * Every memory must be named exactly once.
   */
  "memory.reorder": {
    request: MemoryReorder;
    reply: MemoryList;
  };
  /**
   * List a member's memories in display order.
   *
   * The same as the member sees. For admins.
   */
  "admin_memory.list": {
    request: {
      /** The member. */
      member_id: string;
    };
    reply: MemoryList;
  };
  /**
   * Add a memory to the end of a member's list.
   *
   * At most 100 are kept for a member. For admins.
   */
  "admin_memory.create": {
    request: AdminMemoryCreate;
    reply: Memory;
  };
  /**
   * Replace the content of a member's memory.
   *
   * Its place in the order stays. For admins.
   */
  "admin_memory.update": {
    request: {
      /** The memory. An id that names none returns 404. */
      memory_id: string;
      /** The member whose memory it is. */
      member_id: string;
    } & MemoryUpdate;
    reply: Memory;
  };
  /**
   * Delete a member's memory.
   *
   * Those behind it move up. For admins.
   */
  "admin_memory.remove": {
    request: {
      /** The memory. An id that names none returns 404. */
      memory_id: string;
      /** The member whose memory it is. */
      member_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Put a member's memories into a new order.
   *
   * Every one of the member's memories must be named exactly once. For admins.
   */
  "admin_memory.reorder": {
    request: AdminMemoryReorder;
    reply: MemoryList;
  };
  /**
   * List the organization's rules, most recently updated first.
   *
   * Every rule is given to the agent with every message. For admins.
   */
  "rule.list": {
    request?: Record<string, never>;
    reply: RuleList;
  };
  /**
   * Add a rule.
   *
   * At most 100 are kept for an organization. For admins.
   */
  "rule.create": {
    request: RuleUpdate;
    reply: Rule;
  };
  /**
   * Replace the content of a rule.
   *
   * The next message is answered by the new rule. For admins.
   */
  "rule.update": {
    request: {
      /** The rule. An id that names none returns 404. */
      rule_id: string;
    } & RuleUpdate;
    reply: Rule;
  };
  /**
   * Delete a rule.
   *
   * The next message is answered without it. For admins.
   */
  "rule.remove": {
    request: {
      /** The rule. An id that names none returns 404. */
      rule_id: string;
    };
    reply: Confirmation;
  };
  /**
   * List the organization's members, the oldest first; `search` matches names and e-mail addresses.
   *
   * `next_cursor` leads to the next page; it is null on the last one. With `active` or `search` a page may be short,
   * even empty, and still have one after it. For admins.
   */
  "member.list": {
    request?: {
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
      /** True for members who are active, false for those who are disabled; without it both. */
      active?: boolean | undefined;
      /** Words that the name or the e-mail address contains; capitals do not matter. At most 200 characters. */
      search?: string | undefined;
    };
    reply: MemberPage;
    item: Member;
  };
  /**
   * Add a member.
   *
   * The address is trimmed and lowercased; it stays the member's. The member signs in with a `user_key`, which your
   * backend makes of the address, or by a link of `POST /v1/session-codes`. Nobody is written to. For admins.
   */
  "member.create": {
    request: MemberCreate;
    reply: Member;
  };
  /**
   * Rename a member, change the role, disable or enable.
   *
   * What is absent stays as it is. A change of `role` or `active` is in force within 30 seconds, running turns
   * included. The last active admin can be neither demoted nor disabled. For admins.
   */
  "member.update": {
    request: {
      /** The member, one of the organization. An id that names none returns 404. */
      member_id: string;
    } & MemberUpdate;
    reply: Member;
  };
  /**
   * List the organization's agents, drafts too, the oldest first.
   *
   * `next_cursor` leads to the next page; it is null on the last one. Members see the published ones by `GET
   * /v1/agents`. For admins.
   */
  "agent.list_all": {
    request?: {
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: AdminAgentPage;
    item: AdminAgent;
  };
  /**
   * Add an agent; a draft unless it is published.
   *
   * At most 50 are kept for an organization. One that is not published is a draft: members do not see it, and only
   * administrators bind new chats to it, to try it. The first that is published is the default until another one is
   * made so. For admins.
   */
  "agent.create": {
    request: AgentCreate;
    reply: AdminAgent;
  };
  /**
   * Change an agent, publish it, take it back, make it the default.
   *
   * What is absent stays as it is; null empties `description`, `instructions`, `model_id` and `starter_prompts`. There
   * is one default: with `is_default: true` the agent becomes it, and the former one is it no longer. Where the default
   * is taken back, the oldest published agent takes its place until it is published again. The next message is answered
   * by what is so then. For admins.
   */
  "agent.update": {
    request: {
      /** The agent, published or not. An id that names none returns 404. */
      agent_id: string;
    } & AgentUpdate;
    reply: AdminAgent;
  };
  /**
   * Delete an agent; its chats stay.
   *
   * Chats that were bound to the agent stay and keep its id as `agent_id`; their next messages are answered without its
   * instructions, by the platform's default model. The default cannot be removed. For admins.
   */
  "agent.remove": {
    request: {
      /** The agent, published or not. An id that names none returns 404. */
      agent_id: string;
    };
    reply: Confirmation;
  };
  /**
   * List all document collections of the organization, the oldest first.
   *
   * Those that the caller may not use, too. `next_cursor` leads to the next page; it is null on the last one. For
   * admins.
   */
  "project.list_all": {
    request?: {
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: AdminProjectPage;
    item: AdminProject;
  };
  /**
   * Create a document collection.
   *
   * At most 200 are kept for an organization. Without `member_ids` everybody in the organization may use it. For
   * admins.
   */
  "project.create": {
    request: ProjectCreate;
    reply: AdminProject;
  };
  /**
   * Change a document collection, or who may use it.
   *
   * What is absent stays as it is. `member_ids` are in force with the next message: a chat whose scope names the
   * project answers without it to members who may not use it any more. For admins.
   */
  "project.update": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
    } & ProjectUpdate;
    reply: AdminProject;
  };
  /**
   * Delete a document collection with its documents.
   *
   * Its documents are gone with it, and chats answer without them from the next message on; answers that cited them
   * keep their quotes. For admins.
   */
  "project.remove": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
    };
    reply: Confirmation;
  };
  /**
   * List a collection's documents, the oldest first.
   *
   * `next_cursor` leads to the next page; it is null on the last one. For admins.
   */
  "document.list": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: DocumentPage;
    item: ProjectDocument;
  };
  /**
   * Make documents of the caller's uploads; they are read and indexed afterwards.
   *
   * The files are copied, so that the documents stay when the uploads are deleted. Documents are txt, md, pdf, csv,
   * tsv, json; all of the uploads become documents, or none. List the documents to see when they are `ready`. A project
   * has at most 1000. At most 20 such requests a minute. For admins.
   */
  "document.create": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
    } & DocumentCreate;
    reply: DocumentList;
  };
  /**
   * Change a document's title.
   *
   * Answers that cited it before keep the title it had then. For admins.
   */
  "document.update": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
      /** The document, one of the project. An id that names none returns 404. */
      document_id: string;
    } & DocumentUpdate;
    reply: ProjectDocument;
  };
  /**
   * Delete a document.
   *
   * A document that is still `indexing` can be deleted, too. Answers that cited it keep their quotes. For admins.
   */
  "document.remove": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
      /** The document, one of the project. An id that names none returns 404. */
      document_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Search a collection's passages as the agent would.
   *
   * Returns at most 6 passages, the best first, of documents that are `ready`. At most 30 searches a minute. For
   * admins.
   */
  "document.search": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
      /** What to look for, in words that the passages may contain. At most 500 characters. */
      q: string;
    };
    reply: PassageList;
  };
  /**
   * List a document's passages, from any of them on.
   *
   * Text only, of documents that are `ready`. A citation's `passage` is the one that it quotes. Members read documents
   * of projects that they may use, admins those of every project of the organization; any other is answered like one
   * that does not exist.
   */
  "passage.list": {
    request: {
      /** The project, one of the organization. An id that names none returns 404. */
      project_id: string;
      /** The document, one of the project. An id that names none returns 404. */
      document_id: string;
      /** The number of the passage to begin with; the first is 0. 0 to 1000000; 0 by default. */
      first?: number | undefined;
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
    };
    reply: DocumentText;
  };
  /**
   * List the organization's databases and how they are reached, the oldest first.
   *
   * Passwords are never returned. `schema` is null until the database was read, `last_test` until its connection was
   * tried. A new connection forgets both. For admins.
   */
  "source.list": {
    request?: Record<string, never>;
    reply: SourceList;
  };
  /**
   * Set up a database, without connecting to it.
   *
   * Nothing is connected to: try the connection before. `tls` is `verify` where it is absent. The file of a database is
   * copied from the upload, which is not needed afterwards; it is opened first. Members may ask of it at once. At most
   * 100 are kept for an organization. For admins.
   */
  "source.create": {
    request: SourceCreate;
    reply: Source;
  };
  /**
   * Rename a database, or change how it is reached.
   *
   * What is absent stays as it is; a connection that is there is the whole connection. Its password may be absent, and
   * stays, only while engine, host, port, database and user do. Later messages use the new connection, and what was
   * known of the old one is forgotten. For admins.
   */
  "source.update": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
    } & SourceUpdate;
    reply: Source;
  };
  /**
   * Remove a database and what is known of it.
   *
   * The stored login, the copied file and the schema go with it. Chats that asked of it keep their answers, and have to
   * choose another database. For admins.
   */
  "source.remove": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
    };
    reply: Confirmation;
  };
  /**
   * Connect to a database, stored or not.
   *
   * With `integration_id` alone the stored connection is tried, and the result is kept as `last_test`. With
   * `connection` alone nothing is stored. With both it is a change of that integration that is tried: the password may
   * be absent, as in an update. That no connection came about is no failure of the request: `error` is the database's
   * own reason. At most 10 a minute for each admin. For admins.
   */
  "source.test": {
    request?: SourceTest;
    reply: ConnectionTest;
  };
  /**
   * What a database holds: tables, columns and keys.
   *
   * As it was last read; nothing is connected to. Values of rows are never part of it. An answer carries as many tables
   * as fit it, or `limit`; `next_cursor` leads to the next ones and is refused once the schema was read again. For
   * admins.
   */
  "source.schema": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
      /** How many tables to return. Without it as many as an answer carries. 1 to 200. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: SourceSchema;
    item: SchemaTable;
  };
  /**
   * Have a database read again.
   *
   * Returns at once; a worker reads it. `GET /v1/admin/integrations/{integration_id}/schema` and the list say when it
   * is done, or why it could not be read. While it runs a second request starts nothing and gets the same answer.
   * Another connection calls it off. At most 10 a minute for each admin, together with tests of connections. For
   * admins.
   */
  "source.introspect": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
    };
    reply: Introspection;
  };
  /**
   * List what words mean in a database, the oldest definitions first.
   *
   * `next_cursor` leads to the next page; it is null on the last one. For admins.
   */
  "definition.list": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: DefinitionPage;
    item: Definition;
  };
  /**
   * Define a metric, a dimension, a synonym, a join or a description; it is tried on the database.
   *
   * What is said with its words is answered by it, and models are told of it, from the next message on. A metric's
   * number is exactly its `sql`. Before it is kept it passes the guard, and runs on the database, read-only, for at
   * most 10 seconds: 400 `INVALID_DEFINITION` says what the database has against it. No two metrics, dimensions and
   * synonyms of an integration share a name. At most 500 are kept for an integration, and at most 20 a minute are tried
   * for each admin, together with previews. For admins.
   */
  "definition.create": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
    } & DefinitionCreate;
    reply: Definition;
  };
  /**
   * One definition, as it is or as it was.
   *
   * Every version that ever was is kept as long as the integration, also of definitions that were deleted. For admins.
   */
  "definition.get": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
      /** The definition, one of the integration. An id that names none returns 404. */
      definition_id: string;
      /** Which version; without it the present one. Versions stay when the definition is deleted. 1 to 1000000. */
      version?: number | undefined;
    };
    reply: Definition;
  };
  /**
   * Change a definition; it is tried on the database, and gets a new version.
   *
   * What is absent stays as it is; null empties `description`, `synonyms`, and what its kind does not need. The change
   * is tried like a new one. For admins.
   */
  "definition.update": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
      /** The definition, one of the integration. An id that names none returns 404. */
      definition_id: string;
    } & DefinitionUpdate;
    reply: Definition;
  };
  /**
   * Delete a definition; its versions can still be read.
   *
   * The next message is answered without it. For admins.
   */
  "definition.remove": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
      /** The definition, one of the integration. An id that names none returns 404. */
      definition_id: string;
    };
    reply: Confirmation;
  };
  /**
   * List the columns of a database that are hidden, masked or sensitive.
   *
   * `hidden` columns do not exist for questions, `masked` ones are shown as `•••` and used for nothing else, and values
   * of `sensitive` ones are neither sampled nor looked up. For admins.
   */
  "column_mark.list": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
    };
    reply: ColumnMarks;
  };
  /**
   * Hide or mask columns of a database, keep their values from being sampled, or take marks away.
   *
   * Columns that are not named stay as they are; a `mark` of null takes one away. All are changed or none. Whatever
   * runs afterwards goes by it: statements, saved queries, definitions, and the schema, which is read again before the
   * next question. 400 `INVALID_COLUMN_MARK` names a column that the schema, as it was last read, does not have, and
   * the nearest one; a schema that was not read yet takes every name. A definition that is made of a hidden or masked
   * column is left out of answers while it is marked, and SQL that reads one is refused when it is saved. At most 500
   * marks are kept for an integration. For admins.
   */
  "column_mark.update": {
    request: {
      /** The integration. An id that names none returns 404. */
      integration_id: string;
    } & ColumnMarksUpdate;
    reply: ColumnMarks;
  };
  /**
   * List the golden questions, the oldest first.
   *
   * `next_cursor` leads to the next page; it is null on the last one. For admins.
   */
  "question.list": {
    request?: {
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: GoldenQuestionPage;
    item: GoldenQuestion;
  };
  /**
   * Keep a question with the SQL whose rows are its right answer.
   *
   * With `message_id`, of an answer that a member has rated, it is made of that answer's question: so a correction is
   * kept. The SQL passes the guard like any other. At most 200 are kept for an organization. `operator golden run` asks
   * them, and says which answers a change would change. For admins.
   */
  "question.create": {
    request: GoldenQuestionCreate;
    reply: GoldenQuestion;
  };
  /**
   * Change a golden question.
   *
   * What is absent stays as it is. For admins.
   */
  "question.update": {
    request: {
      /** The golden question. An id that names none returns 404. */
      question_id: string;
    } & GoldenQuestionUpdate;
    reply: GoldenQuestion;
  };
  /**
   * Delete a golden question.
   *
   * It is no longer asked. For admins.
   */
  "question.remove": {
    request: {
      /** The golden question. An id that names none returns 404. */
      question_id: string;
    };
    reply: Confirmation;
  };
  /**
   * List the answers that members have rated, the newest first.
   *
   * With its question, its SQL, what the member wrote and who it is; of answers that nobody has rated nothing is shown.
   * Those that were deleted since are left out, so that a page may be short. Ratings stay on the list for a year. `POST
   * /v1/admin/questions` keeps the right answer of one as a golden question. For admins.
   */
  "feedback.list": {
    request?: {
      /** Only answers that were rated so. */
      value?: FeedbackValue | undefined;
      /** Only what is still open, or what is done. */
      status?: FeedbackStatus | undefined;
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: RatedAnswerPage;
    item: RatedAnswer;
  };
  /**
   * Mark what a member said of an answer as done, or as open again.
   *
   * It stays so until the answer is rated again. Members are not told. 404 `Message not found` for an answer that is
   * not rated, or was deleted. For admins.
   */
  "feedback.update": {
    request: {
      /** The answer. An id that names none that is rated returns 404. */
      message_id: string;
    } & FeedbackUpdate;
    reply: RatedAnswer;
  };
  /**
   * List the evaluations, the newest first.
   *
   * They are kept for 30 days. `next_cursor` leads to the next page; it is null on the last one. For admins.
   */
  "evaluation.list": {
    request?: {
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: EvaluationPage;
    item: Evaluation;
  };
  /**
   * Have the golden questions asked, as things are and as they would be with a draft.
   *
   * Returns at once; a worker asks the questions, one after another. Without `model` and `agent_id` members' questions
   * are answered alike; without `question_ids` all golden questions are asked. With a `draft` each is asked twice, side
   * by side, and nothing is saved: which answers change, from what to what, is what saving it would do. What the
   * answers use counts for who asks, like their own questions, and a run ends where a limit of theirs is reached, after
   * two hours, or after 10 million tokens. One runs at a time in an organization, and at most 6 a minute are begun by
   * an admin. No chat and no turn comes of it. For admins.
   */
  "evaluation.create": {
    request?: EvaluationCreate;
    reply: EvaluationStarted;
  };
  /**
   * Get an evaluation; `wait` holds the answer until it ends.
   *
   * `status` is `running` until all questions have been asked; `progress` says how far it is. `wait` is at most 20
   * seconds. For admins.
   */
  "evaluation.get": {
    request: {
      /** The evaluation. An id that names none returns 404. */
      evaluation_id: string;
      /** Seconds to wait for the evaluation to end before it is returned as it is. 0 to 20; 0 by default. */
      wait?: number | undefined;
    };
    reply: Evaluation;
  };
  /**
   * Cancel an evaluation; nothing happens to one that has ended.
   *
   * What was asked until then stays. The worker stops within seconds, also in the middle of a question. For admins.
   */
  "evaluation.cancel": {
    request: {
      /** The evaluation. An id that names none returns 404. */
      evaluation_id: string;
    };
    reply: Evaluation;
  };
  /**
   * List the questions that were asked, with both answers.
   *
   * Each as soon as it has been asked, in the order in which the golden questions were made. What was asked stays as it
   * was, whatever becomes of the golden question. For admins.
   */
  "evaluation.cases": {
    request: {
      /** The evaluation. An id that names none returns 404. */
      evaluation_id: string;
      /** Only answers that changed so. */
      change?: AnswerChange | undefined;
      /** True for answers that are not right, false for those that are. */
      miss?: boolean | undefined;
      /** How many to return. 1 to 200; 50 by default. */
      limit?: number | undefined;
      /** Where to go on: the `next_cursor` of the page before. */
      cursor?: string | undefined;
    };
    reply: EvaluationCasePage;
    item: EvaluationCase;
  };
  /**
   * Open a voice session in the media room.
   *
   * Join the media room at `livekit_url` with the token, which is valid for 2 hours; the agent joins by itself. What is
   * said is written to the chat.
   */
  "voice_session.create": {
    request: VoiceSessionCreate;
    reply: VoiceSession;
  };
  /**
   * Report how long the start of a voice session took.
   *
   * Send it and forget it: nothing of the session depends on it.
   */
  "voice_timing.create": {
    request: VoiceTiming;
    reply: undefined;
  };
  /**
   * Transcribe a recorded clip.
   *
   * Send `multipart/form-data` with one part `file` (audio/m4a, audio/x-m4a or audio/mp4, at most 25 MB), or JSON
   * `{upload_id}`. Proper nouns are corrected from the organization's vocabulary. A deployed gateway takes about 4.4 MB
   * in one request: larger clips go by `upload_id`.
   */
  "audio.transcribe": {
    request: TranscribeUpload;
    reply: Transcript;
    multipart: true;
  };
  /**
   * This interface as OpenAPI 3.1.
   *
   * Every operation, schema and failure, for generators of clients and for tools.
   */
  "docs.openapi": {
    request?: Record<string, never>;
    reply: Record<string, unknown>;
    access: "public";
  };
  /**
   * The WebSocket as AsyncAPI 3.
   *
   * Every frame and event of the socket, for generators of clients and for tools.
   */
  "docs.asyncapi": {
    request?: Record<string, never>;
    reply: Record<string, unknown>;
    access: "public";
  };
  /**
   * The reference as a page.
   *
   * One page that needs nothing from elsewhere.
   */
  "docs.page": {
    request?: Record<string, never>;
    produces: "text/html";
    access: "public";
  };
}

/** Operations that other verbs do the work of: those that take files, and those of a server's key. */
type Special = "authentication.create" | "session_code.create" | "upload.create" | "audio.transcribe";

/** Every other operation. */
export type OperationId = Exclude<keyof Operations, Special>;

/**
 * The operations of each noun: what their paths begin with after `/v1/`, and each one's verb, method, which is POST where it is absent, rest of its path, where
 * `{chat}` is `{chat_id}`, and its traits: `access`, if not for whoever has an access token, `page`, the field of a page that holds
 * its items, if it is not the path's last word, `produces`, the last word of the media type of an answer that is not JSON, `query`, the field of the query string beside a body.
 */
export const operations: Readonly<Record<string, string>> = {
  session: "sessions,create   access=code,renew  /renew access=session,remove DELETE  access=session",
  me: "me,get GET",
  integration: "integrations,list GET",
  project: ",list GET projects,list_all GET admin/projects page,create  admin/projects,update PATCH admin/projects/{},remove DELETE admin/projects/{}",
  model: "models,list GET",
  agent: ",list GET agents,list_all GET admin/agents page,create  admin/agents,update PATCH admin/agents/{},remove DELETE admin/agents/{}",
  query: "queries,list GET  page,create,update PATCH /{},remove DELETE /{},validate  /validate,preview  /preview",
  chat: "chats,create  /create,list GET  page,get GET /{},update PATCH /{},remove DELETE /{},stream   produces=stream",
  message: "chats,get GET /{chat}/messages/{},feedback PATCH /messages/{}/feedback,remove DELETE /{chat}/messages/{},edit  /{chat}/messages/{}/edit produces=stream",
  receipt: "chats/{chat}/messages/{message}/receipt,get GET,verify  /verify",
  visualization: "chats/{chat}/visualizations/{visualization}/rows,rows GET  page,csv GET .csv produces=csv",
  turn: "agents/{agent}/chats/{chat}/turns,create,get GET /{},cancel  /{}/cancel,events GET /{}/events produces=stream",
  upload: "uploads/{upload},get GET",
  memory: "user-memories,list GET,create,update PATCH /{},remove DELETE /{},reorder  /reorder",
  admin_memory: "admin/user-memories,list GET,create,update PATCH /{memory} query=member_id,remove DELETE /{memory},reorder  /reorder",
  rule: "organization-rules,list GET,create,update PATCH /{},remove DELETE /{}",
  member: "admin/members,list GET  page,create,update PATCH /{}",
  document: "admin/projects/{project},list GET /documents page,create  /documents,update PATCH /documents/{},remove DELETE /documents/{},search GET /passages",
  passage: "projects/{project}/documents/{document}/passages,list GET",
  source: "admin/integrations,list GET,create,update PATCH /{integration},remove DELETE /{integration},test  /test,schema GET /{integration}/schema page=tables,introspect  /{integration}/introspect",
  definition: "admin/integrations/{integration}/definitions,list GET  page,create,get GET /{},update PATCH /{},remove DELETE /{}",
  column_mark: "admin/integrations/{integration}/column-marks,list GET,update PATCH",
  question: "admin/questions,list GET  page,create,update PATCH /{},remove DELETE /{}",
  feedback: "admin/feedback,list GET  page,update PATCH /{message}",
  evaluation: "admin/evaluations,list GET  page,create,get GET /{},cancel  /{}/cancel,cases GET /{}/cases page",
  voice_session: "voice/sessions,create",
  voice_timing: "voice/timing,create",
  docs: ",openapi GET openapi.json access=public,asyncapi GET asyncapi.json access=public,page GET ../docs access=public produces=html",
};

/** Every failure that the service names. */
export type ErrorCode =
  | "AUTHENTICATION_FAILED"
  | "MISSING_AUTHORIZATION"
  | "AUTHENTICATION_REQUIRED"
  | "INVALID_TOKEN"
  | "CROSS_SITE_REQUEST"
  | "ADMIN_REQUIRED"
  | "TOKEN_IN_QUERY"
  | "AUTH_FAILED"
  | "AUTH_EXPIRED"
  | "WS_CONNECTION_CAP"
  | "INVALID_EMAIL"
  | "SIGNING_NOT_CONFIGURED"
  | "SERVER_MISCONFIGURED"
  | "MISSING_CHAT_ID"
  | "CHAT_NOT_FOUND"
  | "MESSAGE_NOT_FOUND"
  | "MESSAGE_NOT_EDITABLE"
  | "MESSAGE_TOO_LONG"
  | "INVALID_FEEDBACK"
  | "TURN_NOT_FOUND"
  | "VISUALIZATION_NOT_FOUND"
  | "IDEMPOTENCY_CONFLICT"
  | "TURN_ALREADY_RUNNING"
  | "AGENT_NOT_FOUND"
  | "AGENT_NOT_PUBLISHED"
  | "INTEGRATION_NOT_FOUND"
  | "INTEGRATION_REQUIRED"
  | "TOO_MANY_UPLOADS"
  | "UPLOAD_NOT_FOUND"
  | "UPLOAD_TOO_LARGE"
  | "UPLOAD_EMPTY"
  | "UPLOAD_TYPE_UNSUPPORTED"
  | "SAVED_QUERY_NOT_FOUND"
  | "MISSING_QUERY_PARAMETER"
  | "MEMBER_NOT_FOUND"
  | "MEMORY_NOT_FOUND"
  | "MEMORY_LIMIT"
  | "MEMORY_ORDER_MISMATCH"
  | "VOICE_INTEGRATION_NOT_FOUND"
  | "VOICE_NOT_CONFIGURED"
  | "UNSUPPORTED_AUDIO"
  | "AUDIO_TOO_LARGE"
  | "AUDIO_EMPTY"
  | "TRANSCRIPTION_FAILED"
  | "INVALID_FRAME"
  | "UNKNOWN_ACTION"
  | "NOTHING_TO_INTERRUPT"
  | "RATE_LIMIT"
  | "SQL_REJECTED"
  | "SQL_FAILED"
  | "QUERY_TIMEOUT"
  | "DATASOURCE_UNAVAILABLE"
  | "CONTEXT_TOO_LONG"
  | "CONTENT_FILTERED"
  | "MODEL_UNAVAILABLE"
  | "MODEL_TIMEOUT"
  | "TURN_DEADLINE_EXCEEDED"
  | "TURN_CANCELLED"
  | "WORKER_LOST"
  | "INTERNAL"
  | "VALIDATION_FAILED"
  | "INVALID_CURSOR"
  | "ROUTE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "HOST_NOT_SERVED"
  | "SERVICE_UNAVAILABLE"
  | "AGENT_IN_USE"
  | "TOO_MANY_AGENTS"
  | "MODEL_NOT_FOUND"
  | "ORGANIZATION_MEMBER_NOT_FOUND"
  | "MEMBER_EXISTS"
  | "LAST_ADMIN"
  | "SOURCE_NOT_FOUND"
  | "SOURCE_TIMEOUT"
  | "SOURCE_UNAVAILABLE"
  | "SOURCE_LIMIT"
  | "NOT_A_DATABASE"
  | "CONNECTION_REQUIRED"
  | "PASSWORD_REQUIRED"
  | "TOO_MANY_SAVED_QUERIES"
  | "INVALID_SAVED_QUERY"
  | "RULE_NOT_FOUND"
  | "RULE_LIMIT"
  | "PROJECT_NOT_FOUND"
  | "PROJECT_LIMIT"
  | "DOCUMENT_NOT_FOUND"
  | "DOCUMENT_LIMIT"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "SEARCH_TIMEOUT"
  | "INVALID_COLUMN_MARK"
  | "DEFINITION_NOT_FOUND"
  | "INVALID_DEFINITION"
  | "DEFINITION_LIMIT"
  | "RECEIPT_NOT_FOUND"
  | "GOLDEN_QUESTION_NOT_FOUND"
  | "QUESTION_REQUIRED"
  | "GOLDEN_QUESTION_LIMIT"
  | "EVALUATION_NOT_FOUND"
  | "EVALUATION_RUNNING"
  | "NO_GOLDEN_QUESTIONS"
  | "DRAFT_REQUIRED";
