import type { Cell } from "@parley/datasource/types";
import { isSaid, type Judged, type Verdict } from "./judge.ts";
import type { Reply } from "./reply.ts";
import type { Rows } from "./score.ts";

/** The beginning of a result. */
export interface FirstRows {
  columns: string[];
  /** At most five, with long texts cut. */
  rows: Cell[][];
  row_count: number;
}

/** One question with what was expected, what came back, and the verdict: a line of the file of cases. */
export interface EvaluationCase extends Verdict {
  /** Its line in the question file. */
  line: number;
  db: string;
  question: string;
  /** What was asked before it. */
  after: string[];
  class: string;
  /** False for a refusal, a notice or a question back. */
  answered: boolean;
  /** True where the data cannot answer it. */
  unanswerable: boolean;
  /** True if the text alone says what was expected; null where that is too large for a sentence. */
  said: boolean | null;
  expected: {
    sql: string | null;
    result: FirstRows | null;
    contains: string[];
    saved_query: string | null;
    choices: string[];
  };
  given: {
    source: Reply["source"];
    saved_query: string | null;
    sql: string | null;
    result: FirstRows | null;
    text: string;
    choices: string[];
  };
  /** How the question was read. */
  reading: string | null;
  assumptions: string[];
  left_out: string[];
  confidence: number | null;
  /** Where the numbers of the text come from, as the answer says (D54); null where it says nothing. */
  verification: Reply["verification"];
  /** What a language model has read and written for it; null where none was asked. */
  usage: Reply["usage"];
  /** How long it took to read the question; through the analyst, to answer it. */
  milliseconds: number;
}

const ROWS_KEPT = 5;
const SHOWN_CELL_CHARACTERS = 80;
const TEXT_CHARACTERS = 4_000;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

const firstRows = ({ columns, rows }: Rows): FirstRows => ({
  columns,
  rows: rows
    .slice(0, ROWS_KEPT)
    .map((row) => row.map((cell) => (typeof cell === "string" ? cut(cell, SHOWN_CELL_CHARACTERS) : cell))),
  row_count: rows.length,
});

/** A judged question as it is kept. */
export function caseOf(judged: Judged, verdict: Verdict): EvaluationCase {
  const { question, references, reply, savedQuery } = judged;
  const { expected } = question;
  const [reference] = references;
  return {
    line: question.line,
    db: question.db,
    question: question.question,
    after: question.after,
    class: question.class,
    ...verdict,
    answered: reply.answered,
    unanswerable: expected.kind === "refusal",
    said: isSaid(judged),
    expected: {
      sql: reference?.sql ?? null,
      result: reference ? firstRows(reference.result) : null,
      contains: expected.kind === "documents" ? expected.contains : [],
      saved_query: expected.kind === "saved_query" ? expected.saved_query : null,
      choices: question.choices ?? [],
    },
    given: {
      source: reply.source,
      saved_query: savedQuery?.title ?? null,
      sql: reply.sql,
      result: reply.rows && firstRows(reply.rows),
      text: cut(reply.text, TEXT_CHARACTERS),
      choices: reply.choices,
    },
    reading: reply.reading,
    assumptions: reply.assumptions,
    left_out: reply.left_out,
    confidence: reply.confidence,
    verification: reply.verification,
    usage: reply.usage,
    milliseconds: Number(reply.milliseconds.toFixed(2)),
  };
}
