/**
 * Columns of yes and no in words: "insured" and "not insured", "with a pool" and "without a pool".
 *
 * Of `animals.insured` rows are "insured animals" or "animals that are not insured", its groups are "451 not insured and 199 insured", and
 * an answer by it is read as "number of animals by whether they are insured".
 */
import type { About, Qualifier } from "./leads.ts";
import type { Cell } from "@parley/datasource/types";
import type { ColumnExpression } from "../form/logical-form.ts";
import { spoken } from "../language/words.ts";
import { isOwnDoing, thing } from "./column-words.ts";

/** What people and things have, rather than what they are: "with disabled badge". */
const OWNED_THING =
  /^.*\b(?:badge|licen[cs]e|permit|card|account|access|insurance|warranty|guarantee|certificate|newsletter|subscription|visa|passport|diploma|balcony|garden|lift|elevator|garage|terrace|wifi|breakfast|allerg(?:y|ies)|pets?|discount|coupon|voucher|factor|authentication|backup|deposit|sponsor)$/;

/** What there is no "a" of: "with insurance", "with pets". */
const WITHOUT_ARTICLE =
  /(?:^|\b)(?:access|insurance|wi-?fi|breakfast|parking|heating|conditioning|electricity|power|water|internet|storage|feedback|support|luggage|equipment|authentication|newsletter|factor|staff|information|data|e-?mail|mail|music|wood|gas|credit|stock|experience|\w+ing|\w*[^s]s)$/;

/** "a pool", "an elevator", "insurance". */
export function withArticleA(words: string): string {
  if (WITHOUT_ARTICLE.test(words) || !/^\p{Ll}/u.test(words)) return words;
  return `${/^(?:[aeio]|u(?!ni|s[ei]|r[il]))/.test(words) && !/^one\b/.test(words) ? "an" : "a"} ${words}`;
}

/** What a column of yes and no says of rows: something that they have, or what they are or did. */
function stateOf({ column }: ColumnExpression): { owned: string } | { state: string } {
  const state = spoken(column)
    .replace(/^(?:.* )?(?:is|are|has been|was) /, "")
    .replace(/ (?:fl|flag|ind|indicator|yn)$/, "")
    .replace(/^(part|full) time$/, "$1-time");
  const owned = /^(?:has|have|with) (.+)$/.exec(state)?.[1] ?? OWNED_THING.exec(state)?.[0];
  return owned === undefined ? { state } : { owned };
}

/** "refundable rooms", "that are not refundable", "with a skipper"; of other rows "with a boat that is insured". */
export function flagQualifier(left: ColumnExpression, holds: boolean, { tables }: About): Qualifier {
  const told = stateOf(left);
  const lead = holds ? "with" : "without";
  const isOwn = tables.includes(left.table);
  if ("owned" in told)
    return isOwn
      ? { lead, text: withArticleA(told.owned) }
      : { lead: "with", text: `${withArticleA(thing(left.table))} ${lead} ${withArticleA(told.owned)}` };
  const { state } = told;
  const not = holds ? "" : "not ";
  if (!isOwn) return { lead: "with", text: `${withArticleA(thing(left.table))} that is ${not}${state}` };
  const isDone = holds && isOwnDoing(state);
  return {
    lead: "doing",
    text: isDone ? `that ${state}` : `that are ${not}${state}`,
    ...(holds && !isDone && /^[\p{Ll}-]+$/u.test(state) && { before: { table: left.table, word: state } }),
  };
}

/** Whether a cell of yes and no says yes; null for a cell that says neither. */
function holdsIn(cell: Cell): boolean | null {
  if (typeof cell === "boolean") return cell;
  if (cell === 1 || cell === 0) return cell === 1;
  const [yes] = /^(?:y|yes|t|true|1)$/i.exec(String(cell)) ?? [];
  const [no] = /^(?:n|no|f|false|0)$/i.exec(String(cell)) ?? [];
  return yes === undefined ? (no === undefined ? null : false) : true;
}

/** "insured", "not insured", "with a pool": a group of rows that say yes or no; null where the cell says neither. */
export function flagLabel(column: ColumnExpression, cell: Cell): string | null {
  const holds = holdsIn(cell);
  if (holds === null) return null;
  const told = stateOf(column);
  if ("owned" in told) return `${holds ? "with" : "without"} ${withArticleA(told.owned)}`;
  return `${holds ? "" : "not "}${told.state}`;
}

/** "whether they are insured", "whether the animal has a pool": how groups of yes and no are told apart. */
export function flagQuestion(column: ColumnExpression, subject: string): string {
  const told = stateOf(column);
  const [who, are, have] =
    column.table === subject ? ["they", "are", "have"] : [`the ${thing(column.table)}`, "is", "has"];
  if ("owned" in told) return `whether ${who} ${have} ${withArticleA(told.owned)}`;
  return isOwnDoing(told.state) ? `whether ${who} ${told.state}` : `whether ${who} ${are} ${told.state}`;
}
