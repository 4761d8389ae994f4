import type { EvaluationQuestion } from "./question-file.ts";
import type { Reply } from "./reply.ts";
import { type Miss as RowsMiss, type Rows, score } from "./score.ts";
import { numbersWithoutSource, saysAll } from "./text-numbers.ts";

/** Why an answer is not right. */
export type Miss =
  | RowsMiss
  /** A question that the data cannot answer was answered. */
  | "false_answer"
  /** The answer is from somewhere else than it should be. */
  | "other_source"
  /** The text lacks what it has to have. */
  | "text_lacks"
  /** The text has a number that is not in the result. */
  | "number_in_text";

export interface Verdict {
  strict: boolean;
  lenient: boolean;
  miss: Miss | null;
  /** More about why, where there is more to say. */
  detail: string | null;
}

/** What a reference query returned. */
export interface Reference {
  sql: string;
  result: Rows;
}

/** What a reply is judged by. */
export interface Judged {
  question: EvaluationQuestion;
  references: readonly Reference[];
  reply: Reply;
  /** The saved query that answered. */
  savedQuery: { title: string; prompt: string } | null;
}

const right: Verdict = { strict: true, lenient: true, miss: null, detail: null };
const wrong = (miss: Miss, detail: string | null = null): Verdict => ({ strict: false, lenient: false, miss, detail });

/** Judges a reply by what is expected: its source, its rows and the numbers of its text. Choices are not looked at. */
export function judge({ question, references, reply, savedQuery }: Judged): Verdict {
  const { expected } = question;
  if (expected.kind === "refusal") return reply.answered && reply.failure === null ? wrong("false_answer") : right;
  if (!reply.answered) return wrong("not_answered");
  if (reply.failure !== null) return wrong("error", reply.failure);
  if (expected.kind === "documents") return judgeText(expected.contains, reply);
  if (expected.kind === "saved_query" && !isNamed(expected.saved_query, reply, savedQuery?.title ?? null))
    return wrong("other_source", `answered by ${savedQuery?.title ?? reply.source ?? "words alone"}`);
  if (reply.rows === null) return wrong("other_source", `answered by ${reply.source ?? "words alone"}`);
  const verdict = references.length === 0 ? right : bestOf(references, reply.rows);
  const questions = [question.question, ...question.after, ...(savedQuery ? [savedQuery.prompt] : [])];
  const { other_results: others, derived } = reply;
  const known = { questions, sql: reply.sql, result: reply.rows, others, derived, rowsTold: reply.rows_told };
  const strange = numbersWithoutSource(reply.text, known);
  if (strange.length === 0) return verdict;
  const detail = `not in the result: ${strange.join(", ")}`;
  return verdict.strict ? wrong("number_in_text", detail) : { ...verdict, lenient: false, detail };
}

/** True if the text of an answer says one of the references by itself; null where they are too large for a sentence, or there are none. */
export function isSaid({ references, reply }: Judged): boolean | null {
  if (!reply.answered || reply.failure !== null) return references.length === 0 ? null : false;
  const said = references.map(({ result }) => saysAll(reply.text, result)).filter((each) => each !== null);
  return said.length === 0 ? null : said.includes(true);
}

function judgeText(contains: readonly string[], { source, text }: Reply): Verdict {
  if (source !== "documents") return wrong("other_source", `answered by ${source ?? "words alone"}`);
  // A quote's lines may break anywhere, with marks of a quote between them.
  const plain = (words: string) => words.toLowerCase().replace(/[\s>]+/g, " ");
  const missing = contains.filter((each) => !plain(text).includes(plain(each)));
  return missing.length === 0 ? right : wrong("text_lacks", missing.join(", "));
}

const isNamed = (wanted: string, { saved_query_id }: Reply, title: string | null): boolean =>
  saved_query_id !== null && [saved_query_id, title ?? ""].some((name) => name.toLowerCase() === wanted.toLowerCase());

/** The verdict by the reference that the rows fit best. */
function bestOf(references: readonly Reference[], rows: Rows): Verdict {
  const verdicts = references.map(({ sql, result }) => score(result, rows, isOrdered(sql)));
  const best = verdicts.find(({ strict }) => strict) ?? verdicts.find(({ lenient }) => lenient) ?? verdicts[0];
  return best ? { ...best, detail: null } : right;
}

/** True when the outermost query orders its rows. */
function isOrdered(sql: string): boolean {
  let depth = 0;
  let ordered = false;
  for (const match of sql.matchAll(/[()]|\border\s+by\b|\b(?:union|intersect|except)\b/gi)) {
    const word = match[0].toLowerCase();
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0) ordered = word.startsWith("order");
  }
  return ordered;
}

const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

/** The choice of a question back that is one of the accepted ones, apart from case and punctuation. */
export const acceptedChoice = (accepted: readonly string[], { choices }: Reply): string | undefined =>
  choices.find((choice) => accepted.some((each) => sameWords(each) === sameWords(choice)));
