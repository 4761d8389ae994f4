import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { answer } from "@parley/analyst/answer";
import { type Clock, systemClock } from "@parley/core/environment/clock";
import type { Files } from "@parley/core/store/files";
import { createIds } from "@parley/core/environment/ids";
import { createMeter, type Meter } from "@parley/core/ledger/meter";
import { entryOf } from "@parley/core/query/matching-index";
import { readSettings } from "@parley/core/environment/settings";
import type {
  Answer,
  AnswerEvent,
  AnswerTools,
  Question,
  QuestionIntegration,
  QuestionQuery,
  QuestionUpload,
} from "@parley/core/answer/answer";
import { openDatasource } from "@parley/datasource/open";

/** A small shop in an SQLite file: customers of two countries and their orders. */
export interface Shop {
  integration: QuestionIntegration;
  close(): Promise<void>;
}

export function openShop(): Shop {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  const file = join(folder, "shop.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), ordered_on DATE NOT NULL, total REAL NOT NULL);
    INSERT INTO customers VALUES (1, 'Ada', 'Germany'), (2, 'Ben', 'Germany'), (3, 'Cleo', 'France');
    INSERT INTO orders VALUES (1, 1, '2026-01-05', 10.5), (2, 1, '2026-02-05', 20), (3, 2, '2026-02-09', 30), (4, 3, '2026-03-01', 40);
    CREATE TABLE numbers (n INTEGER PRIMARY KEY);
    WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 1500) INSERT INTO numbers SELECT n FROM counter;
  `);
  database.close();
  const datasource = openDatasource({ engine: "sqlite", file });
  return {
    integration: {
      id: "i1",
      display_name: "Shop",
      engine: "sqlite",
      schema: (signal) => datasource.introspect(signal),
      open: async () => datasource,
    },
    async close() {
      await datasource.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The organization's saved queries as a turn knows them; `read` collects the ids of those that were read whole. */
export function savedQueries(queries: readonly QuestionQuery[], read: string[] = []): Question["saved_queries"] {
  return {
    entries: queries.map(entryOf),
    read: async (ids) => {
      read.push(...ids);
      return queries.filter(({ id }) => ids.includes(id));
    },
  };
}

/** A question of Ada's, about nothing in particular. */
export function questionOf(changes: Partial<Question> & { message: string }): Question {
  return {
    organization: { id: "o1", name: "Acme" },
    member: { id: "m1", name: "Ada" },
    chat_id: "c1",
    turn_id: "t1",
    model: null,
    agent: null,
    history: [],
    integration: null,
    scope: [],
    uploads: [],
    attached_files: [],
    saved_query: null,
    saved_queries: savedQueries([]),
    rules: [],
    memories: [],
    ...changes,
  };
}

/** An upload whose bytes are at hand. */
export function uploadOf(filename: string, mime_type: string, content: string | Uint8Array): QuestionUpload {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  let kept: string | undefined;
  return {
    id: filename,
    filename,
    mime_type,
    size_bytes: bytes.length,
    read: async () => bytes,
    kept: async () => kept,
    async keep(reading) {
      kept = reading;
    },
  };
}

// Touching it is the mistake to find, so it needs none of the members that its type claims.
const noFiles = new Proxy({} as Files, {
  get: () => () => Promise.reject(new Error("this question has no files")),
});

/** A clock on which waiting takes a twentieth of the time. */
export const quickClock: Clock = {
  now: () => systemClock.now(),
  yield: () => systemClock.yield(),
  sleep: (ms, signal) => systemClock.sleep(ms / 20, signal),
};

/** Tools for a question: a model server where `url` is given, the built-in interpreter otherwise. */
export function toolsOf(
  options: {
    url?: string;
    signal?: AbortSignal;
    files?: Files;
    clock?: Clock;
    meter?: Meter;
    env?: Record<string, string>;
  } = {},
): AnswerTools {
  return {
    signal: options.signal ?? new AbortController().signal,
    clock: options.clock ?? systemClock,
    ids: createIds(systemClock),
    meter: options.meter ?? createMeter(),
    files: options.files ?? noFiles,
    settings: readSettings({
      ...(options.url && { MODEL_BASE_URL: options.url, MODEL_ID: "scripted" }),
      ...options.env,
    }),
    secrets: {
      signingKeys: () => [{ kid: "k", secret: "s" }],
      encryptionKeys: () => [{ kid: "k", secret: "s" }],
      optional: () => undefined,
    },
  };
}

export interface Heard {
  events: AnswerEvent[];
  answer: Answer;
}

/** Answers a question and listens to all of it. `events` is filled as they come. */
export async function ask(question: Question, tools: AnswerTools, events: AnswerEvent[] = []): Promise<Heard> {
  const run = answer(question, tools);
  for (;;) {
    const next = await run.next();
    if (next.done) return { events, answer: next.value };
    events.push(next.value);
  }
}

/** The events of one type. */
export const only = <T extends AnswerEvent["type"]>(events: readonly AnswerEvent[], type: T) =>
  events.filter((event): event is Extract<AnswerEvent, { type: T }> => event.type === type);

/** The text as it was streamed. */
export const streamed = (events: readonly AnswerEvent[]) =>
  only(events, "text_delta")
    .map((event) => event.content)
    .join("");

/** The code of the failure a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => new Error("nothing failed"),
    (failure: unknown) => failure,
  );
  return typeof error === "object" && error !== null && "code" in error ? error.code : error;
}
