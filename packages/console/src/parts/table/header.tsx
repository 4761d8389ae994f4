import { ArrowDown, ArrowUp } from "lucide-preact";
import { Fragment } from "preact";
import { usePartsWords } from "../../words/parts-words.ts";
import { type Column, wordsOfName } from "./columns.ts";
import { HEADER_ROW, type Place } from "./place.ts";
import type { Sorting } from "./sort.ts";

interface HeaderProps {
  columns: readonly Column[];
  sorting: Sorting | null;
  active: Place;
  onSort: (column: number) => void;
  onFocus: (place: Place) => void;
}

/** The names of the columns, which sort by them. */
export function Header({ columns, sorting, active, onSort, onFocus }: HeaderProps) {
  const say = usePartsWords();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, at) => {
          const direction = sorting?.column === at ? sorting.direction : undefined;
          const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
          const isActive = active.row === HEADER_ROW && active.column === at;
          return (
            <th
              key={at}
              scope="col"
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={direction ?? "none"}
              data-kind={column.kind}
            >
              <button
                type="button"
                tabIndex={isActive ? 0 : -1}
                data-place={`${HEADER_ROW}:${at}`}
                title={column.name}
                onClick={() => onSort(at)}
                onFocus={() => onFocus({ row: HEADER_ROW, column: at })}
              >
                <span class="table-name">
                  <bdi>
                    {wordsOfName(column.name).map((word, place) => (
                      <Fragment key={place}>
                        {place > 0 && <wbr />}
                        {word}
                      </Fragment>
                    ))}
                  </bdi>
                  {column.unit && <span class="table-unit">{` ${column.unit}`}</span>}
                </span>
                <Arrow size={13} strokeWidth={2} aria-hidden="true" data-shown={direction !== undefined} />
              </button>
            </th>
          );
        })}
        {columns.length === 0 && <th scope="col">{say("table.noRows")}</th>}
      </tr>
    </thead>
  );
}
