import type { ChartModel, Mark } from "./chart-model.ts";
import type { Row } from "./cursor.ts";
import { Key } from "./key.tsx";
import type { ChartTexts, Layout } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { shareText } from "./readings.ts";

/** Between the cursor and a tip beside it. */
const BESIDE_PX = 14;

interface Props {
  row: Row;
  /** The series that the cursor is at. */
  column: number;
  layout: Layout;
  model: ChartModel;
  texts: ChartTexts;
  paint: Paint;
}

/** The point that a tip is about: the highest of the row's marks, or the farthest of a lying bar's. */
function anchorOf({ marks }: Row, { places, pointing }: Layout): { x: number; y: number } {
  const at = places.filter(({ mark }) => marks.includes(mark));
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const middle = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  return { x: pointing === "y" ? Math.max(...xs) : middle, y: Math.min(...ys) };
}

/** What is beneath the cursor. It is for the eyes: the same is read out elsewhere. */
export function Tip({ row, column, layout, model, texts, paint }: Props) {
  const marks = row.marks.filter((mark) => mark !== undefined);
  if (marks.length === 0) return null;
  const { x, y } = anchorOf(row, layout);
  const isBeside = row.marks.length > 1 && layout.pointing === "x";
  const place = {
    "--x": `${x}px`,
    "--y": `${y}px`,
    "--x-part": `${(x / layout.width) * -100}%`,
    "--y-part": `${(y / layout.height) * -100}%`,
    "--room": `${isBeside ? Math.max(x, layout.width - x) - BESIDE_PX : layout.width}px`,
  };
  const keyed = model.isStacked ? "bars" : model.drawing;
  const side = !isBeside ? "above" : x > layout.width / 2 ? "left" : "right";
  return (
    <div class="chart-tip" aria-hidden="true" data-side={side} style={place}>
      <span class="chart-tip-label">{texts.label(row.label)}</span>
      {model.drawing === "points" ? (
        <PointTip mark={marks[0]} texts={texts} />
      ) : (
        marks.map((mark) => (
          <span key={mark.index} class="chart-tip-row" data-at={row.marks.indexOf(mark) === column ? "" : undefined}>
            {row.marks.length > 1 && <Key paint={paint} name={mark.series} drawing={keyed} />}
            {mark.series && <span>{texts.label(mark.series)}</span>}
            <b>{texts.number.full(mark.value)}</b>
            {model.drawing === "donut" && <span>{shareText(mark, model, texts)}</span>}
          </span>
        ))
      )}
    </div>
  );
}

function PointTip({ mark, texts }: { mark: Mark | undefined; texts: ChartTexts }) {
  if (!mark) return null;
  return (
    <>
      {mark.series && <span>{texts.label(mark.series)}</span>}
      <span class="chart-tip-row">
        <span>{texts.dimension}</span>
        <b>{texts.across.full(mark.x)}</b>
      </span>
      <span class="chart-tip-row">
        <span>{texts.measure}</span>
        <b>{texts.number.full(mark.y)}</b>
      </span>
    </>
  );
}
