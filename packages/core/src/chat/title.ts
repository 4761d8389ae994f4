import { cutText } from "@parley/contract/cut-text";

/** A title from a first message: one line, 80 characters at most, cut at a word, or between graphemes if it is one long word. */
export function titleFrom(message: string): string {
  const line = message.replace(/\s+/g, " ").trim().toWellFormed();
  if (line.length <= 80) return line || "New chat";
  const cut = cutText(line, 79);
  const word = cut.lastIndexOf(" ");
  return `${(word >= 40 ? cut.slice(0, word) : cutText(cut, 40)).trimEnd()}…`;
}
