import { cutText } from "@parley/contract/cut-text";
import type { ChatRecord } from "./record.ts";

/** The longest title that is taken from a message: characters, with the ellipsis of one that was cut. */
const TAKEN_TITLE_CHARACTERS = 80;
/** A title is not cut at a word if that would leave fewer characters than this. */
const CUT_TITLE_MIN_CHARACTERS = 40;

/** The chat's title; of one that has none, what its first message makes of it: one line, cut where it is long. */
export const titleOf = (chat: Pick<ChatRecord, "title">, firstMessage: string): string =>
  chat.title ?? titleFrom(firstMessage);

/** A title from a first message: one line, cut at a word, or between graphemes if it is one long word. */
function titleFrom(message: string): string {
  const line = message.replace(/\s+/g, " ").trim().toWellFormed();
  if (line.length <= TAKEN_TITLE_CHARACTERS) return line || "New chat";
  const cut = cutText(line, TAKEN_TITLE_CHARACTERS - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word >= CUT_TITLE_MIN_CHARACTERS ? cut.slice(0, word) : cutText(cut, CUT_TITLE_MIN_CHARACTERS)).trimEnd()}…`;
}
