import { de } from "../../../words/sources-de.ts";
import { en, type SourcesWords } from "../../../words/sources-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useSourcesWords = wordsOf<SourcesWords>({ en, de });
