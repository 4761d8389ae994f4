/** How a chart writes its numbers. */
export interface NumberTexts {
  /** As the reader would copy it: "91,845.59", "31.7%". */
  full(value: number): string;
  /** For the ends of bars: "384.9K". */
  short(value: number): string;
  /** The ticks of one axis, short, and each unlike the others. */
  ticks(values: readonly number[]): readonly string[];
}

/** Beyond these a number is written with its power of ten: zeros cannot be counted. */
const LARGEST_PLAIN = 1e15;
const SMALLEST_PLAIN = 1e-4;
const MOST_DECIMALS = 2;

const needsPower = (value: number) =>
  value !== 0 && (Math.abs(value) >= LARGEST_PLAIN || Math.abs(value) < SMALLEST_PLAIN);

function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const [, decimals = ""] = String(value).split(".");
  return decimals.includes("e") ? MOST_DECIMALS : Math.min(MOST_DECIMALS, decimals.length);
}

/** Up to so many marks are told apart by their ends: "1.52M" and "1.46M" where both would be "1.5M". */
const FEW_MARKS = 12;
/** Shares below this have digits of their own: one decimal of a per cent would say nothing of them. */
const SMALLEST_SHARE = 0.0005;

/** What languages shorten by a word or a letter, if they do. */
const SHORTENED_FROM = 1_000;
const isCompact = ({ type }: Intl.NumberFormatPart): boolean => type === "compact";

/** Numbers of one measure, in one way: all have the decimals of the one that has most, two at most. `isShare`: 0.043 is 4.3 %. */
export function numberTexts(values: readonly number[], language: string, isShare: boolean): NumberTexts {
  const style = isShare ? ({ style: "percent" } as const) : {};
  const decimals = isShare ? 1 : Math.max(0, ...values.map(decimalsOf));
  const plain = new Intl.NumberFormat(language, {
    ...style,
    minimumFractionDigits: isShare ? 0 : decimals,
    maximumFractionDigits: decimals,
  });
  const small = new Intl.NumberFormat(language, { ...style, maximumSignificantDigits: 3 });
  const power = new Intl.NumberFormat(language, { notation: "scientific", maximumSignificantDigits: 4 });
  const compact = (digits: number) =>
    new Intl.NumberFormat(language, { ...style, notation: "compact", maximumSignificantDigits: digits });
  const shortened = (digits: number) =>
    new Intl.NumberFormat(language, { ...style, notation: "compact", maximumFractionDigits: digits });
  const different = new Set(values);
  const isTold = new Set([...different].map((value) => shortened(1).format(value))).size === different.size;
  const short = shortened(isTold || isShare || different.size > FEW_MARKS ? 1 : 2);
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  // German has no short form of thousands: among 84.480 and 99.267 decimals say nothing.
  const shorten = (value: number) => {
    const isLong = !isShare && Math.abs(value) >= SHORTENED_FROM && !short.formatToParts(value).some(isCompact);
    return (isLong ? whole : short).format(value);
  };
  const isSmall = (value: number) => value !== 0 && Math.abs(value) < (isShare ? SMALLEST_SHARE : 1);
  return {
    full: (value) => (needsPower(value) ? power : isSmall(value) ? small : plain).format(value),
    short: (value) => (needsPower(value) ? power.format(value) : isSmall(value) ? small.format(value) : shorten(value)),
    ticks(ticks) {
      const isWide = ticks.every((tick) => tick === 0 || needsPower(tick));
      for (let digits = 2; digits < 15; digits += 1) {
        const format = isWide ? power : compact(digits);
        const texts = ticks.map((tick) => (tick === 0 ? compact(1).format(0) : format.format(tick)));
        if (isWide || new Set(texts).size === texts.length) return texts;
      }
      return ticks.map(String);
    },
  };
}
