import { ApiError, type Evaluation, type EvaluationCase, type EvaluationCreate } from "@parley/client";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { useSignedIn } from "../../session/session-context.ts";

/** What was read of evaluations is kept under this name. */
export const EVALUATIONS_KEY = ["evaluations"];

/** Milliseconds between two looks at an evaluation that runs. */
const RUNNING_POLL_MS = 1_000;
/** How many evaluations are listed. */
const EVALUATIONS_LISTED = 50;
/** How many cases are read at a time. */
const PAGE_CASES = 50;

export const isRunning = ({ status }: Evaluation): boolean => status === "running";

/** The newest evaluations of the organization, the newest first. */
export function useEvaluations() {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: [...EVALUATIONS_KEY, "list"],
    queryFn: async ({ signal }) =>
      (await parley.evaluation.list({ limit: EVALUATIONS_LISTED }, { signal })).data.evaluations,
    refetchInterval: ({ state }) => state.data?.some(isRunning) === true && RUNNING_POLL_MS,
  });
}

/** One evaluation, looked at again while it runs; null for one that there is not. None while there is no id. */
export function useEvaluation(id: string | null) {
  const { parley } = useSignedIn();
  return useQuery({
    queryKey: [...EVALUATIONS_KEY, id],
    enabled: id !== null,
    queryFn: async ({ signal }): Promise<Evaluation | null> => {
      try {
        return await parley.evaluation.get({ evaluation_id: id ?? "" }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === "EVALUATION_NOT_FOUND") return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => Boolean(data && isRunning(data)) && RUNNING_POLL_MS,
  });
}

/** Cases that were read, and the cursor behind the last whole page: what it has does not change any more. */
interface ReadCases {
  cases: readonly EvaluationCase[];
  whole: number;
  cursor: string | undefined;
}

/** The questions of an evaluation that have been asked, in their order; more of them as it goes on. */
export function useCases(evaluation: Evaluation | null | undefined) {
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const queryKey = [...EVALUATIONS_KEY, evaluation?.id, "cases"];
  const kept = cache.getQueryData<ReadCases>(queryKey);
  const isBehind = (kept?.cases.length ?? 0) < (evaluation?.progress.done ?? 0);
  return useQuery({
    queryKey,
    enabled: Boolean(evaluation),
    // Nothing is read again unless there is more: cases stay as they are.
    staleTime: isBehind ? 0 : Number.POSITIVE_INFINITY,
    refetchInterval: isBehind && RUNNING_POLL_MS,
    queryFn: async ({ signal }): Promise<ReadCases> => {
      const before = cache.getQueryData<ReadCases>(queryKey);
      const read = { cases: before?.cases.slice(0, before.whole) ?? [], cursor: before?.cursor };
      let whole = read.cases.length;
      for (;;) {
        const { data } = await parley.evaluation.cases(
          { evaluation_id: evaluation?.id ?? "", limit: PAGE_CASES, cursor: read.cursor },
          { signal },
        );
        read.cases = [...read.cases, ...data.cases];
        if (data.next_cursor === null) return { ...read, whole };
        read.cursor = data.next_cursor;
        whole = read.cases.length;
      }
    },
  });
}

/** Why an evaluation was not begun. */
export interface StartFailure {
  error: Error;
  /** When it was said, by `performance.now()`. */
  at: number;
}

/** Begins evaluations, and says why one was not begun. */
export function useStart(begun: (id: string) => void) {
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const start = (what: EvaluationCreate): void => {
    setStarting(true);
    setFailure(null);
    // A limit is said with its wait instead of being waited for.
    parley.evaluation
      .create(what, { retries: 0 })
      .then(async ({ id }) => {
        begun(id);
        await cache.invalidateQueries({ queryKey: [...EVALUATIONS_KEY, "list"] });
      })
      .catch((error: unknown) =>
        setFailure({ error: error instanceof Error ? error : new Error(String(error)), at: performance.now() }),
      )
      .finally(() => setStarting(false));
  };
  return { start, isStarting, failure };
}

/** Ends an evaluation before all was asked. */
export function useCancel() {
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  return async (id: string): Promise<void> => {
    const ended = await parley.evaluation.cancel({ evaluation_id: id });
    cache.setQueryData([...EVALUATIONS_KEY, id], ended);
    await cache.invalidateQueries({ queryKey: [...EVALUATIONS_KEY, "list"] });
  };
}
