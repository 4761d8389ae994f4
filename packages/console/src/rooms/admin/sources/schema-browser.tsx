import type { ColumnMarking, SchemaTable, Source } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { RefreshCw } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { Form } from "../../form.tsx";
import { useAttempt } from "../../notes/attempt.ts";
import { Remote } from "../../remote.tsx";
import { SearchField } from "../../search-field.tsx";
import { ColumnMarks } from "./column-marks.ts";
import { marksKey, nameOfTable, SOURCES_KEY, useMarks, useTables } from "./source-state.ts";
import { useSourcesWords } from "./sources-words.ts";
import { OtherMarks, TableList } from "./table-list.tsx";

/** What a database holds as it was last read, how it is read again, and what questions see of it. */
export function SchemaBrowser({ source }: { source: Source }) {
  const say = useSourcesWords();
  const tables = useTables(source.id, source.schema?.introspected_at);
  return (
    <section class="schema-browser">
      <h3>{say("schema")}</h3>
      <Reading source={source} />
      <Remote query={tables}>{(found) => <Tables source={source} tables={found} />}</Remote>
    </section>
  );
}

const isFound = ({ columns, ...table }: SchemaTable, hidden: readonly string[], search: string): boolean =>
  [nameOfTable(table), ...columns.map(({ name }) => name), ...hidden].some((name) =>
    name.toLowerCase().includes(search),
  );

/** The tables, and the marks of their columns: what is changed of them is kept at once, or not at all. */
function Tables({ source, tables }: { source: Source; tables: readonly SchemaTable[] }) {
  const say = useSourcesWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const kept = useMarks(source.id);
  const [search, setSearch] = useState("");
  const [changes, setChanges] = useState<ReadonlyMap<string, ColumnMarking>>(new Map());
  const save = async (column_marks: ColumnMarking[]): Promise<void> => {
    const reply = await parley.column_mark.update({ integration_id: source.id, column_marks });
    // What was being read before the change would bring back what was there then.
    await cache.cancelQueries({ queryKey: marksKey(source.id) });
    cache.setQueryData(marksKey(source.id), reply.column_marks);
    setChanges(new Map());
  };
  return (
    <Remote query={kept}>
      {(now) => {
        const marks = new ColumnMarks(source.engine, now, changes);
        const marking = {
          marks,
          onMark: (...[columns, mark]: Parameters<ColumnMarks["marking"]>) => setChanges(marks.marking(columns, mark)),
        };
        const words = search.toLowerCase();
        const shown = tables.filter((table) => isFound(table, marks.undescribedOf(table), words));
        const others = marks.elsewhere(tables).filter(({ column }) => column.toLowerCase().includes(words));
        if (tables.length === 0 && others.length === 0) return null;
        return (
          <>
            {tables.length > 0 && <SearchField label={say("search")} value={search} onChange={setSearch} />}
            <p class="marks-intro">{say("marks.intro")}</p>
            <Form
              submit={say("marks.save")}
              kind="outline"
              isSubmittable={changes.size > 0}
              onSubmit={() => save(marks.changes)}
              saved={say("marks.saved")}
              actions={
                changes.size > 0 && (
                  <Button kind="quiet" onClick={() => setChanges(new Map())}>
                    {say("marks.discard")}
                  </Button>
                )
              }
            >
              <TableList tables={shown} isSearched={search !== ""} {...marking} />
              <OtherMarks columns={others} {...marking} />
            </Form>
          </>
        );
      }}
    </Remote>
  );
}

/** When it was read, whether it is being read, and why it could not be. */
function Reading({ source }: { source: Source }) {
  const say = useSourcesWords();
  const language = useLanguage();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const { failure, attempt, isBusy } = useAttempt();
  const { introspection, schema } = source;
  const isRunning = introspection?.status === "running";
  const again = async (): Promise<void> => {
    await parley.source.introspect({ integration_id: source.id });
    await cache.invalidateQueries({ queryKey: SOURCES_KEY });
  };
  const state = isRunning
    ? say("reading")
    : schema
      ? `${say("tables", { count: schema.tables })}, ${say("read", { when: dayOf(schema.introspected_at, language) })}`
      : say("unread");
  return (
    <>
      <div class="source-reading">
        <span role="status">{state}</span>
        <Button kind="quiet" icon={RefreshCw} disabled={isRunning || isBusy} onClick={() => attempt(again)}>
          {say("again")}
        </Button>
      </div>
      {introspection?.error && !isRunning && (
        <p class="source-failure">{say("reading.failed", { reason: introspection.error.message })}</p>
      )}
      {failure !== null && (
        <p role="alert" class="source-failure">
          {failure}
        </p>
      )}
    </>
  );
}
