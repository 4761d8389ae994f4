import type { QuestionQuery } from "@parley/core/turn/answer";
import { contentStems, rank } from "./documents/ranking.ts";
import { stem } from "./rules/stemming.ts";
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

/** Words of politeness and grammar. Any other one may change what is asked: "by month", "this month", "in May". */
const weightless = new Set(
  `a an are can could d did display do does find get give hello hey hi i is it kindly let list me need now of our please run
   s see show tell thank thanks that the there to us want was we were what whats will would you`.split(/\s+/),
);

/** The same words in the same order, but for endings, punctuation and words without weight. */
export function sameWords(a: string, b: string): boolean {
  const normal = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !weightless.has(word)).map(stem);
  const [first, second] = [normal(a), normal(b)];
  return contentStems(a).length > 1 && first.join(" ") === second.join(" ");
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
