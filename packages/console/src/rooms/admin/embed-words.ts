import { de } from "../../words/embed-room-de.ts";
import { en, type EmbedRoomWords } from "../../words/embed-room-en.ts";
import { wordsOf } from "../../words/words.ts";

/** The words of the room for embedding, and of the offer that leads there. */
export const useEmbedWords = wordsOf<EmbedRoomWords>({ en, de });
