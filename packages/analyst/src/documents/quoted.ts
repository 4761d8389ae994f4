import type { Citation } from "@parley/contract/message";
import type { AskerLanguage } from "@parley/core/answer/asker-language";

/** The last row of a table, and a line below it that is none: without an empty one between them it would be read as a row. */
const END_OF_TABLE = /^(\|.*)\n(?=[^|\n])/gm;

/** Places that are no headings of the document's own have English names. */
const placeInGerman = (place: string): string =>
  place
    .replace(/^lines (?=\d+–\d+$)/, "Zeilen ")
    .replace(/^rows (?=\d+–\d+$)/, "Datensätze ")
    .replace(/^page (?=\d+$)/, "Seite ")
    .replace(/^beginning$/, "Anfang");

/** What documents say, each with where it stands. */
export function quoted(
  passages: readonly Pick<Citation, "title" | "place" | "quote">[],
  language: AskerLanguage,
): string {
  const lines = (quote: string) => quote.replace(/\n+/g, "\n").replace(END_OF_TABLE, "$1\n\n").replaceAll("\n", "\n> ");
  const from = ({ title, place }: Pick<Citation, "title" | "place">) =>
    language === "de" ? `In „${title}“, ${placeInGerman(place)}, steht:` : `“${title}”, ${place}, says:`;
  return passages.map((passage) => `${from(passage)}\n\n> ${lines(passage.quote)}`).join("\n\n");
}
