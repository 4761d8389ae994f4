import { contentStems } from "@parley/core/passage/ranking";
import { findPassages, type FoundPassages } from "./documents/telling.ts";
import { type QueryRead, readSources } from "./readings.ts";
import type { Session } from "./answer-session.ts";
import { aimOf, isForDocuments, mayBeDocuments, speaksOf } from "./documents-or-database.ts";

/** A question of two, one of which the database answers and the other documents. */
export interface TwoParts {
  query: QueryRead;
  passages: FoundPassages;
  /** True if the database's is asked first. */
  isQueryFirst: boolean;
}

/** How a question begins. */
const QUESTION_WORD = String.raw`(?:also |then )?(?:(?:within|in|by|from|until|till|for|at|to|on) )?(?:what|how|when|where|who|which|whom|whose|can|may|must|should|is|are|do|does|did|was|were)\b`;
/** What stands between two questions: "How many … and when can …", "How many …? When can …". */
const BETWEEN_QUESTIONS = new RegExp(String.raw`\? (?:and )?(?=${QUESTION_WORD})|,? and (?=${QUESTION_WORD})`, "gi");
/** The two questions that a text asks; null if it asks one, or more. */
function questionsIn(text: string): [string, string] | null {
  const parts = text.replace(/\s+/g, " ").trim().split(BETWEEN_QUESTIONS);
  const [first, second] = parts;
  if (first === undefined || second === undefined || parts.length > 2) return null;
  return parts.every((part) => contentStems(part).length > 0) ? [first, second] : null;
}

/**
 * Reads a question that asks the database for one thing and documents for another. Null unless each of its two parts has an
 * answer of its own: the database's is read without leaving a word out, and the other one asks no figure and is for documents.
 */
export async function twoParts(session: Session, text: string): Promise<TwoParts | null> {
  const { integration, question } = session;
  if (!integration || question.scope.length === 0 || question.uploads.length > 0) return null;
  const questions = questionsIn(text);
  if (!questions) return null;
  const [first, second] = questions;
  return (await asTwo(session, first, second, true)) ?? asTwo(session, second, first, false);
}

async function asTwo(
  session: Session,
  ofData: string,
  ofDocuments: string,
  isQueryFirst: boolean,
): Promise<TwoParts | null> {
  const aim = aimOf(ofDocuments);
  // A document that mentions what is counted does not say how many there are.
  if (aim === "figures") return null;
  const query = await queryIn(session, ofData);
  if (!query || query.reading.left_out.length > 0 || (await isOfDocuments(session, ofData, query))) return null;
  const passages = await findPassages(session, ofDocuments);
  if (!passages || !speaksOf(passages, aim)) return null;
  const other = await queryIn(session, ofDocuments);
  // What the database can answer, too, are two questions for it.
  if (other && !isForDocuments(passages, other.reading, ofDocuments)) return null;
  return { query, passages, isQueryFirst };
}

async function isOfDocuments(session: Session, text: string, { reading }: QueryRead): Promise<boolean> {
  if (!mayBeDocuments(reading, text, aimOf(text))) return false;
  const passages = await findPassages(session, text);
  return passages !== null && isForDocuments(passages, reading, text);
}

/** The reading of a text as a query of the database, the only source where no files are sent. */
async function queryIn(session: Session, text: string): Promise<QueryRead | null> {
  const [read] = await readSources(session, text);
  return read?.reading.kind === "query" ? { ...read, reading: read.reading } : null;
}
