import type { UseQueryResult } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { failureOf, Problem } from "../parts/problem.tsx";
import { useNotesWords } from "./notes/use-notes-words.ts";

interface Props<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ComponentChildren;
}

/** What is read from the service: while it comes, when it failed, and when it is there. */
export function Remote<Data>({ query, children }: Props<Data>) {
  const say = useNotesWords();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (!query.error) {
    return (
      <p class="remote-loading" aria-busy="true">
        {say("loading")}
      </p>
    );
  }
  return (
    <div class="remote-problem">
      <Problem failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
    </div>
  );
}
