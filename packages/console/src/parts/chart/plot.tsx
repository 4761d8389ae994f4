import type { ComponentChildren } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { ChartModel } from "./chart-model.ts";
import { type AnyLayout, Drawing, Pointed } from "./drawing.tsx";
import type { ChartTexts } from "./layout.ts";
import { SliceList } from "./legend.tsx";
import type { Paint } from "./paint.ts";
import { cursorText, kindText } from "./readings.ts";
import { Tip } from "./tip.tsx";
import { useCursor } from "./use-cursor.ts";

interface Props {
  layout: AnyLayout;
  model: ChartModel;
  texts: ChartTexts;
  paint: Paint;
  summary: string;
  /** Definitions that the drawing refers to. */
  children: ComponentChildren;
}

/** The drawing with its cursor, which pointer and arrow keys share. */
export function Plot({ layout, model, texts, paint, summary, children }: Props) {
  const id = useId();
  const [isFolded, setFolded] = useState(true);
  const { rows, cursor, row, onDrawing, onFigure } = useCursor(layout, model, () => setFolded(false));
  // Drawn once for each layout: a cursor that moves draws itself.
  const drawing = useMemo(
    () => <Drawing layout={layout} model={model} texts={texts} paint={paint} />,
    [layout, model, texts, paint],
  );
  const foldedHeight = layout.kind === "bars" ? layout.foldedHeight : null;
  return (
    <div class="chart-body">
      <div
        class="chart-plot"
        role="application"
        aria-roledescription={kindText(model, texts)}
        aria-label={summary}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        data-folded={isFolded && foldedHeight !== null ? "" : undefined}
        style={{ "--folded": `${foldedHeight ?? 0}px` }}
        {...onFigure}
      >
        <svg
          class="chart-drawing"
          aria-hidden="true"
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          data-pointed={row ? "" : undefined}
          {...onDrawing}
        >
          {children}
          {drawing}
          {row && <Pointed layout={layout} paint={paint} row={row} />}
        </svg>
      </div>
      {cursor && row && <Tip {...{ row, layout, model, texts, paint }} column={cursor.column} />}
      {model.drawing === "donut" && <SliceList {...{ model, texts, paint }} at={cursor?.row ?? null} />}
      {foldedHeight !== null && (
        <button type="button" class="chart-fold" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? texts.say("fold.all", { count: rows.length }) : texts.say("fold.fewer")}
        </button>
      )}
      <p id={`${id}-keys`} class="visually-hidden">
        {texts.say("figure.keys")}
      </p>
      <p class="visually-hidden" role="status">
        {cursor?.isByKey && row ? cursorText(cursor, row, model, texts) : ""}
      </p>
    </div>
  );
}
