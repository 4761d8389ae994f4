import { comparableStems } from "@parley/core/passage/ranking";
import { listDocuments } from "@parley/core/passage/shelf";
import type { Citation } from "@parley/contract/message";
import type { Session } from "../answer-session.ts";
import { findPassages, type FoundPassages } from "./telling.ts";

/** How a question begins that goes on from what documents said: "and for monitors?", "what about returns from Spain". */
const GOES_ON_FROM_DOCUMENTS =
  /^(?:and|but|also|so|or|(?:and )?(?:what|how) about|(?:and )?(?:does|is|are|was|were|do|can) (?:it|that|this|they|those|these)|(?:and )?what does (?:it|that|the \w+) say (?:about|on|of))\b[\s,]*/i;
const MOST_WORDS_GOING_ON = 9;

/** What a passage of a document that was not quoted has, at least, of the question before and the new words together. */
const TELLS_BOTH = 0.67;

/**
 * Passages about a question that goes on from an answer that documents gave: about what was asked before, with every new word in
 * them, of the documents that were quoted where these have any, else of others that speak of both, or are called like the new words. "none" where no document does;
 * null where the answer before was not from documents, or the question does not go on.
 */
export async function passagesAskedOn(session: Session, text: string): Promise<FoundPassages | "none" | null> {
  const { history } = session.question;
  const before = history.findLast(({ type }) => type === "final" || type === "scope_notice" || type === "error");
  const asked = history.findLast(({ type }) => type === "user");
  const citations = before?.metadata?.citations ?? [];
  const isOfDocuments = citations.length > 0 && (before?.metadata?.sql ?? []).length === 0;
  const plain = text.trim().replace(GOES_ON_FROM_DOCUMENTS, "");
  const words = comparableStems(plain);
  const goesOn = GOES_ON_FROM_DOCUMENTS.test(text.trim()) && text.trim().split(/\s+/).length <= MOST_WORDS_GOING_ON;
  if (!isOfDocuments || asked === undefined || !goesOn || words.length === 0) return null;
  const both = `${asked.content} ${plain}`;
  const quoted = await findPassages(session, both, {
    needed: plain,
    documents: citations.map(({ document_id }) => document_id),
  });
  if (quoted) return quoted;
  const others = await findPassages(session, both, { needed: plain });
  const headed = new Set(comparableStems(others?.heading ?? ""));
  return others && (others.share >= TELLS_BOTH || words.every((word) => headed.has(word))) ? others : "none";
}

/** What the latest answer from documents quotes: of those that the chat reads, and of those that it reads no more. */
export interface QuotedBefore {
  left: readonly Citation[];
  gone: readonly Citation[];
}

/** Tells apart what an answer quotes of documents that are there and what it quotes of others, which were deleted or taken from the member. */
export async function quotedBefore({ question, tools }: Session): Promise<QuotedBefore> {
  const cited = question.history.findLast(({ metadata }) => (metadata?.citations?.length ?? 0) > 0);
  const shelf = { files: tools.files, organizationId: question.organization.id };
  const listed = await Promise.all(question.scope.map(({ id }) => listDocuments(shelf, id)));
  const there = new Set(listed.flat().map(({ id }) => id));
  const isThere = ({ document_id }: Citation) => there.has(document_id);
  const citations = cited?.metadata?.citations ?? [];
  return { left: citations.filter(isThere), gone: citations.filter((each) => !isThere(each)) };
}
