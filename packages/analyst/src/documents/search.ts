import { type Finding, type PassageSearch, searchPassages } from "@parley/core/passage/search";
import { type Library, readDocuments } from "./library.ts";

/** Searches the documents of the given projects; one that was not read before is read now. Best first. */
export const searchDocuments = (library: Library, search: PassageSearch, signal: AbortSignal): Promise<Finding[]> =>
  searchPassages(library, (documents) => readDocuments(library, documents, signal), search);
