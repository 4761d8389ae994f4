import { toldAs } from "../../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { isPerson } from "../../catalog/persons.ts";
import { isDuration } from "../../catalog/durations.ts";
import { keptIn } from "../../catalog/kept-in-units.ts";
import { stem } from "../../language/inflection.ts";
import { isReorderLevel, stockColumn } from "../../catalog/stock.ts";
import { distance, isToOne } from "../../catalog/joins.ts";
import { isVerbOfRows, type Mention } from "../../link/mention.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { explain } from "../../resolve/context.ts";
import { unitNamed, unitOf } from "../../language/units.ts";
import { columnOf } from "../../resolve/columns.ts";
import { hinted } from "../../resolve/hinted.ts";
import type { Operand } from "../../read/sketch.ts";
import type { Place } from "./place.ts";

const comparedHints = new Map([
  ["higher", "height"],
  ["taller", "height"],
  ["longer", "length"],
  ["shorter", "length"],
  ["deeper", "depth"],
  ["heavier", "weight"],
  ["older", "age"],
  ["younger", "age"],
  ["faster", "speed"],
]);

/** Nobody is older than that. */
export const OLDEST_PERSON_YEARS = 110;

/** What is said of a comparison: its column, or what hints at it, and what it is compared with. */
interface Wished {
  operator: string;
  target: Mention | null;
  hint: string | null;
  operand: Operand;
}

/** The column a comparison means: that named, that hinted at ("older"), that of the condition before, or the usual number. */
export function targetColumn(
  { target, hint, operand, operator }: Wished,
  context: Context,
  place: Place,
): CatalogColumn | null {
  // "guests older than 70": their age, whatever else has guests in its name.
  const isRows = target !== null && hint !== null && isTable(target) && (target.columns[0]?.score ?? 0) < 0.9;
  const ofRows = isRows ? hintedAround(hint, context, place) : null;
  if (ofRows !== null) return ofRows;
  const own = stockMeant(target, operand, context, place) ?? durationNamed(target, operand, context, place);
  if (own !== null) return own;
  const kept = operand.kind === "number" ? keptInUnit(operand.value, context, place) : null;
  const named = target === null ? null : namedOrKept(target, kept, context, place);
  if (named !== null) return named;
  const meant = hint === null ? null : hintedAround(hint, context, place);
  if (meant !== null) return meant;
  if (kept !== null) return kept;
  if (isComparedAgain(place.same, context)) return place.same;
  if (saysColumn({ target, hint, operand, operator }, context)) return null;
  // "bills older than 60 days", of which no day is known, are not those of more than 60.
  return hint === "age" ? null : usualNumber(operand, context, place);
}

/** "parcels over 10 kg": what is kept in kilograms, whatever column is called after parcels; else the column that is named. */
const namedOrKept = (
  target: Mention,
  kept: CatalogColumn | null,
  context: Context,
  { near }: Place,
): CatalogColumn | null =>
  kept !== null && isTable(target) ? kept : columnOf(target, context, { near, kind: "measured" });

/**
 * True where the usual number is not meant: two columns are compared only where it is said which, "code 3763" is no weight, and
 * "parcel 3763" is one of the parcels, whatever they are measured by.
 */
function saysColumn({ target, operand, operator }: Wished, { sketch }: Context): boolean {
  if (operand.kind === "column") return true;
  if (operator === "=" && target !== null && target.tables.length === 0 && target.columns.length > 0) return true;
  const [, noun, number] = sketch.said.words("numbered row");
  if (operator !== "=" || target === null || !isTable(target) || operand.kind !== "number" || noun === undefined)
    return false;
  return number === String(operand.value) && target.text.toLowerCase().endsWith(noun.toLowerCase());
}

/** "over 5 and under 9": the number of the condition before; but "two bedroom flats under 700" have no limit of what is given exactly. */
const isComparedAgain = (column: CatalogColumn | null, context: Context): boolean =>
  column?.isNumber === true &&
  !column.isFlag &&
  !context.sketch.filters.some(
    (one) =>
      one.kind === "compare" &&
      one.operator === "=" &&
      one.operand.kind === "number" &&
      one.target !== null &&
      columnOf(one.target, context) === column,
  );

/** The column a hint means: of the table named closest, the subject, any that is named, or what the subject belongs to. */
function hintedAround(hint: string, context: Context, { near }: Place): CatalogColumn | null {
  const { subject, anchors, catalog } = context;
  for (const table of [near, subject, ...anchors.keys()]) {
    const found = table === null ? null : hinted(table, hint);
    if (found !== null) return found;
  }
  if (subject === null) return null;
  for (const other of catalog.tables) {
    if (distance(catalog, subject, other) !== 1 || !isToOne(catalog, subject, other)) continue;
    const column = hinted(other, hint);
    if (column !== null) return column;
  }
  return null;
}

/** "delays of more than an hour", which are kept in minutes: their own, whatever hours other rows have. */
function durationNamed(
  target: Mention | null,
  operand: Operand,
  context: Context,
  { near }: Place,
): CatalogColumn | null {
  if (target === null || operand.kind !== "number" || context.sketch.said.unitOf(operand.value) === null) return null;
  const isUnitAlone = /^(?:minutes?|hours?|seconds?)$/i.test(target.text);
  if (!isUnitAlone || target.columns.length === 0) return null;
  const tables = [...new Set([near, context.subject, ...context.anchors.keys()])].flatMap((table) => table ?? []);
  if (target.columns.some(({ column }) => tables.includes(column.table))) return null;
  const [only, ...more] = tables.flatMap(({ columns }) => columns.filter(isDuration));
  return only === undefined || more.length > 0 ? null : only;
}

/** "over 500 km": the only number of the rows that is kept in kilometres. */
function keptInUnit(number: number, context: Context, { near }: Place): CatalogColumn | null {
  const unit = context.sketch.said.keptIn(number);
  if (unit === null) return null;
  for (const table of [near, context.subject, ...context.anchors.keys()]) {
    const [only, ...more] = table === null ? [] : keptIn(unit, table);
    if (only === undefined || more.length > 0) continue;
    explain(context, (word) => unitNamed(word.text.toLowerCase()) === unit);
    if (unitOf(only.name) === undefined) context.notes.assumptions.push(`I take the ${toldAs(only)} to be in ${unit}.`);
    return only;
  }
  return null;
}

/** "products below the reorder point": how many lie in stock, whatever number is called after them. What lies in stock, against the level at which it is ordered again. */
function stockMeant(target: Mention | null, operand: Operand, context: Context, { near }: Place): CatalogColumn | null {
  if (operand.kind !== "column" || (target !== null && !isTable(target))) return null;
  const column = columnOf(operand.mention, context, { near });
  return column !== null && isReorderLevel(column) ? stockColumn(column.table) : null;
}

/** "volunteers under 30": how old they are, whatever else is counted of them. */
function isAgeOf(people: CatalogTable, operand: Operand, { sketch }: Context): boolean {
  const [, word] = sketch.said.words("over or under a number");
  const isSaid = word !== undefined && people.stems.at(-1) === stem(word.toLowerCase());
  const isYears = operand.kind === "number" && operand.value <= OLDEST_PERSON_YEARS;
  return isSaid && isYears && isPerson(people) && !people.columns.some(({ words }) => words.includes("age"));
}

/** What rows come to, or what is asked for them, rather than what they were bought for. */
function usualAmount(numbers: readonly CatalogColumn[]): CatalogColumn | undefined {
  const called = (name: RegExp) => numbers.find((column) => name.test(column.words.join(" ")));
  return (
    called(/\b(total|amount)\b/) ??
    called(/^(?!(?:purchase|buying|buy|cost|wholesale)\b).*\b(price|value)\b/) ??
    called(/\b(price|value|cost)\b/) ??
    called(/\b(rent|fee|fare|premium)\b/)
  );
}

const TIME_KEPT =
  /\b(?:times?|duration|length|age|(?:second|sec|minute|min|hour|hr|day|week|month|year|night)s?|ms|term|tenure)\b/;

/** What "longer" means of the rows; "trips longer than 4 hours" go over no distance. */
function biggerIn(table: CatalogTable, isTime: boolean, { sketch }: Context): CatalogColumn | null {
  const said = sketch.said.words("bigger")[1];
  const meant = said === undefined ? null : hinted(table, comparedHints.get(said.toLowerCase()) ?? "size");
  return isTime && meant !== null && !TIME_KEPT.test(meant.words.join(" ")) ? null : meant;
}

/** "above 500", of no column in particular. */
function usualNumber(operand: Operand, context: Context, { near }: Place): CatalogColumn | null {
  const table = near ?? context.subject;
  if (table === null) return null;
  // "members who borrowed more than 3": so many loans, rather than a number that each of them has.
  const named = context.named.filter((one) => one.table === table);
  if (named.length > 0 && named.every(({ mention }) => isVerbOfRows(mention.mention))) return null;
  const numbers = table.columns.filter(
    (column) => column.isNumber && !column.isKey && !column.isYear && !column.isFlag,
  );
  // "longer than 10 days" is no amount of money.
  const isTime = operand.kind === "number" && context.sketch.said.words("a limit of time")[2] === String(operand.value);
  const usual = isTime ? undefined : usualAmount(numbers);
  const meant = biggerIn(table, isTime, context);
  const [only] = numbers.length === 1 && !isAgeOf(table, operand, context) ? numbers : [];
  const isMoney = only !== undefined && /\b(total|amount|price|value|cost|fee)\b/.test(only.words.join(" "));
  const guess = meant ?? usual ?? (isTime && isMoney ? undefined : only);
  if (guess === undefined) return null;
  context.notes.assumptions.push(`The number is compared with ${toldAs(guess)}.`);
  const unit = unitOf(guess.name);
  if (unit !== undefined) explain(context, (word) => unitNamed(word.text.toLowerCase()) === unit);
  return guess;
}
