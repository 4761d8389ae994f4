import type { Mark, SchemaTable } from "@parley/client";
import { useState } from "preact/hooks";
import type { ColumnMarks, ColumnName } from "./column-marks.ts";
import { MarkField } from "./mark-field.tsx";
import { nameOfTable } from "./source-state.ts";
import { useSourcesWords } from "./sources-words.ts";

interface Marking {
  marks: ColumnMarks;
  onMark: (columns: readonly ColumnName[], mark: Mark | null) => void;
}

interface Props extends Marking {
  tables: readonly SchemaTable[];
  isSearched: boolean;
}

/** Tables by name; what is in one shows when it is opened. */
export function TableList({ tables, isSearched, ...marking }: Props) {
  const say = useSourcesWords();
  if (tables.length === 0 && isSearched) return <p class="rows-none">{say("search.none")}</p>;
  return (
    <ul class="schema">
      {tables.map((table) => (
        <li key={nameOfTable(table)}>
          <TableEntry table={table} {...marking} />
        </li>
      ))}
    </ul>
  );
}

/** A table; its columns are drawn once it is open. */
function TableEntry({ table, ...marking }: Marking & { table: SchemaTable }) {
  const say = useSourcesWords();
  const [isOpen, setOpen] = useState(false);
  const count = marking.marks.countOf(table);
  const size = table.is_view ? say("view") : say("rows", { count: table.row_count });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <b>{nameOfTable(table)}</b>
        <small>{count > 0 ? `${size} · ${say("marks.count", { count })}` : size}</small>
      </summary>
      {isOpen && <Columns table={table} {...marking} />}
    </details>
  );
}

/** A table's columns: those that are described, and those that are hidden. */
function Columns({ table, marks, onMark }: Marking & { table: SchemaTable }) {
  const say = useSourcesWords();
  const remarksOn = (column: string): string =>
    [
      ...(table.primary_key.includes(column) ? [say("key")] : []),
      ...table.foreign_keys
        .filter(({ columns }) => columns.includes(column))
        .map((key) => say(key.inferred ? "reference.inferred" : "reference", { table: key.table })),
    ].join(", ");
  const hidden = marks.undescribedOf(table).map((name) => ({ name, native_type: "", comment: null }));
  return (
    <>
      {table.comment !== null && <p class="schema-comment">{table.comment}</p>}
      <ul class="schema-columns">
        {[...table.columns, ...hidden].map(({ name, native_type: type, comment }) => {
          const names = marks.namesOf(table, name);
          return (
            <li key={name} title={comment ?? undefined}>
              <code>{name}</code>
              <span>{type}</span>
              <small>{remarksOn(name)}</small>
              <MarkField
                column={`${nameOfTable(table)}.${name}`}
                mark={marks.markOf(names)}
                onChange={(mark) => onMark(names, mark)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Marks of columns that nothing else is known of: of tables that are hidden as a whole, not read yet, or gone. */
export function OtherMarks({ columns, marks, onMark }: Marking & { columns: readonly ColumnName[] }) {
  const say = useSourcesWords();
  if (columns.length === 0) return null;
  return (
    <section>
      <h4>{say("marks.others")}</h4>
      <ul class="schema-columns">
        {columns.map(({ table, column }) => (
          <li key={`${table}.${column}`}>
            <code>{`${table}.${column}`}</code>
            <MarkField
              column={`${table}.${column}`}
              mark={marks.markOf([{ table, column }])}
              onChange={(mark) => onMark([{ table, column }], mark)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
