import type { SchemaTable, Source } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { RefreshCw } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { useAttempt } from "../../notes/attempt.ts";
import { Remote } from "../../remote.tsx";
import { SearchField } from "../../search-field.tsx";
import { nameOfTable, SOURCES_KEY, useTables } from "./source-state.ts";
import { useSourcesWords } from "./sources-words.ts";

/** What a database holds as it was last read, and how it is read again. */
export function SchemaBrowser({ source }: { source: Source }) {
  const say = useSourcesWords();
  const tables = useTables(source.id, source.schema?.introspected_at);
  const [search, setSearch] = useState("");
  return (
    <section>
      <h3>{say("schema")}</h3>
      <Reading source={source} />
      <Remote query={tables}>
        {(found) => (
          <>
            {found.length > 0 && <SearchField label={say("search")} value={search} onChange={setSearch} />}
            <TableList
              tables={found.filter((table) => isFound(table, search.toLowerCase()))}
              isSearched={search !== ""}
            />
          </>
        )}
      </Remote>
    </section>
  );
}

const isFound = (table: SchemaTable, search: string): boolean =>
  [nameOfTable(table), ...table.columns.map(({ name }) => name)].some((name) => name.toLowerCase().includes(search));

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

function TableList({ tables, isSearched }: { tables: readonly SchemaTable[]; isSearched: boolean }) {
  const say = useSourcesWords();
  if (tables.length === 0 && isSearched) return <p class="rows-none">{say("search.none")}</p>;
  return (
    <ul class="schema">
      {tables.map((table) => (
        <li key={nameOfTable(table)}>
          <TableEntry table={table} />
        </li>
      ))}
    </ul>
  );
}

/** A table; its columns are drawn once it is open. */
function TableEntry({ table }: { table: SchemaTable }) {
  const say = useSourcesWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <b>{nameOfTable(table)}</b>
        <small>{table.is_view ? say("view") : say("rows", { count: table.row_count })}</small>
      </summary>
      {isOpen && <Columns table={table} />}
    </details>
  );
}

function Columns({ table }: { table: SchemaTable }) {
  const say = useSourcesWords();
  const remarksOn = (column: string): string =>
    [
      ...(table.primary_key.includes(column) ? [say("key")] : []),
      ...table.foreign_keys
        .filter(({ columns }) => columns.includes(column))
        .map((key) => say(key.inferred ? "reference.inferred" : "reference", { table: key.table })),
    ].join(", ");
  return (
    <>
      {table.comment !== null && <p class="schema-comment">{table.comment}</p>}
      <ul class="schema-columns">
        {table.columns.map(({ name, native_type: type, comment }) => (
          <li key={name} title={comment ?? undefined}>
            <code>{name}</code>
            <span>{type}</span>
            <small>{remarksOn(name)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
