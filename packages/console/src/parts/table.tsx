import type { ComponentChildren } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { useLanguage } from "../words/words.ts";
import { useAnnounce } from "./live-region.tsx";
import { Body, DRAWN_CHARACTERS_AT_MOST } from "./table/body.tsx";
import { type Column, columnsOf, type Row, type TableData } from "./table/columns.ts";
import { type CutCell, FullText } from "./table/full-text.tsx";
import { Header } from "./table/header.tsx";
import { areaBetween, drawnRows, HEADER_ROW, type Place } from "./table/place.ts";
import { nextSorting, sortedOrder, type Sorting } from "./table/sort.ts";
import { areaTsv } from "./table/tsv.ts";
import { MoreColumns } from "./table/more-columns.tsx";
import { type Grid, placeOf, useGrid } from "./table/use-grid.ts";
import { PRINTED_ROWS, useView } from "./table/use-view.ts";
import "./table.css";

export interface TableProps extends TableData {
  /** Names the table. */
  label: string;
  /** What stands below the rows, as "First 1,000 rows; there are more." */
  footer?: ComponentChildren;
}

/** What stands beside the text of a cell, both sides together; the first column's may begin further in, below a title. */
const PADDING_PX = 28;
const FIRST_PADDING_PX = 32;

/**
 * Rows of a database, as many as there are: only those in view are drawn. Cells are exact text, nothing for null; `columns` say
 * which are numbers. Headers sort; arrows, Home, End and Page keys move; Shift selects, Ctrl+A all; copying gives TSV.
 */
export function Table({ label, footer, headers, rows, columns: descriptions }: TableProps) {
  const say = usePartsWords();
  const language = useLanguage();
  const scrolled = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => columnsOf({ headers, rows, columns: descriptions }, language),
    [headers, rows, descriptions, language],
  );
  const { sorting, rowAt, sort } = useSorting(rows, columns);
  const view = useView(scrolled, rows.length);
  const extent = { rows: rows.length, columns: columns.length, page: Math.max(1, view.seen - 2) };
  const grid = useGrid(scrolled, extent);
  const { active, selected } = grid;
  const copy = useCopy(rowAt, grid);
  const fullText = useFullText(({ row, column }) => {
    const text = rowAt(row)?.[column] ?? "";
    return { text, isRounded: columns[column]?.isRounded(text) ?? false };
  });
  const drawn = drawnRows({ ...view, rows: rows.length, pinned: active.row });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && fullText.hide()) event.stopPropagation();
    else grid.onKeyDown(event);
  };
  const onSort = (column: number): void => {
    sort(column);
    grid.forget();
  };
  return (
    <div class="table-frame">
      <MoreColumns scrolled={scrolled} />
      <div
        ref={scrolled}
        class="table-scroll"
        onKeyDown={onKeyDown}
        onPointerDown={grid.onPointerDown}
        onPointerOver={grid.onPointerOver}
        onCopy={copy}
        onFocusIn={({ target }) => fullText.show(target)}
        onMouseOver={({ target, buttons }) => buttons === 0 && fullText.show(target)}
        onMouseLeave={fullText.leave}
      >
        <table
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-multiselectable="true"
        >
          <colgroup>
            {columns.map(({ digits }, at) => (
              <col key={at} style={{ width: `calc(${digits}ch + ${at === 0 ? FIRST_PADDING_PX : PADDING_PX}px)` }} />
            ))}
          </colgroup>
          <Header {...{ columns, sorting, active, onSort }} onFocus={grid.onHeaderFocus} />
          <Body {...{ columns, drawn, rowAt, active, selected }} rowCount={rows.length} />
        </table>
        {rows.length === 0 && <p class="table-empty">{say("table.noRows")}</p>}
      </div>
      {rows.length > PRINTED_ROWS && (
        <p class="table-printed">{say("table.printed", { shown: PRINTED_ROWS, count: rows.length })}</p>
      )}
      {footer && <div class="table-footer">{footer}</div>}
      <FullText id={fullText.id} cut={fullText.cut} onLeave={() => void fullText.hide()} />
    </div>
  );
}

/** The order of the rows, and how a header changes it. */
function useSorting(rows: readonly Row[], columns: readonly Column[]) {
  const say = usePartsWords();
  const announce = useAnnounce();
  const language = useLanguage();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const order = useMemo(
    () => sortedOrder(rows, sorting, { kind: columns[sorting?.column ?? 0]?.kind ?? "text", language }),
    [rows, sorting, columns, language],
  );
  return {
    sorting,
    /** The row that stands at a place. */
    rowAt: (row: number): Row | undefined => rows[order[row] ?? -1],
    sort: (column: number): void => {
      const next = nextSorting(sorting, column);
      setSorting(next);
      const words = next?.direction === "ascending" ? "table.sortedUp" : "table.sortedDown";
      announce(next ? say(words, { column: columns[column]?.name ?? "" }) : say("table.unsorted"));
    },
  };
}

/** Gives the selected cells, or the one with the focus, to the clipboard. */
function useCopy(rowAt: (row: number) => Row | undefined, { active, selected }: Grid): (event: ClipboardEvent) => void {
  const say = usePartsWords();
  const announce = useAnnounce();
  return (event) => {
    if (active.row === HEADER_ROW || !event.clipboardData) return;
    const area = selected ?? areaBetween(active, active);
    event.clipboardData.setData("text/plain", areaTsv(rowAt, area));
    event.preventDefault();
    const count = (area.bottom - area.top + 1) * (area.end - area.start + 1);
    announce(say("table.copiedCells", { count }));
  };
}

/** The full text of the cell that has the focus or the pointer, where it is cut or a number is rounded. */
function useFullText(cellAt: (place: Place) => { text: string; isRounded: boolean }) {
  const id = useId();
  const [cut, setCut] = useState<CutCell | null>(null);
  return {
    id,
    cut,
    show: (target: EventTarget | null): void => {
      const place = placeOf(target);
      const cell = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
      if (!place || !cell || place.row === HEADER_ROW) return setCut(null);
      const { text, isRounded } = cellAt(place);
      const isLong = text.length > DRAWN_CHARACTERS_AT_MOST || text.includes("\n");
      const isCut = isRounded || isLong || cell.scrollWidth > cell.clientWidth;
      if (!isCut) return setCut(null);
      return setCut((before) => (before?.cell === cell && before.text === text ? before : { cell, text }));
    },
    /** Returns whether there was one. */
    hide: (): boolean => {
      setCut(null);
      return cut !== null;
    },
    /** The pointer may go from the cell to its text. */
    leave: ({ relatedTarget }: MouseEvent): void => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest("[popover]"))) setCut(null);
    },
  };
}
