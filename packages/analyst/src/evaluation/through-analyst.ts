import { SqlResult } from "@parley/contract/event";
import { readingIn } from "../reading-line.ts";
import type { Answer, AnswerEvent, AnswerTools, EarlierMessage, Question } from "@parley/core/answer/answer";
import { type Clock, systemClock } from "@parley/core/environment/clock";
import type { Secrets } from "@parley/core/environment/context";
import { createIds } from "@parley/core/environment/ids";
import type { Settings } from "@parley/core/environment/settings";
import { describedBy } from "@parley/core/definition/described";
import { createMeter, type Meter } from "@parley/core/ledger/meter";
import * as v from "valibot";
import { answer } from "../answer.ts";
import { type Ask, nothingSaid, type Reply } from "./reply.ts";
import type { Rows } from "./score.ts";
import { plainRows, runSql, type Workplace } from "./workplace.ts";

export interface AnalystOptions {
  model: string;
  settings: Settings;
  secrets: Secrets;
  /** The moment at which the first question is asked. */
  now: Date;
  /** Whose instructions are followed; nobody's where absent. */
  agent?: Question["agent"];
  /** Gives what each answer may use, and counts what it has used; without it each may use what a turn may. */
  nextMeter?: () => Meter;
}

/** How long (ms) one question may take. */
const QUESTION_TIME = 180_000;

/**
 * Asks the whole analyst, as a chat would: saved queries, documents, the model's loop with its tools. The table it showed
 * last is its answer.
 */
export function throughAnalyst(options: AnalystOptions): Ask {
  const shift = options.now.getTime() - systemClock.now();
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + shift };
  const ids = createIds(clock);
  return async ({ question, after }, place, signal) => {
    const { settings, secrets } = options;
    const chat = { ...questionAt(place, options), chat_id: ids.next() };
    const tools = () => ({
      signal: AbortSignal.any([signal, AbortSignal.timeout(QUESTION_TIME)]),
      clock,
      ids,
      files: place.files,
      settings,
      secrets,
      meter: options.nextMeter?.() ?? createMeter(),
    });
    const history: EarlierMessage[] = [];
    for (const message of after) {
      const heard = await listen({ ...chat, turn_id: ids.next(), message, history: [...history] }, tools());
      history.push(...messagesOf(message, heard.answer));
    }
    const started = performance.now();
    const heard = await listen({ ...chat, turn_id: ids.next(), message: question, history }, tools());
    const milliseconds = performance.now() - started;
    return { ...(await replyOf(heard, place, signal)), milliseconds };
  };
}

function questionAt(
  place: Workplace,
  { model, agent = null }: AnalystOptions,
): Omit<Question, "chat_id" | "turn_id" | "message"> {
  const { definitions = [] } = place;
  return {
    organization: { id: place.organization_id, name: "" },
    member: { id: place.organization_id, name: "" },
    model,
    agent,
    history: [],
    integration: {
      id: place.integration_id ?? place.organization_id,
      display_name: place.name,
      engine: place.datasource.dialect,
      definitions,
      schema: () => Promise.resolve(describedBy(place.schema, definitions)),
      open: () => Promise.resolve(place.datasource),
    },
    scope: place.scope,
    uploads: [],
    attached_files: [],
    saved_query: null,
    saved_queries: place.saved_queries,
    rules: [...place.rules],
    memories: place.memories ?? [],
  };
}

interface Heard {
  answer: Answer;
  /** The table shown last. */
  table: Rows | null;
  /** The last query that ran. */
  query: v.InferOutput<typeof SqlResult> | null;
  /** Why the last tool failed; null where it did not. */
  failure: string | null;
}

/** Listens to an answer to its end. */
async function listen(question: Question, tools: AnswerTools): Promise<Heard> {
  const events = answer(question, tools);
  let table: Heard["table"] = null;
  let query: Heard["query"] = null;
  let failure: string | null = null;
  for (;;) {
    const next = await events.next();
    if (next.done) return { answer: next.value, table, query, failure };
    if (next.value.type === "tool_result") failure = next.value.result.error;
    table = tableIn(next.value) ?? table;
    query = queryIn(next.value) ?? query;
  }
}

const tableIn = (event: AnswerEvent): Rows | null =>
  event.type === "visualization" && event.visualization.type === "table" && event.rows
    ? { columns: event.visualization.headers, rows: event.rows }
    : null;

function queryIn(event: AnswerEvent): Heard["query"] {
  if (event.type !== "tool_result" || event.result.status !== "success") return null;
  const parsed = v.safeParse(SqlResult, event.result.result);
  return parsed.success ? parsed.output : null;
}

const messagesOf = (message: string, { type, content, metadata, state }: Answer): EarlierMessage[] => [
  { role: "user", type: "user", content: message, metadata: null },
  { role: "assistant", type, content, metadata, ...(state !== undefined && { state }) },
];

/** What the metadata says of the reading (D52, D53), as far as it does. */
const Reading = v.object({
  interpretation: v.nullish(v.string(), null),
  assumptions: v.nullish(v.array(v.string()), null),
  left_out: v.nullish(v.array(v.string()), null),
  confidence: v.nullish(v.number(), null),
  choices: v.optional(v.array(v.object({ message: v.string() })), []),
});

async function replyOf(heard: Heard, place: Workplace, signal: AbortSignal): Promise<Omit<Reply, "milliseconds">> {
  const { type, content, metadata } = heard.answer;
  const told = v.parse(Reading, metadata);
  const assumptions = told.assumptions ?? assumptionsIn(content);
  const said = {
    ...nothingSaid,
    text: content,
    reading: told.interpretation ?? readingIn(content),
    assumptions,
    left_out: told.left_out ?? [],
    confidence: told.confidence,
    verification: metadata.verification?.status ?? null,
    usage: usageOf(metadata),
  };
  if (type !== "scope_notice") return { ...said, ...(await answerIn(heard, place, signal)) };
  // A notice about a query that the database refused was an answer that failed.
  if (heard.failure !== null) return { ...said, answered: true, source: "database", failure: heard.failure };
  return { ...said, choices: told.choices.map(({ message }) => message) };
}

/** What a language model was paid for; null where nothing was written by one. */
function usageOf({ usage: { input_tokens, output_tokens, cost_usd } }: Answer["metadata"]): Reply["usage"] {
  return input_tokens + output_tokens === 0 ? null : { input_tokens, output_tokens, cost_usd };
}

/** Where a final message is from, with its rows. */
async function answerIn(
  { answer: { content, metadata, basis }, table, query }: Heard,
  place: Workplace,
  signal: AbortSignal,
): Promise<Partial<Reply>> {
  const rows = await rowsOf(table, query, place, signal);
  const isCited = (metadata.citations ?? []).length > 0;
  // What quotes documents after a query that found nothing is from the documents.
  if (rows === null || (query?.row_count === 0 && isCited)) {
    // Words alone are an answer only if they state a figure.
    return isCited ? { answered: true, source: "documents" } : { answered: /\d/.test(content) };
  }
  const saved_query_id = metadata.saved_query_id ?? null;
  return {
    answered: true,
    source: saved_query_id === null ? "database" : "saved_query",
    saved_query_id,
    sql: query?.sql ?? null,
    rows,
    rows_told: query?.truncated ? query.row_count : null,
    other_results: (basis?.statements ?? []).map(({ result }) => plainRows(result)),
    derived: (metadata.verification?.numbers ?? []).flatMap(({ text, source }) =>
      source !== null && "derived" in source ? [text] : [],
    ),
  };
}

/** The rows of the answer; all of them where the table held the first ones. */
async function rowsOf(
  table: Rows | null,
  query: Heard["query"],
  place: Workplace,
  signal: AbortSignal,
): Promise<Rows | null> {
  if (query?.truncated) return plainRows(await runSql(place, query.sql, signal));
  // A result without rows is not shown as a table.
  return table ?? (query && { columns: query.columns.map(({ name }) => name), rows: query.preview_rows });
}

const assumptionsIn = (text: string): string[] =>
  /^Assumptions:\n((?:- .+(?:\n|$))+)/m
    .exec(text)?.[1]
    ?.trim()
    .split("\n")
    .map((line) => line.replace(/^- /, "")) ?? [];
