import { de } from "../../../words/documents-de.ts";
import { type DocumentsWords, en } from "../../../words/documents-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useDocumentsWords = wordsOf<DocumentsWords>({ en, de });

/** What the room has read is kept under these names. */
export const COLLECTIONS_KEY = ["collections"];
export const documentsKey = (projectId: string): string[] => ["documents", projectId];
