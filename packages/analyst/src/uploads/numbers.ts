/** How a column writes its numbers: "1,234.50" or "1.234,50". */
export type NumberStyle = "point" | "comma";

/** A number as a cell writes it, without sign, currency and thousands by spaces. */
interface Written {
  negative: boolean;
  digits: string;
  percent: boolean;
}

const currency = "(?:[$€£¥]|usd|eur|gbp|chf)";
const money = new RegExp(`^([+-]?)\\s*${currency}?\\s*([+-]?)(.*?)\\s*(?:${currency}|(%))?$`, "i");
/** Thousands by spaces of any kind or apostrophes. */
const spaced = /^\d{1,3}(?:[\s\u00a0\u202f'’]\d{3})+(?=[.,]\d+$|$)/;
const styles: Readonly<Record<NumberStyle, RegExp>> = {
  point: /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)?(?:\.\d+)?$|^\d+\.$|^(?:\d+\.?\d*|\.\d+)e[+-]?\d+$/i,
  comma: /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/,
};
/** Characters of the longest number: what is longer is text, and not searched for one. */
const NUMBER_CHARACTERS = 100;
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** "007" is a code. */
const leadingZero = /^0\d/;

function written(text: string): Written | null {
  const tidy = text.trim().replaceAll("−", "-");
  if (tidy.length > NUMBER_CHARACTERS || !/\d/.test(tidy)) return null;
  // Bookkeepers write what is negative in parentheses, or with the sign behind it.
  const negated = /^\((.+)\)$/.exec(tidy)?.[1] ?? /^([^-+]+)-$/.exec(tidy)?.[1];
  const [, first = "", second = "", rest = "", percent] = money.exec(negated ?? tidy) ?? [];
  const signs = `${negated === undefined ? "" : "-"}${first}${second}`;
  if (signs.length > 1) return null;
  const digits = rest.trim().replace(spaced, (thousands) => thousands.replace(/\D/g, ""));
  return /^[.,]?\d/.test(digits) && !leadingZero.test(digits)
    ? { negative: signs === "-", digits, percent: percent !== undefined }
    : null;
}

/** The number a text is in a style, digits kept as text: "-1234.5"; null if it is not a number. */
export function numberIn(text: string, style: NumberStyle): string | null {
  // Most numbers are plain.
  if (text.length <= NUMBER_CHARACTERS && plain.test(text) && (style === "point" || !text.includes("."))) return text;
  const number = written(text);
  if (number === null || !styles[style].test(number.digits)) return null;
  const digits =
    style === "point" ? number.digits.replaceAll(",", "") : number.digits.replaceAll(".", "").replace(",", ".");
  return (number.negative ? "-" : "") + digits;
}

/** True for "12%" and "8.5 %". */
export const isPercent = (text: string): boolean => text.includes("%") && written(text)?.percent === true;

const signs: ReadonlyMap<string, string> = new Map([
  ["$", "usd"],
  ["€", "eur"],
  ["£", "gbp"],
  ["¥", "jpy"],
]);

/** The currency that a number is written with, as names of columns say it: "eur" for "1.200,50 €". */
export function currencyOf(text: string): string | null {
  const said = /[$€£¥]|usd|eur|gbp|chf/i.exec(text)?.[0].toLowerCase();
  return said === undefined ? null : (signs.get(said) ?? said);
}
