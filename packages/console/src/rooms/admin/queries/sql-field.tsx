import type { Source } from "@parley/client";
import { CircleAlert, CircleCheck } from "lucide-preact";
import { Suspense } from "preact/compat";
import { useMemo } from "preact/hooks";
import { lazyRoom } from "../../lazy-room.tsx";
import { nameOfTable, useTables } from "../sources/source-state.ts";
import { useQueryEditorWords } from "./query-editor-words.ts";
import type { Verdict } from "./use-verdict.ts";
import "./queries.css";

const SqlEditor = lazyRoom(
  () => import("../../../parts/sql-editor.tsx"),
  (module) => module.SqlEditor,
);

interface Props {
  sql: string;
  onChange: (sql: string) => void;
  verdict: Verdict;
  /** Whose dialect it is written in, and whose tables are completed. */
  source: Source | undefined;
  /** What is said while there is none, and what stands in the empty editor, where it is not a saved query's. */
  none?: string;
  placeholder?: string;
}

/** The editor of a query's SQL, what the guard says of it, and the placeholders that are in it. */
export function SqlField({ sql, onChange, verdict, source, none, placeholder }: Props) {
  const say = useQueryEditorWords();
  const schema = useTables(source?.id).data;
  const tables = useMemo(
    () => Object.fromEntries(schema?.map((table) => [nameOfTable(table), table.columns.map(({ name }) => name)]) ?? []),
    [schema],
  );
  return (
    <div class="sql-field">
      <span class="sql-field-label" aria-hidden="true">
        {say("sql")}
      </span>
      <Suspense fallback={<div class="sql-editor" aria-busy="true" />}>
        <SqlEditor
          value={sql}
          onChange={onChange}
          label={say("sql")}
          hint={placeholder ?? say("sql.placeholder")}
          engine={source?.engine ?? "postgres"}
          tables={tables}
          problem={verdict.problem}
        />
      </Suspense>
      <VerdictLine verdict={verdict} none={none ?? say("sql.none")} />
      {verdict.parameters.length > 0 && (
        <ul class="sql-parameters" aria-label={say("sql.parameters")}>
          {verdict.parameters.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function VerdictLine({ verdict: { state, problem }, none }: { verdict: Verdict; none: string }) {
  const say = useQueryEditorWords();
  if (state === "problem" && problem) {
    const { message, line, column } = problem;
    return (
      <p class="sql-verdict" data-tone="bad" role="status">
        <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
        {line === null
          ? message
          : column === null
            ? say("sql.problemIn", { line, message })
            : say("sql.problemAt", { line, column, message })}
      </p>
    );
  }
  return (
    <p class="sql-verdict" data-tone={state === "fine" ? "good" : undefined} role="status">
      {state === "fine" && <CircleCheck size={14} strokeWidth={1.75} aria-hidden="true" />}
      {state === "fine" && say("sql.fine")}
      {state === "none" && none}
      {state === "checking" && say("sql.checking")}
    </p>
  );
}
