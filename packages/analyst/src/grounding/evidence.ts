import type { Verification } from "@parley/contract/message";
import { resultsShown } from "../answer-sql.ts";
import { memoriesOf } from "../prompt.ts";
import type { Session } from "../answer-session.ts";
import type { CellPlace } from "./figures.ts";
import type { CheckedNumber, Evidence } from "./number-origins.ts";

/** Tools whose results are texts that an answer may take numbers from. */
const READING_TOOLS = { read_upload: "document", describe_tables: "schema" } as const;

/** True for a chat that has nothing to look into: what a model says there cannot be held against anything. */
export const hasNothingToLookInto = ({ question, uploads }: Session): boolean =>
  question.integration === null &&
  question.scope.length === 0 &&
  question.attached_files.length === 0 &&
  question.uploads.length === 0 &&
  uploads.tables.length === 0;

/** What the numbers of this turn's text may come from. */
export function evidenceOf(session: Session): Evidence {
  const { question, results, reports } = session;
  const texts: Evidence["texts"][number][] = [];
  const add = (kind: Evidence["texts"][number]["kind"], ...each: (string | null | undefined)[]) => {
    for (const text of each) if (text) texts.push({ kind, text });
  };
  add("question", question.message, question.saved_query?.title, question.saved_query?.prompt);
  add("question", ...Object.values(question.saved_query?.values ?? {}));
  add("query", ...results.map(({ sql }) => sql));
  add("instructions", question.agent?.instructions, ...question.rules, ...memoriesOf(question));
  add("document", ...session.attached, ...session.quoted.map(({ quote }) => quote));
  // The ids of passages are no numbers of theirs.
  for (const { citation, text } of session.passages) add("document", citation.title, citation.place, text);
  for (const { event, text } of reports.values()) {
    const kind = Object.entries(READING_TOOLS).find(([tool]) => tool === event.tool)?.[1];
    if (kind && event.status === "success") add(kind, text);
  }
  for (const { role, content, metadata } of question.history) {
    if (role === "user") add("question", content);
    // Only what was found to have a source may be said again.
    add(
      "earlier_answer",
      ...(metadata?.verification?.numbers ?? []).flatMap(({ text, source }) => (source ? text : [])),
    );
  }
  const earlier = question.history.flatMap(({ type, content }) =>
    type === "user" || type === "final" || type === "scope_notice" ? content : [],
  );
  return {
    results: results.map(({ result }) => result),
    texts,
    chat: { message: question.message, earlier: earlier.join("\n") },
  };
}

/** Bytes of an answer's sources, which are kept with its message. */
const SOURCE_BYTES = 24 * 1024;
/** Cells named for one number. */
const CELLS_OF_NUMBER_TOLD = 6;

/** Marks the results whose cells the numbers of the text are, or were made of: their statements belong to the answer. */
export function markNamed({ results }: Session, numbers: readonly CheckedNumber[]): void {
  for (const { origin } of numbers) {
    const cells = !origin ? [] : "cell" in origin ? [origin.cell] : origin.from;
    for (const { result } of cells) {
      const outcome = results[result];
      if (outcome) outcome.is_named = true;
    }
  }
}

/** The numbers as the message's metadata says them; of very many those without a source, and the first. */
export function verificationOf(
  session: Session,
  { status, numbers }: { status: Verification["status"]; numbers: readonly CheckedNumber[] },
): Verification {
  const listed = resultsShown(session);
  const cell = ({ result, row, column }: CellPlace) => {
    const outcome = session.results[result];
    const table = outcome?.table_id;
    const sql_index = listed.findIndex((each) => each === outcome);
    return { ...(table && { visualization_id: table }), ...(sql_index >= 0 && { sql_index }), row, column };
  };
  const told = numbers.map(({ text, origin }): Verification["numbers"][number] => {
    if (!origin) return { text, source: null };
    if ("cell" in origin) return { text, source: cell(origin.cell) };
    return { text, source: { derived: origin.derived, from: origin.from.slice(0, CELLS_OF_NUMBER_TOLD).map(cell) } };
  });
  return { status, numbers: within(told) };
}

function within(numbers: Verification["numbers"]): Verification["numbers"] {
  const sizes = numbers.map((each) => Buffer.byteLength(JSON.stringify(each)));
  let left = SOURCE_BYTES;
  const kept = new Set<number>();
  const take = (isSourced: boolean) => {
    for (const [at, { source }] of numbers.entries()) {
      const size = sizes[at] ?? 0;
      if ((source !== null) === isSourced && size <= left) {
        left -= size;
        kept.add(at);
      }
    }
  };
  take(false);
  take(true);
  return numbers.filter((_, at) => kept.has(at));
}
