import type { Citation } from "@parley/contract/message";

const MOST = 5;

/** The passages found whose document the text names; the best ones if it names none. */
export function citedIn(content: string, found: readonly Citation[]): Citation[] {
  const lower = content.toLowerCase();
  const named = found.filter((citation) => lower.includes(citation.title.toLowerCase()));
  const exact = named.filter((citation) => lower.includes(citation.place.toLowerCase()));
  if (exact.length > 0) return exact.slice(0, MOST);
  return named.length > 0 ? named.slice(0, MOST) : found.slice(0, 3);
}
