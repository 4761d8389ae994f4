import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/** What is told by its number: "the first rating" is the first in time, "the first floor" the one with that number. */
const numbered =
  /^(?:floor|storey|story|level|grade|form|tier|round|stage|division|league|row|section|position|place|rank|lap|deck|platform|gate|lane|track|episode|chapter|volume|edition|generation|shift)$/;
/** No house has more floors, and no school more grades. */
const HIGHEST_NUMBERED_PLACE = 200;

/** "on the second floor", "5th grade", where rows have a floor that is a number: "floor 2". */
export const numberedPlaces: Rewriter = (tokens, at, { columnsByStem, tablesByStem }) => {
  const [said, noun] = [tokens[at], tokens[at + 1]];
  const place = placeOf(said);
  if (place === null || said === undefined || noun?.kind !== "word" || noun.possessive) return null;
  if (!numbered.test(noun.lower) || tablesByStem.has(noun.stem)) return null;
  const isPlace = (columnsByStem.get(noun.stem) ?? []).some(
    ({ isNumber, isKey, isYear, isFlag, stems, table, source: { min, max } }) =>
      isNumber &&
      !isKey &&
      !isYear &&
      !isFlag &&
      !table.isView &&
      stems.join(" ") === noun.stem &&
      typeof min === "number" &&
      typeof max === "number" &&
      min >= -5 &&
      max <= HIGHEST_NUMBERED_PLACE,
  );
  if (!isPlace) return null;
  const [number] = written([said], [String(place)]);
  return number === undefined ? null : { tokens: [noun, { ...number, kind: "number", number: place }], end: at + 2 };
};

function placeOf(token: Token | undefined): number | null {
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(token?.lower ?? "")?.[1];
  if (digits !== undefined) return Number(digits);
  const place = ordinals.indexOf(token?.lower ?? "");
  return place < 0 ? null : place + 1;
}
