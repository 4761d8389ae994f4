import { moneyNouns } from "../../language/money-nouns.ts";
import { amountColumn } from "../../catalog/amounts.ts";
import { holdsKinds } from "../../catalog/columns.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import type { AggregateFunction } from "../../form/logical-form.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { comparisonAt } from "../comparisons/comparison-at.ts";
import { compared } from "../comparisons/conditions.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import {
  cueOf,
  hasMeasured,
  hasNumericColumn,
  isCue,
  isEnd,
  isTable,
  otherOf,
  past,
  schemaAhead,
  schemaOf,
  schemaOrOther,
} from "../reader.ts";
import { readSchema } from "../schema/schema.ts";
import { readValueInside } from "../schema/values.ts";
import type { Item } from "../../link/item.ts";
import type { OutputWish } from "../sketch.ts";
import { figureOfEach, isAmountOf } from "./implicit.ts";

/** "the average and the maximum …", and the place after it. */
interface Functions {
  reader: Reader;
  item: CueItem<"aggregate">;
  functions: readonly AggregateFunction[];
  at: number;
}

/** Functions and what they are of. */
interface Aggregate extends Functions {
  mention: Mention;
  /** More columns of the same kind: "average age and weight". */
  mentions: readonly Mention[];
  /** "total order value": the rows' amounts are meant. */
  ofRows: boolean;
}

/** "average price", "the highest, lowest and average cost", "total order value". */
export function readAggregate(reader: Reader, item: CueItem<"aggregate">): Part {
  const { functions, next } = functionsAt(reader.items, reader.at);
  const at = past(reader.items, next, "preposition", "distinct", "copula", "possessive", "count");
  return together(figureOfEach(reader), readArgument({ reader, item, functions, at }));
}

/** The functions in a row from `start` on, and the place after them. */
function functionsAt(items: readonly Item[], start: number): { functions: AggregateFunction[]; next: number } {
  const functions: AggregateFunction[] = [];
  let at = start;
  for (;;) {
    const fn = functionAt(items, at, functions.length === 0);
    if (fn !== null) {
      functions.push(fn);
      at++;
      continue;
    }
    const more = past(items, at, "and", "comma");
    // "the maximum and total number of visits"
    if (functions.length > 0 && more > at && /^total (?:number|count|amount) of$/i.test(items[more]?.text ?? ""))
      return { functions: [...functions, "sum"], next: more + 1 };
    const goesOn = more > at && isCue(items[more], "aggregate", "superlative", "quantifier");
    if (functions.length === 0 || !goesOn) return { functions, next: at };
    at = more;
  }
}

function functionAt(items: readonly Item[], at: number, isFirst: boolean): AggregateFunction | null {
  const item = items[at];
  const cue = cueOf(item);
  if (cue?.is === "aggregate") {
    const isNoun = !isFirst && otherOf(item, 0.95) !== null && !schemaAhead(items, at + 1);
    return isNoun ? null : cue.fn;
  }
  if (isFirst || (cue?.is !== "quantifier" && cue?.is !== "superlative")) return null;
  // "the average and oldest age"
  const isAge = schemaOf(items[at + 1])?.columns[0]?.column.words.includes("age") === true;
  if (cue.is === "superlative" && cue.hint !== "size" && cue.hint !== "length" && !(cue.hint === "age" && isAge))
    return null;
  return cue.direction === "most" ? "max" : "min";
}

/** What the functions are of: a measure, a column or a table, or something that was named before. */
function readArgument(phrase: Functions): Part {
  const { reader, item, functions } = phrase;
  const { items, at: start, pending } = reader;
  const argument = items[phrase.at];
  if (argument?.kind === "cue" && argument.cue.is === "measure" && otherOf(argument, 0.95) === null) {
    const { measure } = argument.cue;
    return { at: phrase.at + 1, outputs: functions.map((fn) => ({ kind: "measure", measure, fn, at: start })) };
  }
  const hint = hintOf(argument);
  if (hint !== null)
    return { at: phrase.at + 1, outputs: functions.map((fn) => ({ kind: "hint", hint, fn, at: start })) };
  let { at } = phrase;
  const isBeforeNoun = schemaOf(items[at + 1]) !== null;
  // "total sick days": the value restricts what is summed up.
  if (argument?.kind === "value" && isBeforeNoun && item.other === null) {
    at = readValueInside(reader, at);
    reader.pending = pending;
  }
  const ofValue = argument?.kind === "value" && !isBeforeNoun ? readOfValue({ ...phrase, at }, argument.mention) : null;
  if (ofValue !== null) return ofValue;
  const isUnknown = argument?.kind === "word" && isBeforeNoun;
  if (isUnknown) at++;
  const mention = schemaOrOther(items[at]);
  if (mention === null) return readBare({ ...phrase, at: Math.max(at, start + 1) });
  const part = readOf({ ...phrase, at }, mention);
  if (!isUnknown) return part;
  return together(
    { unknown: [{ text: argument.text, capitalised: argument.capitalised, token: argument.start }] },
    part,
  );
}

/** A number that is called like a stored value, or the amount of rows of a kind. */
function readOfValue({ at, ...phrase }: Functions, value: Mention): Part | null {
  const { reader, functions } = phrase;
  const number = numberCalled(value);
  if (number !== null) return readOf({ ...phrase, at }, number);
  const mention = amountOfKind(value);
  if (mention === null || functions.includes("sum")) return null;
  const { at: start, pending } = reader;
  const next = readValueInside(reader, at);
  reader.pending = pending;
  const outputs = functions.map((fn) => ({ kind: "aggregate" as const, fn, mention, distinct: false, at: start }));
  return { at: next, outputs };
}

/** "average rent", of tenancies with a monthly rent, while some listings are to rent: the number is what has an average. */
function numberCalled(mention: Mention): Mention | null {
  const columns = mention.columns.filter(
    ({ column, score }) => score >= 0.45 && column.isNumber && !column.isKey && !column.isFlag,
  );
  return columns.length === 0 ? null : { ...mention, columns, tables: [], values: [] };
}

/** "average refund", where rows are refunds and charges, and have an amount. */
function amountOfKind({ values, text, start, end }: Mention): Mention | null {
  const columns = new Set(values.flatMap(({ column }) => (holdsKinds(column) ? [column] : [])));
  const [only, ...more] = columns;
  const amount = only === undefined || more.length > 0 ? null : amountColumn(only.table);
  return amount === null ? null : mentionOf({ text, start, end, columns: [{ column: amount, score: 1 }] });
}

/** What a function is of where no column is named. */
function hintOf(argument: Item | undefined): string | null {
  // "on average, how old are the customers"
  if (argument?.kind === "cue" && argument.cue.is === "how" && otherOf(argument, 0.9) === null)
    return argument.cue.hint;
  // "the average age of our members", of whom only the birthday may be known
  return argument?.kind === "word" && /^ages?$/i.test(argument.text) ? "age" : null;
}

/** "… in total", "the average": nothing follows that could be aggregated. */
function readBare(phrase: Functions): Part {
  return firstOf(bareCases, phrase) ?? { at: phrase.at };
}

/** What a function without an argument may belong to. */
const bareCases: Cases<Functions> = [
  {
    name: "word of the schema",
    recognises: "a function's word that names something in the data",
    example: "the total of each order, where a column is called total",
    read({ reader, item }) {
      const other = otherOf(item, 0.9);
      return other === null ? null : readSchema(reader, other);
    },
  },
  {
    name: "amount compared",
    recognises: "“with a total” before a comparison, which finds the amount itself",
    example: "orders with a total between 100 and 200",
    read({ reader, functions, at }) {
      const { items, sketch } = reader;
      if (!isCue(items[reader.at - 1], "relative") || sketch.tables.length === 0 || functions[0] !== "sum") return null;
      return comparisonAt(items, at)?.explicit === true ? { at } : null;
    },
  },
  {
    name: "column before",
    recognises: "a function after the column just named",
    example: "the budget in total",
    read({ reader, functions, at }) {
      const { outputs } = reader.sketch;
      const last = outputs.at(-1);
      if (last?.kind !== "column" || last.at < reader.at - 2) return null;
      const { mention } = last;
      const figure: OutputWish = {
        kind: "aggregate",
        fn: functions[0] ?? "sum",
        mention,
        distinct: false,
        at: last.at,
      };
      return { at, set: { outputs: [...outputs.slice(0, -1), figure] } };
    },
  },
  {
    name: "ranked before",
    recognises: "a function after a superlative and its number: what each comes to is ranked",
    example: "which department has the longest wait on average",
    read({ reader, functions: [fn], at }) {
      const { superlatives } = reader.sketch;
      const last = superlatives.at(-1);
      if (last?.target.kind !== "column" || last.target.fn !== null || (fn !== "avg" && fn !== "sum")) return null;
      if (!isEnd(reader.items[at]) || !hasNumericColumn(last.target.mention)) return null;
      return { at, set: { superlatives: [...superlatives.slice(0, -1), { ...last, target: { ...last.target, fn } }] } };
    },
  },
  {
    name: "how much before",
    recognises: "a function after “how old”, “how long”",
    example: "how old are the customers on average",
    read({ reader, functions, at }) {
      const { outputs } = reader.sketch;
      const last = outputs.at(-1);
      const [fn] = functions;
      if (last?.kind !== "hint" || last.fn !== null || fn === undefined || fn === "sum") return null;
      return { at, set: { outputs: [...outputs.slice(0, -1), { ...last, fn }] } };
    },
  },
  {
    name: "total compared",
    recognises: "“in total” after a comparison: what all of each come to is compared",
    example: "members who paid more than 500 in total",
    read({ reader, functions, at }) {
      const { filters } = reader.sketch;
      const last = filters.at(-1);
      const isNumber = reader.items[reader.at - 1]?.kind === "number";
      if (last?.kind !== "compare" || last.fn !== null || last.operand.kind !== "number") return null;
      if (!isNumber || functions[0] !== "sum" || last.operator === "=") return null;
      const isNamed = last.target !== null && hasNumericColumn(last.target);
      const of = isNamed ? {} : { target: null, measure: "money" as const };
      return { at, set: { filters: [...filters.slice(0, -1), { ...last, ...of, fn: "sum" }] } };
    },
  },
  {
    name: "average compared",
    recognises: "“on average” after a comparison: the average of each is compared",
    example: "depots that have more than 20 vans free on average",
    read({ reader, item, functions, at }) {
      const { filters } = reader.sketch;
      const last = filters.at(-1);
      if (functions[0] !== "avg" || !/^on /i.test(item.text) || last?.kind !== "compare" || last.fn !== null)
        return null;
      if (last.operand.kind !== "number" || last.operator === "=" || last.target === null) return null;
      if (!hasNumericColumn(last.target)) return null;
      return { at, set: { filters: [...filters.slice(0, -1), { ...last, fn: "avg" }] } };
    },
  },
  {
    name: "money",
    recognises: "a total of nothing in particular, before anything else is asked for",
    example: "what is the total?",
    read({ reader, functions, at }) {
      const fn = functions[0] ?? "sum";
      if (reader.sketch.outputs.length > 0 || fn !== "sum") return null;
      return { at, outputs: [{ kind: "measure", measure: "money", fn, at: reader.at }] };
    },
  },
  {
    name: "lost",
    recognises: "a function after an output that cannot be aggregated",
    example: "how many orders on average",
    read({ reader, item, functions, at }) {
      const last = reader.sketch.outputs.at(-1);
      // "the guides' average": of what?
      const isOfNothing = last === undefined && isEnd(reader.items[at]) && !/^on /i.test(item.text);
      // "clubs with more than 5 members on average": of what?
      const isOfCompared = /^on average$/i.test(item.text) && reader.sketch.filters.at(-1)?.kind === "count";
      const isLost =
        (isOfNothing || (last !== undefined && last.kind !== "column")) && (functions[0] ?? "sum") !== "sum";
      return isLost || isOfCompared ? { at, lost: [item.text] } : null;
    },
  },
];

/** Functions of a column or a table, as a condition, a rank or outputs. */
function readOf(phrase: Functions, given: Mention): Part {
  const { items, zone } = phrase.reader;
  const mention = withoutFlags(given);
  const noun = numberBehind(mention, items[phrase.at + 1]);
  if (noun !== null) {
    const { text, start: token } = mention;
    return together({ unknown: [{ text, capitalised: false, token }] }, readOf({ ...phrase, at: phrase.at + 1 }, noun));
  }
  const own = numberOfRows(mention, items[phrase.at + 1]);
  if (own !== null)
    return together({ tables: [{ mention, zone: "focus" }] }, readOf({ ...phrase, at: phrase.at + 1 }, own));
  const ofRows = isAmountOf(items, phrase.at + 1, mention);
  const { more, next, versus } = listedAt(items, phrase.at + (ofRows ? 2 : 1));
  const aggregate: Aggregate = { ...phrase, mention, mentions: [mention, ...more], ofRows, at: next };
  const isRanked = isCue(items[next], "copula") && isCue(items[next + 1], "superlative", "quantifier");
  return together(
    {
      tables: ofRows ? [{ mention, zone: "focus" }] : [],
      set: versus ? { versus } : {},
      state: zone === "modifier" && isRanked ? { pending: mention } : {},
    },
    firstOf(aggregateCases, aggregate) ?? shown(aggregate),
  );
}

/** "maximum salt concentration", where a kind of salt is a text and a concentration a number: the last of the two is the noun. */
function numberBehind({ columns, tables, values, end }: Mention, next: Item | undefined): Mention | null {
  const named = schemaOf(next);
  if (named === null || named.start !== end || isTable(named) || !hasNumericColumn(named)) return null;
  const isText = columns.length > 0 && columns.every(({ column }) => column.isText && !column.isFlag);
  return isText && tables.length + values.length === 0 ? named : null;
}

/** "average gift": of gifts, rather than of a column of yes and no that is called so in part. */
function withoutFlags(mention: Mention): Mention {
  if (!isTable(mention)) return mention;
  return { ...mention, columns: mention.columns.filter(({ column, score }) => !column.isFlag || score >= 0.9) };
}

/** "average trip length": the number of the rows that are named right before it, however loosely it is called. */
function numberOfRows(rows: Mention, next: Item | undefined): Mention | null {
  const named = schemaOf(next);
  if (!isTable(rows) || named === null || named.start !== rows.end || isTable(named)) return null;
  const own = named.columns.filter(
    ({ column }) => column.table === rows.tables[0]?.table && column.isNumber && !column.isKey,
  );
  return own.length === 0
    ? null
    : { ...named, columns: own.map((link) => ({ ...link, score: Math.max(link.score, 0.7) })) };
}

/** More numbers in a row from `start` on, and the place after them: "… and weight", "… compared to the weight". */
function listedAt(items: readonly Item[], start: number): { more: Mention[]; next: number; versus: boolean } {
  const more: Mention[] = [];
  let at = start;
  let versus = false;
  while (isCue(items[at], "and", "comma", "versus")) {
    const place = past(items, at + 1, "and", "comma", "possessive");
    const mention = schemaOf(items[place]);
    if (mention === null || !hasNumericColumn(mention) || isTable(mention)) break;
    // "the average fee, digital vs print": whether something holds is no amount.
    if (mention.columns[0]?.column.isFlag === true) break;
    more.push(mention);
    versus ||= isCue(items[at], "versus");
    at = place + 1;
  }
  return { more, next: at, versus };
}

/** What an aggregate in a condition may be, other than one more output. */
const aggregateCases: Cases<Aggregate> = [
  {
    name: "compared",
    recognises: "a comparison after the aggregate, in a condition",
    example: "customers with a total amount above 500",
    read({ reader, functions, mention, at }) {
      if (reader.zone !== "modifier") return null;
      // "of 1500": no year, where a number is told; "with no spend in 2025" is of that year.
      const isOf = isCue(reader.items[at], "preposition") && !/^(?:in|during)$/i.test(reader.items[at]?.text ?? "");
      const number = isOf && !isDated(mention) ? at + 1 : at;
      const comparison = comparisonAt(reader.items, at) ?? comparisonAt(reader.items, number);
      if (comparison === null) return null;
      const { operator, operand, high, explicit, next } = comparison;
      const fn = functions[0] ?? "sum";
      // "with a maximum price of 40": a bound of each, rather than the highest of several.
      const isBound = !explicit && operand.kind === "number" && (fn === "max" || fn === "min");
      const bound = fn === "max" ? "<=" : ">=";
      const found = isBound
        ? [compared(mention, bound, operand)]
        : high === null
          ? [compared(mention, operator, operand, { fn })]
          : [compared(mention, ">=", operand, { fn }), compared(mention, "<=", high, { fn })];
      const isNegated = comparison.negated ? { negated: !reader.negated } : {};
      return { at: next, filters: found.map((one) => ({ ...one, ...isNegated })), state: { pending: null } };
    },
  },
  {
    name: "none of it",
    recognises: "an amount that is denied of rows to which those with amounts belong: there are none of these",
    example: "campaigns that had no spend in May",
    read({ reader, mention, at }) {
      const [best] = mention.columns;
      const own = reader.sketch.tables[0]?.mention.tables[0]?.table;
      const isSaid = reader.items[reader.at]?.start === mention.start && !isTable(mention);
      if (!reader.negated || !isSaid || best === undefined || own === undefined || own === best.column.table)
        return null;
      if (!best.column.isNumber || best.score < 0.9) return null;
      const { start, end, text } = mention;
      const rows = mentionOf({ start, end, text, tables: [{ table: best.column.table, score: 1 }] });
      return {
        at,
        tables: [{ mention: rows, negated: true, required: true, zone: "modifier" }],
        state: { pending: rows },
      };
    },
  },
  {
    name: "row with the extreme",
    recognises: "“that has the maximum” of one column",
    example: "the stadium that has the maximum capacity",
    read({ reader, functions, mention, mentions, at }) {
      const [fn, ...others] = functions;
      if (others.length > 0 || (fn !== "max" && fn !== "min")) return null;
      if (reader.zone !== "modifier" || !isCue(reader.items[reader.at - 1], "relative")) return null;
      if (!hasMeasured(mention) || mentions.length > 1) return null;
      const direction = fn === "max" ? "most" : "least";
      return { at, superlatives: [{ direction, limit: null, target: { kind: "column", mention, fn: null } }] };
    },
  },
];

const isDated = ({ columns }: Mention): boolean => columns.some(({ column }) => column.isDate || column.isYear);

/** Each function of each column as an output; in a condition the last may turn out to be compared. */
function shown(aggregate: Aggregate): Part {
  const { reader, functions, mentions, at } = aggregate;
  const outputs = mentions.flatMap((mention) => functions.map((fn) => figureOf(aggregate, mention, fn)));
  const isCondition = reader.zone === "modifier" && isCue(reader.items[reader.at - 1], "relative");
  const loose = outputs.findLast((output) => output.kind === "aggregate" && !sumsRows(output.mention, output.fn));
  return { at, outputs, state: isCondition && loose?.kind === "aggregate" ? { loose } : {} };
}

/** True for the sum of a table in which nothing is a number. */
function sumsRows(mention: Mention | null, fn: AggregateFunction): boolean {
  return fn === "sum" && mention !== null && isTable(mention) && !hasNumericColumn(mention);
}

/** A function of a column, the amounts of a table's rows, or how many rows there are: "total orders". */
function figureOf({ reader, item, ofRows }: Aggregate, mention: Mention, fn: AggregateFunction): OutputWish {
  const { at } = reader;
  const isMeasured =
    hasNumericColumn(mention) || mention.columns.some((link) => link.column.isDate || link.column.isYear);
  // "total unpaid fees", where these are rows of their own
  const noun = isTable(mention) ? (mention.text.split(" ").at(-1) ?? "") : mention.text;
  const isPaid =
    moneyNouns.test(mention.text) || moneyNouns.test(noun) || /(?:^|\s)costs?$|^sales$/i.test(mention.text);
  const isAggregate = sumsRows(mention, fn)
    ? ofRows || /amount|value/i.test(item.text) || isPaid
    : isMeasured || fn !== "sum";
  return isAggregate
    ? { kind: "aggregate", fn, mention, distinct: false, at }
    : { kind: "count", mention, distinct: false, at };
}
