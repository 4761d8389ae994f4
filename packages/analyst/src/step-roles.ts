import type { ToolResult } from "@parley/contract/event";
import type { Stance } from "./narration.ts";
import type { Session } from "./answer-session.ts";

/** Tools after which an answer may begin: they find rows, or draw them. */
const ROW_TOOLS: ReadonlySet<string> = new Set(["run_sql", "run_saved_query", "query_upload", "make_chart"]);

/** What the text of each step of a loop may be, from what the steps before it have found. */
export function createStances(session: Session, { hasTools, isGiven }: { hasTools: boolean; isGiven: boolean }) {
  const isLast: boolean[] = [];
  let step = 0;
  /** Whether all calls of the step before succeeded, and one of them was about rows. */
  let calls = { succeeded: true, foundRows: isGiven };

  function stance(): Stance {
    if (!hasTools) return "free";
    if (isLast[step]) return "last";
    const hasRows = (session.results.at(-1)?.result.rows.length ?? 0) > 0;
    return calls.succeeded && calls.foundRows && hasRows ? "answer" : "any";
  }

  return {
    /** A step is asked for, ahead of what is read of the one before: `mayNotCall` if no tool may be called in it. */
    ask(number: number, mayNotCall: boolean): void {
      isLast[number] = mayNotCall;
    },

    /** The next step begins. */
    begin(): Stance {
      const begun = stance();
      step += 1;
      calls = { succeeded: true, foundRows: false };
      return begun;
    },

    /** A call has ended; without a result it was not understood. */
    called(result: ToolResult | undefined): void {
      calls.succeeded &&= result?.status === "success";
      calls.foundRows ||= result !== undefined && ROW_TOOLS.has(result.tool);
    },
  };
}

export type Stances = ReturnType<typeof createStances>;
