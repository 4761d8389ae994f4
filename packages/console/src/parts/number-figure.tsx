import type { Ref } from "preact";
import { useLanguage } from "../words/words.ts";
import { isCurrency } from "./currency.ts";

export interface NumberFigureProps {
  value: number;
  /** What it is of: "Revenue last year". */
  label: string;
  /** The unit of the table's column: a currency ("EUR"), or what is counted ("days"). */
  unit?: string | undefined;
  /** The value is a fraction of one, read in per cent. */
  isShare?: boolean;
}

const MOST_DECIMALS = 2;

/** A number as the language writes it, and the unit where it stands apart from it. */
export function figureText(
  { value, unit = "", isShare = false }: Omit<NumberFigureProps, "label">,
  language: string,
): { number: string; unit: string } {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options).format(value);
  if (isShare) return { number: format({ style: "percent", maximumFractionDigits: 1 }), unit: "" };
  if (isCurrency(unit)) {
    const decimals = Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
    return { number: format({ style: "currency", currency: unit, ...decimals }), unit: "" };
  }
  const isSmall = value !== 0 && Math.abs(value) < 1;
  return { number: format(isSmall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: MOST_DECIMALS }), unit };
}

/** A single number as an answer: large, with what it is of and its unit. */
export function NumberFigure({
  label,
  figureRef = null,
  ...value
}: NumberFigureProps & { figureRef?: Ref<HTMLElement> }) {
  const { number, unit } = figureText(value, useLanguage());
  return (
    <figure ref={figureRef} class="number-figure">
      <p class="number-figure-value">
        {number}
        {unit && <span class="number-figure-unit"> {unit}</span>}
      </p>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
