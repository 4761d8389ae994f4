import type { QueryProblem } from "@parley/client";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useEffect, useState } from "preact/hooks";
import { useSignedIn } from "../../../session/session-context.ts";

/** Milliseconds without a key after which SQL is checked. */
const CHECK_PAUSE_MS = 300;

/** What the guard says of SQL. */
export interface Verdict {
  /** `none`: there is no SQL. `unknown`: it could not be asked. */
  state: "none" | "checking" | "fine" | "problem" | "unknown";
  problem: QueryProblem | null;
  /** The placeholders, as they were when it was last checked. */
  parameters: readonly string[];
}

/** Has SQL checked whenever its typing pauses, for a database or, without one, for any. */
export function useVerdict(sql: string, sourceId: string | undefined): Verdict {
  const { parley } = useSignedIn();
  const [settled, settle] = useState(sql);
  useEffect(() => {
    const timer = setTimeout(() => settle(sql), CHECK_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sql]);
  const isThere = sql.trim() !== "";
  const check = useQuery({
    queryKey: ["verdict", settled, sourceId],
    enabled: settled.trim() !== "",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      parley.query.validate({ sql: settled, ...(sourceId !== undefined && { integration_id: sourceId }) }, { signal }),
  });
  if (!isThere) return { state: "none", problem: null, parameters: [] };
  const parameters = check.data?.parameters ?? [];
  if (settled !== sql || check.isPlaceholderData || check.isPending) {
    return { state: "checking", problem: null, parameters };
  }
  if (check.isError) return { state: "unknown", problem: null, parameters };
  return { state: check.data.ok ? "fine" : "problem", problem: check.data.problem, parameters };
}
