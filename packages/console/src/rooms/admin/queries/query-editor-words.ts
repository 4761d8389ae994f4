import { de } from "../../../words/query-editor-de.ts";
import { en, type QueryEditorWords } from "../../../words/query-editor-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useQueryEditorWords = wordsOf<QueryEditorWords>({ en, de });
