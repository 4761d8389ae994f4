import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Said } from "../read/sayings.ts";
import type { AggregateFunction, Comparison } from "../form/logical-form.ts";

const operators = new Map<string, Comparison>([
  ["more than", ">"],
  ["longer than", ">"],
  ["shorter than", "<"],
  ["over", ">"],
  ["at least", ">="],
  ["less than", "<"],
  ["fewer than", "<"],
  ["under", "<"],
  ["within", "<="],
  ["at most", "<="],
  ["up to", "<="],
]);

/** Words that are spoken for by the time itself. */
export const timeWords =
  /^(time|days?|hours?|weeks?|months?|years?|long|take|takes|took|taken|lasts?|lasted|runs?|stays?|until|delivery|lead|average|waits?|waiting|waited|stays?|stayed|fix|fixed|repaire?d?|solve|solved|resolve|resolved|resolution|complete|completion|close|closing|process|processing|handle|handling|respond|response|payment|rental|hire|loan|downtime|length|duration|total|minutes?|it|nights?|pay)$/i;

export const verbOf = ({ words: [first] }: CatalogColumn): string => first?.slice(0, 4) ?? "";

/** "by category": a word that the time does not speak for. */
export const isUnsaid = (text: string, verb: string): boolean =>
  /^[a-z]{4,}$/i.test(text) && !timeWords.test(text) && !speaksOf(text, verb);

/** "length of stay": the time itself, whatever rows are called "stayed". */
export const speaksOf = (text: string, verb: string): boolean =>
  (verb !== "" && text.toLowerCase().startsWith(verb)) || /^stay(s|ed)?$/i.test(text);

/** The units of a time that are more than a day. */
const DAYS_OF = new Map([
  ["week", 7],
  ["month", 30.4],
  ["year", 365],
]);

/** "more than 2 weeks": the comparison, and the number in days or hours; `said` is the number's own word. */
export function limitOf(said: Said): { operator: Comparison; number: number; said: string } | null {
  const [, comparison, number, unit] = said.words("a limit of time");
  if (comparison === undefined || number === undefined) return null;
  return {
    operator: operators.get(comparison.toLowerCase()) ?? ">",
    number: Number((Number(number) * (DAYS_OF.get(unit?.toLowerCase() ?? "") ?? 1)).toFixed(1)),
    said: number,
  };
}

export function functionOf(said: Said): AggregateFunction | null {
  if (said.has("median")) return "median";
  if (said.has("average")) return "avg";
  if (said.has("longest")) return "max";
  if (said.has("shortest")) return "min";
  return said.has("time in total") || said.has("nights stayed") ? "sum" : null;
}
