import { Caption, LabelAxis, ValueAxis } from "./axes.tsx";
import { type Bar, type BarLayout, valueText } from "./bar-layout.ts";
import type { ChartTexts } from "./layout.ts";
import type { Paint } from "./paint.ts";

/** A value that is not zero is seen, however small. */
const THINNEST_PX = 1;
const CORNER_PX = 3;
const THINNEST_EDGED_PX = 3;

/** A rectangle that is round where its value ends and flat at zero. */
function barPath({ mark, x, y, width, height, end }: Bar): string {
  const isUpright = end === "top" || end === "bottom" || end === null;
  const long = mark.value === 0 ? 0 : THINNEST_PX;
  const [w, h] = isUpright ? [width, Math.max(height, long)] : [Math.max(width, long), height];
  const [left, right, bottom] = [end === "left" ? x + width - w : x, end === "left" ? x + width : x + w, y + height];
  const top = end === "bottom" ? y : bottom - h;
  const low = end === "bottom" ? y + h : bottom;
  const r = Math.min(CORNER_PX, w / 2, h / 2);
  switch (end) {
    case "top":
      return `M${left},${low}V${top + r}Q${left},${top} ${left + r},${top}H${right - r}Q${right},${top} ${right},${top + r}V${low}Z`;
    case "bottom":
      return `M${left},${top}V${low - r}Q${left},${low} ${left + r},${low}H${right - r}Q${right},${low} ${right},${low - r}V${top}Z`;
    case "right":
      return `M${left},${y}H${right - r}Q${right},${y} ${right},${y + r}V${bottom - r}Q${right},${bottom} ${right - r},${bottom}H${left}Z`;
    case "left":
      return `M${right},${y}H${left + r}Q${left},${y} ${left},${y + r}V${bottom - r}Q${left},${bottom} ${left + r},${bottom}H${right}Z`;
    case null:
      return `M${x},${y}H${x + width}V${bottom}H${x}Z`;
  }
}

/** A bar, or a part of a stack. */
export function BarMark({ bar, paint }: { bar: Bar; paint: Paint }) {
  // A thin part would be nothing but its edge.
  const isPart = bar.end === null && Math.min(bar.width, bar.height) > THINNEST_EDGED_PX ? "" : undefined;
  return (
    <path
      class="chart-mark"
      data-mark={bar.mark.index}
      data-part={isPart}
      d={barPath(bar)}
      {...paint.fill(bar.mark.series)}
    />
  );
}

interface Props {
  layout: BarLayout;
  texts: ChartTexts;
  paint: Paint;
}

/** Bars that stand, lie, or are stacked. */
export function Bars({ layout, texts, paint }: Props) {
  const { bars, plot, ticks, labels, isLying, hasValues, height } = layout;
  // Where each bar says its value, lying bars need no axis.
  const hasAxis = !(isLying && hasValues);
  const zero = ticks.filter(({ isZero }) => isZero).map((tick) => (hasAxis ? tick : { ...tick, text: "" }));
  return (
    <>
      {hasAxis && <ValueAxis ticks={ticks.filter(({ isZero }) => !isZero)} plot={plot} isLying={isLying} />}
      <g class="chart-marks">
        {bars.map((bar) => (
          <BarMark key={bar.mark.index} bar={bar} paint={paint} />
        ))}
      </g>
      <ValueAxis ticks={zero} plot={plot} isLying={isLying} />
      {hasValues && <BarValues bars={bars} texts={texts} />}
      <Caption x={isLying ? plot.left : 0} text={texts.unit} />
      <LabelAxis labels={labels} height={height} isLying={isLying} />
    </>
  );
}

function BarValues({ bars, texts }: { bars: readonly Bar[]; texts: ChartTexts }) {
  return (
    <g class="chart-values">
      {bars.map((bar) => {
        const at = valueText(bar);
        return (
          at && (
            <text key={bar.mark.index} x={at.x} y={at.y} text-anchor={at.anchor}>
              {texts.number.short(bar.mark.value)}
            </text>
          )
        );
      })}
    </g>
  );
}
