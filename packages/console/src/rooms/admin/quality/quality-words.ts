import { de } from "../../../words/quality-de.ts";
import { en, type QualityWords } from "../../../words/quality-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useQualityWords = wordsOf<QualityWords>({ en, de });
