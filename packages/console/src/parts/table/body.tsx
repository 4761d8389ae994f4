import { Fragment } from "preact";
import { memo } from "preact/compat";
import { usePartsWords } from "../../words/parts-words.ts";
import { type Column, isEmpty, type Row } from "./columns.ts";
import { type Area, isWithin, type Place } from "./place.ts";

/** The height of every row, in pixels; the style sheet has the same. */
export const ROW_PX = 32;
/** What is drawn of a cell at most; the rest of it is in its full text. */
export const DRAWN_CHARACTERS_AT_MOST = 300;

interface BodyProps {
  columns: readonly Column[];
  /** Which rows are drawn, ascending, and the one that stands at each place. */
  drawn: readonly number[];
  rowAt: (row: number) => Row | undefined;
  rowCount: number;
  active: Place;
  selected: Area | null;
}

/** The rows in view, with gaps as high as those which are not drawn. */
export function Body({ columns, drawn, rowAt, rowCount, active, selected }: BodyProps) {
  const last = drawn.at(-1) ?? -1;
  return (
    <tbody>
      {drawn.map((row, at) => {
        const gap = row - (drawn[at - 1] ?? -1) - 1;
        const isSelected = selected !== null && row >= selected.top && row <= selected.bottom;
        return (
          <Fragment key={row}>
            {gap > 0 && <Gap rows={gap} />}
            <DrawnRow
              row={row}
              cells={rowAt(row)}
              columns={columns}
              activeColumn={active.row === row ? active.column : null}
              selected={isSelected ? selected : null}
            />
          </Fragment>
        );
      })}
      {last < rowCount - 1 && <Gap rows={rowCount - 1 - last} />}
    </tbody>
  );
}

const Gap = ({ rows }: { rows: number }) => (
  <tr class="table-gap" aria-hidden="true" style={{ height: `${rows * ROW_PX}px` }} />
);

interface RowProps {
  row: number;
  cells: Row | undefined;
  columns: readonly Column[];
  activeColumn: number | null;
  selected: Area | null;
}

const DrawnRow = memo(({ row, cells, columns, activeColumn, selected }: RowProps) => (
  <tr aria-rowindex={row + 2} data-odd={row % 2 === 1}>
    {columns.map((column, at) => (
      <Cell
        key={at}
        column={column}
        text={cells?.[at] ?? null}
        place={{ row, column: at }}
        isActive={activeColumn === at}
        isSelected={selected !== null && isWithin(selected, { row, column: at })}
      />
    ))}
  </tr>
));

interface CellProps {
  column: Column;
  text: string | null;
  place: Place;
  isActive: boolean;
  isSelected: boolean;
}

/** A cell; that of the first column names its row. */
function Cell({ column, text, place, isActive, isSelected }: CellProps) {
  const say = usePartsWords();
  const isHeader = place.column === 0;
  const Element = isHeader ? "th" : "td";
  const shown = isEmpty(text) ? null : column.format(text ?? "");
  return (
    <Element
      {...(isHeader && { scope: "row" })}
      // Text of the database is cut at its own end, and turns nothing around it.
      dir={column.kind === "text" ? "auto" : undefined}
      role={isHeader ? "rowheader" : "gridcell"}
      aria-colindex={place.column + 1}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-place={`${place.row}:${place.column}`}
      data-kind={column.kind}
    >
      {shown === null ? (
        <span class="table-nothing" role="img" aria-label={say("table.noValue")}>
          –
        </span>
      ) : (
        drawnText(shown)
      )}
    </Element>
  );
}

/** As much of a text as is drawn; line breaks are for its full text. */
const drawnText = (text: string): string =>
  text.length > DRAWN_CHARACTERS_AT_MOST ? `${text.slice(0, DRAWN_CHARACTERS_AT_MOST)}…` : text;
