import { de } from "../../../words/feedback-de.ts";
import { en, type FeedbackWords } from "../../../words/feedback-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useFeedbackWords = wordsOf<FeedbackWords>({ en, de });
/** What was read of marked answers is kept under this name. */
export const FEEDBACK_KEY = ["feedback"];
