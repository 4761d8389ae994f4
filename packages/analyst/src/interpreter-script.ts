import { DatasourceError } from "@parley/datasource/types";
import { type Chart, chooseCharts } from "@parley/interpreter/explain/choose-chart";
import { askerLanguage } from "@parley/core/answer/asker-language";
import { contentStems } from "@parley/core/passage/ranking";
import { unitOfOutput } from "@parley/interpreter/explain/figures";
import { suggestFollowUps, suggestQuestions } from "@parley/interpreter/explain/suggestions";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { isChat } from "@parley/interpreter/language/small-talk";
import { joined } from "@parley/interpreter/language/words";
import type { QueryReading, Reading, Refusal } from "@parley/interpreter/question";
import { type ChartRequest, isPossible } from "./charts/build-chart.ts";
import { suggestChart } from "./charts/suggest-chart.ts";
import { passagesAskedOn, quotedBefore } from "./documents/asked-on.ts";
import { findPassages } from "./documents/telling.ts";
import type { ScriptStep } from "./models/interpreter-model.ts";
import { isFormOf, type QueryRead, type Read, readingOf, readSources } from "./readings.ts";
import { truncatedText } from "./row-counts.ts";
import { savedQueryText, titleText } from "./saved-query-text.ts";
import { failedQueryNotice, noRowsNotice, notToldNotice, scopeNotice, unusedFiles } from "./scope-notice.ts";
import { type Outcome, type Session, type Source, uploadSource } from "./answer-session.ts";
import { readingLine } from "./reading-line.ts";
import { sqlBlock } from "./sql-result.ts";
import { NOT_READ, understanding } from "./understood.ts";
import { type TwoParts, twoParts } from "./two-parts.ts";
import { speaksOfFile } from "./spoken-of-file.ts";
import { daysHeld } from "./uploads/days-held.ts";
import {
  asksForContents,
  asksForRows,
  contentsOf,
  firstRowsSql,
  rowCountSentence,
  rowCountSql,
} from "./uploads/file-facts.ts";
import { FINAL, type ScriptVerdict } from "./script-verdict.ts";
import {
  type Aim,
  aimOf,
  isForDocuments,
  mayBeDocuments,
  namesSubject,
  namesSomething,
  speaksInstead,
  standsOnAnswer,
} from "./documents-or-database.ts";

/** A reading to trust to be about the file that the chat was about. */
const SURE_READING = 0.5;
/** Share of the question's words that an attached text must have to be an answer. */
const ATTACHED_SPEAKS = 0.5;

/** The interpreter's way through a question, step by step. What the tools find is read from the session. */
export async function* interpreterScript(session: Session): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const given = session.results.at(-1);
  const { saved_query } = session.question;
  if (given?.saved_query_id && saved_query) return yield* tellSavedQuery(session, saved_query, given);

  const text = askedText(session);
  if (asksForRows(text, session.uploads.tables)) return yield* countRows(session);
  if (asksForContents(text, session.uploads.tables)) return yield* tellContents(session);
  const noRows = session.question.integration && !hasNewFiles(session) ? null : noRowsNotice(session);
  if (noRows !== null) {
    yield { say: noRows };
    return { ...FINAL, type: "scope_notice" };
  }
  const parts = await twoParts(session, text);
  if (parts) return yield* inOneAnswer(session, parts);
  const readings = await readSources(session, text);
  const best = preferred(session, readings, text);
  return yield* answerFrom(session, text, readings, best);
}

/** Answers from what covers the question best: an attached text, the database or a document; else says why not. */
async function* answerFrom(
  session: Session,
  text: string,
  readings: readonly Read[],
  best: Read | null,
): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const query = queryOf(best);
  const aim = aimOf(text);
  const further = aim === "figures" && contentStems(text).length > 0 ? null : await passagesAskedOn(session, text);
  if (further === "none" && !(query && namesSubject(query.reading, text))) return yield* refuseFurther(session);
  if (further && further !== "none") return yield* further.tell();
  const passages = areSearched(session, text, { query, aim }) ? await findPassages(session, text) : null;
  if (passages && passages.attached >= ATTACHED_SPEAKS && passages.attached > score(query?.reading))
    return yield* passages.tell();
  const refused = readings.find(isRefused);
  if (
    passages &&
    (query ? isForDocuments(passages, query.reading, text) : speaksInstead(passages, refused?.reading, text))
  )
    return yield* passages.tell();
  if (query) return yield* answerByQuery(session, query);
  return yield* refuse(session, refused && (await withChoices(session, text, refused)));
}

/** True if documents and attached texts may answer. These come before the database if they cover more of the question than its reading. */
function areSearched(session: Session, text: string, { query, aim }: { query: QueryRead | null; aim: Aim }): boolean {
  if (!namesSomething(text) || isChat(text)) return false;
  if (aim !== "rules" && standsOnAnswer(text) && hasDataBefore(session)) return false;
  return !query || session.uploads.texts.length > 0 || mayBeDocuments(query.reading, text, aim);
}

/** A text that was not understood. */
type Refused = Read & { reading: Refusal };

const isRefused = (read: Read): read is Refused => read.reading.kind === "not_understood";

/** The refusal with what can be meant; of German questions little is read. */
async function withChoices(session: Session, text: string, { reading, source }: Refused): Promise<Refusal> {
  if (askerLanguage(session.question) === "de") return reading;
  const { withNearest } = await import("@parley/interpreter/nearest");
  return withNearest(text, reading, (other) => readingOf(session, source, other));
}

/** The answers of a question's two parts, in the order in which they are asked; what is said of the reading is the query's. */
async function* inOneAnswer(
  session: Session,
  { query, passages, isQueryFirst }: TwoParts,
): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const ofQuery = withoutSaying(answerByQuery(session, query));
  const ofPassages = withoutSaying(passages.tell());
  const [first, second] = isQueryFirst ? [ofQuery, ofPassages] : [ofPassages, ofQuery];
  const told = [yield* first, yield* second];
  yield { say: told.flatMap(({ said }) => said).join("\n\n") };
  return told[isQueryFirst ? 0 : 1]?.verdict ?? FINAL;
}

/** The steps of a script but for what it says, which it returns: who speaks has ended. */
async function* withoutSaying(
  script: AsyncGenerator<ScriptStep, ScriptVerdict>,
): AsyncGenerator<ScriptStep, { said: string[]; verdict: ScriptVerdict }> {
  const said: string[] = [];
  for (;;) {
    const { value, done } = await script.next();
    if (done) return { said, verdict: value };
    if ("say" in value) said.push(value.say);
    else yield value;
  }
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

/** Says that no document has the words with which a question goes on from what documents told. */
async function* refuseFurther(session: Session): AsyncGenerator<ScriptStep, ScriptVerdict> {
  yield { say: notToldNotice(session, await quotedBefore(session)) };
  return { ...FINAL, type: "scope_notice" };
}

const score = (reading: Reading | undefined) => (reading?.kind === "query" ? reading.confidence : 0);

/** A question is about what is expected, unless the other source clearly covers more of it. */
const EXPECTED = 0.1;

/** The reading that goes on from the answer before, else the surest one; none where a file was spoken of that cannot tell. */
function preferred(session: Session, readings: readonly Read[], text: string): Read | null {
  const goesOn = readings.find((each) => asksOn(session, each));
  if (goesOn) return goesOn;
  // With a file it is about the file, until the database has answered since that came.
  const isDatabaseExpected = !hasNewFiles(session) && readings.some((each) => isBefore(session, each, "integration"));
  const expected: Source["kind"] = isDatabaseExpected ? "integration" : "uploads";
  const preference = (read: Read | null) =>
    read?.reading.kind === "query" ? score(read.reading) + (read.source.kind === expected ? EXPECTED : 0) : 0;
  const surest = readings.reduce<Read | null>((top, each) => (preference(each) > preference(top) ? each : top), null);
  const file = readings.find((each) => isBefore(session, each, "uploads"));
  const query = surest?.source.kind === "integration" ? queryOf(surest) : null;
  return file && query && speaksOfFile(text, file.schema, query.reading) ? null : surest;
}

/** True if a file came with the question itself. */
function hasNewFiles({ question: { history, uploads } }: Session): boolean {
  const known = new Set(history.flatMap(({ upload_ids: ids }) => ids ?? []));
  return uploads.some(({ id }) => !known.has(id));
}

/** True if the last answer came from data, whatever was not understood since. */
function hasDataBefore({ question: { history } }: Session): boolean {
  const told = history.findLast(
    ({ state, metadata }) => (state ?? null) !== null || (metadata?.citations?.length ?? 0) > 0,
  );
  return (told?.state ?? null) !== null;
}

/** True if the previous answer came from this source, which is of that kind. */
function isBefore({ question }: Session, { source, schema }: Read, kind: Source["kind"]): boolean {
  const before = question.history.findLast(({ state }) => state !== undefined && state !== null)?.state;
  return source.kind === kind && isFormOf(before, schema);
}

/** True if the previous answer came from a file and the question can be read as one about it, too. */
const asksOn = (session: Session, read: Read): boolean =>
  score(read.reading) >= SURE_READING && isBefore(session, read, "uploads");

/** What is asked: the message, or the prompt of a saved query that has no SQL (D28). */
export const askedText = ({ question }: Session): string => question.saved_query?.prompt ?? question.message;

const queryOf = (read: Read | null): QueryRead | null =>
  read?.reading.kind === "query" ? { ...read, reading: read.reading } : null;

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
    yield { say: failedQueryNotice(session, reading) };
    return { ...FINAL, type: "scope_notice", understood: understanding(reading) };
  }
  if (!reading.form.all_columns) outcome.units = reading.form.outputs.map(unitOfOutput);
  for (const chart of chooseCharts(reading.form, outcome.result)) yield* drawn(outcome, requestOf(chart));
  const follow_ups = suggestFollowUps(reading.form, schema);
  const isOfFile = source.kind === "uploads";
  const held = isOfFile ? daysHeld(reading.form, schema, outcome.result, headingIn(session)) : [];
  const notes = isOfFile ? notesOf(session) : [];
  const { saved_query } = session.question;
  const asked = saved_query ? [`${titleText(saved_query)} asks: ${saved_query.prompt}`] : [];
  yield { say: [...asked, ...held, explained(reading, outcome), ...notes, ...unusedFiles(session)].join("\n\n") };
  return { type: "final", state: reading.form, follow_ups, understood: understanding(reading) };
}

/** What reading the files left out, each said once. */
const notesOf = ({ uploads }: Session): string[] => [...new Set(uploads.tables.flatMap(({ notes }) => notes))];

/** What a file calls a column of one of its tables. */
const headingIn =
  ({ uploads }: Session) =>
  (table: string, column: string): string | undefined =>
    uploads.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.heading;

const requestOf = (chart: Chart): ChartRequest => ({
  chart_type: chart.chart_type,
  value: chart.value_column,
  more_values: chart.more_value_columns,
  series: chart.series_column,
  title: chart.title,
  ...(chart.chart_type === "scatter" ? { x: chart.label_column } : { label: chart.label_column }),
});

/** The number of rows of the attached tables, for which no schema has words. */
async function* countRows(session: Session): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const { tables } = session.uploads;
  const sql = rowCountSql(tables);
  yield { tool: "query_upload", args: { sql } };
  const notes = notesOf(session);
  yield { say: [rowCountSentence(tables), sqlBlock(sql), ...notes, ...unusedFiles(session)].join("\n\n") };
  return FINAL;
}

/** Tables that are told of. */
const FILE_TABLES_TOLD = 10;

/** What the attached tables hold, with the first rows of the only one, and what can be asked. */
async function* tellContents(session: Session): AsyncGenerator<ScriptStep, ScriptVerdict> {
  const { tables } = session.uploads;
  const [first] = tables;
  if (first !== undefined && tables.length === 1) yield { tool: "query_upload", args: { sql: firstRowsSql(first) } };
  const told = tables.slice(0, FILE_TABLES_TOLD).map(contentsOf);
  const more =
    tables.length > FILE_TABLES_TOLD ? [`${tables.length - FILE_TABLES_TOLD} more tables are attached.`] : [];
  const notes = notesOf(session);
  yield { say: [...told, ...more, ...notes, ...unusedFiles(session)].join("\n\n") };
  const schema = await uploadSource(session)?.schema(session.tools.signal);
  return { ...FINAL, follow_ups: schema ? suggestQuestions(schema) : [] };
}

/** Draws a chart if the result allows it: what no pie can hold, as bars. */
function* drawn(outcome: Outcome, request: ChartRequest | null): Generator<ScriptStep> {
  const bars = request?.chart_type === "pie" ? { ...request, chart_type: "bar" as const } : null;
  const drawable = [request, bars].find((each) => each && isPossible(outcome.result, each));
  if (drawable) yield { tool: "make_chart", args: { result: outcome.name, ...drawable } };
}

/** The sentence with the number, how the question was read, what was assumed, and the SQL. */
function explained(reading: QueryReading, { result }: Outcome): string {
  return [
    ...leftOutText(reading.left_out),
    verbalize(reading.form, result),
    ...(result.truncated ? [truncatedText(result)] : []),
    readingLine(reading.interpretation),
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

async function* tellSavedQuery(
  session: Session,
  query: NonNullable<Session["question"]["saved_query"]>,
  outcome: Outcome,
): AsyncGenerator<ScriptStep, ScriptVerdict> {
  yield* drawn(outcome, suggestChart(outcome.result, query.title));
  yield { say: savedQueryText(query, outcome.result, askerLanguage(session.question)) };
  return { ...FINAL, understood: { ...NOT_READ, interpretation: titleText(query) } };
}
