import {
  BORN,
  columnWords,
  doneOn,
  eventOf,
  isMomentColumn,
  isName,
  isOwnDoing,
  isPlace,
  roleWords,
  thing,
  things,
} from "./column-words.ts";
import { formatted } from "./figures.ts";
import { flagQualifier, withArticleA } from "./flags.ts";
import { sameExpression } from "../form/visit.ts";
import type { About, Qualifier } from "./leads.ts";
import { dayText, whenText } from "./moments.ts";
import type { ColumnExpression, Comparison, Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { joined } from "../language/words.ts";

/** What a form's conditions need not say: its subject and what its figures are made of. */
export function aboutForm({ subject, outputs }: LogicalForm): About {
  const figures = outputs.flatMap(({ expression }) => (expression.kind === "aggregate" ? [expression] : []));
  return {
    tables: [subject, ...figures.map(({ table }) => table)],
    rows: figures.every(({ of, table }) => of === null && table === subject) ? subject : null,
    figures: figures.some(({ of, fn }) => of !== null && fn !== "count"),
    apart: figures.some(({ apart }) => apart !== undefined),
  };
}

export const comparisons: Record<Comparison, string> = {
  ">": "over",
  ">=": "of at least",
  "<": "under",
  "<=": "of at most",
  "=": "of",
  "!=": "other than",
};
export const amounts: Record<Comparison, string> = {
  ">": "more than ",
  ">=": "at least ",
  "<": "fewer than ",
  "<=": "at most ",
  "=": "exactly ",
  "!=": "other than ",
};

/** The same of years. */
export const yearComparisons: Record<Comparison, string> = {
  ">": "after",
  ">=": "from",
  "<": "before",
  "<=": "up to",
  "=": "of",
  "!=": "other than",
};

export const operatorWords: Record<Comparison, string> = {
  "=": "is",
  "!=": "is not",
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
};

/** The same between days and moments. */
export const momentOperators: Record<Comparison, string> = {
  "=": "is",
  "!=": "is not",
  ">": "is after",
  ">=": "is not before",
  "<": "is before",
  "<=": "is not after",
};

/** A value in a condition. */
export function literalWords(value: string | number | boolean): string {
  if (typeof value === "number") return formatted(value);
  if (typeof value === "boolean") return String(value);
  const text = dayText(value);
  return text === value ? `“${value}”` : text;
}

/** "in May 2025": a day of every year is of no year. */
const YEAR_SAID = / (?:19|20)\d\d$/;

function yearlyQualifier(day: ColumnExpression, lead: string, label: string): Qualifier {
  const what = eventOf(day) === BORN ? "birthday" : `anniversary of ${columnWords(day)}`;
  return { lead: "with", text: `${lead}${what} ${whenText(label).replace(YEAR_SAID, "")}` };
}

const ENDS_VALIDITY =
  /^(?:(?:valid|effective) (?:until|till|to|thru|through)|(?:valid )?expir(?:y|es|ation)(?: date)?)$/;

/** "due next week", "valid today", "expiring before 1 January 2026": of a day until which something is done or holds. */
function untilWords(day: string, when: string): string | null {
  if (/^due(?: date)?$/.test(day)) return `due ${when}`;
  if (!ENDS_VALIDITY.test(day)) return null;
  return when === "today or later" ? "valid today" : `expiring ${when}`;
}

/** "expiring next month", "with passes expiring next month": of the rows themselves, or of what they have. */
const ofRows = ({ table }: ColumnExpression, text: string, tables: readonly string[]): Qualifier =>
  tables.includes(table) ? { lead: "doing", text } : { lead: "with", text: `${things(table)} ${text}` };

/** How one day lies to another. */
const dayOrder: ReadonlyMap<Comparison, string> = new Map([
  [">", "after"],
  [">=", "on or after"],
  ["<", "before"],
  ["<=", "no later than"],
  ["=", "on"],
]);

/** The same of a day on which something was done: "delivered later than promised". */
const laterThan: ReadonlyMap<Comparison, string> = new Map([
  [">", "later than"],
  [">=", "no earlier than"],
  ["<", "earlier than"],
  ["<=", "no later than"],
]);

const columnIn = (moment: Expression): ColumnExpression | null =>
  moment.kind === "column" ? moment : moment.kind === "bucket" && moment.of.kind === "column" ? moment.of : null;

/** "delivered later than promised", "paid after the due date": what was done to rows, by another day of theirs. Null for all that are no two such days. */
export function laterQualifier(
  { left, operator, right }: Extract<Condition, { kind: "compare" }>,
  { tables }: About,
): Qualifier | null {
  const [done, due] = [columnIn(left), columnIn(right)];
  const how = dayOrder.get(operator);
  if (done === null || due === null || how === undefined || done.table !== due.table) return null;
  const event = eventOf(done);
  if (event === null || event === "" || event === BORN || !isMomentColumn(due)) return null;
  const promised = doneOn(due);
  const than = laterThan.get(operator);
  const lies = promised === null || than === undefined ? `${how} the ${columnWords(due)}` : `${than} ${promised}`;
  const text = `${isOwnDoing(event) ? "that " : ""}${event} ${lies}`;
  return ofRows(done, text, tables);
}

/** What happened on a day; nothing of the day by which rows are told, unless it stands beside another. */
function eventTold(day: ColumnExpression, { tables, days }: About): string | null {
  const event = eventOf(day);
  return event === "" && days === true && tables.includes(day.table) ? (doneOn(day) ?? event) : event;
}

/** "with shipments booked this year"; of figures, "of appointments this year": the revenue of the treatments that belong to them. */
function ofOthers(
  left: ColumnExpression,
  { event, when, isOfFigures }: { event: string | null; when: string; isOfFigures: boolean },
): Qualifier {
  const rows = things(left.table);
  if (isOfFigures && isBegin(left)) return { lead: "of", text: `${rows} ${when}` };
  return { lead: "with", text: `${rows} ${event === null || event === "" ? "" : `${event} `}${when}` };
}

/** "starts at": when rows begin, which is their time. */
const isBegin = (day: ColumnExpression): boolean => /^(?:starts?|begins?)\b/.test(columnWords(day));

/** When something was, or when what it has was. */
export function periodQualifier(condition: Extract<Condition, { kind: "period" }>, about: About): Qualifier {
  const { tables, figures, apart } = about;
  const { left, label, negated } = condition;
  const when = `${negated ? "not " : ""}${whenText(label)}`;
  if (left.kind === "bucket") return yearlyQualifier(left.of, negated ? "no " : "", label);
  if (left.kind !== "column" || apart === true) return { lead: "when", text: when };
  // Rows of a calendar are no more than their days.
  if (/^(?:date|day|calendar)$/.test(thing(left.table))) return { lead: "when", text: when };
  const until = untilWords(columnWords(left), when);
  if (until !== null) return ofRows(left, until, tables);
  const event = eventTold(left, about);
  if (event === "" && figures === true) return { lead: "when", text: when };
  if (!tables.includes(left.table)) return ofOthers(left, { event, when, isOfFigures: figures === true });
  if (event === "") return { lead: "when", text: when };
  if (event === null && isBegin(left)) return { lead: "doing", text: `starting ${when}` };
  if (event === null)
    return isMomentColumn(left) ? { lead: "with", text: `${columnWords(left)} ${when}` } : { lead: "when", text: when };
  return { lead: "doing", text: isOwnDoing(event) ? `that ${event} ${when}` : `${event} ${when}` };
}

/** "name is A or name is B" as values of one column. */
export function oneColumnOf(conditions: readonly Condition[]): { left: Expression; values: string[] } | null {
  const values: string[] = [];
  let left: Expression | null = null;
  for (const condition of conditions) {
    if (condition.kind !== "compare" || condition.operator !== "=" || condition.right.kind !== "literal") return null;
    if (typeof condition.right.value !== "string") return null;
    if (left !== null && !sameExpression(left, condition.left)) return null;
    left = condition.left;
    values.push(condition.right.value);
  }
  return left === null ? null : { left, values };
}

/** A column of another table says which: "employee job title". */
export function ownWords(expression: Expression, words: string, { tables }: About): string {
  if (expression.kind !== "column" || tables.includes(expression.table) || isName(expression)) return words;
  const owner = thing(expression.table);
  if (words.startsWith(owner)) return words;
  // "customers card number", not "customers card card number".
  const [last = ""] = / ?\S+$/.exec(owner) ?? [];
  const whole = `${words.startsWith(`${last.trim()} `) ? owner.slice(0, -last.length) : owner} ${words}`.trim();
  // "case status", spelt out where states are looked up by codes
  return whole.replace(/(?<=\b(?:status|type|kind|category|reason|method)) (?:description|name|text)$/, "");
}

/** A condition that something, told by its words, is one of some values, or none of them. */
interface Valued {
  left: Expression;
  words: string;
  values: readonly (string | number | boolean)[];
  negated: boolean;
  /** True for the value that says yes, of a column of yes and no. */
  isYes?: boolean;
}

/** A value of a column: the name of a thing stands for the thing, a place for where it is. */
export function valueQualifier({ left, words, values, negated, isYes }: Valued, about: About): Qualifier {
  const text = joined(values.map(literalWords), "or");
  if (left.kind !== "column") return { lead: "where", text: `${words} is ${negated ? "not " : ""}${text}` };
  const [only] = values;
  if (values.length === 1 && (isYes === true || typeof only === "boolean"))
    return flagQualifier(left, (only !== false) !== negated, about);
  // "with manager “Kim Berg”": another row of the same kind, or one of two places.
  if (isName(left) && left.role !== undefined)
    return { lead: "with", text: `${roleWords(left.role)} ${negated ? "other than " : ""}${text}` };
  if (isName(left)) {
    if (negated) return { lead: "except", text: `${thing(left.table)} ${text}` };
    return about.rows === left.table ? { lead: "named", text } : { lead: "for", text: `${thing(left.table)} ${text}` };
  }
  // "open" is a state that no house stands in
  if (isPlace(left) && !negated && values.every((value) => typeof value === "string" && !/^\p{Ll}/u.test(value)))
    return { lead: "in", text: joined(values.map(String), "or") };
  // "paid by “card”"
  if (about.tables.includes(left.table) && DONE_BY.test(words))
    return { lead: "doing", text: `${negated ? "not " : ""}${words} ${text}` };
  return { lead: "with", text: `${ownWords(left, words, about)} ${negated ? "other than " : ""}${text}` };
}

const DONE_BY = /^[a-z]*(?:ed|paid|sold|made|sent|built|bought|taken|given) by$/;

/** "shipped", "not shipped", "that ended", "that have not ended". */
function occurred(event: string, has: boolean): string {
  if (isOwnDoing(event)) return has ? `that ${event}` : `that have not ${event}`;
  return has ? event : `not ${event}`;
}

/** The day until which a row held, of rows that follow one another. */
const HELD_UNTIL = /\b(?:to|until|till|thru) (?:date|day)$|^(?:valid|effective) (?:to|until|till|thru)$/;

export function missingQualifier(
  { left, negated }: Extract<Condition, { kind: "missing" }>,
  words: string,
  about: About,
): Qualifier {
  const event = left.kind === "column" ? eventOf(left) : null;
  if (left.kind === "column" && !negated && HELD_UNTIL.test(columnWords(left))) return { lead: "when", text: "now" };
  // Everybody was born: what is missing is the day.
  if (event !== null && event !== "" && event !== BORN) {
    const isOthers = left.kind === "column" && !about.tables.includes(left.table) && about.rows !== null;
    return isOthers
      ? { lead: "with", text: `${things(left.table)} ${occurred(event, negated)}` }
      : {
          lead: "doing",
          text: occurred(event, negated),
          ...(left.kind === "column" &&
            !negated &&
            event === "paid" && { before: { table: left.table, word: "unpaid" } }),
        };
  }
  // "that are rented", of a rented_to_id
  const given =
    left.kind === "column" ? /^(?<deed>[a-z]+(?:ed|ent)) (?:to|by)$/.exec(words)?.groups?.["deed"] : undefined;
  if (given !== undefined) return { lead: "doing", text: `that are ${negated ? "" : "not "}${given}` };
  return { lead: negated ? "with" : "without", text: withArticleA(ownWords(left, words, about)) };
}
