import { de } from "../../../words/members-de.ts";
import { en, type MembersWords } from "../../../words/members-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useMembersWords = wordsOf<MembersWords>({ en, de });

/** What the room has read is kept under this name. */
export const MEMBERS_KEY = ["members"];
