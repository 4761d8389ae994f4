import { en, type PartsWords } from "./parts-en.ts";
import { wordsOf } from "./words.ts";

/** The words that parts say by themselves. */
export const usePartsWords = wordsOf<PartsWords>({ en, de: ({ parts }) => parts });
