import { isBirth } from "../catalog/persons.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { cover, fillers, isSaid, linkNoise } from "./cover.ts";
import type { ColumnLink, Mention } from "./mention.ts";
import { mentionOf } from "./mention.ts";
import { candidates } from "./similarity.ts";
import { singular } from "../language/words.ts";

/** What a few words together may mean as a column; null when they name none. */
export function columnMention(words: readonly Token[], start: number, end: number, catalog: Catalog): Mention | null {
  const columns = columnLinks(words, catalog);
  return columns.length === 0
    ? null
    : mentionOf({ start, end, text: words.map((token) => token.text).join(" "), columns });
}

/** Last words of names that need not be said: "status" stands for status_code. */
const weak = new Map([
  ["code", 0.3],
  ["name", 0.35],
  ["type", 0.45],
  ["text", 0.35],
  ["descript", 0.45],
  ["number", 0.5],
  ["valu", 0.4],
  ["amount", 0.4],
  ["count", 0.4],
  ["quantiti", 0.4],
  ["fee", 0.5],
  // "discount" for discount_percent, unless there is a discount_amount
  ["percent", 0.5],
  ["pct", 0.5],
  ["percentag", 0.5],
  ["at", 0.2],
  ["on", 0.2],
]);

/** Columns that a few words may name, the best first. */
export function columnLinks(span: readonly Token[], catalog: Catalog): ColumnLink[] {
  const content = span.filter((token) => !linkNoise.has(token.lower));
  const pool = new Set<CatalogColumn>();
  for (const token of content) {
    for (const name of candidates(token, catalog).keys())
      for (const column of catalog.columnsByStem.get(name) ?? []) pool.add(column);
  }
  const links: ColumnLink[] = [];
  for (const column of pool) {
    if (isNoColumn(span, column, catalog)) continue;
    const score = named(column, span, content, catalog) - filling(column, span);
    if (score >= 0.25) links.push({ column, score: Math.min(1, score) });
  }
  // "fees" are a "commission_fee" rather than another word for prices; an amount may be of anything.
  const [only, ...more] = content;
  const isOwn = ({ column, score }: ColumnLink) => score >= 0.4 && column.essential.at(-1) === only?.stem;
  if (more.length === 0 && only?.stem !== "amount" && links.some(isOwn))
    for (const link of links)
      if (only !== undefined && link.score < 0.6 && !link.column.stems.includes(only.stem)) link.score *= OTHER_WORD;
  if (only !== undefined && more.length === 0) lessThanCalledSo(links, only);
  const spelt = links.filter(
    ({ column }) => !isSpeltByKey(column, links, content, catalog) && !isKeyOfOthers(column, links, content),
  );
  links.splice(0, links.length, ...spelt);
  asKeyOfRows(links, content, catalog);
  links.sort((a, b) => b.score - a.score);
  const top = links[0]?.score ?? 0;
  return links.filter((link) => link.score >= top - 0.45).slice(0, 24);
}

/** An "insurer" is a column that is called just so, rather than one which says whether somebody is insured. */
function lessThanCalledSo(links: ColumnLink[], { lower }: Token): void {
  const isCalledSo = ({ words }: CatalogColumn) => words.includes(lower) || words.includes(singular(lower));
  const isWhole = ({ column, score }: ColumnLink) =>
    score >= 0.9 && column.essential.length === 1 && isCalledSo(column);
  // "singers born in May": a birth_date is as good as the born_on of others.
  if (lower === "born") for (const link of links.filter(({ column }) => isBirth(column))) link.score = 1;
  if (lower === "born" || !links.some(isWhole)) return;
  for (const link of links) if (!isCalledSo(link.column) && link.score >= 0.9) link.score *= OTHER_WORD;
}

/** "assignee", which no more than a view has for a column, and the rows as the key "assignee_id": as good as that of the view. */
function asKeyOfRows(links: readonly ColumnLink[], [only, ...more]: readonly Token[], { tablesByStem }: Catalog): void {
  if (only === undefined || more.length > 0) return;
  const { stem: said, lower } = only;
  // "vets" are rows of their own, or some of the staff.
  if (singular(lower) !== lower || (tablesByStem.get(said) ?? []).some(({ isView }) => !isView)) return;
  const best = Math.max(0, ...links.map(({ score }) => score));
  const isOfViews = links.every(({ column, score }) => column.table.isView || score < best - KEY_OF_ROWS);
  if (best < 0.9 || !isOfViews) return;
  for (const link of links) {
    const { table, isForeign, essential } = link.column;
    if (!table.isView && isForeign && essential.join(" ") === `${said} id`) link.score = WHICH_KEY;
  }
}
/** How much worse than a view's column others are that nobody means by its name. */
const KEY_OF_ROWS = 0.4;

const isNoColumn = (span: readonly Token[], column: CatalogColumn, catalog: Catalog): boolean =>
  isRowsInState(span, column, catalog) ||
  isDeedAtTime(span, column) ||
  isDoerOfDay(span, column) ||
  isPerOne(span, column) ||
  isBareDate(span, column) ||
  isPartOfNumber(span, column, catalog);

/** "department", a word for a unit, of a unit_price: no more of a number's name than what it is of, and in another word. */
function isPartOfNumber(span: readonly Token[], { isNumber, isKey, stems }: CatalogColumn, catalog: Catalog): boolean {
  const [only, ...more] = span.filter((token) => !linkNoise.has(token.lower));
  if (!isNumber || isKey || stems.length < 2 || only === undefined || more.length > 0) return false;
  const meant = candidates(only, catalog);
  const isOther = (name: string): boolean => !meant.has(name) || name === only.stem;
  return (
    !stems.includes(only.stem) && isOther(stems.at(-1) ?? "") && !only.stem.startsWith(stems[0]?.slice(0, 3) ?? "")
  );
}

/** "boxes", where a price_per_box is known: what there is of one box is no number of boxes. */
function isPerOne(span: readonly Token[], { stems, words }: CatalogColumn): boolean {
  const per = words.indexOf("per");
  if (per < 1 || !span.some((token) => stems.indexOf(token.stem) > per)) return false;
  return !span.some((token) => token.lower === "per" || stems.slice(0, per).includes(token.stem));
}

/** A "carrier" is no day on which orders ship: who does something is never when. */
const isDoerOfDay = ([only, ...more]: readonly Token[], { isDate, stems }: CatalogColumn): boolean =>
  isDate && more.length === 0 && /[a-z]{3}[eo]rs?$/.test(only?.lower ?? "") && !stems.includes(only?.stem ?? "");

/** "the date" of somebody is any day of theirs but that of their birth. */
const isBareDate = ([only, ...more]: readonly Token[], column: CatalogColumn): boolean =>
  more.length === 0 && /^dates?$/.test(only?.lower ?? "") && isBirth(column) && column.essential.length > 1;

/** "plays produced in the year 1920", where producers have a year of birth: what was done, and when. */
const isDeedAtTime = ([deed, at]: readonly Token[], { stems }: CatalogColumn): boolean =>
  /^(?:in|on|at)$/.test(at?.lower ?? "") && /[a-z]{2}ed$/.test(deed?.lower ?? "") && !stems.includes(deed?.stem ?? "");

/** "cars in stock", where some are stored as "in stock": those, and not the stock numbers of all. */
function isRowsInState(span: readonly Token[], { table }: CatalogColumn, { values }: Catalog): boolean {
  const at = span.findIndex(({ lower }, i) => i > 0 && /^(?:in|on|at|out)$/.test(lower));
  const state =
    at < 0
      ? ""
      : span
          .slice(at)
          .map(({ lower }) => lower)
          .join(" ");
  return state !== "" && (values.get(state) ?? []).some(({ column }) => column.table === table);
}

/** How much of a column's name the words of a span cover; 0 where they say something else, too. */
function named(column: CatalogColumn, span: readonly Token[], content: readonly Token[], catalog: Catalog): number {
  const { essential, stems, table } = column;
  if (isNoDate(column, span) || isNoMoney(column, span) || isNoTime(column, content) || isNoFlag(column, span))
    return 0;
  if (cover(span, stems, catalog, { extra: table.stems, filling: true })?.direct !== true) return 0;
  // Words of the table's name inside the column's name need not be said: "name" of customers is customer_name.
  const covered = cover(span, essential, catalog, { extra: [...table.stems, ...stems], filling: true });
  if (covered === null || (covered.matched === 0 && !stems.every((name) => table.stems.includes(name)))) return 0;
  if (isOneOfSeveral(column, content)) return ALTERNATIVE;
  const score = namedWholly(column, { span, content, matched: covered.matched }, catalog);
  return isCodeBesideText(column, content) ? score * OTHER_WORD : score;
}

/** What of a name was said: all of it, or how far a part tells it. */
function namedWholly(
  column: CatalogColumn,
  { span, content, matched }: { span: readonly Token[]; content: readonly Token[]; matched: number },
  catalog: Catalog,
): number {
  const distinct = new Set(column.essential).size;
  return distinct <= 1 ? Math.min(1, matched / distinct) : namedInPart(column, { span, content, matched }, catalog);
}

/** "cause_code" beside a "cause_descr": asked for the cause, people mean what can be read. */
function isCodeBesideText({ words, table }: CatalogColumn, content: readonly Token[]): boolean {
  if (!CODE.test(words.at(-1) ?? "") || content.some(({ lower }) => CODE.test(singular(lower)))) return false;
  const thing = words.slice(0, -1).join(" ");
  return table.columns.some(
    (other) => other.isText && SPELT_OUT.test(other.words.at(-1) ?? "") && other.words.slice(0, -1).join(" ") === thing,
  );
}

/** "state_code", which leads to rows with that code and the "state": asked for the state, people mean what it is called there. */
function isSpeltByKey(
  key: CatalogColumn,
  links: readonly ColumnLink[],
  content: readonly Token[],
  catalog: Catalog,
): boolean {
  if (!key.isForeign || !isCode(key) || content.some(({ lower }) => CODE.test(singular(lower)))) return false;
  const thing = key.words.slice(0, -1).join(" ");
  const isNamed = ({ column, score }: ColumnLink) => score >= 0.95 && column.isText && column.words.join(" ") === thing;
  return links.some((link) => isNamed(link) && leadsTo(key, link.column.table, catalog));
}

/** "ids of students", of student_courses with a student_id and a course_id: the one that is called after the students. */
function isKeyOfOthers(key: CatalogColumn, links: readonly ColumnLink[], content: readonly Token[]): boolean {
  const [own = "", last, ...more] = key.stems;
  if (last !== "id" || more.length > 0 || !key.table.stems.includes(own)) return false;
  const isSaidOf = (name: string) => content.some((token) => token.stem === name);
  if (isSaidOf(own)) return false;
  return links.some(({ column: { table, stems } }) => {
    const [other = "", end] = stems;
    return table === key.table && stems.length === 2 && end === "id" && isSaidOf(other);
  });
}

const isCode = ({ words }: CatalogColumn): boolean => CODE.test(words.at(-1) ?? "");

/** True where a column of that name leads from the key's table to another. */
const leadsTo = ({ table, words }: CatalogColumn, other: CatalogTable, { links }: Catalog): boolean =>
  links.some(
    ({ from: [from, ...more], to: [to] }) =>
      more.length === 0 && from?.table === table && from.words.join(" ") === words.join(" ") && to?.table === other,
  );

const CODE = /^(?:code|id|number|no|num|key)$/;
const SPELT_OUT = /^(?:description|name|title|text|label|desc)$/;

/** What says no more than which of several: a first name is not called first, nor a total amount total. */
const saysWhich: ReadonlySet<string> = new Set(["first", "last", "total", "net", "gross"]);

/** How far the words of a span tell a name of several words. */
function namedInPart(
  column: CatalogColumn,
  { span, content, matched }: { span: readonly Token[]; content: readonly Token[]; matched: number },
  catalog: Catalog,
): number {
  const { essential, isForeign } = column;
  const distinct = new Set(essential).size;
  // The last word of a name is its noun: "price" stands for unit_price rather than for price_type.
  const noun = essential.at(-1) ?? "";
  const isNounSaid = isSaid(noun, content, catalog);
  // "sessions" are those of a table that is called so, rather than the "session_no" of orders.
  const isWeak = weak.has(noun) && !(isForeign && noun === "number");
  if (!isNounSaid && isWeak && !essential.some((name) => saysWhich.has(name)))
    return Math.min(1, matched / (essential.length - 1 + (weak.get(noun) ?? 1)));
  if (isDayOfDeed(column, content)) return Math.min(1, matched / (essential.length - 1 + DATE_UNSAID));
  if (matched >= distinct - 1 && isKeyBesideDay(column, span)) return WHICH_KEY;
  const score = Math.min(1, matched / distinct);
  if (score === 1) return score;
  return score * (isNounSaid ? 1.1 : 0.8) * (noun === "id" || noun === "code" ? 0.85 : 1);
}

/** Words for places of like size or like use, of which a name may list several: what they hold is one or the other. */
const places = new Set(
  "city,town,village,municipality,state,province,region,county,district,country,territory,zip,postcode,postal"
    .split(",")
    .map(stem),
);
/** What a word counts that may stand for another, where something else is called by it. */
const OTHER_WORD = 0.85;

/** A column that is called by one of its alternatives. */
const ALTERNATIVE = 0.92;

/** What the "date" of a name counts where it is not said. */
const DATE_UNSAID = 0.1;

/** "hired" for hire_date: a day is called by what was done on it. */
const isDayOfDeed = ({ isDate, essential }: CatalogColumn, [only, ...more]: readonly Token[]): boolean =>
  isDate && more.length === 0 && essential.at(-1) === "date" && /[a-z]{3}ed$/.test(only?.lower ?? "");

/** A key that is called by all of its name but "id". */
const WHICH_KEY = 0.96;

/** "pickup branch" for pickup_branch_id, rather than pickup_at: a key called after what is done, of which another column tells when. */
function isKeyBesideDay({ isForeign, table, essential }: CatalogColumn, span: readonly Token[]): boolean {
  const [deed, rows, ...more] = essential;
  if (!isForeign || more.join(" ") !== "id" || span.at(-1)?.stem !== rows) return false;
  return table.columns.some(({ essential: [only, ...others] }) => only === deed && others.length === 0);
}

/** "state" for state_or_province, "city" for town_city: a name that lists what its values may be. */
function isOneOfSeveral({ stems }: CatalogColumn, content: readonly Token[]): boolean {
  const listed = stems.filter((name) => name !== "or");
  const [only, ...more] = content;
  if (only === undefined || more.length > 0 || listed.length < 2) return false;
  return listed.includes(only.stem) && listed.every((name) => places.has(name));
}

/** "opening date" is a day, and no other thing that is called opening. */
function isNoDate({ isDate, stems }: CatalogColumn, span: readonly Token[]): boolean {
  return !isDate && span.length > 1 && /^dates?$/.test(span.at(-1)?.lower ?? "") && !stems.includes("date");
}

/** A salary is no day on which something was paid, fees are no fee_arrangement, and a cost is no cost_code. */
const isNoMoney = ({ isDate, isText, words }: CatalogColumn, [only, ...more]: readonly Token[]): boolean =>
  only !== undefined &&
  more.length === 0 &&
  ((/^(?:costs?|spend|spending)$/.test(only.lower) && words.length > 1 && ACCOUNTS.test(words.at(-1) ?? "")) ||
    (!words.includes(only.lower) &&
      ((MONEY.test(only.lower) && (isDate || (isText && words.length > 1))) ||
        (PAY.test(only.lower) && words.includes("paid")))));

/** By what money is told apart, and not how much it is. */
const ACCOUNTS = /^(?:code|category|center|centre)$/;

/** Days are no day_rate. */
const isNoTime = ({ words }: CatalogColumn, [only, ...more]: readonly Token[]): boolean =>
  only !== undefined &&
  more.length === 0 &&
  /^(?:days|hours|weeks|months|nights)$/.test(only.lower) &&
  /^(?:rate|price|fee|wage|cost|pay)s?$/.test(words.at(-1) ?? "");

/** An activity is not whether something is "active". */
const isNoFlag = ({ isFlag, words }: CatalogColumn, [only, ...more]: readonly Token[]): boolean =>
  isFlag && only !== undefined && more.length === 0 && /it(?:y|ies)$/.test(only.lower) && !words.includes(only.lower);

/** What people are paid is not what was paid for something. */
const PAY = /^(?:salary|salaries|wages?|compensation|earn(?:s|ed|ings?)?)$/;

const MONEY =
  /^(?:salary|salaries|wages?|income|earnings?|compensation|fees?|costs?|prices?|amounts?|revenue|expenses?|charges?)$/;

/** What "phone number" for a column "phone" costs; a "total score" is a total rather than a sum of scores. */
function filling(column: CatalogColumn, span: readonly Token[]): number {
  const last = span.at(-1)?.lower ?? "";
  if (span.length <= 1 || !fillers.has(last)) return 0;
  const name = stem(last);
  if (column.stems.includes(name) || column.table.stems.includes(name)) return 0;
  return /^(score|size|level|figure)s?$/.test(last) ? 0.04 : 0.08;
}
