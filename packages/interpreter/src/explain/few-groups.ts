/**
 * Figures of two or three groups, each told: "10 % for desktop and 4.6 % for mobile".
 *
 * Of "conversion rate on mobile vs desktop" nothing is highest and lowest: two are held against each other. Of more groups than can be
 * taken in at a glance, the ends are told instead.
 */
import type { Cell, QueryResult } from "@parley/datasource/types";
import { chosenGroups } from "./chosen-groups.ts";
import { isFlag } from "./form-words.ts";
import { isAggregate } from "../form/visit.ts";
import type { BucketUnit, LogicalForm } from "../form/logical-form.ts";
import { joined } from "../language/words.ts";

/** Groups that are all told. */
const FEW = 3;

export const areFew = ({ form: { per, limit }, result }: { form: LogicalForm; result: QueryResult }): boolean =>
  per === undefined && limit === null && !result.truncated && result.row_count <= FEW;

/** What stands before a time: "in 2024", "on Tuesday", "at 14:00". */
const PREPOSITIONS: Partial<Record<BucketUnit, string>> = {
  day: "on",
  weekday: "on",
  weekday_by_name: "on",
  day_of_year: "on",
  part_of_week: "on the",
  hour_of_day: "at",
  week: "in the week of",
};

/** How the label of a row is joined to its figure: "for desktop", "in 2024". */
export function beforeLabel(form: LogicalForm): string {
  const [only, ...more] = form.outputs.flatMap(({ expression }) => (isAggregate(expression) ? [] : [expression]));
  if (only !== undefined && more.length === 0 && isFlag(only, form)) return "";
  if (only?.kind !== "bucket" || more.length > 0) return "for";
  return PREPOSITIONS[only.unit] ?? "in";
}

/** A figure of groups, and how its rows are told. */
interface Told {
  form: LogicalForm;
  result: QueryResult;
  /** The place of the figure. */
  place: number;
  label: (row: readonly Cell[]) => string;
  write: (cell: Cell) => string;
}

/** "2 for each of Ada and Bo", or "about 2" where they differ in what is not shown. */
export function equalWords(cells: readonly Cell[], figure: string): string {
  return cells.every((cell) => cell === cells[0]) ? figure : `about ${figure}`;
}

/** The figure of each group. */
export function eachTold({ form, result, place, label, write }: Told): string {
  const { rows } = result;
  const before = beforeLabel(form);
  const cells = rows.map((row) => row[place] ?? null);
  const [first = ""] = cells.map(write);
  const isEqual = rows.length > 1 && cells.every((cell) => cell !== null && write(cell) === first);
  const labels = rows.map((row) => `${before} ${label(row)}`.trim());
  const texts = labels.map((text, row) => `${write(cells[row] ?? null)} ${text}`);
  const isPlain = rows.every((row) => !label(row).includes(", "));
  if (!isPlain) return texts.join("; ") + missing(form, result);
  if (isEqual && before === "") return `${equalWords(cells, first)} each, ${joined(rows.map(label))}`;
  if (isEqual) return `${equalWords(cells, first)} ${before} ${named(rows.map(label))}${missing(form, result)}`;
  return joined(texts) + missing(form, result);
}

const named = (labels: readonly string[]): string =>
  labels.length === 2 ? `both ${joined(labels)}` : `each of ${joined(labels)}`;

/** "; nothing for “tablet”": a group that was named and has no row. */
function missing(form: LogicalForm, { rows }: QueryResult): string {
  const chosen = chosenGroups(form);
  if (chosen === null) return "";
  const found = new Set(rows.map((row) => String(row[chosen.place] ?? "").toLowerCase()));
  const without = chosen.values.filter((value) => !found.has(value.toLowerCase()));
  return without.length === 0
    ? ""
    : `; nothing for ${joined(
        without.map((value) => `“${value}”`),
        "or",
      )}`;
}
