import type { AnswerBasis, Question } from "@parley/core/answer/answer";
import { log } from "@parley/core/observe/log";
import { resultsShown } from "./answer-sql.ts";
import { memoriesGiven } from "./prompt.ts";
import type { Session } from "./answer-session.ts";

/** Who has answered: `query` is a saved query alone, which rules and memories do not touch. */
type Answering = { by: "query" } | { by: "interpreter" } | { by: "model"; prompt_version: string };

const given = (question: Question, { by }: Answering): Question["memories"] =>
  by === "query" ? [] : memoriesGiven(question);

/** What an answer rests on: the statements behind what it shows, and what it was told (D55). */
export async function basisOf(session: Session, answering: Answering): Promise<AnswerBasis> {
  const statements = resultsShown(session);
  return {
    statements: statements.map(({ sql, parameters, dialect, source, result }) => ({
      sql,
      parameters,
      dialect,
      source,
      result,
    })),
    schema: statements.length > 0 ? await knownSchema(session) : null,
    memories: given(session.question, answering),
    saved_queries: Array.from(session.saved, ([id, sql]) => ({ id, sql })),
    is_guided: answering.by !== "query",
    prompt_version: answering.by === "model" ? answering.prompt_version : null,
  };
}

/** The schema as far as it is known; null where that is not to be learned, for which no answer is thrown away. */
async function knownSchema(session: Session): Promise<AnswerBasis["schema"]> {
  try {
    return await session.knownSchema();
  } catch (error) {
    log("warn", "the schema of an answer is not known", {}, error);
    return null;
  }
}
