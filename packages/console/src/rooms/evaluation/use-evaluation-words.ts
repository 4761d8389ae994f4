import { de } from "../../words/evaluation-de.ts";
import { en, type EvaluationWords } from "../../words/evaluation-en.ts";
import { wordsOf } from "../../words/words.ts";

/** What runs of golden questions say, wherever they are shown. */
export const useEvaluationWords = wordsOf<EvaluationWords>({ en, de });
