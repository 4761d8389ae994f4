import { type About, type Qualifier, aboutRows, leadOrder, leadWords, type Lead } from "./leads.ts";
import { hoursText } from "../language/hours-said.ts";
import { arithmeticWords } from "./arithmetic-words.ts";
import {
  columnWords,
  isMomentColumn,
  isName,
  isNaming,
  isOwnDoing,
  isOwnKey,
  labelWords,
  thing,
  things,
} from "./column-words.ts";
import { firstRows } from "./extremes.ts";
import { earnedAs, firstOf } from "./figure-kinds.ts";
import { formatted, percent, unitOfValues } from "./figures.ts";
import { withArticleA } from "./flags.ts";
import { isAggregate, sameExpression, tablesOfCondition } from "../form/visit.ts";
import {
  holderQualifier,
  isKeyOf,
  notInTime,
  sameQualifier,
  sharedQualifier,
  sideQualifier,
} from "./key-qualifiers.ts";
import { whenText, weekdaysText } from "./moments.ts";
import type { ColumnExpression, Comparison, Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import {
  amounts,
  comparisons,
  literalWords,
  missingQualifier,
  laterQualifier,
  momentOperators,
  oneColumnOf,
  operatorWords,
  yearComparisons,
  ownWords,
  periodQualifier,
  valueQualifier,
} from "./qualifiers.ts";
import { withUnit } from "../language/units.ts";
import { joined, plural, spoken } from "../language/words.ts";

/** An aggregate with the rows it is made of: "average total amount of orders". */
export function measured(expression: Expression): string {
  if (expression.kind !== "aggregate" || expression.of === null) return expressionWords(expression);
  const table = rowsOf(expression.of);
  if (firstOf(expression) !== null || table === null || saysRows(expression)) return expressionWords(expression);
  const { where, ...all } = expression;
  // "highest wage", of rows that are wages themselves
  const isOwn = expression.of.kind === "column" && columnWords(expression.of) === thing(table);
  if (isOwn) return qualified(expressionWords(all), where ?? [], aboutRows(table));
  const link = expression.of.kind === "elapsed" && expression.of.to.kind === "column" ? "for" : "of";
  return qualified(`${expressionWords(all)} ${link} ${things(table)}`, where ?? [], aboutRows(table));
}

/** The table whose rows a column or a span of time is of. */
function rowsOf(expression: Expression): string | null {
  if (expression.kind === "elapsed") return expression.from.table;
  return expression.kind === "column" ? expression.table : null;
}

const functionWords = {
  count: "number of",
  sum: "total",
  avg: "average",
  min: "lowest",
  max: "highest",
  median: "median",
};

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

/** True for a count that says of itself which rows it counts: all but that of a column's different values. */
const saysRows = ({ fn, of, distinct }: Aggregate): boolean =>
  fn === "count" && (!distinct || of === null || isOwnKey(of) || (of.kind === "column" && isName(of)));

/** What is counted: rows, those that have a value, or different values: "members that joined", "different cities". */
export function countedWords({ of, table, distinct }: Aggregate): string {
  if (of === null || isOwnKey(of)) return `${distinct ? "different " : ""}${things(table)}`;
  if (distinct) return `different ${plural(labelWords(of) ?? expressionWords(of))}`;
  if (of.kind !== "column" || isNaming(of) || isName(of)) return things(table);
  return qualified(things(table), [{ kind: "missing", left: of, negated: true }], aboutRows(table));
}

/** An expression in words. */
export function expressionWords(expression: Expression): string {
  switch (expression.kind) {
    case "column":
      return columnWords(expression);
    case "literal":
      return literalWords(expression.value);
    case "bucket":
      return labelWords(expression) ?? "";
    case "arithmetic":
      return arithmeticWords(expression, { expressionWords, measured, operand, qualified });
    case "previous":
      return `${expressionWords(expression.of)} of the ${expressionWords(expression.over)} before`;
    case "running":
      return `${expressionWords(expression.of)} so far`;
    case "belonging":
      return `${expressionWords(expression.of)} in ${spoken(expression.of.table)}`;
    case "elapsed":
      return expression.to.kind === "literal"
        ? "age"
        : `time from ${momentWords(expression.from)} to ${momentWords(expression.to)}`;
    case "query":
      return queryWords(expression.form);
    case "aggregate":
      return expression.of?.kind === "defined" ? expression.of.name : aggregateWords(expression);
    case "defined":
      return expression.name;
  }
}

/** "average salary of employees in Oslo"; of one row: "salary of the employee with id 163". */
function queryWords({ outputs, subject, where: all }: LogicalForm): string {
  const where = all.filter((one) => !outputs.some(({ expression }) => isOfCounted(one, expression)));
  return joined(
    outputs.map(({ expression: figure }) =>
      figure.kind === "column" && figure.table === subject && where.length > 0
        ? `${expressionWords(figure)} of the ${qualified(thing(subject), where, aboutRows(subject))}`
        : qualified(measured(figure), where, aboutRows(subject)),
    ),
  );
}

/** What an average is over is there, which its words say: "per customer", "per month". */
function isOfCounted(one: Condition, figure: Expression): boolean {
  if (one.kind !== "missing" || !one.negated || figure.kind !== "arithmetic") return false;
  const counted = figure.right.kind === "aggregate" && figure.right.distinct ? figure.right.of : null;
  return counted !== null && sameExpression(counted.kind === "bucket" ? counted.of : counted, one.left);
}

/** "ordered" of ordered_at, "start" of starts_at. */
const momentWords = ({ column }: ColumnExpression): string =>
  spoken(column)
    .replace(/ (at|on)$/, "")
    .replace(/^(start|end|begin)s$/, "$1");

/** What a sum or a product is made of: in brackets where it is added up itself. */
function operand(expression: Expression): string {
  const words = expressionWords(expression);
  const isAdded = expression.kind === "arithmetic" && / (plus|less) /.test(words);
  return isAdded ? `(${words})` : words;
}

function aggregateWords(expression: Aggregate): string {
  const { of, fn, table, where = [], distinct } = expression;
  const about = aboutRows(table);
  if (of === null || fn === "count") return qualified(`number of ${countedWords(expression)}`, where, about);
  const first = firstOf(expression);
  if (first !== null) {
    const was = isOwnDoing(first.event) ? first.event : `was ${first.event}`;
    return qualified(
      first.event === "" ? `date of the ${first.thing}` : `date on which the ${first.thing} ${was}`,
      where,
      about,
    );
  }
  const counted = `${distinct ? "different " : ""}${operand(of)}`;
  // "total amount" is a total by its name already, and "average kcal" an average.
  const isSaid = (fn === "sum" && /^total\b|\btotal$/.test(counted)) || (fn === "avg" && /^average\b/.test(counted));
  const isMomentOf = of.kind === "column" && isMomentColumn(of);
  const name = isMomentOf && fn === "min" ? "earliest" : isMomentOf && fn === "max" ? "latest" : functionWords[fn];
  return qualified(`${isSaid ? "" : `${name} `}${counted}`, where, about);
}

/** A query for the first of some rows: "of the 5 customers with the most orders". */
type Ranked = Extract<Condition, { kind: "within" }>;
const isRanked = (one: Condition): one is Ranked => one.kind === "within" && one.form.limit !== null;

const isAmong = (one: Condition, others: readonly Condition[]): boolean =>
  others.some((other) => JSON.stringify(other) === JSON.stringify(one));

/** The first of a time that is told anyway: it is not told twice. */
function withoutSaid(condition: Condition, all: readonly Condition[]): Condition {
  if (!isRanked(condition)) return condition;
  const where = condition.form.where.filter((one) => one.kind !== "period" || !isAmong(one, all));
  return { ...condition, form: { ...condition.form, where } };
}

/** "revenue this year of the customers with the most orders", who are the first of another time: said last, it would be theirs. */
function leadsOf(conditions: readonly Condition[]): readonly Lead[] {
  const isOfOtherTime = conditions.some(
    (one) => one.kind === "period" && conditions.some((other) => isRanked(other) && !isAmong(one, other.form.where)),
  );
  return isOfOtherTime
    ? ["doing", "when", ...leadOrder.filter((lead) => lead !== "when" && lead !== "doing")]
    : leadOrder;
}

/** A noun with what restricts it, in the order in which one says it: "orders with status “open” in Germany last year". */
export function qualified(bare: string, conditions: readonly Condition[], about: About): string {
  const told = { ...about, days: toldByDays(conditions) };
  const qualifiers = conditions.map((condition) => qualifierOf(withoutSaid(condition, conditions), told));
  const { noun, found } = withWordsBefore(bare, qualifiers);
  const parts = leadsOf(conditions).flatMap((lead) => {
    const texts = [...new Set(found.filter((one) => one.lead === lead).map(({ text }) => text))];
    const longest = texts.filter((text) => !texts.some((other) => other !== text && other.startsWith(`${text} `)));
    if (longest.length === 0) return [];
    const text = `${leadWords[lead]}${joined(longest, lead === "without" ? "or" : "and")}`;
    // "share of shipments delivered late of those delivered in May"
    const isSaid = lead === "doing" && longest.some((one) => /^\w+$/.test(one) && noun.includes(` ${one} `));
    return [isSaid && !noun.endsWith(` ${text}`) ? `of those ${text}` : text];
  });
  // "cost divided by number of leads in 2024": both are of that time.
  const rest = parts.filter((part) => !noun.endsWith(` ${part}`));
  return [withoutEnding(noun, rest), ...rest].join(" ");
}

/** "number of insured animals": a word that tells what rows are stands before them, but where a share of them is told. */
function withWordsBefore(bare: string, qualifiers: readonly Qualifier[]): { noun: string; found: Qualifier[] } {
  let noun = bare;
  const found = qualifiers.filter(({ before }) => {
    if (before === undefined || /^(?:share|percentage) of /.test(bare)) return true;
    const rows = new RegExp(`(?<![\\w-])(?:${things(before.table)}|${thing(before.table)})(?![\\w-])`);
    const isThere = rows.test(noun);
    noun = noun.replace(rows, `${before.word} $&`);
    return !isThere;
  });
  return { noun, found };
}

/** True where periods of two days of one row are told. */
function toldByDays(conditions: readonly Condition[]): boolean {
  const days = conditions.flatMap((one) => (one.kind === "period" && one.left.kind === "column" ? [one.left] : []));
  const [first] = days;
  return days.some((day) => day.table === first?.table && day.column !== first.column);
}

/** "members that joined" and "that joined in May" say it once. */
function withoutEnding(noun: string, parts: readonly string[]): string {
  const [ending] = / (?:that )?\w+(?: (?:up|out|off))?$/.exec(noun) ?? [];
  return ending !== undefined && parts.some((part) => ` ${part}`.startsWith(`${ending} `))
    ? noun.slice(0, -ending.length)
    : noun;
}

/** True for a condition that tells what rows did or what was done to them: "that joined in May", "shipped". */
export const isDoing = (condition: Condition): boolean =>
  condition.kind !== "within" &&
  tablesOfCondition(condition).every((table) => qualifierOf(condition, aboutRows(table)).lead === "doing");

type Among = Extract<Condition, { kind: "among" }>;

/** "on Mondays", "before 8:00", told by the names of days or by hours. */
const isOfTimes = (condition: Among, unit: "weekday" | "hour_of_day"): condition is Among & { values: string[] } =>
  condition.left.kind === "bucket" &&
  condition.left.unit === unit &&
  condition.values.every((value) => typeof value === "string");

function timesQualifier(condition: Among): Qualifier | null {
  if (condition.negated) return null;
  if (isOfTimes(condition, "weekday")) return { lead: "when", text: weekdaysText(condition.values) };
  return isOfTimes(condition, "hour_of_day") ? { lead: "when", text: hoursText(condition.values) } : null;
}

function qualifierOf(condition: Condition, about: About): Qualifier {
  switch (condition.kind) {
    case "period":
      return periodQualifier(condition, about);
    case "compare":
      return comparedQualifier(condition, about);
    case "among":
      return (
        timesQualifier(condition) ?? valueQualifier({ ...condition, words: expressionWords(condition.left) }, about)
      );
    case "like":
      if (condition.place === "equals")
        return valueQualifier(
          { ...condition, words: expressionWords(condition.left), values: [condition.text] },
          about,
        );
      // "products named “… lamp”"
      if (condition.place === "ends" && condition.left.kind === "column" && isName(condition.left))
        return valueQualifier(
          { ...condition, words: expressionWords(condition.left), values: [`… ${condition.text}`] },
          about,
        );
      return { lead: "where", text: conditionWords(condition) };
    case "related":
      return {
        lead: condition.negated ? "without" : "with",
        text: qualified(things(condition.table), condition.where, aboutRows(condition.table)),
      };
    case "missing":
      return missingQualifier(condition, expressionWords(condition.left), about);
    case "within":
      return withinQualifier(condition, about);
    case "either": {
      const never = notInTime(condition, about);
      if (never !== null) return never;
      const values = oneColumnOf(condition.conditions);
      if (values !== null)
        return valueQualifier({ ...values, words: expressionWords(values.left), negated: false }, about);
      return together(condition, "or", about);
    }
    case "every":
      return sharedQualifier(condition) ?? together(condition, "and", about);
  }
}

/** Conditions that are joined to the noun in the same way are said in one go: "in Germany or Norway". */
function together(
  condition: Extract<Condition, { kind: "either" | "every" }>,
  word: "and" | "or",
  about: About,
): Qualifier {
  const sides = condition.conditions.map((side) => qualifierOf(side, about));
  const [first] = sides;
  if (first === undefined || sides.some(({ lead }) => lead !== first.lead))
    return { lead: "where", text: conditionWords(condition) };
  const texts = sides.map(({ text }) => text);
  const told = first.lead === "doing" ? withoutRepeated(texts) : texts;
  return { lead: first.lead, text: joined(told, word).replaceAll(` ${word} in `, ` ${word} `) };
}

/** "shipped in 2023" and "shipped in 2024": what both begin with is said once. */
function withoutRepeated(texts: readonly string[]): string[] {
  const words = texts.map((text) => text.split(" "));
  const [first = []] = words;
  const at = first.findIndex((word, place) => words.some((others) => others[place] !== word));
  // Prepositions stay with what they stand before.
  const shared = first.slice(0, Math.max(at, 0)).findLastIndex((word) => !/^(?:in|on|the|from|not)$/.test(word)) + 1;
  return words.map((all, place) => all.slice(place === 0 ? 0 : shared).join(" "));
}

/** "of the depot with the earliest date opened", "with the most common payment method": the one that another query puts first. */
function firstQualifier({ left, operator, right }: Extract<Condition, { kind: "compare" }>): Qualifier | null {
  if (right.kind !== "query" || operator !== "=" || left.kind !== "column") return null;
  const { order, limit, outputs, subject, where, groups } = right.form;
  const [first] = order;
  const [only] = outputs;
  if (first === undefined || only === undefined || limit !== 1) return null;
  const isCommon = sameExpression(only.expression, left) && groups.length === 1 && !isKeyOf(left, subject);
  if (isCommon)
    return {
      lead: "with",
      text: `the ${first.direction === "descending" ? "most" : "least"} common ${expressionWords(left)}`,
    };
  const one = firstRows(thing(subject), first, measured(first.by));
  return { lead: "of", text: qualified(`the ${one}`, where, aboutRows(subject)) };
}

/** How one figure of a row lies to another. */
const beside: Record<Comparison, string> = {
  ">": "above",
  ">=": "of at least",
  "<": "below",
  "<=": "of at most",
  "=": "equal to",
  "!=": "other than",
};

/** "with packs in stock below the reorder level": a figure of a row by another of its own. Null for anything else. */
function besideQualifier(
  { left, operator, right }: Extract<Condition, { kind: "compare" }>,
  about: About,
): Qualifier | null {
  if (left.kind !== "column" || right.kind !== "column" || left.table !== right.table) return null;
  if (left.role !== right.role || isMomentColumn(left) || isMomentColumn(right) || isName(left)) return null;
  if (!about.tables.includes(left.table)) return null;
  return { lead: "with", text: `${withArticleA(columnWords(left))} ${beside[operator]} the ${columnWords(right)}` };
}

function comparedQualifier(condition: Extract<Condition, { kind: "compare" }>, about: About): Qualifier {
  const { left, operator, right } = condition;
  if (right.kind !== "literal")
    return (
      firstQualifier(condition) ??
      laterQualifier(condition, about) ??
      besideQualifier(condition, about) ?? { lead: "where", text: conditionWords(condition) }
    );
  const { value, yes, year, share } = right;
  if (year === true) {
    const words = ownWords(left, expressionWords(left), about);
    const how = operator === "=" ? "" : ` ${yearComparisons[operator]}`;
    return { lead: "with", text: `${words}${how} ${String(value)}` };
  }
  const isKey = left.kind === "column" && operator === "=" && isKeyOf(left, left.table);
  if (isKey && typeof value === "number" && about.rows !== left.table)
    return { lead: "of", text: `${thing(left.table)} ${value}` };
  if (typeof value === "number" && yes === undefined)
    return { lead: "with", text: numberQualifier({ left, operator, value, isShare: share === true }, about) };
  if (operator !== "=" && operator !== "!=") return { lead: "where", text: conditionWords(condition) };
  const words = expressionWords(left);
  return valueQualifier({ left, words, values: [value], negated: operator === "!=", isYes: yes === true }, about);
}

/** "more than 3 orders", "weight over 500 kg", "year 2010". */
function numberQualifier(
  { left, operator, value, isShare }: { left: Expression; operator: Comparison; value: number; isShare: boolean },
  about: About,
): string {
  if (left.kind === "aggregate" && left.fn === "count") {
    const counted = countedWords(left);
    const noun = value === 1 && counted === things(left.table) ? thing(left.table) : counted;
    return qualified(`${amounts[operator]}${formatted(value)} ${noun}`, left.where ?? [], aboutRows(left.table));
  }
  const plainWords = isAggregate(left) ? measured(left) : ownWords(left, expressionWords(left), about);
  const words = earnedAs(left) ?? plainWords;
  const isPart = isShare || (words.startsWith("share of ") && Math.abs(value) <= 1);
  const plain = isPart ? percent(value) : withUnit(formatted(value), unitOfValues(left));
  const figure = isNaming(left) ? String(value) : plain;
  return operator === "=" ? `${words} ${figure}` : `${words} ${comparisons[operator]} ${figure}`;
}

/** "of the 3 courses with the fewest enrolments", "without the device with the highest share of …". Null for a query without an order. */
function firstOfQuery(
  { left, form, negated }: Omit<Extract<Condition, { kind: "within" }>, "kind">,
  about: About,
): Qualifier | null {
  const [rank] = form.order;
  if (form.limit === null || rank === undefined) return null;
  // Groups are called after what they are of: "the course with the fewest enrolments".
  const isGroup = form.groups.some((group) => sameExpression(group, left));
  const name = isGroup ? left.table : form.subject;
  const isOwn = !isGroup || isOwnKey(left) || isName(left);
  const [single, several] = isOwn ? [thing(name), things(name)] : [columnWords(left), plural(columnWords(left))];
  const rows = firstRows(form.limit === 1 ? single : several, rank, measured(rank.by));
  const first = `the ${form.limit === 1 ? "" : `${form.limit} `}${rows}`;
  // They are the first of the time that is told anyway, where it is that of the rows spoken of.
  const isTold = (one: Condition) =>
    one.kind === "period" && tablesOfCondition(one).every((of) => about.tables.includes(of));
  const others = [...form.where, ...form.having].filter((one) => !isTold(one));
  const lead = negated ? "without" : isOwn ? "of" : "with";
  return { lead, text: qualified(first, others, aboutRows(form.subject)) };
}

/** Rows that another query finds, told by what that query asks for: "with more than 1 order". */
function withinQualifier({ left, form, negated }: Extract<Condition, { kind: "within" }>, about: About): Qualifier {
  const conditions = [...form.where, ...form.having];
  const told =
    holderQualifier({ left, form, negated }) ??
    sideQualifier({ left, form, negated }) ??
    sameQualifier({ left, form, negated }) ??
    firstOfQuery({ left, form, negated }, about);
  if (told !== null) return told;
  if (form.subject === left.table && conditions.length > 0 && form.limit === null) {
    // "orders of customers with more than 5 orders": what others have, to whom the rows belong
    if (!negated && !about.tables.includes(left.table) && form.having.length > 0)
      return { lead: "of", text: qualified(things(left.table), conditions, aboutRows(left.table)) };
    if (!negated) {
      const [first, ...more] = conditions.map((condition) => qualifierOf(condition, about));
      if (first !== undefined && more.length === 0) return first;
    }
    return { lead: negated ? "except" : "doing", text: qualified(negated ? "those" : "", conditions, about).trim() };
  }
  return {
    lead: negated ? "without" : "with",
    text: qualified(things(form.subject), conditions, aboutRows(form.subject)),
  };
}

const isMomentExpression = (expression: Expression): boolean =>
  expression.kind === "column" && isMomentColumn(expression);

function comparedWords(condition: Extract<Condition, { kind: "compare" }>): string {
  const { left, operator, right } = condition;
  // Days that are compared are moments, not groups.
  if (left.kind === "bucket" && right.kind === "bucket")
    return comparedWords({ ...condition, left: left.of, right: right.of });
  const isYear = right.kind === "literal" && right.year === true;
  const verbs = isYear || isMomentExpression(left) ? momentOperators : operatorWords;
  return `${expressionWords(left)} ${verbs[operator]} ${right.kind === "query" ? "the " : ""}${expressionWords(right)}`;
}

/** A condition in words. */
export function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case "compare":
      return comparedWords(condition);
    case "among":
      return `${expressionWords(condition.left)} is ${condition.negated ? "not " : ""}${joined(condition.values.map(literalWords), "or")}`;
    case "like": {
      const verbs = condition.negated
        ? { contains: "does not contain", starts: "does not start with", ends: "does not end with", equals: "is not" }
        : { contains: "contains", starts: "starts with", ends: "ends with", equals: "is" };
      return `${expressionWords(condition.left)} ${verbs[condition.place]} “${condition.text}”`;
    }
    case "missing":
      return `${expressionWords(condition.left)} is ${condition.negated ? "not " : ""}empty`;
    case "period":
      return `${expressionWords(condition.left)} is ${condition.negated ? "not " : ""}${whenText(condition.label)}`;
    case "within":
    case "related":
      return qualified(
        "it is one",
        [condition],
        aboutRows(condition.kind === "within" ? condition.left.table : condition.subject),
      );
    case "either":
      return condition.conditions.map(conditionWords).join(" or ");
    case "every":
      return condition.conditions.map(conditionWords).join(" and ");
  }
}
