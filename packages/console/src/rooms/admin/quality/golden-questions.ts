import type { GoldenQuestion } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { useSignedIn } from "../../../session/session-context.ts";

/** What was read of golden questions is kept under this name. */
export const GOLDEN_KEY = ["golden-questions"];
/** Golden questions that an organization may have. */
export const GOLDEN_AT_MOST = 200;

/** The organization's golden questions, the oldest first. */
export function useGoldenQuestions() {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: GOLDEN_KEY,
    queryFn: async ({ signal }) => {
      const found: GoldenQuestion[] = [];
      for await (const each of parley.question.list({ limit: GOLDEN_AT_MOST }, { signal })) found.push(each);
      return found;
    },
  });
}
