import type { CatalogColumn } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { mentionOf } from "../link/mention.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** "members who joined and left this year", of rows with a day for each: both were then, and not the last of them. */
export function takeBothInTime(context: Context): Context {
  const { sketch, subject } = context;
  const [, ...verbs] = sketch.said.words("both in one time");
  const days = verbs.map((verb) => subject?.columns.find(isDayOf(verb)));
  const [first, second, ...more] = days;
  const periods = sketch.filters.filter((one) => one.kind === "period");
  const [period] = periods;
  if (first === undefined || second === undefined || first === second || more.length > 0) return context;
  if (period?.kind !== "period" || periods.length > 1 || period.negated || sketch.bucket !== null) return context;
  // "how many joined and left": those who did both, or how many did each?
  if (sketch.outputs.some(({ kind }) => kind === "count")) {
    context.notes.lost.push(verbs.join(" and "));
    return context;
  }
  const isVerb = (text: string): boolean => verbs.some((verb) => text.toLowerCase().split(" ").includes(verb));
  const rest = sketch.filters.filter((one) => one !== period && !(one.kind === "value" && isVerb(one.mention.text)));
  const both = [first, second].map((column): FilterWish => ({
    ...period,
    target: dayOf(column, period.at),
    connector: null,
  }));
  const outputs = sketch.outputs.filter((one) => one.kind !== "column" || !isVerb(one.mention.text));
  const unknown = sketch.unknown.filter(({ text }) => !isVerb(text));
  return { ...context, sketch: { ...sketch, outputs, unknown, filters: [...rest, ...both] } };
}

const isDayOf =
  (verb: string) =>
  ({ isDate, words, stems }: CatalogColumn): boolean =>
    isDate && (words.includes(verb) || stems.includes(stem(verb)));

const dayOf = (column: CatalogColumn, at: number) =>
  mentionOf({ start: at, end: at, text: column.name, columns: [{ column, score: 1 }] });
