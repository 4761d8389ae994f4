import { open, writeFile } from "node:fs/promises";
import { caseOf, type EvaluationCase } from "./case.ts";
import { acceptedChoice, type Judged, judge, type Reference, type Verdict } from "./judge.ts";
import { type EvaluationQuestion, type QuestionFilter, readQuestions, reasonOf } from "./question-file.ts";
import { type Ask, nothingSaid, type Reply } from "./reply.ts";
import { type DatabaseLeftOut, type EvaluationReport, type Skip, summarise } from "./report.ts";
import { plainRows, runSql, type Workplace } from "./workplace.ts";

export interface EvaluationOptions {
  /** A JSON Lines file of questions. */
  questions: string;
  filter?: QuestionFilter;
  /** Opens the database that questions name. What it throws leaves out that database's questions. */
  open: (db: string, signal: AbortSignal) => Promise<Workplace>;
  ask: Ask;
  /** What `ask` can answer with: the interpreter knows the database alone. */
  through: "interpreter" | "analyst";
  /** Questions of one database that are asked at the same time; 1 where it is not given. */
  at_once?: number;
  /** Where to write each case as it is judged, one JSON object a line. */
  cases?: string;
  /** Where to write the whole report as JSON. */
  json?: string;
  /** Ends the evaluation after the question at hand: what is done is reported. */
  signal?: AbortSignal;
  /** Called after each question. */
  progress?: (done: number, total: number) => void;
}

/** What has come of an evaluation so far. */
interface Progress {
  cases: EvaluationCase[];
  skips: Skip[];
  databases_left_out: DatabaseLeftOut[];
}

const never = new AbortController().signal;

/**
 * Measures answers by their result: the rows of each answer are compared with those of the reference queries, and the
 * numbers of its text with its rows. Every database is opened and introspected once; questions are asked database by
 * database. Throws `QuestionFileError`, and where a file cannot be written.
 */
export async function evaluate(options: EvaluationOptions): Promise<EvaluationReport> {
  const started = performance.now();
  const { signal = never, progress } = options;
  const questions = await readQuestions(options.questions, options.filter);
  const so_far: Progress = { cases: [], skips: [], databases_left_out: [] };
  const file = options.cases === undefined ? undefined : await open(options.cases, "w");
  let done = 0;
  try {
    for (const [db, group] of Map.groupBy(questions, (question) => question.db)) {
      if (signal.aborted) break;
      for await (const judged of casesOf(db, group, options, so_far)) {
        done += judged.questions;
        if (judged.found) {
          so_far.cases.push(judged.found);
          await file?.appendFile(`${JSON.stringify(judged.found)}\n`);
        }
        progress?.(done, questions.length);
      }
    }
  } finally {
    await file?.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const report = summarise({ ...so_far, through: options.through, stopped: signal.aborted, seconds });
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** The cases of one database. What cannot be asked is noted in `so_far`. */
async function* casesOf(
  db: string,
  group: readonly EvaluationQuestion[],
  options: EvaluationOptions,
  so_far: Progress,
): AsyncGenerator<{ questions: number; found?: EvaluationCase }> {
  const { signal = never } = options;
  let place: Workplace;
  try {
    place = await options.open(db, signal);
  } catch (error) {
    if (signal.aborted) return;
    so_far.databases_left_out.push({ db, questions: group.length, reason: reasonOf(error) });
    yield { questions: group.length };
    return;
  }
  try {
    const asked = group.map((question) => () => caseIn(place, question, options, so_far.skips));
    for await (const found of asTheyEnd(asked, options.at_once ?? 1)) {
      // Stopped in the middle, it has no fair verdict.
      if (signal.aborted) return;
      yield found ? { questions: 1, found } : { questions: 1 };
    }
  } finally {
    await place.close();
  }
}

/** Starts work in its order, so many at a time, and gives each result as it comes. */
async function* asTheyEnd<Result>(work: readonly (() => Promise<Result>)[], atOnce: number): AsyncGenerator<Result> {
  const running = new Map<number, Promise<{ at: number; result: Result }>>();
  const waiting = work.entries();
  const start = () => {
    const next = waiting.next();
    if (next.done) return;
    const [at, each] = next.value;
    running.set(
      at,
      each().then((result) => ({ at, result })),
    );
  };
  for (let started = 0; started < atOnce; started++) start();
  while (running.size > 0) {
    const { at, result } = await Promise.race(running.values());
    running.delete(at);
    yield result;
    start();
  }
}

/** One question, asked and judged; undefined where it is skipped. */
async function caseIn(
  place: Workplace,
  asked: EvaluationQuestion,
  options: EvaluationOptions,
  skips: Skip[],
): Promise<EvaluationCase | undefined> {
  const { signal = never } = options;
  const { line, db, question: text } = asked;
  const question = options.through === "interpreter" ? forDatabase(asked) : asked;
  if (question === null) {
    const reason = "only the whole analyst can answer it";
    skips.push({ line, db, question: text, what: "question", sql: null, reason });
    return undefined;
  }
  const wanted = "sql" in question.expected ? question.expected.sql : [];
  const references: Reference[] = [];
  const broken: Skip[] = [];
  for (const sql of wanted) {
    try {
      references.push({ sql, result: plainRows(await runSql(place, sql, signal)) });
    } catch (error) {
      broken.push({ line, db, question: text, what: "reference", sql, reason: reasonOf(error) });
    }
  }
  const isLost = wanted.length > 0 && references.length === 0;
  if (!signal.aborted) skips.push(...broken.map((each) => (isLost ? { ...each, what: "question" as const } : each)));
  if (isLost) return undefined;
  const judged = await askedOf(place, question, options.ask, { references, signal });
  const verdict = await verdictOf(place, judged, options.ask, signal);
  return caseOf(judged, verdict);
}

/** A question as the database alone can be asked it; null where it cannot answer. */
function forDatabase(question: EvaluationQuestion): EvaluationQuestion | null {
  const { expected } = question;
  if (expected.kind === "rows" || expected.kind === "refusal") return question;
  const sql = expected.kind === "saved_query" ? expected.sql : [];
  return sql.length === 0 ? null : { ...question, expected: { kind: "rows", sql } };
}

/** Asks a question; a failure is an answer that failed. */
async function askedOf(
  place: Workplace,
  question: EvaluationQuestion,
  ask: Ask,
  { references, signal }: { references: readonly Reference[]; signal: AbortSignal },
): Promise<Judged> {
  const started = performance.now();
  let reply: Reply;
  try {
    reply = await ask(question, place, signal);
  } catch (error) {
    reply = { ...nothingSaid, answered: true, failure: reasonOf(error), milliseconds: performance.now() - started };
  }
  const id = reply.saved_query_id;
  const [saved] = id === null ? [] : await place.saved_queries.read([id]);
  return { question, references, reply, savedQuery: saved ?? null };
}

/** The verdict on a reply; a question back is right if it offers an accepted choice, or one whose answer is right. */
async function verdictOf(place: Workplace, judged: Judged, ask: Ask, signal: AbortSignal): Promise<Verdict> {
  const verdict = judge(judged);
  const { question, references, reply } = judged;
  if (verdict.miss !== "not_answered" || question.choices === null) return verdict;
  const offered = { strict: true, lenient: true, miss: null };
  const accepted = acceptedChoice(question.choices, reply);
  if (accepted !== undefined) return { ...offered, detail: `asked back: ${accepted}` };
  for (const choice of reply.choices) {
    const chosen = { ...question, question: choice, after: [...question.after, question.question] };
    const answer = await askedOf(place, chosen, ask, { references, signal });
    if (judge(answer).strict) return { ...offered, detail: `asked back: ${choice}` };
  }
  return verdict;
}
