import type { NumberFigureProps } from "./number-figure.tsx";

/** Pixels of a single figure. */
const FIGURE_PX = 44;

/** How D3 writes a value: as `figureText` does, by its size. */
function formatOf({ value, isShare = false }: Pick<NumberFigureProps, "value" | "isShare">): string {
  if (isShare) return ",.1~%";
  return value !== 0 && Math.abs(value) < 1 ? ",.3~r" : ",.2~f";
}

/** A single number as a Vega-Lite 6 specification, for other libraries: a text, under what it is of and in which unit. */
export function numberSpec({ label, unit = "", ...number }: NumberFigureProps): Record<string, unknown> {
  const title = unit === "" ? label : `${label} (${unit})`;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    // A title that every JavaScript object has as a member ("constructor") stops Vega, unless a space follows.
    title: title in {} ? `${title} ` : title,
    data: { values: [{ value: number.value }] },
    mark: { type: "text", fontSize: FIGURE_PX },
    encoding: { text: { field: "value", type: "quantitative", format: formatOf(number) } },
  };
}
