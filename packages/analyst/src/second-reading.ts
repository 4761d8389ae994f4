import type { Cell, QueryResult, Schema } from "@parley/datasource/types";
import { CHANGES_THE_ONE_BEFORE, type QueryReading } from "@parley/interpreter/question";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { resultsShown } from "./answer-sql.ts";
import type { Finding } from "./checks/check.ts";
import { readingAfter, readingAlone } from "./readings.ts";
import { formOfTurnBefore, isPlainChange } from "./turn-before.ts";
import { type Outcome, type Session, type Source, TURN_ROWS, uploadSource } from "./answer-session.ts";
import { NOT_READ, type Understood, understanding } from "./understood.ts";

/** Tables of the largest database whose questions are read again: it takes some 50 ms of CPU there, in short stretches. */
const MOST_TABLES = 2_000;
/** How sure a reading must be to have a say beside a language model. */
const SURE_SECOND_READING = 0.8;
/** An answer waits this long for the statement of another reading, if that is another one. */
const SECOND_READING_TIMEOUT_MS = 2_000;
/** Numbers are the same up to what floating point makes of them. */
const SAME_TO = 1e-9;

/** What the interpreter has to say of a language model's answer. */
export interface SecondReading {
  understood: Understood;
  findings: readonly Finding[];
  /** What the answer is of, where the interpreter is sure of it: the next question may go on from there. */
  state: LogicalForm | null;
}

const NOTHING_TO_SAY: SecondReading = { understood: NOT_READ, findings: [], state: null };

/** How a question was read a second time. */
interface Second {
  reading: QueryReading;
  /** Whether nothing that was said before may change what the question means: another number is told of then. */
  isPlain: boolean;
  /** Whether the question begins the chat, or goes on from what is known: what its figure is of is known, too. */
  isRooted: boolean;
}

/**
 * Reads a question that a language model has answered with one result (D53), of the database or of an attached file. Where the
 * interpreter's SQL is the model's, or gives the same number, its reading is what was understood; where it gives another number, the
 * reader is told. In a conversation that is so only where the question changes one condition of the turn before, which was read alike.
 * Only a schema that is known already is read with. A failure is silence: the answer is there.
 */
export async function readAgain(session: Session): Promise<SecondReading> {
  const { tools } = session;
  const outcome = resultAnswered(session);
  const source = outcome && sourceOf(session, outcome);
  if (!outcome || !source || session.question.saved_query) return NOTHING_TO_SAY;
  try {
    const schema = source.kind === "integration" ? await session.knownSchema() : await source.schema(tools.signal);
    if (!schema || schema.tables.length > MOST_TABLES) return NOTHING_TO_SAY;
    const second = await secondOf(session, source, schema);
    if (second === null) return NOTHING_TO_SAY;
    const { reading, isPlain, isRooted } = second;
    if (sameStatement(reading.sql, outcome.sql)) return agreed(reading, true);
    const figure = figureOf(outcome.result);
    // Tables are put in too many ways to be compared.
    if (figure === null) return NOTHING_TO_SAY;
    const other = figureOf(await resultOf(session, source, reading.sql));
    if (other === null) return NOTHING_TO_SAY;
    if (sameFigure(other, figure)) return agreed(reading, isRooted);
    return isPlain ? differs(reading, other) : NOTHING_TO_SAY;
  } catch {
    tools.signal.throwIfAborted();
    return NOTHING_TO_SAY;
  }
}

/** The reading of a question that the interpreter is sure of: one that stands for itself, or goes on from the turn before. */
async function secondOf(session: Session, source: Source, schema: Schema): Promise<Second | null> {
  const { history, message } = session.question;
  const before = source.kind === "integration" ? formOfTurnBefore(session, schema) : null;
  const reading = before
    ? await readingAfter(session, source, { text: message, before })
    : await readingAlone(session, source, message);
  if (reading.kind !== "query" || reading.confidence < SURE_SECOND_READING || reading.left_out.length > 0) return null;
  if (history.length === 0) return { reading, isPlain: true, isRooted: true };
  const goesOn = before !== null && reading.assumptions.includes(CHANGES_THE_ONE_BEFORE);
  return { reading, isPlain: goesOn && isPlainChange(before, reading.form, message), isRooted: goesOn };
}

const agreed = (reading: QueryReading, isKnown: boolean): SecondReading => ({
  understood: understanding(reading),
  findings: [],
  state: isKnown ? reading.form : null,
});

const differs = ({ interpretation }: QueryReading, value: Cell): SecondReading => ({
  understood: NOT_READ,
  findings: [{ code: "other_reading", interpretation, value: String(value) }],
  state: null,
});

/** The one result that an answer rests on. */
function resultAnswered(session: Session): Outcome | null {
  const [outcome, ...others] = resultsShown(session);
  const isOne = outcome !== undefined && others.length === 0 && outcome.saved_query_id === null;
  return isOne ? outcome : null;
}

/** Where a result is from; a question with files is about these. */
function sourceOf(session: Session, { source }: Outcome): Source | null {
  if (source === "uploads") return uploadSource(session);
  return session.question.uploads.length === 0 ? session.integration : null;
}

/** The cell of a result that is one number. */
function figureOf({ rows }: QueryResult): Cell | null {
  const [row, ...others] = rows;
  if (!row || others.length > 0 || row.length !== 1) return null;
  const [cell = null] = row;
  return cell !== null && typeof cell !== "boolean" && String(cell).trim() !== "" && Number.isFinite(Number(cell))
    ? cell
    : null;
}

/** The result of a reading's statement, within what is left of the turn. Throws `DatasourceError`. */
async function resultOf({ tools, rows }: Session, source: Source, sql: string): Promise<QueryResult> {
  const { clock, meter, signal } = tools;
  const time = Math.min(SECOND_READING_TIMEOUT_MS, meter.left("sql_ms"));
  if (time <= 0 || rows >= TURN_ROWS) return { columns: [], rows: [], row_count: 0, truncated: false, duration_ms: 0 };
  const datasource = await source.open();
  const started = clock.now();
  return datasource
    .run(sql, { parameters: [], row_limit: 2, timeout_ms: time, signal })
    .finally(() => meter.add({ sql_ms: clock.now() - started }));
}

/** A statement without names of its columns and what only its writing differs in; texts between quotation marks stay as they are. */
const bare = (sql: string): string =>
  sql
    .split(/('(?:[^']|'')*')/)
    .map((part, at) => (at % 2 === 1 ? part : bareWords(part)))
    .join("")
    .trim();

const bareWords = (part: string): string =>
  part
    .toLowerCase()
    .replace(/[\s"`;]+/g, " ")
    .replace(/ as \w+(?=,| from |$)/g, "")
    .replace(/ ?([(),=<>]) ?/g, "$1");

const sameStatement = (a: string, b: string): boolean => bare(a) === bare(b);

function sameFigure(a: Cell, b: Cell): boolean {
  if (String(a) === String(b)) return true;
  const [left, right] = [Number(a), Number(b)];
  return Math.abs(left - right) <= SAME_TO * Math.max(Math.abs(left), Math.abs(right));
}
