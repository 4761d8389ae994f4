import type { ProcessingStatus, ToolCall, ToolResult } from "@parley/contract/event";
import type {
  AnswerPeriod,
  AnswerSql,
  AnswerWarning,
  Choice,
  Citation,
  MessageMetadata,
  MessageType,
  Usage,
  Verification,
} from "@parley/contract/message";
import type { ReceiptVersion } from "@parley/contract/receipt";
import type { Visualization } from "@parley/contract/visualization";
import type { Cell, Datasource, Dialect, QueryResult, Schema } from "@parley/datasource/types";
import type { Clock } from "../environment/clock.ts";
import type { Secrets } from "../environment/context.ts";
import type { Files } from "../store/files.ts";
import type { Ids } from "../environment/ids.ts";
import type { GivenDefinition } from "../definition/given.ts";
import type { Meter } from "../ledger/meter.ts";
import type { QueryEntry } from "../query/matching-index.ts";
import type { Settings } from "../environment/settings.ts";

/** An earlier message of the chat, oldest first. */
export interface EarlierMessage {
  role: "user" | "assistant";
  type: MessageType;
  content: string;
  metadata: MessageMetadata | null;
  /** What the answerer kept with its own answer (`Answer.state`). */
  state?: unknown;
  /** The files that came with it. */
  upload_ids?: readonly string[];
}

/** The database the turn may read, chosen by the turn and never by a model. */
export interface QuestionIntegration {
  id: string;
  display_name: string;
  engine: "postgres" | "mysql" | "sqlite" | "duckdb" | "redshift" | "athena";
  /** What words of the organization mean in it; the same list for as long as it says the same. */
  definitions?: readonly GivenDefinition[];
  /** Introspected and cached by the service, with the joins and descriptions that are defined. Throws `DatasourceError`. */
  schema(signal: AbortSignal): Promise<Schema>;
  /** The same where it is known already, without asking the database. */
  knownSchema?(): Promise<Schema | undefined>;
  /** A connection of this environment; it is kept open for later turns and closed by the service. */
  open(): Promise<Datasource>;
}

export interface QuestionUpload {
  id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  read(): Promise<Uint8Array>;
  /** What `keep` was given before, by this turn or another; undefined if nothing. */
  kept(): Promise<string | undefined>;
  /** Keeps the result of reading beside the file, as long as the file. */
  keep(reading: string): Promise<void>;
}

/** A saved query as matching and prompts see it. */
export interface QuestionQuery {
  id: string;
  title: string;
  description: string | null;
  prompt: string;
  sql: string | null;
  keywords: string[];
  parameters: string[];
  /** The only database that its SQL runs in; null or absent where it runs in any. */
  integration_id?: string | null;
}

/** Everything an answer is made from, built from the table by the worker of the turn. */
export interface Question {
  organization: { id: string; name: string };
  member: { id: string; name: string };
  chat_id: string;
  turn_id: string;
  message: string;
  /** The requested override; ignored if it is not on the model list (D48). */
  model: string | null;
  agent: { id: string; name: string; instructions: string; model_id: string | null } | null;
  history: EarlierMessage[];
  integration: QuestionIntegration | null;
  /** Projects whose documents may be searched. */
  scope: { id: string; name: string; description: string | null }[];
  uploads: QuestionUpload[];
  attached_files: { project_id: string; document_id: string }[];
  /** The saved query this turn names. `direct`: its SQL is the answer (D28); `context`: its result goes to the agent first. */
  saved_query: (QuestionQuery & { mode: "direct" | "context"; values: Record<string, string> }) | null;
  /** The saved queries of the organization, for matching (D46): what ranks them, and the few that are wanted whole. */
  saved_queries: { entries: readonly QueryEntry[]; read(ids: readonly string[]): Promise<QuestionQuery[]> };
  rules: string[];
  memories: { content: string; tier: "core" | "extended" }[];
  /** What the answer's receipt says of all this (D55). */
  given?: Given;
}

/** Which texts of rules and memories a question comes with, in their order, which definitions, and what receipts are signed with. */
interface Given {
  definitions: ReceiptVersion[];
  rules: ReceiptVersion[];
  memories: ReceiptVersion[];
  /** The organization's key, sealed; absent where it has none yet. */
  receipt_key: string | undefined;
}

/** A statement behind an answer. */
export interface AnswerStatement {
  sql: string;
  parameters: readonly Cell[];
  dialect: Dialect;
  source: "integration" | "uploads";
  result: Omit<QueryResult, "duration_ms">;
}

/** What an answer rests on, for its receipt (D55). */
export interface AnswerBasis {
  statements: AnswerStatement[];
  /** The schema of the integration as the answer knew it; null where it did not. */
  schema: Schema | null;
  /** Those of the question's memories that were given. */
  memories: Question["memories"];
  /** The saved queries that ran, with their SQL as it is written. */
  saved_queries: Pick<QuestionQuery, "id" | "sql">[];
  /** True where rules and memories were given: to a model, or to the interpreter. */
  is_guided: boolean;
  /** Null where no language model was asked. */
  prompt_version: string | null;
}

/** What an answer may do with the organization's files. */
export type AnswerFiles = Pick<Files, "get" | "put">;

/** What an answerer works with. An aborted `signal` must end the model call and the database statement at once. */
export interface AnswerTools {
  signal: AbortSignal;
  clock: Clock;
  ids: Ids;
  files: AnswerFiles;
  settings: Settings;
  secrets: Secrets;
  /** What the turn may use and has used; each use is noted at once, so that it is known even if the turn fails. */
  meter: Meter;
}

export type AnswerEvent =
  | { type: "progress"; status: ProcessingStatus }
  | { type: "tool_call"; call: ToolCall }
  | { type: "tool_result"; result: ToolResult }
  /** Text written between tools: kept in history, not part of the final text. */
  | { type: "tool_message"; content: string }
  /** `rows` are all rows of a table, for paging and CSV; the event carries at most 200. */
  | { type: "visualization"; visualization: Visualization; rows?: Cell[][] }
  /** Pieces of the final text: concatenated they are `Answer.content`. */
  | { type: "text_delta"; content: string };

/** How an answer ends. Visible failures are thrown as `Failure` or `DatasourceError`. */
export interface Answer {
  type: "final" | "scope_notice";
  content: string;
  metadata: {
    citations?: Citation[];
    follow_ups?: string[];
    /** How the question was understood, and how surely (D52). */
    interpretation?: string | null;
    assumptions?: string[];
    left_out?: string[];
    confidence?: number | null;
    /** The days that the answer is about (D52). */
    period?: AnswerPeriod | null;
    /** What its reader should know (D52). */
    warnings?: AnswerWarning[];
    /** Readings of the question to choose from, with a scope notice (D53). */
    choices?: Choice[];
    /** The statements behind what is shown (D52). */
    sql?: AnswerSql[];
    /** Where the numbers of the text come from (D54). */
    verification?: Verification;
    model_id: string;
    usage: Usage;
    saved_query_id?: string;
    /** The saved query that everything shown comes from. */
    verified_query?: { id: string; title: string };
    /** The model did not stop by itself and was cut off; the text says so (D57). */
    truncated?: true;
  };
  /** Plain JSON kept with the message for later turns (an interpretation, say); never shown. */
  state?: unknown;
  /** Absent where the answer rests on nothing that could be looked at again. */
  basis?: AnswerBasis;
}

/** Answers one question. Implemented by the analyst; core runs it without knowing how it answers. */
export type Answerer = (question: Question, tools: AnswerTools) => AsyncGenerator<AnswerEvent, Answer>;
