/** The named characters that people and models write. Others stay as they are written. */
const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00A0"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["hellip", "…"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["laquo", "«"],
  ["raquo", "»"],
  ["bull", "•"],
  ["middot", "·"],
  ["deg", "°"],
  ["plusmn", "±"],
  ["times", "×"],
  ["divide", "÷"],
  ["minus", "−"],
  ["le", "≤"],
  ["ge", "≥"],
  ["ne", "≠"],
  ["asymp", "≈"],
  ["infin", "∞"],
  ["euro", "€"],
  ["pound", "£"],
  ["yen", "¥"],
  ["cent", "¢"],
  ["sect", "§"],
  ["larr", "←"],
  ["rarr", "→"],
  ["uarr", "↑"],
  ["darr", "↓"],
]);

/** What stands for a character that there is not, as in HTML. */
const REPLACEMENT = "\uFFFD";

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : REPLACEMENT;
}

/** Text with its character references (`&amp;`, `&#x20AC;`) as the characters they stand for. marked leaves them as written. */
export function decodeCharacters(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (written, decimal, hex, name) => {
    if (decimal !== undefined) return characterOf(Number(decimal));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    return NAMED_CHARACTERS.get(name) ?? written;
  });
}

/** Controls that turn the direction of what follows them. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** Text that cannot turn what stands around it. No component: a paragraph may have hundreds, at every word of an answer. */
export const characters = (text: string) => (TURNING.test(text) ? <bdi>{text}</bdi> : text);
