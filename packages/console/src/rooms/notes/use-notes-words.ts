import { de } from "../../words/notes-de.ts";
import { en, type NotesWords } from "../../words/notes-en.ts";
import { wordsOf } from "../../words/words.ts";

/** What rules and memories say alike. */
export const useNotesWords = wordsOf<NotesWords>({ en, de });
