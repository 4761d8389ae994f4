import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as v from "valibot";
import { hardness } from "./hardness.ts";

/** What is right as an answer to a question. */
export type Expected =
  /** The rows of one of these queries. */
  | { kind: "rows"; sql: string[] }
  /** A refusal, a notice or a question back: the data cannot answer it. */
  | { kind: "refusal" }
  /** An answer from documents, cited, whose text has each of these in any case. */
  | { kind: "documents"; contains: string[] }
  /** The run of a saved query, by its title or id; with the rows of one of these queries where there are some. */
  | { kind: "saved_query"; saved_query: string; sql: string[] };

/** One line of a question file. */
export interface EvaluationQuestion {
  /** Its line in the file; 1 is the first. */
  line: number;
  /** Names the database it is asked of. */
  db: string;
  question: string;
  /** What is asked before it in the same chat, the first first. */
  after: string[];
  class: string;
  expected: Expected;
  /** Readings of which a question back may offer one; null where a question back is not right. */
  choices: string[] | null;
}

/** Which questions of a file are asked: all of them where nothing is given. */
export interface QuestionFilter {
  classes?: readonly string[];
  databases?: readonly string[];
  /** Only so many, from the first that fit. */
  limit?: number;
}

/** A question file that cannot be used: the message names the file, and the line where there is one. */
export class QuestionFileError extends Error {
  override name = "QuestionFileError";
}

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const Texts = v.pipe(
  v.union([
    v.pipe(v.array(Text), v.nonEmpty()),
    v.pipe(
      Text,
      v.transform((text) => [text]),
    ),
  ]),
  v.readonly(),
);

const Line = v.object({
  db: Text,
  question: Text,
  class: v.optional(Text),
  sql: v.optional(Texts),
  unanswerable: v.optional(v.boolean(), false),
  source: v.optional(v.picklist(["database", "documents", "saved_query"])),
  contains: v.optional(Texts),
  saved_query: v.optional(Text),
  choices: v.optional(v.array(Text)),
  after: v.optional(Texts),
});
type Line = v.InferOutput<typeof Line>;

/**
 * The questions of a JSON Lines file, in its order. Every line is checked, whether its question is asked or not. Throws
 * `QuestionFileError`, which names the line.
 */
export async function readQuestions(file: string, filter: QuestionFilter = {}): Promise<EvaluationQuestion[]> {
  const lines = (await textOf(file)).split(/\r?\n/);
  const all = lines.flatMap((line, at) => (line.trim() === "" ? [] : [questionIn(line, at + 1, file)]));
  if (all.length === 0) throw new QuestionFileError(`${basename(file)} has no questions.`);
  const { classes = [], databases = [], limit = all.length } = filter;
  const isWanted = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value);
  const found = all.filter((each) => isWanted(classes, each.class) && isWanted(databases, each.db));
  if (found.length === 0) throw new QuestionFileError(nothingFits(all, filter));
  return found.slice(0, limit);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new QuestionFileError(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

/** Why something failed, without a full stop. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");

function questionIn(text: string, line: number, file: string): EvaluationQuestion {
  const place = `${basename(file)}, line ${line}`;
  const parsed = v.safeParse(Line, valueIn(text, place));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new QuestionFileError(
      `${place}: ${v.getDotPath(issue) ?? "the line"} is not as it should be: ${issue.message}`,
    );
  }
  const { db, question, after = [], choices } = parsed.output;
  const expected = expectedOf(parsed.output, place);
  const named = parsed.output.class ?? classOf(expected);
  return { line, db, question, after: [...after], class: named, expected, choices: choices ?? null };
}

function valueIn(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new QuestionFileError(`${place} is not valid JSON: ${reasonOf(cause)}.`, { cause });
  }
}

function expectedOf({ unanswerable, source, sql = [], contains, saved_query }: Line, place: string): Expected {
  const lacks = (what: string) => new QuestionFileError(`${place} lacks ${what}.`);
  if (unanswerable) {
    if (sql.length > 0)
      throw new QuestionFileError(`${place} is unanswerable and has sql: it can have only one of them.`);
    return { kind: "refusal" };
  }
  if (source === "documents") {
    if (!contains) throw lacks("contains: what the text of an answer from documents has to have");
    return { kind: "documents", contains: [...contains] };
  }
  if (source === "saved_query") {
    if (saved_query === undefined) throw lacks("saved_query: the title or id of the query that answers it");
    return { kind: "saved_query", saved_query, sql: [...sql] };
  }
  if (sql.length === 0) throw lacks("sql, or unanswerable, or source");
  return { kind: "rows", sql: [...sql] };
}

function classOf(expected: Expected): string {
  if (expected.kind === "rows") return hardness(expected.sql[0] ?? "");
  return { refusal: "unanswerable", documents: "documents", saved_query: "saved query" }[expected.kind];
}

function nothingFits(all: readonly EvaluationQuestion[], { classes = [], databases = [] }: QuestionFilter): string {
  const listed = (values: readonly string[]) => [...new Set(values)].toSorted().join(", ");
  const wanted = [
    ...(classes.length > 0 ? [`of class ${classes.join(" or ")}`] : []),
    ...(databases.length > 0 ? [`about ${databases.join(" or ")}`] : []),
  ];
  return [
    `There are no questions ${wanted.join(" ")}.`,
    `Classes: ${listed(all.map((each) => each.class))}.`,
    `Databases: ${listed(all.map((each) => each.db))}.`,
  ].join(" ");
}
