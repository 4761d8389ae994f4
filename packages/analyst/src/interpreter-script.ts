import { cutText } from "@parley/contract/cut-text";
import type { Citation } from "@parley/contract/message";
import type { Answer, AnswerTools, Question } from "@parley/core/answer/answer";
import { patience } from "@parley/datasource/introspection/patience";
import { DatasourceError, type Schema } from "@parley/datasource/types";
import { type ChartRequest, isPossible, suggestChart } from "./charts.ts";
import { rankPassages } from "./documents/ranking.ts";
import { type Finding, quoteOf, searchDocuments } from "./documents/search.ts";
import type { ScriptStep } from "./models/interpreter-model.ts";
import { findValues } from "./found-values.ts";
import { memoriesOf } from "./prompt.ts";
import { chooseChart } from "@parley/interpreter/explain/chart";
import { suggestFollowUps } from "@parley/interpreter/explain/suggestions";
import { interpretPatiently } from "@parley/interpreter/interpret";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { QueryReading, Reading, Refusal } from "@parley/interpreter/question";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { joined } from "@parley/interpreter/language/words";
import { NOT_READ, type Understood, understanding } from "./understood.ts";
import { savedQuerySentence } from "./saved-query-text.ts";
import { failedQueryNotice, scopeNotice, unusedFiles } from "./scope-notice.ts";
import { type Outcome, type Session, type Source, uploadSource } from "./session.ts";
import { sqlBlock } from "./sql-result.ts";
import { truncatedText } from "./row-counts.ts";
import { asksForRows, rowCountSentence, rowCountSql } from "./uploads/file-facts.ts";

/** What the answer is, beside its text. */
export interface ScriptVerdict {
  type: Answer["type"];
  state: LogicalForm | null;
  follow_ups: string[];
  understood: Understood;
}

/** The verdict on an answer that later questions cannot go on from. */
export const FINAL: ScriptVerdict = { type: "final", state: null, follow_ups: [], understood: NOT_READ };

/** A reading to trust; below this confidence documents about the question's words are asked first. */
const SURE_READING = 0.6;
/** Characters of a message that documents are searched with. */
const LONGEST_SEARCH = 500;
/** Share of the question's words a passage must have to be an answer. */
const SPEAKS_OF_IT = 0.5;

/** The interpreter's way through a question, step by step. What the tools find is read from the session. */
export async function* interpreterScript(session: Session): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const given = session.results.at(-1);
  if (given?.saved_query_id) return yield* tellSavedQuery(session, given);

  const text = askedText(session);
  if (asksForRows(text, session.uploads.tables)) return yield* countRows(session);
  const readings = await readSources(session, text);
  const best = preferred(session, readings);
  return yield* answerFrom(session, text, readings, best);
}

/** Answers from what covers the question best: an attached text, the database or a document; else says why not. */
async function* answerFrom(
  session: Session,
  text: string,
  readings: readonly Read[],
  best: Read | null,
): AsyncGenerator<ScriptStep, ScriptVerdict> {
  // An attached text comes before the database if it covers more of the question than the reading does.
  if (session.uploads.texts.length > 0) {
    const passages = await findPassages(session, text);
    if (passages && passages.attached >= SPEAKS_OF_IT && passages.attached > score(best?.reading))
      return yield* passages.tell();
  }
  const query = best && queryOf(best);
  if (query && query.reading.confidence >= SURE_READING) return yield* answerByQuery(session, query);
  const passages = await findPassages(session, text);
  if (passages && passages.coverage >= Math.max(SPEAKS_OF_IT, score(best?.reading))) return yield* passages.tell();
  if (query) return yield* answerByQuery(session, query);
  const refusal = readings.map(({ reading }) => reading).find((reading) => reading.kind === "not_understood");
  return yield* refuse(session, refusal);
}

/** Says why there is no answer, and what can be asked: readings of this question, or other questions. */
async function* refuse(session: Session, refusal: Refusal | undefined): AsyncGenerator<ScriptStep, ScriptVerdict> {
  yield { say: scopeNotice(session, refusal) };
  const choices = refusal?.choices ?? [];
  return {
    type: "scope_notice",
    state: null,
    follow_ups: choices.length > 0 ? choices.map(({ message }) => message) : (refusal?.suggestions ?? []),
    understood: { ...NOT_READ, ...(choices.length > 0 && { choices }) },
  };
}

const score = (reading: Reading | undefined) => (reading?.kind === "query" ? reading.confidence : 0);

/** A question with a file is about the file, unless the database clearly covers more of the question. */
const ATTACHED = 0.1;
const preference = (read: Read | null) =>
  read?.reading.kind === "query" ? score(read.reading) + (read.source.kind === "uploads" ? ATTACHED : 0) : 0;

/** The reading that goes on from the answer before, else the surest one. */
const preferred = (session: Session, readings: readonly Read[]): Read | null =>
  readings.find((each) => asksOn(session, each)) ??
  readings.reduce<Read | null>((top, each) => (preference(each) > preference(top) ? each : top), null);

/** True if the previous answer came from a file and the question can be read as one about it, too. */
function asksOn({ question }: Session, { source, schema, reading }: Read): boolean {
  const before = question.history.findLast(({ state }) => state !== undefined && state !== null)?.state;
  return source.kind === "uploads" && score(reading) >= SURE_READING && isFormOf(before, schema);
}

/** What is asked: the message, or the prompt of a saved query that has no SQL (D28). */
export const askedText = ({ question }: Session): string => question.saved_query?.prompt ?? question.message;

/** Reads a question against a schema, with the values found in this turn and the chat's earlier readings that fit it. */
export async function readAgainst(session: Session, schema: Schema, text: string): Promise<Reading> {
  const { question, tools } = session;
  const asked = {
    text,
    schema,
    now: new Date(tools.clock.now()),
    earlier: question.history.map((message) => message.state).filter((state) => isFormOf(state, schema)),
    guidance: [...question.rules, ...memoriesOf(question)],
    values: (await session.found.get(schema)) ?? [],
  };
  return interpretPatiently(asked, patience());
}

/** Only the interpreter keeps forms, as plain JSON; version and subject tell them from anything else. */
function isFormOf(state: unknown, schema: Schema): state is LogicalForm {
  if (typeof state !== "object" || state === null || !("version" in state) || !("subject" in state)) return false;
  return state.version === 1 && schema.tables.some((table) => table.name === state.subject);
}

/** The reading of a question against one source. */
interface Read {
  source: Source;
  schema: Schema;
  reading: Reading;
}

/** The files of the message come first: a question with a file is about it. */
async function readSources(session: Session, text: string) {
  const readings: Read[] = [];
  for (const source of [uploadSource(session), session.integration]) {
    if (!source) continue;
    const schema = await source.schema(session.tools.signal);
    await findValues(session, source, schema, text);
    readings.push({ source, schema, reading: await readAgainst(session, schema, text) });
  }
  return readings;
}

/** A question that reads as a query of a source. */
type QueryRead = Read & { reading: QueryReading };

const queryOf = ({ reading, ...read }: Read): QueryRead | null =>
  reading.kind === "query" ? { ...read, reading } : null;

async function* answerByQuery(
  session: Session,
  { source, schema, reading }: QueryRead,
): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const before = session.results.length;
  yield { tool: source.kind === "uploads" ? "query_upload" : "run_sql", args: { sql: reading.sql } };
  const outcome = session.results[before];
  if (!outcome) {
    const failure = session.failure;
    if (failure instanceof DatasourceError && failure.code === "QUERY_TIMEOUT") throw failure;
    yield { say: failedQueryNotice(reading, failure) };
    return { ...FINAL, type: "scope_notice", understood: understanding(reading) };
  }
  const chosen = chooseChart(reading.form, outcome.result);
  const request = chosen && {
    chart_type: chosen.chart_type,
    value: chosen.value_column,
    series: chosen.series_column,
    title: chosen.title,
    ...(chosen.chart_type === "scatter" ? { x: chosen.label_column } : { label: chosen.label_column }),
  };
  yield* drawn(outcome, request);
  const follow_ups: string[] = [];
  for (const each of suggestFollowUps(reading.form, schema))
    if ((await readAgainst(session, schema, each)).kind === "query") follow_ups.push(each);
  const notes = source.kind === "uploads" ? session.uploads.tables.flatMap((table) => table.notes) : [];
  yield { say: [explained(reading, outcome), ...notes, ...unusedFiles(session)].join("\n\n") };
  return { type: "final", state: reading.form, follow_ups, understood: understanding(reading) };
}

/** The number of rows of the attached tables, for which no schema has words. */
async function* countRows(session: Session): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const { tables } = session.uploads;
  const sql = rowCountSql(tables);
  yield { tool: "query_upload", args: { sql } };
  yield { say: [rowCountSentence(tables), sqlBlock(sql), ...unusedFiles(session)].join("\n\n") };
  return FINAL;
}

/** Draws a chart if the result allows it. */
function* drawn(outcome: Outcome, request: ChartRequest | null): Generator<ScriptStep> {
  if (request && isPossible(outcome.result, request))
    yield { tool: "make_chart", args: { result: outcome.name, ...request } };
}

/** The sentence with the number, how the question was read, what was assumed, and the SQL. */
function explained(reading: QueryReading, { result }: Outcome): string {
  return [
    ...leftOutText(reading.left_out),
    verbalize(reading.form, result),
    ...(result.truncated ? [truncatedText(result)] : []),
    `I read the question as: ${reading.interpretation}`,
    ...(reading.assumptions.length > 0
      ? [`Assumptions:\n${reading.assumptions.map((each) => `- ${each}`).join("\n")}`]
      : []),
    sqlBlock(reading.sql),
  ].join("\n\n");
}

/** Said before the number: without these words it may be one to another question. */
const leftOutText = (words: readonly string[]): string[] =>
  words.length === 0
    ? []
    : [`This leaves out ${joined(words.map((word) => `“${word}”`))}: I do not know what that means in this data.`];

async function* tellSavedQuery(session: Session, outcome: Outcome): AsyncGenerator<ScriptStep, ScriptVerdict> {
  yield* drawn(outcome, suggestChart(outcome.result, session.question.saved_query?.title));
  yield { say: savedQuerySentence(session.question.saved_query, outcome.result) };
  return FINAL;
}

/** Passages about the question, from attached texts, the documents the message names and the scope's. */
async function findPassages(session: Session, text: string) {
  const { question, tools, uploads } = session;
  const attached = uploads.texts.flatMap((file) => file.passages.map((passage) => ({ file, passage })));
  const [read] = await rankPassages(text, attached, ({ passage }) => `${passage.place}\n${passage.text}`, 1);
  const found = await documentsFor(question, tools, text);
  const coverage = Math.max(read?.coverage ?? 0, found[0]?.coverage ?? 0);
  if (coverage === 0) return null;
  const uploadFirst = (read?.coverage ?? 0) >= (found[0]?.coverage ?? 0);
  return {
    coverage,
    /** How much of the question attached texts cover. */
    attached: read?.coverage ?? 0,
    async *tell(): AsyncGenerator<ScriptStep, ScriptVerdict> {
      if (read && uploadFirst) {
        yield {
          tool: "read_upload",
          args: { filename: read.item.file.filename, query: cutText(text, LONGEST_SEARCH) },
        };
        const { file, passage } = read.item;
        yield { say: quoted([{ title: file.filename, place: passage.place, quote: quoteOf(passage.text, text) }]) };
        return FINAL;
      }
      if (session.question.scope.length > 0)
        yield { tool: "search_documents", args: { query: cutText(text, LONGEST_SEARCH) } };
      const telling = found.filter((each) => each.coverage >= 0.7 * coverage);
      session.citations = telling.map(({ citation }) => citation);
      yield { say: quoted(telling.map(({ citation }: Finding) => citation)) };
      return FINAL;
    },
  };
}

/** The documents the message names come before those of the scope if they cover as much of the question. */
async function documentsFor(
  { organization, scope, attached_files }: Question,
  { files, signal }: AnswerTools,
  text: string,
): Promise<Finding[]> {
  const shelf = { files, organizationId: organization.id };
  const search = (projects: readonly string[], limit: number) =>
    projects.length > 0 ? searchDocuments(shelf, { projectIds: projects, query: text, limit }, signal) : [];
  const named = await search([...new Set(attached_files.map((file) => file.project_id))], 100);
  const meant = named.filter(({ citation }) =>
    attached_files.some((file) => file.document_id === citation.document_id),
  );
  return meant.length > 0
    ? meant.slice(0, 3)
    : search(
        scope.map((project) => project.id),
        3,
      );
}

function quoted(passages: readonly Pick<Citation, "title" | "place" | "quote">[]): string {
  return passages
    .map(({ title, place, quote }) => `“${title}”, ${place}, says:\n\n> ${quote.replace(/\n+/g, "\n> ")}`)
    .join("\n\n");
}
