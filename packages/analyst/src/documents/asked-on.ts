import { contentStems } from "@parley/core/passage/ranking";
import type { Session } from "../answer-session.ts";
import { findPassages, type FoundPassages } from "./telling.ts";

/** How a question begins that goes on from what documents said: "and for monitors?", "what about returns from Spain". */
const GOES_ON_FROM_DOCUMENTS =
  /^(?:and|but|also|so|or|(?:and )?(?:what|how) about|(?:and )?(?:does|is|are|was|were|do|can) (?:it|that|this|they|those|these)|(?:and )?what does (?:it|that|the \w+) say (?:about|on|of))\b[\s,]*/i;
const MOST_WORDS_GOING_ON = 9;

/**
 * Passages about a question that goes on from an answer that documents gave: about what was asked before, with every new word in
 * them. Null where the answer before was not from documents, the question does not go on, or no passage has its words.
 */
export async function passagesAskedOn(session: Session, text: string): Promise<FoundPassages | null> {
  const { history } = session.question;
  const before = history.findLast(({ type }) => type === "final" || type === "scope_notice" || type === "error");
  const asked = history.findLast(({ type }) => type === "user");
  const isOfDocuments = (before?.metadata?.citations?.length ?? 0) > 0 && (before?.metadata?.sql ?? []).length === 0;
  const plain = text.trim().replace(GOES_ON_FROM_DOCUMENTS, "");
  const words = contentStems(plain);
  const goesOn = GOES_ON_FROM_DOCUMENTS.test(text.trim()) && text.trim().split(/\s+/).length <= MOST_WORDS_GOING_ON;
  if (!isOfDocuments || asked === undefined || !goesOn || words.length === 0) return null;
  return findPassages(session, `${asked.content} ${plain}`, words);
}
