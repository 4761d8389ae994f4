import type { ToolResult } from "@parley/contract/event";
import type { Choice, Citation } from "@parley/contract/message";
import type { Visualization } from "@parley/contract/visualization";
import type { AnswerEvent, AnswerTools, Question, QuestionQuery } from "@parley/core/answer/answer";
import type {
  Cell,
  Datasource,
  DatasourceError,
  Dialect,
  FoundValue,
  QueryResult,
  Schema,
} from "@parley/datasource/types";
import type { Reading } from "@parley/interpreter/question";
import type { ResultCheck } from "./checks/check.ts";
import type { GivenPassage } from "./citations.ts";
import { tableOf } from "./event-table.ts";
import { titlesOf } from "./uploads/titles.ts";
import type { UploadLibrary } from "./uploads/library.ts";

/** A database that a question may be asked of. */
export interface Source {
  kind: "integration" | "uploads";
  schema(signal: AbortSignal): Promise<Schema>;
  open(): Promise<Datasource>;
}

/** A result that was fetched in this turn. */
export interface Outcome {
  /** How tools and models name it: "r1". */
  name: string;
  source: Source["kind"];
  sql: string;
  dialect: Dialect;
  result: QueryResult;
  saved_query_id: string | null;
  /** Names of the results whose rows it reads beside a file's tables. */
  reads: readonly string[];
  /** The values that were bound. */
  parameters: readonly Cell[];
  /** What each column is counted in, as far as the reading behind its SQL says. */
  units?: readonly (string | undefined)[];
  /** The id of its table once it has been shown. */
  table_id: string | null;
  check: ResultCheck;
  /** True once the final text was found to name its cells (D54). */
  is_named?: boolean;
}

/** What a finished tool reports: to the person (`ToolResult`) and to the model (`text`). */
export interface ToolReport {
  event: ToolResult;
  text: string;
}

/** What a model asks back instead of answering (D53). */
export interface Clarification {
  question: string;
  choices: Choice[];
}

/** Bytes of tables and charts one message carries: they are stored with it, and each travels in one frame. */
export const SHOWN_BYTES = 200 * 1024;
/** Bytes of one table or chart. */
const VISUALIZATION_BYTES = 60 * 1024;

/** Rows fetched in one turn, over all queries. */
export const TURN_ROWS = 10_000;

/** Everything one question's answer is made with; lives as long as the turn. */
export interface Session {
  question: Question;
  tools: AnswerTools;
  /** True where a language model answers: only then are questions sent to a provider. */
  isByModel: boolean;
  integration: Source | null;
  uploads: UploadLibrary;
  /** What the interpreter made of a text against a source, each read once: `readingOf` shares them. */
  readings: Map<string, Promise<Reading>>;
  results: Outcome[];
  /** Saved queries about the question, which a model may run with values of its own. */
  offered: readonly QuestionQuery[];
  /** The saved queries that have run, by id, with their SQL as it is written. */
  saved: Map<string, string>;
  /** The integration's schema as far as it is known: as it was read for this answer, else as it is kept. */
  knownSchema(): Promise<Schema | null>;
  /** The passages of documents that a model was given, in that order. */
  passages: GivenPassage[];
  /** The passages that the built-in interpreter quotes. */
  quoted: Citation[];
  /** Texts that the model was given whole. */
  attached: string[];
  /** What the message names and a schema does not hold, as it was looked up. */
  found: Map<Schema, Promise<readonly FoundValue[]>>;
  /** Rows fetched so far. */
  rows: number;
  /** Bytes of tables and charts shown so far. */
  shown: number;
  /** Events made by tools, on their way to the person. */
  outbox: AnswerEvent[];
  /** By tool call id. */
  reports: Map<string, ToolReport>;
  /** The last failure of a database. */
  failure: DatasourceError | null;
  /** What the model asks back: it ends the turn (D53). */
  clarification: Clarification | null;
  /** A failure that no model can work around: it ends the turn. */
  fatal: { error: unknown } | null;
}

/** A session for a question whose uploads have been read. */
export function createSession(question: Question, tools: AnswerTools, uploads: UploadLibrary): Session {
  let schema: Promise<Schema> | undefined;
  const { integration } = question;
  return {
    question,
    tools,
    isByModel: false,
    integration: integration && {
      kind: "integration",
      schema: (signal) => (schema ??= integration.schema(signal)),
      open: () => integration.open(),
    },
    uploads,
    readings: new Map(),
    results: [],
    offered: [],
    saved: new Map(),
    knownSchema: async () => (await (schema ?? integration?.knownSchema?.())) ?? null,
    passages: [],
    quoted: [],
    attached: [],
    found: new Map(),
    rows: 0,
    shown: 0,
    outbox: [],
    reports: new Map(),
    failure: null,
    clarification: null,
    fatal: null,
  };
}

/** The database of a message's tables, as a source. */
export function uploadSource(session: Session): Source | null {
  const { database } = session.uploads;
  return (
    database && { kind: "uploads", schema: (signal) => database.schema(signal), open: async () => database.datasource }
  );
}

/** Shows the table of a result, once. Returns its id. */
export function showTable(session: Session, outcome: Outcome): string {
  if (outcome.table_id !== null) return outcome.table_id;
  const id = session.tools.ids.next();
  outcome.table_id = id;
  const room = Math.min(VISUALIZATION_BYTES, SHOWN_BYTES - session.shown);
  const { result, units, source } = outcome;
  const names = result.columns.map(({ name }) => name);
  const titles = source === "uploads" ? titlesOf(names, session.uploads.tables) : [];
  const visualization = tableOf(id, session.question.chat_id, result, { bytes: room, units, titles });
  session.shown += sizeOf(visualization);
  session.outbox.push({ type: "visualization", visualization, rows: outcome.result.rows });
  return id;
}

/** Bytes of a table or chart as it travels. */
export const sizeOf = (visualization: Visualization): number => Buffer.byteLength(JSON.stringify(visualization));

/** Shows the last result, unless it has been shown, or the model asks back: it is what the answer is about. An empty one is a saved query's. */
export function showLastTable(session: Session): void {
  if (session.clarification) return;
  const last = session.results.at(-1);
  if (last && (last.result.rows.length > 0 || last.saved_query_id !== null)) showTable(session, last);
}

/** Takes the waiting events. */
export function* drain(session: Session): Generator<AnswerEvent> {
  yield* session.outbox.splice(0);
}
