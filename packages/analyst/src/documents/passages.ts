import { textPieces } from "@parley/contract/cut-text";
import type { Passage } from "@parley/core/passage/passage";

/** Characters of a passage, about. */
export const PASSAGE_CHARACTERS = 1_200;

/** Splits sections into passages of at most about 1,200 characters, at paragraph and sentence ends. */
export function toPassages(sections: readonly Passage[]): Passage[] {
  return sections.flatMap(({ place, text }) =>
    // What a file calls text may hold halves of characters, which no store accepts.
    packed(
      text
        .toWellFormed()
        .split(/\n\s*\n/)
        .flatMap(sentences),
    ).map((part) => ({ place, text: part })),
  );
}

/** A paragraph, or its sentences where it is too long. */
function sentences(paragraph: string): string[] {
  const plain = paragraph.trim();
  if (plain === "") return [];
  if (plain.length <= PASSAGE_CHARACTERS) return [`${plain}\n\n`];
  const parts = plain
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u)
    .flatMap((sentence) => textPieces(sentence, PASSAGE_CHARACTERS));
  return parts.map((part, at) => (at === parts.length - 1 ? `${part}\n\n` : `${part} `));
}

function packed(parts: readonly string[]): string[] {
  const passages: string[] = [];
  let current = "";
  for (const part of parts) {
    if (current !== "" && current.length + part.length > PASSAGE_CHARACTERS) {
      passages.push(current.trim());
      current = "";
    }
    current += part;
  }
  if (current.trim() !== "") passages.push(current.trim());
  return passages;
}
