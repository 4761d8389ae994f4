import { shortText } from "@parley/contract/cut-text";
import type { AskerLanguage } from "@parley/core/answer/asker-language";
import { cellText } from "@parley/core/visualization/cell-text";
import type { Cell, ColumnType, QueryResult } from "@parley/datasource/types";
import { unitOf, withoutUnit } from "@parley/interpreter/language/units";
import { spoken } from "@parley/interpreter/language/words";
import { isDescending, numbersAt, suggestChart } from "./charts/suggest-chart.ts";
import { type SavedQueryWords, savedQueryWords } from "./saved-query-words.ts";
import { figureText } from "./units.ts";

/** What is told of a saved query: its title and the values it ran with. */
interface Told {
  title: string;
  parameters: readonly string[];
  values: Record<string, string>;
}

/** The text of a saved query's answer (D28): one sentence with its figures. Its SQL is in the message's metadata. */
export function savedQueryText(query: Told, result: QueryResult, language: AskerLanguage): string {
  const words = savedQueryWords(language);
  return `${titleText(query)}${resultText(query.title, { result, words })}.`;
}

/** A result and the words in which it is told. */
interface Telling {
  result: QueryResult;
  words: SavedQueryWords;
}

/** A saved query as it is called, with the values it ran with: “Customers of a country” (country = Spain). */
export function titleText({ title, parameters, values }: Told): string {
  const given = parameters.flatMap((name) => (Object.hasOwn(values, name) ? [`${name} = ${values[name]}`] : []));
  return `“${title}”${given.length > 0 ? ` (${given.join(", ")})` : ""}`;
}

/** Columns of a single row that a sentence holds. */
const ROW_COLUMNS_TOLD = 4;
/** Rows that are told one after another. */
const ROWS_TOLD = 3;
/** Texts of a row that name it. */
const LABELS_TOLD = 2;
const CELL_CHARACTERS_TOLD = 80;

/** The result after the title: its only figure, what comes first, the highest and the lowest, or what was found. */
function resultText(title: string, telling: Telling): string {
  const { result, words } = telling;
  const { columns, rows } = result;
  const [row] = rows;
  if (!row) return ` ${words.noRows}`;
  if (result.row_count === 1) return `: ${singleRow(telling, row)}`;
  const place = measurePlace(title, result);
  if (place === undefined) return ` ${listed(telling)}`;
  const name = measureName(columns[place]?.name ?? "");
  const isInTitle = wordsOf(name).every((word) => wordsOf(title).includes(word));
  const told = isDescending(result, place) ? ranking(telling, place) : extremes(telling, place);
  return words.figures(told, isInTitle ? null : name);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** "revenue_eur" is revenue: its values have the unit. */
const measureName = (column: string): string => withoutUnit(spoken(column)) || column;

function singleRow(telling: Telling, row: readonly Cell[]): string {
  if (row.length === 1) return figureAt(telling, row, 0);
  return telling.result.columns
    .slice(0, ROW_COLUMNS_TOLD)
    .map(({ name }, place) => `${measureName(name)} ${figureAt(telling, row, place)}`)
    .join(", ");
}

/** A cell as the sentence says it: the amounts of a column that has fractions all have two decimals. */
function figureAt({ result, words }: Telling, row: readonly Cell[], place: number): string {
  const cell = row[place] ?? null;
  const name = result.columns[place]?.name ?? "";
  const unit = unitOf(name);
  if (typeof cell === "string") return shortText(words.moment(cell), CELL_CHARACTERS_TOLD) || words.noValue;
  const isAmount =
    unit !== "%" && !naming.test(name) && numbersAt(result, place).some((each) => !Number.isInteger(each));
  if (typeof cell !== "number" || !isAmount || Math.abs(cell) < 0.1)
    return figureText(cell, name, words) || words.noValue;
  const amount = cell.toLocaleString(words.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return words.withUnit(amount, unit);
}

const isNumber = (type: ColumnType | undefined): boolean => type === "integer" || type === "number";
/** Numbers that name rather than count. */
const naming = /(^|_)(id|key|code|year|month|zip|no|nr|number)$/i;

/** The column whose figures are told: the one that the title is about, or else the one that the rows are ordered by. */
function measurePlace(title: string, result: QueryResult): number | undefined {
  const { columns } = result;
  const measures = columns.flatMap(({ name, type }, place) => (isNumber(type) && !naming.test(name) ? [place] : []));
  if (measures.length === columns.length) return undefined;
  const drawn = columns.findIndex(({ name }) => name === suggestChart(result, title)?.value);
  const best = drawn >= 0 ? drawn : measures[0];
  if (best === undefined || isDescending(result, best)) return best;
  return measures.find((place) => isDescending(result, place)) ?? (result.truncated ? undefined : best);
}

/** What a row is of: its texts, or its identifiers where it has none. */
function labelOf(telling: Telling, row: readonly Cell[]): string {
  const { result, words } = telling;
  const places = result.columns.flatMap(({ type }, place) => (isNumber(type) ? [] : [place]));
  const identifiers = result.columns.flatMap(({ name }, place) => (naming.test(name) ? [place] : []));
  return (places.length > 0 ? places : identifiers)
    .slice(0, LABELS_TOLD)
    .map((place) => (row[place] === null ? words.none : figureAt(telling, row, place)))
    .join(", ");
}

function ranking(telling: Telling, place: number): string {
  const { result, words } = telling;
  const told = result.rows.slice(0, ROWS_TOLD).map((row) => ({
    label: labelOf(telling, row),
    figure: figureAt(telling, row, place),
  }));
  const [first, ...others] = told;
  const rest = others.map((each) => `${each.label} (${each.figure})`);
  return `${words.first(first?.label ?? "", first?.figure ?? "", words.joined(rest))}${inAll(telling, told.length)}`;
}

function extremes(telling: Telling, place: number): string {
  const { result, words } = telling;
  const ordered = result.rows
    .filter((row) => typeof row[place] === "number")
    .toSorted((left, right) => Number(right[place]) - Number(left[place]));
  const [highest, lowest] = [ordered[0], ordered.at(-1)];
  if (!highest || !lowest) return words.noneOf(words.rows(result.row_count));
  const told = (row: readonly Cell[]) => figureAt(telling, row, place);
  if (highest[place] === lowest[place]) return words.sameInAll(told(highest), words.rows(ordered.length));
  const of = (row: readonly Cell[]) => `${told(row)} (${labelOf(telling, row)})`;
  return `${words.extremes(of(highest), of(lowest))}${inAll(telling, 2)}`;
}

/** How many rows there are, if that is more than those that were told. */
function inAll({ result: { row_count, truncated }, words }: Telling, told: number): string {
  return row_count <= told ? "" : words.inAll(words.rows(row_count), truncated);
}

function listed(telling: Telling): string {
  const { result, words } = telling;
  const { rows, row_count, truncated } = result;
  const counted = truncated ? words.foundMoreThan(words.rows(row_count)) : words.foundRows(words.rows(row_count));
  const told = rows.slice(0, ROWS_TOLD).map((row) => labelOf(telling, row) || cellText(row[0] ?? null));
  if (!truncated && row_count <= told.length) return `${counted}: ${words.joined(told)}`;
  return `${counted}: ${words.andMore(told.join(", "), truncated ? null : row_count - told.length)}`;
}
