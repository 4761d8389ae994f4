import type { SavedQuery } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { textSearch } from "../../parts/text-search.ts";
import { useSignedIn } from "../../session/session-context.ts";
import { de } from "../../words/queries-de.ts";
import { en, type QueriesWords } from "../../words/queries-en.ts";
import { wordsOf } from "../../words/words.ts";

export const useQueriesWords = wordsOf<QueriesWords>({ en, de });

/** What was read of saved queries is kept under this name. */
export const QUERIES_KEY = ["queries"];

/** The organization's saved queries, the oldest first. */
export function useSavedQueries() {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: QUERIES_KEY,
    queryFn: async ({ signal }) => (await parley.query.list({}, { signal })).items,
  });
}

/** The databases that a member may ask. */
export function useIntegrations() {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: ["integrations"],
    queryFn: async ({ signal }) => (await parley.integration.list({}, { signal })).integrations,
  });
}

/** Those of the queries that have each word of the search in what they are called, tell or ask. */
export function foundBy(queries: readonly SavedQuery[], search: string): readonly SavedQuery[] {
  const isFound = textSearch(search);
  return queries.filter(({ title, description = "", prompt, keywords }) =>
    isFound([title, description, prompt, ...keywords].join(" ")),
  );
}
