import type { Cell, ResultColumn } from "@parley/datasource/types";
import { unitOf } from "@parley/interpreter/language/units";

/** How a column's values are written. */
export interface Format {
  kind: "number" | "currency" | "percent" | "date";
  unit?: string;
}

/** How the values of a chart are written, its labels if they are dates, and the horizontal places of a scatter chart. */
export interface Formats {
  value: Format;
  label?: Format;
  x?: Format;
}

/** Rates and shares are read in per cent: 0.043 is 4.3 %. */
const FRACTION = /(^|_)(share(_of_\w+)?|rate|ratio|growth|margin|discount)$/i;
const GROWTH = /growth$/i;
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** How a column's values are written; `unit` is what is known beside its name, `cells` its values. */
export function formatOf({ name, type }: ResultColumn, unit: string | undefined, cells: () => Cell[]): Format {
  if (type === "date" || type === "timestamp") return { kind: "date" };
  const counted = unit ?? unitOf(name);
  if (counted !== undefined) return { kind: currencies.has(counted) ? "currency" : "number", unit: counted };
  const isFraction =
    FRACTION.test(name) &&
    (GROWTH.test(name) || cells().every((cell) => typeof cell !== "number" || Math.abs(cell) <= 1));
  return { kind: isFraction ? "percent" : "number" };
}

/** A format in the notation of d3, as Vega-Lite takes it: thousands apart, no zeros at the end. */
export function d3Format({ kind }: Format): string {
  switch (kind) {
    case "percent":
      return ".1~%";
    case "currency":
      return "$,.2~f";
    case "number":
      return ",.12~g";
    case "date":
      return "%Y-%m-%d";
  }
}

/** The settings that make a specification write money in its own currency, after the amount. */
export const localeOf = ({ kind, unit = "" }: Format) =>
  kind === "currency"
    ? { config: { locale: { number: { decimal: ".", thousands: ",", grouping: [3], currency: ["", ` ${unit}`] } } } }
    : {};
