import type { Column, Dialect } from "@parley/datasource/types";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";

/** Words that carry no meaning in a name. */
const nameNoise = new Set([
  "is",
  "was",
  "of",
  "the",
  "in",
  "and",
  "a",
  "to",
  "for",
  "ref",
  "tbl",
  "dim",
  "fact",
  "fct",
  "by",
]);

const suffixes = [
  "id",
  "name",
  "code",
  "date",
  "type",
  "time",
  "year",
  "price",
  "title",
  "number",
  "count",
  "num",
  "no",
  "desc",
];

export function meaningful(words: string[]): string[] {
  // What a thing is looked up by is not the thing: "ref" counts at the end of "booking_ref", not in "ref_colours".
  const isRef = (at: number) => at > 0 && at === words.length - 1 && words[at] === "ref";
  const kept = words.filter((word, at) => !nameNoise.has(word) || isRef(at));
  return kept.length === 0 ? words : kept;
}

const isoDate = /^\d{4}-\d{1,2}-\d{1,2}([ T]\d{2}:\d{2}|$)/;

/** Ages, counts and rates stored as text: read as numbers where the database does so too. */
function holdsFigures(source: Column, words: readonly string[]): boolean {
  return (
    source.type === "text" &&
    source.values.length >= 3 &&
    source.values.every((value) => /^(-?\d+(\.\d+)?)?$/.test(value.trim())) &&
    (isNumberOf(words) ||
      words.some((word) =>
        /^(age|height|weight|size|amount|price|cost|rate|score|points?|count|total|capacity|population|area|elevation|altitude|depth|length|duration|distance|time|days|weeks|months|hours|minutes|miles|salary|goals|games|matches|wins|medals|seats|quantity|attendance|speed|percent|percentage|share|votes|losses)$/.test(
          word,
        ),
      ))
  );
}

/** "num_of_staff": how many there are, where a "phone_number" is none. */
const isNumberOf = ([first, next]: readonly string[]): boolean =>
  /^(?:number|num|nr|no)$/.test(first ?? "") && next !== undefined && !/^(?:code|id|key|name|plate|type)$/.test(next);

/** Dates that are stored as text. */
function holdsDates({ type, values }: Column): boolean {
  return type === "text" && values.length > 0 && values.slice(0, 5).every((value) => isoDate.test(value));
}

const compactDay = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Days of eight figures, in a column that is called a day, where the database reads such texts as days or can be made to. */
function holdsCompactDays({ type, values }: Column, words: readonly string[], dialect: Dialect): boolean {
  const isReadable = dialect !== "athena" && dialect !== "duckdb";
  const isCalledDay = /^(?:date|day|on|from|to|until|since)$/.test(words.at(-1) ?? "");
  return (
    isReadable &&
    type === "text" &&
    isCalledDay &&
    values.length > 0 &&
    values.every((value) => value === "" || compactDay.test(value))
  );
}

/** Months as texts, "2025-04", in a column that is called so: they sort like days, and SQLite can be made to read them as such. */
const holdsMonths = ({ type, values }: Column, words: readonly string[], dialect: Dialect): boolean =>
  dialect === "sqlite" &&
  type === "text" &&
  words.at(-1) === "month" &&
  values.length > 0 &&
  values.every((value) => /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(value));

/** Years as numbers or text: by the name, and by the numbers where they are known. */
function holdsYears({ type, min, max, values }: Column, words: readonly string[]): boolean {
  const isWithin = (year: unknown) => typeof year !== "number" || (year >= 1000 && year < 2200);
  if (words[0] === "year" || /^(year|yr|founded|built|opened|vintage)$/.test(words.at(-1) ?? "")) return isWithin(min);
  // "open_date" from 1831 to 1844, "took_office" in 1957: times by their name, and years by what they hold.
  const isOfTime = /^(?:date|season|since|established|released|introduced|started|joined|retired|closed)$/.test(
    words.at(-1) ?? "",
  );
  if (!isOfTime && !/^(?:took|left|came|joined|began)$/.test(words[0] ?? "")) return false;
  if (type === "text") return values.length > 0 && values.every((value) => /^1[0-9]\d\d$|^2[01]\d\d$/.test(value));
  return typeof min === "number" && typeof max === "number" && isWithin(min) && isWithin(max);
}

/** True for texts that may be compared with a number: none of their values known is without a figure. */
export const holdsNumbers = ({ source }: CatalogColumn): boolean =>
  source.values.every((value) => value.trim() === "" || /\d/.test(value));

/** Pairs of values that say whether something holds, the one that does first. */
const holding = [
  ["1", "0"],
  ["y", "n"],
  ["yes", "no"],
  ["true", "false"],
  ["t", "f"],
] as const;

/** The pair whose values these are, in any case; undefined where they are something else. */
const pairOf = (values: readonly string[]): (typeof holding)[number] | undefined =>
  holding.find((pair) => values.length > 0 && values.every((value) => pair.some((one) => one === value.toLowerCase())));

/** The value of a column of yes and no that says yes. */
export function yesOf({ source, isText }: CatalogColumn): string | number | boolean {
  if (source.type === "boolean") return true;
  if (!isText) return 1;
  const [yes = "1"] = pairOf(source.values) ?? [];
  const stored = source.values.find((value) => value.toLowerCase() === yes);
  const [other = ""] = source.values;
  return stored ?? (other === other.toUpperCase() ? yes.toUpperCase() : yes);
}

/** True and false, 0 and 1, yes and no; what a sex is coded with says of what sort a row is. */
function holdsFlags(source: Column, words: readonly string[], isNumber: boolean): boolean {
  if (words.some((word) => word === "gender" || word === "sex")) return false;
  if (source.type === "boolean") return true;
  if (isNumber && source.min === 0 && source.max === 1 && (source.distinct_count ?? 3) <= 2) return true;
  const { length } = source.values;
  return (
    source.type === "text" &&
    source.values_complete &&
    length > 0 &&
    length <= 2 &&
    pairOf(source.values) !== undefined &&
    // "NO" alone may be Norway, and "F" a grade.
    (length === 2 || !/^(?:no?|[tf])$/i.test(source.values[0] ?? ""))
  );
}

/** A column as it is looked up. */
export function toColumn(table: CatalogTable, source: Column, isPrimary: boolean, dialect: Dialect): CatalogColumn {
  const words = wordsOf(source.name, table);
  // Text that holds figures is read as numbers.
  const isLoose = dialect === "mysql" || dialect === "sqlite";
  const isNumber =
    source.type === "integer" || source.type === "number" || (isLoose && !isPrimary && holdsFigures(source, words));
  const isCompactDay = !isNumber && holdsCompactDays(source, words, dialect);
  const isMonth = holdsMonths(source, words, dialect);
  const isDatedText = isCompactDay || isMonth || holdsDates(source);
  const isDate = source.type === "date" || source.type === "timestamp" || isDatedText;
  return {
    table,
    name: source.name,
    called: source.name,
    source,
    words,
    stems: words.map(stem),
    essential: words.map(stem),
    isPrimary,
    isForeign: false,
    isKey: false,
    isDate,
    isCompactDay,
    isMonth,
    isNumber,
    isText: source.type === "text" && !isDatedText && !isNumber,
    isFlag: holdsFlags(source, words, isNumber),
    isYear: !isDate && holdsYears(source, words),
  };
}

/** "exp_dt": what is ordered is expected, and cards expire. */
const expected = ({ words }: CatalogTable): string =>
  words.some((word) => /^(?:orders?|deliver(?:y|ies)|shipments?|receipts?)$/.test(word)) ? "expected" : "expiry";

function wordsOf(name: string, table: CatalogTable): string[] {
  const split = splitIdentifier(name);
  // The "a" of "a_id" is somebody's first letter, and not an article.
  const isLetter = split.length === 2 && split[0]?.length === 1;
  const words = (isLetter ? split : meaningful(split)).flatMap((word) => splitJoined(word, table));
  // "MachineNo": the number of a machine, not its absence.
  if (words.length > 1 && /^(no|nr)$/.test(words.at(-1) ?? "")) words[words.length - 1] = "number";
  if (words.join(" ") === "exp date") words[0] = expected(table);
  // "StuID" of students, "i_id" of items: their id.
  const [begun, ...rest] = words;
  const isBegun = begun !== undefined && (begun.length >= 3 || (begun.length === 1 && rest[0] === "id"));
  const whole = isBegun ? table.words.find((word) => word.startsWith(begun) && stem(word) !== stem(begun)) : undefined;
  if (begun !== undefined && whole !== undefined && rest.length === 1 && suffixes.includes(rest[0] ?? ""))
    words[0] = whole;
  return withNamesInFull(words);
}

/** "l name" is a last name. */
function withNamesInFull(words: readonly string[]): string[] {
  const at = words.indexOf("name") - 1;
  const full = new Map([
    ["f", "first"],
    ["l", "last"],
  ]).get(words[at] ?? "");
  return full === undefined ? [...words] : words.with(at, full);
}

/** Words that end like a suffix and are no two words: what was paid is not the id of payments. */
const whole =
  /^(?:(?:un|pre|re)?paid|valid|invalid|void|solid|liquid|bid|update|candidate|mandate|discount|account|headcount|overtime|lifetime|downtime|runtime|prototype|surname|nickname)$/;

/** "stuid" → "student id" in table student; "fname" → "first name". */
function splitJoined(word: string, table: CatalogTable): string[] {
  if (/^(dob|birthdate|birthday|bdate|dateofbirth)$/.test(word)) return ["birth", "date"];
  if (word === "fname" || word === "firstname") return ["first", "name"];
  if (word === "lname" || word === "lastname") return ["last", "name"];
  // "account" of accounts is no "accounts count".
  if (whole.test(word) || table.words.some((name) => stem(name) === stem(word))) return [word];
  for (const suffix of suffixes) {
    const prefix = word.slice(0, -suffix.length);
    if (!word.endsWith(suffix) || prefix.length < 1) continue;
    const owner = table.words.find((name) => name.startsWith(prefix) || stem(name) === stem(prefix));
    if (owner !== undefined) return [owner, suffix];
    if (
      ["id", "name", "code", "date", "title", "price", "type"].includes(suffix) &&
      prefix.length >= 3 &&
      !/^(val|av|gr|ac|pa|ra|ma|f|m|h|b|cand|el|proto|ar|pro|con|over|sub|up)$/.test(prefix)
    ) {
      return [prefix, suffix];
    }
  }
  return [word];
}

export function isKeyLike(column: CatalogColumn): boolean {
  if (column.isForeign) return true;
  const last = column.words.at(-1);
  if (last === "id" || last === "ids") return true;
  if (/^(phone|telephone|fax|mobile|zip|zipcode|postcode)$/.test(last ?? "")) return true;
  if (/\b(phone|zip|postal|fax)\b/.test(column.words.join(" ")) && /^(number|no|num|code)$/.test(last ?? ""))
    return true;
  return column.isPrimary && column.table.primaryKey.length === 1 && (column.isNumber || last === "code");
}

/** A column's whole name: "to" of "to_depot_id" and "in" of "check_in" mean nothing elsewhere, and here all. */
export function nameInFull({ name }: Pick<CatalogColumn, "name">): string {
  const known = namesInFull.get(name);
  if (known !== undefined) return known;
  const words = splitIdentifier(name).join(" ");
  if (namesInFull.size > MOST_NAMES_KEPT) namesInFull.clear();
  namesInFull.set(name, words);
  return words;
}

/** Names that were split before: the same ones are asked for again with every word of a question. */
const namesInFull = new Map<string, string>();
const MOST_NAMES_KEPT = 20_000;

/** Parts of a hundred, which do not add up. */
export const isPercentage = (column: CatalogColumn): boolean =>
  /\b(?:pct|percent|percentage)\b/.test(nameInFull(column));

/** Parts of one: discounts of 0.05, shares. */
export const holdsFractions = ({ isNumber, isFlag, isKey, source }: CatalogColumn): boolean =>
  isNumber && !isFlag && !isKey && typeof source.max === "number" && source.max <= 1;

/** Texts that rows share, as reasons and states are: each stands in two rows or more on average, and names none of them. */
export function holdsKinds(column: CatalogColumn): boolean {
  const { isText, isKey, table } = column;
  return isText && !isKey && !table.label.includes(column) && isShared(column);
}

/** True for a column each value of which stands in two rows or more on average. */
export const isShared = ({ source, table }: CatalogColumn): boolean =>
  source.distinct_count !== null && source.distinct_count * 2 <= table.source.row_count;

/** "season", "floor": numbers by which rows are told apart, and which measure nothing. */
export const isNumberedKind = (column: CatalogColumn): boolean =>
  column.isNumber && isShared(column) && NUMBERED_KIND.test(column.words.at(-1) ?? "");

const NUMBERED_KIND = /^(?:season|floor|storey|grade|term|semester|round|shift)$/;
