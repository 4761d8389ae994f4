import type { QueryEntry } from "@parley/core/query/matching-index";
import type { GivenDefinition } from "@parley/core/definition/given";
import type { Question, QuestionQuery } from "@parley/core/answer/answer";
import { type Ask, nothingSaid, type Reply } from "../evaluation/reply.ts";
import { type Rows, score } from "../evaluation/score.ts";
import { rowsText } from "../row-counts.ts";
import { plainRows, runSql, type Workplace } from "../evaluation/workplace.ts";

/** A question whose right answer is known, and where it is asked. */
export interface Rehearsed {
  id: string;
  /** Names the database, as `open` knows it. */
  db: string;
  question: string;
  /** Its rows are the right answer. */
  sql: string;
  class: string | null;
}

/** What is to be saved: what the organization would have with it. */
export interface Draft {
  rules(before: readonly string[]): readonly string[];
  memories(before: Question["memories"]): Question["memories"];
  /** What words mean in the database of an integration; as before where absent. */
  definitions?: (before: readonly GivenDefinition[], integrationId: string | undefined) => readonly GivenDefinition[];
  /** Saved queries that it adds, and the ids of those that it takes away. */
  added_queries: readonly { entry: QueryEntry; query: QuestionQuery }[];
  removed_queries: readonly string[];
}

/** The same place with the draft saved. */
export function withDraft(place: Workplace, draft: Draft): Workplace {
  const added = new Map(draft.added_queries.map(({ query }) => [query.id, query]));
  const left = place.saved_queries.entries.filter(({ id }) => !draft.removed_queries.includes(id));
  return {
    ...place,
    rules: draft.rules(place.rules),
    memories: draft.memories(place.memories ?? []),
    definitions: draft.definitions?.(place.definitions ?? [], place.integration_id) ?? place.definitions ?? [],
    saved_queries: {
      entries: [...left, ...draft.added_queries.map(({ entry }) => entry)],
      read: async (ids) => [
        ...(await place.saved_queries.read(ids.filter((id) => !added.has(id)))),
        ...ids.flatMap((id) => added.get(id) ?? []),
      ],
    },
  };
}

/** An answer of one side. */
export interface Side {
  answered: boolean;
  /** True where its rows are those of the golden question. */
  right: boolean;
  /** The figure, where the answer is one; else how many rows it has. */
  figure: string | null;
  sql: string | null;
  text: string;
}

/** How an answer would change: its rows, its SQL alone, to none, or from none. */
export type Change = "same" | "number" | "sql" | "abstains" | "answers";

export interface RehearsedCase extends Pick<Rehearsed, "id" | "question" | "class"> {
  db: string;
  change: Change;
  before: Side;
  /** Null where nothing was to be rehearsed. */
  after: Side | null;
}

interface Heard {
  side: Side;
  rows: Rows | null;
}

const SIDE_TEXT_CHARACTERS = 2_000;

/** Figures of a single row that stand for it. */
const FIGURES_TOLD = 4;

/** What the rows say in short. */
function figureOf(rows: Rows | null): string | null {
  if (rows === null) return null;
  const [row, ...others] = rows.rows;
  // Of figures side by side each may be what changes.
  if (row && others.length === 0 && row.length <= FIGURES_TOLD) return row.map(String).join(", ");
  return rowsText(rows.rows.length);
}

/** A question with its right answer, and who is asked. */
interface Hearing {
  ask: Ask;
  asked: Rehearsed;
  right: Rows;
  signal: AbortSignal;
  wordsOf: (error: unknown) => string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function hear(place: Workplace, { ask, asked, right, signal, wordsOf }: Hearing): Promise<Heard> {
  let reply: Reply;
  try {
    reply = await ask({ question: asked.question, after: [] }, place, signal);
  } catch (error) {
    signal.throwIfAborted();
    // A side that fails has no answer: its words say why.
    reply = { ...nothingSaid, text: wordsOf(error), milliseconds: 0 };
  }
  const { answered, rows, sql, text } = reply;
  const isRight = rows !== null && score(right, rows, false).strict;
  const figure = figureOf(rows);
  return {
    rows,
    side: { answered, right: isRight, figure, sql, text: text.slice(0, SIDE_TEXT_CHARACTERS).toWellFormed() },
  };
}

const isSameRows = (one: Rows | null, other: Rows | null): boolean =>
  one === null || other === null ? one === other : score(one, other, false).strict;

/** How the answer of one side differs from that of the other. */
function changeOf(before: Heard, after: Heard): Change {
  if (before.side.answered !== after.side.answered) return after.side.answered ? "answers" : "abstains";
  if (!isSameRows(before.rows, after.rows)) return "number";
  return before.side.sql === after.side.sql ? "same" : "sql";
}

export interface Rehearsal {
  questions: readonly Rehearsed[];
  /** Opens the database that questions name. */
  open: (db: string, signal: AbortSignal) => Promise<Workplace>;
  ask: Ask;
  /** Absent: the questions are asked once, as things are. */
  draft: Draft | undefined;
  signal: AbortSignal;
  /** What is said where a side fails; the error's own message where absent. */
  wordsOf?: (error: unknown) => string;
}

/**
 * Asks golden questions as things are and as they would be with the draft, both sides of each question side by side. Yields each
 * case as soon as it is known. Throws what `open` and the golden SQL throw, and the signal's reason.
 */
export async function* rehearse({
  questions,
  open,
  ask,
  draft,
  signal,
  wordsOf = messageOf,
}: Rehearsal): AsyncGenerator<RehearsedCase> {
  for (const [db, group] of Map.groupBy(questions, (each) => each.db)) {
    const place = await open(db, signal);
    const drafted = draft && withDraft(place, draft);
    for (const asked of group) {
      signal.throwIfAborted();
      const right = plainRows(await runSql(place, asked.sql, signal));
      const hearing = { ask, asked, right, signal, wordsOf };
      const [before, after] = await Promise.all([hear(place, hearing), drafted && hear(drafted, hearing)]);
      yield {
        id: asked.id,
        db: place.name,
        question: asked.question,
        class: asked.class,
        change: after ? changeOf(before, after) : "same",
        before: before.side,
        after: after?.side ?? null,
      };
    }
    await place.close();
  }
}

/** How many cases changed, and how. */
export const changesOf = (cases: readonly RehearsedCase[]): Record<Change, number> => {
  const counts: Record<Change, number> = { same: 0, number: 0, sql: 0, abstains: 0, answers: 0 };
  for (const { change } of cases) counts[change]++;
  return counts;
};
