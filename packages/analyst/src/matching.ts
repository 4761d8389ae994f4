import type { QuestionQuery } from "@parley/core/turn/answer";
import { contentStems, rank } from "./documents/ranking.ts";
import type { Session } from "./session.ts";

/** What a message has to do with the saved queries (D46). */
export interface Match {
  /** A query that says the same: it is run. */
  same: QuestionQuery | null;
  /** Queries that speak of the same things, best first: examples for the agent. */
  similar: QuestionQuery[];
}

/** Share of the message's words a query has to speak of to be an example. */
const SIMILAR = 0.3;
/** Queries whose reading is compared with the message's. */
const READ = 3;
/** A reading that may stand for the words. */
const SURE = 0.8;

/**
 * Ranks the saved queries by what the message speaks of. One is run only where it says the same: the same words but for
 * their forms and small words, or the same reading by the rules; and only with SQL that needs no values.
 */
export async function matchQueries(session: Session): Promise<Match> {
  const { message, saved_queries } = session.question;
  const ranked = rank(message, saved_queries, textOf, 10).filter(({ share }) => share >= SIMILAR);
  const similar = ranked.map(({ item }) => item);
  const runnable = similar.filter((query) => query.sql !== null && query.parameters.length === 0);
  if (!session.integration || runnable.length === 0) return { same: null, similar };
  const same = runnable.find((query) => wordings(query).some((wording) => sameWords(wording, message)));
  return { same: same ?? (await sameReading(session, runnable.slice(0, READ))), similar };
}

const textOf = (query: QuestionQuery) =>
  [query.title, query.title, query.description, query.prompt, query.keywords.join(" ")].join("\n");
const wordings = (query: QuestionQuery) => [query.title, query.prompt];

/** Small words that change what is asked all the same. */
const decisive = /\b(not|no|without|never|except|least|most|less|more|below|above|under|over|before|after|or)\b/g;

/** The same words in the same order, but for endings, punctuation and words without weight. */
export function sameWords(a: string, b: string): boolean {
  const normal = (text: string) =>
    [...contentStems(text), "|", ...(text.toLowerCase().match(decisive) ?? [])].join(" ");
  return contentStems(a).length > 1 && normal(a) === normal(b);
}

/** The query whose wording the rules read exactly as they read the message. */
async function sameReading(session: Session, queries: readonly QuestionQuery[]): Promise<QuestionQuery | null> {
  if (!session.integration) return null;
  const { readAgainst } = await import("./rules-script.ts");
  const schema = await session.integration.schema(session.tools.signal);
  const sureReading = (text: string) => {
    const reading = readAgainst(session, schema, text);
    return reading.kind === "query" && reading.confidence >= SURE
      ? JSON.stringify([reading.form, reading.assumptions])
      : null;
  };
  const asked = sureReading(session.question.message);
  if (asked === null) return null;
  return queries.find((query) => wordings(query).some((wording) => sureReading(wording) === asked)) ?? null;
}
