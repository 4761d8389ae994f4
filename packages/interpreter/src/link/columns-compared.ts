import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isReorderLevel, stockColumn } from "../catalog/stock.ts";
import type { Token } from "../language/tokens.ts";
import { unitOf } from "../language/units.ts";
import { type Rewriter, written } from "./rewriter.ts";

const BELOW = /^(?:below|under|beneath)$/;
const PAST_A_COLUMN = /^(?:below|under|beneath|above|over|beyond|past)$/;
const MORE_THAN = /^(?:more|higher|greater|better|bigger|larger)$/;
const LESS_THAN = /^(?:less|fewer|lower|worse|smaller)$/;
const LONGER = /^(?:longer|shorter)$/;
/** Words that lead to a comparison and say nothing beside it. */
const LED_BY =
  /^(?:are|is|was|were|do|does|did|have|has|had|been|gone?|goes|went|fall|fell|fallen|drop|dropped|lies?|run|ran|take|took|takes|use|used|need|needed|not|get|gets|got|score|scored|scores|achieved|with|an?|that|who|now|currently|already|still|just|well|far)$/;
const FAR = /^(?:most|least|furthest|farthest|further|much|many|often|closest|nearest)$/;
const NEED = /^(?:needs?|ha(?:ve|s)|must|should|not)$/;
const AGAIN = /^(?:reordered|reordering|restocked|restocking|replenished|reorder|restock)$/;
const LONGEST_LEAD = 5;
/** Words that stand before a name. */
const BESIDE_COLUMN_NAMES = /^(?:the|an?|its|their|his|her|our|in|at|on|for|of|was|were|is|are|had|it|they)$/;
/** What a number of a row is held against. */
export const LIMIT_NAME =
  /^(?:minimum|min|maximum|max|limit|level|target|budget|budgeted|threshold|allowed|goal|capacity|quota|allowance|ceiling|floor|planned|plan|expected|estimated|scheduled|agreed|ordered|contracted|reorder|par)$/;
const PLANNED_SAID =
  /^(?:planned|expected|estimated|scheduled|budgeted|agreed|allowed|contracted|ordered|needed|required)$/;
const LONGEST_COLUMN_WORDS = 4;

/** Two numbers of each row held against each other: "below their minimum level", "more hours than planned", "better in the final than in the heat". */
export const columnsCompared: Rewriter = (tokens, at, catalog) => {
  if (tokens[at]?.kind !== "word") return null;
  const ordered = NEED.test(tokens[at]?.lower ?? "")
    ? toBeOrdered(tokens, at, catalog)
    : runningLow(tokens, at, catalog);
  if (ordered !== null) return ordered;
  // Who is asked for stays.
  if (at === 0 && tokens[at]?.lower === "who") return null;
  const start = pastLead(tokens, at);
  const said = tokens[start];
  if (said === undefined) return null;
  if (PAST_A_COLUMN.test(said.lower)) return beyondLimit(tokens, { at, start }, catalog);
  if (MORE_THAN.test(said.lower) || LESS_THAN.test(said.lower)) return moreThanOther(tokens, { at, start }, catalog);
  if (LONGER.test(said.lower)) return longerThanPlanned(tokens, { at, start }, catalog);
  return changed.test(said.lower) ? fromOneToOther(tokens, { at, start }, catalog) : null;
};

/** Where the words before a comparison begin, and the comparison. */
interface Said {
  at: number;
  start: number;
}

function pastLead(tokens: readonly Token[], at: number): number {
  let start = at;
  while (start - at < LONGEST_LEAD && LED_BY.test(tokens[start]?.lower ?? "")) start++;
  return start;
}

const isMeasured = ({ isNumber, isKey, isForeign, isYear, isFlag }: CatalogColumn): boolean =>
  isNumber && !isKey && !isForeign && !isYear && !isFlag;

/** A column that words name, whole or alone in its table, and the place after them. */
interface Named {
  column: CatalogColumn;
  end: number;
}

/** The only column, or the first of those that are called the same in several tables. */
function onlyName([first, ...more]: readonly CatalogColumn[]): CatalogColumn | null {
  const name = first?.words.join(" ");
  return first !== undefined && more.every(({ words }) => words.join(" ") === name) ? first : null;
}

/** The number of a row that is named from a place on; of `table` alone, where that is told. */
function namedAt(tokens: readonly Token[], from: number, catalog: Catalog, table?: CatalogTable): Named | null {
  let start = from;
  while (start - from < LONGEST_LEAD && BESIDE_COLUMN_NAMES.test(tokens[start]?.lower ?? "")) start++;
  for (let end = Math.min(start + LONGEST_COLUMN_WORDS, tokens.length); end > start; end--) {
    const stems = tokens.slice(start, end).map((token) => (token.kind === "punctuation" ? "" : token.stem));
    const [first] = stems;
    if (first === undefined || stems.includes("")) continue;
    const having = (catalog.columnsByStem.get(first) ?? []).filter(
      (column) =>
        isMeasured(column) &&
        !column.table.isView &&
        (table === undefined || column.table === table) &&
        stems.every((one) => column.stems.includes(one)),
    );
    const whole = having.filter(({ stems: own }) => own.length === stems.length);
    const only = onlyName(whole.length > 0 ? whole : having);
    if (only !== null) return { column: only, end };
  }
  return null;
}

/** "with hours above planned hours"; "not above" is at most. */
function compared(
  said: readonly Token[],
  [left, operator, right]: readonly [CatalogColumn, "above" | "below", CatalogColumn],
): Token[] {
  const isDenied = said.some(({ lower }) => lower === "not");
  const words = isDenied ? ["at", operator === "above" ? "most" : "least"] : [operator];
  return written(said, ["with", ...left.words, ...words, ...right.words]);
}

/** "below their minimum level", of rows of which one other number can be meant. */
function beyondLimit(tokens: readonly Token[], { at, start }: Said, catalog: Catalog): ReturnType<Rewriter> {
  const limit = namedAt(tokens, start + 1, catalog);
  if (limit === null || !limit.column.words.some((word) => LIMIT_NAME.test(word))) return null;
  const before = tokens[at - 1];
  // "stock below the minimum" names what is held against it, and "furthest below it" asks how far.
  if (before !== undefined && (FAR.test(before.lower) || isNumberOf(limit.column.table, before))) return null;
  const held = heldAgainst(limit.column);
  if (held === null) return null;
  const operator = BELOW.test(tokens[start]?.lower ?? "") ? "below" : "above";
  return { tokens: compared(tokens.slice(at, limit.end), [held, operator, limit.column]), end: limit.end };
}

const isNumberOf = (table: CatalogTable, { stem: said }: Token): boolean =>
  !table.stems.includes(said) && table.columns.some((column) => isMeasured(column) && column.stems.includes(said));

/** "need to be reordered": no more is in stock than the level at which it is ordered again. */
function toBeOrdered(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const end = tokens.findIndex(({ lower }, i) => i > at && i < at + 5 && AGAIN.test(lower));
  const isYet = tokens[end + 1]?.lower === "yet";
  // What has to be done is "not done yet" by now, and what was not done last month is another question.
  if (end < 0 || (tokens[at]?.lower === "not" && !isYet)) return null;
  if (!tokens.slice(at + 1, end).every(({ lower }) => /^(?:to|be|been|get)$/.test(lower))) return null;
  return upToLevel(tokens, { at, end: end + (isYet ? 2 : 1) }, catalog);
}

/** "running low", "low on stock": the same, in other words. */
function runningLow(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  let start = at;
  while (start - at < LONGEST_LEAD && /^(?:are|is|that|which|currently|now|we|have)$/.test(tokens[start]?.lower ?? ""))
    start++;
  const said = tokens.slice(start, start + LONGEST_LEAD).map(({ lower }) => lower);
  const found = STOCK_IS_LOW.exec(said.join(" "))?.[0];
  return found === undefined ? null : upToLevel(tokens, { at, end: start + found.split(" ").length }, catalog);
}

const STOCK_IS_LOW = /^(?:(?:running|getting|going) low(?: (?:on|in) stock)?|low (?:on|in) stock)(?= |$)/;

/** With no more in stock than the one level at which things are ordered again. */
function upToLevel(
  tokens: readonly Token[],
  { at, end }: { at: number; end: number },
  catalog: Catalog,
): ReturnType<Rewriter> {
  const [level, ...more] = catalog.tables.flatMap(({ isView, columns }) =>
    isView ? [] : columns.filter(isReorderLevel),
  );
  const stock = level === undefined || more.length > 0 ? null : stockColumn(level.table);
  if (level === undefined || stock === null) return null;
  return { tokens: written(tokens.slice(at, end), ["with", ...stock.words, "at", "most", ...level.words]), end };
}

/** The one number that a limit can be a limit of: what lies in stock, what is called so, or counted in the same unit, or the only one. */
function heldAgainst(limit: CatalogColumn): CatalogColumn | null {
  const { table } = limit;
  const stock = isReorderLevel(limit) ? stockColumn(table) : null;
  if (stock !== null) return stock;
  const others = table.columns.filter(
    (column) => isMeasured(column) && column !== limit && !column.words.some((word) => LIMIT_NAME.test(word)),
  );
  const about = limit.stems.filter((_, i) => !LIMIT_NAME.test(limit.words[i] ?? ""));
  const unit = unitOf(limit.name);
  const alike = about.length === 0 ? [] : others.filter(({ stems }) => about.every((one) => stems.includes(one)));
  const inUnit = unit === undefined ? others : others.filter(({ name }) => unitOf(name) === unit);
  const [only, ...more] = alike.length > 0 ? alike : inUnit;
  return more.length === 0 ? (only ?? null) : null;
}

/** "more hours than planned", "a higher second round than first round", "better in the final than in the heat" */
function moreThanOther(tokens: readonly Token[], { at, start }: Said, catalog: Catalog): ReturnType<Rewriter> {
  const than = tokens.findIndex(({ lower }, i) => i > start + 1 && i < start + 7 && lower === "than");
  if (than < 0) return null;
  const operator = MORE_THAN.test(tokens[start]?.lower ?? "") ? "above" : "below";
  const planned = plannedAt(tokens, than, catalog);
  if (planned !== null) {
    const nouns = tokens.slice(start + 1, than).map(({ stem: one }) => one);
    const of = planned.filter(({ stems }) => nouns.every((noun) => stems.includes(noun)));
    return heldAgainstPlan(tokens, { at, end: than + 2 }, operator, of);
  }
  const left = leftAt(tokens, start + 1, than, catalog);
  const right = left === null ? null : namedAt(tokens, than + 1, catalog, left.table);
  if (left === null || right === null || right.column === left) return null;
  return { tokens: compared(tokens.slice(at, right.end), [left, operator, right.column]), end: right.end };
}

/** What stands last before "than": "marks in the second round". */
function leftAt(tokens: readonly Token[], from: number, than: number, catalog: Catalog): CatalogColumn | null {
  for (let start = from; start < than; start++) {
    const found = namedAt(tokens.slice(0, than), start, catalog);
    if (found?.end === than) return found.column;
    const word = tokens[start]?.lower ?? "";
    if (!BESIDE_COLUMN_NAMES.test(word) && !/^(?:marks?|points?|scores?|results?|grades?|values?|numbers?)$/.test(word))
      return null;
  }
  return null;
}

/** The columns of what was planned, where a question ends with "than planned". */
function plannedAt(tokens: readonly Token[], than: number, catalog: Catalog): CatalogColumn[] | null {
  const [said, next] = tokens.slice(than + 1, than + 3);
  if (said === undefined || !PLANNED_SAID.test(said.lower) || (next?.kind === "word" && next.lower.endsWith("s")))
    return null;
  return (catalog.columnsByStem.get(said.stem) ?? []).filter((column) => isMeasured(column) && !column.table.isView);
}

function heldAgainstPlan(
  tokens: readonly Token[],
  { at, end }: { at: number; end: number },
  operator: "above" | "below",
  plans: readonly CatalogColumn[],
): ReturnType<Rewriter> {
  const plan = onlyName(plans);
  const held = plan === null ? null : heldAgainst(plan);
  return plan === null || held === null
    ? null
    : { tokens: compared(tokens.slice(at, end), [held, operator, plan]), end };
}

const SPANS_OF_TIME = /^(?:days?|hours?|hrs?|minutes?|mins?|weeks?|months?|duration|time|length)$/;

/** "longer than planned": the time that was planned. */
function longerThanPlanned(tokens: readonly Token[], { at, start }: Said, catalog: Catalog): ReturnType<Rewriter> {
  if (tokens[start + 1]?.lower !== "than") return null;
  const planned = plannedAt(tokens, start + 1, catalog);
  const ofTime = planned?.filter(({ words }) => words.some((word) => SPANS_OF_TIME.test(word))) ?? [];
  const operator = tokens[start]?.lower === "longer" ? "above" : "below";
  return heldAgainstPlan(tokens, { at, end: start + 3 }, operator, ofTime);
}

const changed =
  /^(?:improved?|improving|rose|risen|increased?|grew|grown|climbed|fell|fallen|dropped|declined|decreased|worsened)$/;
const UP = /^(?:improv|rose|risen|increas|grew|grown|climb)/;

/** "improved from the first round to the second": the second is above the first. */
function fromOneToOther(tokens: readonly Token[], { at, start }: Said, catalog: Catalog): ReturnType<Rewriter> {
  if (tokens[start + 1]?.lower !== "from") return null;
  const one = namedAt(tokens, start + 2, catalog);
  if (one === null || tokens[one.end]?.lower !== "to") return null;
  const other = namedAt(tokens, one.end + 1, catalog, one.column.table);
  if (other === null || other.column === one.column) return null;
  const operator = UP.test(tokens[start]?.lower ?? "") ? "above" : "below";
  return { tokens: compared(tokens.slice(at, other.end), [other.column, operator, one.column]), end: other.end };
}
